extension Observable {
    /// The same sequence, and in place of an error the sequence that a closure makes of it.
    @usableFromInline
    func recovering(
        _ recover: @escaping @Sendable (any Error) throws -> Observable
    ) -> Observable {
        Observable { [self] down, subscription in
            let lifetime = subscription.lifetime
            let input = lifetime.child()
            let inputLifetime = input.lifetime
            let sink = Sink<Element>(
                isMainActor: down.isMainActor,
                next: down.next,
                stop: { termination in
                    inputLifetime.end()
                    guard case .error(let error) = termination else { return down.stop(termination) }
                    do {
                        let next = try recover(error)
                        if !lifetime.isEnded { next.attach(down, lifetime.child()) }
                    } catch {
                        down.fail(error, lifetime)
                    }
                })
            attach(sink, input)
        }
    }
}
