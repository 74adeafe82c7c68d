public import Binding

extension Observable {
    /// A state and its successors, each made by a closure from the one before, for as long as they pass a test; then
    /// the end.
    ///
    /// The same as RxSwift's operator. The values are sent on the thread that subscribes, during `subscribe`.
    ///
    /// - Parameters:
    ///   - initialState: The first value, if it passes the test.
    ///   - condition: Tests each state. An error that it throws is sent.
    ///   - iterate: Makes the next state. An error that it throws is sent.
    public static func generate(
        initialState: Element, condition: @escaping @Sendable (Element) throws -> Bool,
        iterate: @escaping @Sendable (Element) throws -> Element
    ) -> Observable {
        Observable { down, subscription in
            let lifetime = subscription.lifetime
            let next = generator(initialState, condition, iterate)
            do {
                while !lifetime.isEnded, let element = try next() {
                    if !lifetime.isEnded { down.next(element) }
                }
                if !lifetime.isEnded { down.stop(.completed) }
            } catch {
                if !lifetime.isEnded { down.stop(.error(error)) }
            }
        }
    }

    /// A state and its successors, each made by a closure from the one before, for as long as they pass a test; then
    /// the end. They are sent by a scheduler.
    ///
    /// - Parameters:
    ///   - initialState: The first value, if it passes the test.
    ///   - condition: Tests each state, where the scheduler runs its actions. An error that it throws is sent.
    ///   - scheduler: Sends the values.
    ///   - iterate: Makes the next state, where the scheduler runs its actions. An error that it throws is sent.
    public static func generate(
        initialState: Element, condition: @escaping @Sendable (Element) throws -> Bool, scheduler: some Scheduler,
        iterate: @escaping @Sendable (Element) throws -> Element
    ) -> Observable {
        scheduled(scheduler) { generator(initialState, condition, iterate) }
    }

    private static func generator(
        _ initialState: Element, _ condition: @escaping @Sendable (Element) throws -> Bool,
        _ iterate: @escaping @Sendable (Element) throws -> Element
    ) -> @Sendable () throws -> Element? {
        let latest = SubscriptionLocal<Element?>(nil)
        return {
            let state = try latest.value.map(iterate) ?? initialState
            guard try condition(state) else { return nil }
            latest.value = state
            return state
        }
    }
}
