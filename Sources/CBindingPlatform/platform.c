#define _GNU_SOURCE

#include "CBindingPlatform.h"

#include <linux/futex.h>
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
