/* A part of the C library that Swift does not import: how much memory the allocator has handed out. */
#include <malloc.h>
