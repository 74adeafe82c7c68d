/// Reports whether any of the work that it tracks is under way.
///
/// ```swift
/// let activity = ActivityTracker()
/// api.user(named: name).trackActivity(activity) …
/// activity => spinner.rx.isVisible
/// ```
///
/// RxSwift's examples include it as `ActivityIndicator`.
public final class ActivityTracker: DriverConvertibleType, Sendable {
    private let count = CompactRelay(value: 0)
    private let isActive: Driver<Bool>

    /// A tracker without work.
    public init() {
        isActive = count.asDriver { $0 > 0 }
    }

    /// Whether anything is under way.
    public func asSharedSequence() -> Driver<Bool> { isActive }

    /// Whether anything is under way.
    public func asDriver() -> Driver<Bool> { isActive }

    public func asObservable() -> Observable<Bool> { isActive.asObservableCompactly() }

    /// Tracks a call until it returns or throws.
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
    /// The same sequence, tracked from each subscription until its end.
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
