extension Observable {
    /// The result of an asynchronous call that is made for each observer, and then the end.
    ///
    /// ```swift
    /// let user = Observable.async { try await api.user(named: name) }
    /// ```
    ///
    /// - Parameters:
    ///   - priority: The priority of the task that makes the call.
    ///   - operation: The call. An error that it throws is sent. Its task is cancelled when the subscription is
    ///     disposed of.
    public static func async(
        priority: TaskPriority? = nil, _ operation: @escaping @Sendable () async throws -> Element
    ) -> Observable {
        task(priority: priority) { observer in observer.onNext(try await operation()) }
    }

    /// The elements of an asynchronous sequence, and its end. Each observer iterates it anew.
    ///
    /// - Parameters:
    ///   - sequence: The sequence. An error that it throws is sent. The task that iterates it is cancelled when the
    ///     subscription ends, and takes no further element then.
    ///   - priority: The priority of that task.
    public static func from<Source: AsyncSequence & Sendable>(
        _ sequence: Source, priority: TaskPriority? = nil
    ) -> Observable where Source.Element == Element {
        task(priority: priority) { observer in
            for try await element in sequence {
                observer.onNext(element)
                // A sequence that has all of its elements at hand does not check for cancellation.
                if Task.isCancelled { return }
            }
        }
    }

    /// What an asynchronous call sends, and its end. The call is made for each observer.
    package static func task(
        priority: TaskPriority?, _ body: @escaping @Sendable (AnyObserver<Element>) async throws -> Void
    ) -> Observable {
        create { observer in
            let task = Task(priority: priority) {
                do {
                    try await body(observer)
                    observer.onCompleted()
                } catch {
                    observer.onError(error)
                }
            }
            return Disposables.create { task.cancel() }
        }
    }
}
