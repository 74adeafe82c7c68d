/// Whether anything is under way of all that is tracked with it.
///
/// ```swift
/// let activity = ActivityTracker()
/// api.user(named: name).trackActivity(activity) …
/// activity => spinner.rx.isVisible
/// ```
///
/// RxSwift has it among its examples, as `ActivityIndicator`.
public final class ActivityTracker: SharedSequenceConvertibleType, Sendable {
    private let count = CompactRelay(value: 0)
    private let isActive: Driver<Bool>

    /// A tracker of nothing yet.
    public init() {
        isActive = count.asDriver { $0 > 0 }
    }

    /// Whether anything is under way.
    public func asSharedSequence() -> Driver<Bool> { isActive }

    /// Whether anything is under way.
    public func asDriver() -> Driver<Bool> { isActive }

    public func asObservable() -> Observable<Bool> { isActive.asObservableCompactly() }

    /// Counts a call as something under way, until it returns or throws.
    public func track<Result>(
        isolation: isolated (any Actor)? = #isolation, _ body: () async throws -> Result
    ) async rethrows -> Result {
        begin()
        defer { end() }
        return try await body()
    }

    fileprivate func begin() { count.modify { $0 += 1 } }

    fileprivate func end() { count.modify { $0 -= 1 } }
}

extension ObservableConvertibleType {
    /// The same sequence, which counts as something under way from each subscription to its end.
    public func trackActivity(_ tracker: ActivityTracker) -> Observable<Element> {
        let source = asObservable()
        return .create { observer in
            tracker.begin()
            let activity = Disposables.create { tracker.end() }
            let subscription = source.subscribe(
                onNext: observer.onNext,
                onError: {
                    activity.dispose()
                    observer.onError($0)
                },
                onCompleted: {
                    activity.dispose()
                    observer.onCompleted()
                })
            return Disposables.create(subscription, activity)
        }
    }
}
