// System functions that the library needs and Swift's modules do not provide.

#ifndef CBINDING_PLATFORM_H
#define CBINDING_PLATFORM_H

#include <pthread.h>
#include <stdbool.h>
#include <stdint.h>

// The calling thread, as a number that no other living thread has and that is not 0. What `pthread_self` returns would do,
// but that is a call.
static inline uintptr_t binding_thread(void) {
#if defined(__x86_64__) || defined(__aarch64__)
    return (uintptr_t)__builtin_thread_pointer();
#else
    return (uintptr_t)pthread_self();
#endif
}

// Puts the calling thread to sleep if a word holds a value, until it is woken, possibly spuriously. See futex(2).
void binding_sleep_while(const uint32_t *word, uint32_t value);

// Wakes one thread that sleeps on a word.
void binding_wake_one(const uint32_t *word);

// Tells the processor that the calling thread is waiting for another one.
static inline void binding_pause(void) {
#if defined(__x86_64__)
    __builtin_ia32_pause();
#elif defined(__aarch64__)
    __asm__ volatile("isb");
#endif
}

// Counts how deeply calls are nested on the calling thread: goes one level deeper, and returns the depth.
intptr_t binding_enter_nesting(void);

// Goes back one level.
void binding_leave_nesting(void);

// The depth.
intptr_t binding_nesting(void);

// Whether the calling thread has used a quarter of its stack.
bool binding_is_stack_low(void);

// Whether it has used three quarters of it.
bool binding_is_stack_scarce(void);

// The address of an object of the calling thread's, or 0.
uintptr_t binding_waiting(void);
void binding_set_waiting(uintptr_t object);

// What an inspector has to know about the calling thread.
struct binding_inspection {
    // The event that the code that runs follows from, or 0.
    uint64_t event;
    // The step that is being subscribed for, or 0.
    uint32_t subscribing;
    // The control that the next subscription is for, or 0.
    uint32_t target;
    // The stage that it is for, or 0.
    uint32_t connecting;
};
struct binding_inspection *binding_inspection_of_thread(void);

// Whether the calling thread is the one that the program began on.
bool binding_is_initial_thread(void);

// Whether the calling thread runs a block of the main queue itself, rather than of a queue that targets it.
bool binding_is_in_main_queue(void);

// A descriptor that is readable when work has arrived in the main queue: libdispatch's hook for foreign event loops.
int binding_main_queue_descriptor(void);

// Runs the work that waits in the main queue: the other half of the hook. For the thread that the program began on.
void binding_drain_main_queue(void);

// The runtime's: retains an object unless it is being or has been deinitialized.
extern void *swift_tryRetain(void *object);

// Retains an object whose memory is kept by an unowned reference, and returns it; `NULL` if it no longer lives.
static inline void *binding_retain_if_alive(void *object) { return swift_tryRetain(object); }

// What accesses to sources look at before they take the short way: words that are 0 nearly always. They are C variables
// because Swift reaches a variable of another module by a call, which costs more than the look.
struct binding_attention {
    // The thread on which a computation is running whose reads are noted; otherwise 0, or, if Observation is told what is
    // read, `binding_reading_for_observation()`.
    uintptr_t reading_thread;
    // Four times the number of batches and computations under way, in which the main actor's values are held. The lowest
    // bit says that something is being sent at the end of a change, see `DueAtEnd`; the next one, that an inspector is told
    // what is sent.
    uintptr_t holds;
    // Whether other threads have changed or dropped something that the main actor has to take note of.
    uintptr_t news;
};
extern struct binding_attention binding_attention;

static inline uintptr_t binding_reading_thread(void) {
    return __atomic_load_n(&binding_attention.reading_thread, __ATOMIC_RELAXED);
}
// No thread.
static inline uintptr_t binding_reading_for_observation(void) { return 1; }
static inline void binding_set_reading_thread(uintptr_t thread) {
    __atomic_store_n(&binding_attention.reading_thread, thread, __ATOMIC_RELAXED);
}
// Whether a value that the program sends is held, or follows from something that is sent at the end of a change, or is
// reported to an inspector.
static inline bool binding_holds_or_sends(void) {
    return __atomic_load_n(&binding_attention.holds, __ATOMIC_RELAXED) != 0;
}
static inline uintptr_t binding_holds(void) { return __atomic_load_n(&binding_attention.holds, __ATOMIC_RELAXED) >> 2; }
static inline bool binding_sends(void) { return __atomic_load_n(&binding_attention.holds, __ATOMIC_RELAXED) & 1; }
// Whether an inspector is told what is sent, and of subscriptions.
static inline bool binding_inspects(void) { return __atomic_load_n(&binding_attention.holds, __ATOMIC_RELAXED) & 2; }
// The same; what was written before that can be read.
static inline bool binding_inspects_now(void) { return __atomic_load_n(&binding_attention.holds, __ATOMIC_ACQUIRE) & 2; }
// These three are for the main actor.
static inline void binding_set_holds(uintptr_t count) {
    uintptr_t others = __atomic_load_n(&binding_attention.holds, __ATOMIC_RELAXED) & 3;
    __atomic_store_n(&binding_attention.holds, count << 2 | others, __ATOMIC_RELEASE);
}
static inline void binding_set_sends(bool sends) {
    uintptr_t others = __atomic_load_n(&binding_attention.holds, __ATOMIC_RELAXED) & ~(uintptr_t)1;
    __atomic_store_n(&binding_attention.holds, others | sends, __ATOMIC_RELEASE);
}
static inline void binding_set_inspects(bool inspects) {
    uintptr_t others = __atomic_load_n(&binding_attention.holds, __ATOMIC_RELAXED) & ~(uintptr_t)2;
    __atomic_store_n(&binding_attention.holds, others | (uintptr_t)inspects << 1, __ATOMIC_RELEASE);
}
static inline bool binding_has_news(void) { return __atomic_load_n(&binding_attention.news, __ATOMIC_ACQUIRE) != 0; }
static inline void binding_set_news(bool has_news) {
    __atomic_store_n(&binding_attention.news, has_news, __ATOMIC_RELEASE);
}
// Whether a read of a derived value that is up to date concerns anybody else.
static inline bool binding_is_read_plain(void) {
    return (__atomic_load_n(&binding_attention.reading_thread, __ATOMIC_RELAXED) |
            __atomic_load_n(&binding_attention.news, __ATOMIC_RELAXED)) == 0;
}

#endif
