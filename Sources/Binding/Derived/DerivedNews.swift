internal import CBindingPlatform

/// What other threads have done that concerns the graph of derived values, for the main actor to take note of: before
/// the next read of a derived value, or as soon as it is free.
@usableFromInline
enum DerivedNews {
    private struct News {
        var changed: [SourceDependency] = []
        var dropped: [AnyComputation] = []
        /// Whether the main actor has been asked to take note.
        var isAwaited = false

        init() {}
    }

    private static let news = Guarded(News())

    /// Notes that a source has been changed. Called under the lock of the source.
    ///
    /// - Returns: Whether the main actor has to be asked to take note, by ``ask()``.
    @usableFromInline
    static func add(changed source: SourceDependency) -> Bool {
        news.withLock { news in
            if !source.isNews {
                source.isNews = true
                news.changed.append(source)
            }
            return isFirst(&news)
        }
    }

    /// Has the main actor give up the reference to a computation.
    static func add(dropped computation: Unmanaged<AnyComputation>) {
        let isNew = news.withLock { news in
            news.dropped.append(computation.takeRetainedValue())
            return isFirst(&news)
        }
        if isNew { ask() }
    }

    private static func isFirst(_ news: inout News) -> Bool {
        binding_set_news(true)
        defer { news.isAwaited = true }
        return !news.isAwaited
    }

    /// Asks the main actor to take note as soon as it is free.
    @usableFromInline
    static func ask() {
        MainActorDispatcher.post {
            news.withLock { $0.isAwaited = false }
            takeNote()
            MainActorDispatcher.inOneDelivery {}
        }
    }

    /// Takes note, on the main actor.
    static func takeNote() {
        guard binding_has_news() else { return }
        let (changed, dropped) = news.withLock { news in
            defer { (news.changed, news.dropped) = ([], []) }
            binding_set_news(false)
            for source in news.changed { source.isNews = false }
            return (news.changed, news.dropped)
        }
        let sent = DueAtEnd.pause()
        for source in changed { DerivedGraph.noteChange(of: source) }
        DueAtEnd.resume(sent)
        for computation in dropped { DerivedGraph.release(.passRetained(computation)) }
    }
}
