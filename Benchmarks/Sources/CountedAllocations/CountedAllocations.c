// Counts allocations by replacing the allocator's functions with ones that call the originals, which glibc also exports
// under other names for this purpose. In a program that links this, all allocations are counted, including those of the
// Swift runtime. The program that measures time does not link it.

#include "CountedAllocations.h"

#include <errno.h>
#include <malloc.h>
#include <stdatomic.h>
#include <stddef.h>

extern void *__libc_malloc(size_t);
extern void *__libc_calloc(size_t, size_t);
extern void *__libc_realloc(void *, size_t);
extern void *__libc_memalign(size_t, size_t);
extern void __libc_free(void *);

static atomic_long allocations;
static atomic_long live_bytes;

static void *counted(void *block) {
    if (block) {
        atomic_fetch_add_explicit(&allocations, 1, memory_order_relaxed);
        atomic_fetch_add_explicit(&live_bytes, (long)malloc_usable_size(block), memory_order_relaxed);
    }
    return block;
}

static void discounted(void *block) {
    if (block) {
        atomic_fetch_sub_explicit(&live_bytes, (long)malloc_usable_size(block), memory_order_relaxed);
    }
}

void *malloc(size_t size) { return counted(__libc_malloc(size)); }

void *calloc(size_t count, size_t size) { return counted(__libc_calloc(count, size)); }

void *realloc(void *block, size_t size) {
    long before = block ? (long)malloc_usable_size(block) : 0;
    void *moved = __libc_realloc(block, size);
    if (moved || size == 0) {
        atomic_fetch_sub_explicit(&live_bytes, before, memory_order_relaxed);
        counted(moved);
    }
    return moved;
}

void *aligned_alloc(size_t alignment, size_t size) { return counted(__libc_memalign(alignment, size)); }

void *memalign(size_t alignment, size_t size) { return counted(__libc_memalign(alignment, size)); }

int posix_memalign(void **result, size_t alignment, size_t size) {
    void *block = counted(__libc_memalign(alignment, size));
    if (!block) {
        return ENOMEM;
    }
    *result = block;
    return 0;
}

void free(void *block) {
    discounted(block);
    __libc_free(block);
}

struct AllocationCounts countedAllocations(void) {
    struct AllocationCounts counts = {atomic_load(&allocations), atomic_load(&live_bytes)};
    return counts;
}
