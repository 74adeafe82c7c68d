#include <malloc.h>
#include <stddef.h>

/// The number of bytes that are allocated and not freed, in all of the process. Pages do not matter, unlike for what the
/// system says of its memory.
static inline size_t allocatedBytes(void) {
    struct mallinfo2 info = mallinfo2();
    return info.uordblks + info.hblkhd;
}
