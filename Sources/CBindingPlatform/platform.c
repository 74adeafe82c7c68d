#define _GNU_SOURCE

#include "CBindingPlatform.h"

#include <linux/futex.h>
#include <pthread.h>
#include <stddef.h>
#include <sys/syscall.h>
#include <unistd.h>

void binding_sleep_while(const uint32_t *word, uint32_t value) {
    syscall(SYS_futex, word, FUTEX_WAIT_PRIVATE, value, NULL, NULL, 0);
}

void binding_wake_one(const uint32_t *word) { syscall(SYS_futex, word, FUTEX_WAKE_PRIVATE, 1, NULL, NULL, 0); }

static _Thread_local intptr_t nesting;

intptr_t binding_enter_nesting(void) { return ++nesting; }

void binding_leave_nesting(void) { nesting--; }

intptr_t binding_nesting(void) { return nesting; }

static _Thread_local uintptr_t waiting;

uintptr_t binding_waiting(void) { return waiting; }

void binding_set_waiting(uintptr_t object) { waiting = object; }

static _Thread_local struct binding_inspection inspection;

struct binding_inspection *binding_inspection_of_thread(void) { return &inspection; }

// The addresses at which a quarter and three quarters of the calling thread's stack are used; 0 until they are known.
static _Thread_local uintptr_t quarter;
static _Thread_local uintptr_t three_quarters;

static void find_quarters(uintptr_t here) {
    // As good as no limit.
    const size_t most = (size_t)64 << 20;
    // Of a stack of which nothing is known.
    const size_t least = (size_t)512 << 10;
    pthread_attr_t attributes;
    void *lowest;
    size_t size = 0;
    uintptr_t top = here;
    if (pthread_getattr_np(pthread_self(), &attributes) == 0) {
        if (pthread_attr_getstack(&attributes, &lowest, &size) != 0) size = 0;
        pthread_attr_destroy(&attributes);
    }
    if (size > 0) top = (uintptr_t)lowest + size;
    if (size == 0) size = least;
    if (size > most) size = most;
    quarter = top - size / 4;
    three_quarters = top - size / 4 * 3;
}

bool binding_is_stack_low(void) {
    uintptr_t here = (uintptr_t)__builtin_frame_address(0);
    if (quarter == 0) find_quarters(here);
    return here < quarter;
}

bool binding_is_stack_scarce(void) {
    uintptr_t here = (uintptr_t)__builtin_frame_address(0);
    if (quarter == 0) find_quarters(here);
    return here < three_quarters;
}

bool binding_is_initial_thread(void) { return syscall(SYS_gettid) == getpid(); }

// From libdispatch, whose headers are not on C's search path. It copies labels, so no two queues have the same pointer.
extern char _dispatch_main_q;
const char *dispatch_queue_get_label(const void *queue);

bool binding_is_in_main_queue(void) {
    return dispatch_queue_get_label(NULL) == dispatch_queue_get_label(&_dispatch_main_q);
}

// Exported by libdispatch on Linux, where CoreFoundation's run loop uses them. No header of the toolchain has them.
int _dispatch_get_main_queue_handle_4CF(void);
void _dispatch_main_queue_callback_4CF(void *message);

int binding_main_queue_descriptor(void) { return _dispatch_get_main_queue_handle_4CF(); }

void binding_drain_main_queue(void) { _dispatch_main_queue_callback_4CF(NULL); }

struct binding_attention binding_attention __attribute__((aligned(64)));
