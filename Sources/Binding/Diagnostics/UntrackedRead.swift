#if DEBUG
    /// Finds a source that is read where only `@Observable` models are followed.
    @usableFromInline
    final class UntrackedRead: Sendable {
        /// What notes the reads of the code that runs here.
        @TaskLocal private static var current: UntrackedRead?

        /// The first source that was read.
        private let first = Guarded<AnyBroadcaster?>(nil)

        @usableFromInline
        static func note(of source: AnyBroadcaster) {
            current?.first.withLock { if $0 == nil { $0 = source } }
        }

        /// Runs a closure, and warns of the first source that it reads.
        static func warning<Result>(of body: () -> Result) -> Result {
            let read = UntrackedRead()
            defer {
                if let source = read.first.withLock({ $0 }) {
                    BindingDiagnostics.warn(.untrackedRead(source: source.kind, at: source.place.place))
                }
            }
            return $current.withValue(read, operation: body)
        }
    }
#else
    enum UntrackedRead {
        /// Nothing is looked for in release builds.
        static func warning<Result>(of body: () -> Result) -> Result { body() }
    }
#endif
