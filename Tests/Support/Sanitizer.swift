import Glibc

/// Whether tests run under a sanitizer, which keeps freed memory, and makes stack frames several times as large.
package enum Sanitizer {
    package static let isOn = dlsym(nil, "__asan_init") != nil || looksForRaces

    /// Whether it is the thread sanitizer.
    package static let looksForRaces = dlsym(nil, "__tsan_init") != nil

    /// The length of a chain that must fit on a main thread's stack.
    package static func chainLength(_ usual: Int) -> Int { isOn ? usual / 5 : usual }
}
