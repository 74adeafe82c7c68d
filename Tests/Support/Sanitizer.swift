import Glibc

/// Whether tests run under a sanitizer, which keeps memory that was freed, and makes the frames of calls several times as
/// large.
package enum Sanitizer {
    package static let isOn = dlsym(nil, "__asan_init") != nil || looksForRaces

    /// Whether it is the thread sanitizer.
    package static let looksForRaces = dlsym(nil, "__tsan_init") != nil

    /// How long a chain is to be that must fit a main thread's stack.
    package static func chainLength(_ usual: Int) -> Int { isOn ? usual / 5 : usual }
}
