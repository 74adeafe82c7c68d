/// What has been allocated in this program since it began.
struct AllocationCounts {
    /// How many blocks have been asked for, those included that have been given back.
    long allocations;
    /// The bytes that are in use, with what the allocator adds to them.
    long liveBytes;
};

struct AllocationCounts countedAllocations(void);
