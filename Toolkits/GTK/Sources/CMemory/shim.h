/* What Swift has not of the C library: how much memory the allocator has given away. */
#include <malloc.h>
