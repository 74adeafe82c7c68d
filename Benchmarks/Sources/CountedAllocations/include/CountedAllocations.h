/// The allocations of this program since it began.
struct AllocationCounts {
    /// The number of blocks that were allocated, including those that were freed.
    long allocations;
    /// The bytes in use, including the allocator's overhead.
    long liveBytes;
};

struct AllocationCounts countedAllocations(void);
