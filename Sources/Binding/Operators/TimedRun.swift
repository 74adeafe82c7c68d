/// What the operators that wait have in common: an output, a scheduler, and one timer at a time.
final class TimedRun<State, Output: Sendable, Clock: Scheduler>: Sendable {
    let output: Broadcaster<Output>
    let scheduler: Clock
    /// Under the output's lock.
    let state: SubscriptionLocal<State>
    private let timer = SerialDisposable()

    init(_ state: State, _ down: Sink<Output>, _ subscription: Subscription, _ scheduler: Clock) {
        output = Observable<Output>.serializedOutput(to: down, subscription)
        self.scheduler = scheduler
        self.state = SubscriptionLocal(state)
        subscription.lifetime.whenEnded(timer)
    }

    /// Runs an action when some time has passed, in place of the one before.
    func wait(_ delay: Duration, _ action: @escaping @Sendable () -> Void) {
        // Removed first: the scheduled action may run before this returns, and wait anew.
        timer.disposable = Disposables.create()
        let scheduled = SerialDisposable()
        timer.disposable = scheduled
        scheduled.disposable = scheduler.schedule(after: delay.bounded, action)
    }

    func stopWaiting() { timer.disposable = Disposables.create() }
}
