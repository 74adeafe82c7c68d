// What the library needs of the system and Swift's modules leave out.

#ifndef CBINDING_PLATFORM_H
#define CBINDING_PLATFORM_H

#include <stdbool.h>
#include <stdint.h>

// Puts the calling thread to sleep for as long as a word holds a value: until it is woken, or for no reason.
// See futex(2).
void binding_sleep_while(const uint32_t *word, uint32_t value);

// Wakes one thread that sleeps at a word.
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

// Whether the calling thread is the one that the program began on.
bool binding_is_initial_thread(void);

// Whether the calling thread runs what is in the main queue itself, rather than in a queue that leads to it.
bool binding_is_in_main_queue(void);

// A descriptor that can be read when something has come into the main queue: libdispatch's hook for foreign event loops.
int binding_main_queue_descriptor(void);

// Runs what waits in the main queue: the other half of the hook. For the thread that the program began on.
void binding_drain_main_queue(void);

#endif
