/// What the operators that wait have in common: a gate, a scheduler, and one timer at a time.
final class TimedRun<State, Input: Sendable, Output: Sendable, Clock: Scheduler>: Sendable {
    typealias Step = Broadcaster<Output>.Output

    let gate: Broadcaster<Output>
    let scheduler: Clock
    /// Under the gate's lock.
    let state: Local<State>
    private let timer = SerialDisposable()

    init(_ state: State, _ down: Sink<Output>, _ subscription: Subscription, _ scheduler: Clock) {
        gate = Observable<Output>.gate(to: down, subscription)
        self.scheduler = scheduler
        self.state = Local(state)
        subscription.lifetime.whenEnded(timer)
    }

    /// Runs an action when some time has passed, in place of the one before.
    func wait(_ delay: Duration, _ action: @escaping @Sendable () -> Void) {
        // Taken away first: what is scheduled may run before this returns, and wait anew.
        timer.disposable = Disposables.create()
        let scheduled = SerialDisposable()
        timer.disposable = scheduled
        scheduled.disposable = scheduler.schedule(after: delay, action)
    }

    func stopWaiting() { timer.disposable = Disposables.create() }
}
