import Binding

extension Form {
    /// Adds a rule across fields, which says at once.
    ///
    /// ```swift
    /// form.rule($password, $repeated) { $0 == $1 ? nil : "The passwords differ" }
    /// ```
    ///
    /// It is called on the main actor with each change of one of the fields, while all of them are enabled and can be read, and
    /// may read the view model. Where something else changes that it reads, call ``FormPart/validate()``.
    ///
    /// - Parameters:
    ///   - fields: What it reads.
    ///   - target: The field that shows what it says; the last one unless said otherwise.
    ///   - severity: Whether what it says is an error or a hint.
    ///   - check: Says what is wrong, or `nil` where nothing is.
    /// - Returns: The same form.
    @discardableResult
    public func rule<each Member: ValueField>(
        _ fields: repeat each Member, on target: FormField? = nil,
        severity: ValidationMessage.Severity = .error,
        _ check: @escaping @MainActor (repeat (each Member).Value) -> String?
    ) -> Form {
        let pack = FieldPack(repeat each fields)
        return adding(SynchronousRule(pack.fields, target, severity) { pack(check) })
    }

    /// Adds a rule that takes time, such as a question to a server.
    ///
    /// ```swift
    /// form.rule($userName, after: .milliseconds(300)) { name in
    ///     try await service.isFree(name) ? nil : "This name is taken"
    /// }
    /// ```
    ///
    /// It is called on the main actor, once all rules of its fields that take no time hold, and when none of them has changed for
    /// a while; at a submission it waits no longer. Where one changes meanwhile, the call is cancelled, and its answer counts no
    /// more. Until there is an answer, the field that shows it is pending. An answer stands until a value changes.
    ///
    /// - Parameters:
    ///   - fields: What it reads.
    ///   - target: The field that shows what it says; the last one unless said otherwise.
    ///   - severity: Whether what it says is an error or a hint.
    ///   - pause: How long no field has changed before it is called.
    ///   - scheduler: What counts that time.
    ///   - onError: What is said where it throws. The field is invalid then, the error is told by ``errors``, and the rule is
    ///     called again at a submission. Unless given, it is the error's description.
    ///   - check: Says what is wrong, or `nil` where nothing is.
    /// - Returns: The same form.
    @discardableResult
    public func rule<each Member: ValueField>(
        _ fields: repeat each Member, on target: FormField? = nil,
        severity: ValidationMessage.Severity = .error, after pause: Duration,
        scheduler: some Scheduler = MainScheduler.instance,
        onError: @escaping @MainActor (any Error) -> String = { "\($0)" },
        _ check: @escaping @MainActor (repeat (each Member).Value) async throws -> String?
    ) -> Form {
        let pack = FieldPack(repeat each fields)
        let rule = AsynchronousRule(self, pack.fields, target, severity, after: pause, scheduler, onError: onError) {
            answer in
            let task = Task { @MainActor in
                let result: AsynchronousRule.Answer
                do {
                    result = .success(try await pack(check))
                } catch {
                    result = .failure(error)
                }
                answer(result)
            }
            return Disposables.create { task.cancel() }
        }
        return adding(rule)
    }

    /// Adds a rule that takes time, as an observable whose first value is the answer, or `nil` where it completes without one.
    ///
    /// See ``rule(_:on:severity:after:scheduler:onError:_:)``; where a value changes meanwhile, the subscription is disposed of.
    @discardableResult
    public func rule<each Member: ValueField>(
        _ fields: repeat each Member, on target: FormField? = nil,
        severity: ValidationMessage.Severity = .error, after pause: Duration,
        scheduler: some Scheduler = MainScheduler.instance,
        onError: @escaping @MainActor (any Error) -> String = { "\($0)" },
        _ check: @escaping @MainActor (repeat (each Member).Value) -> Observable<String?>
    ) -> Form {
        let pack = FieldPack(repeat each fields)
        let rule = AsynchronousRule(self, pack.fields, target, severity, after: pause, scheduler, onError: onError) {
            answer in
            pack(check).tellFirst(answer)
        }
        return adding(rule)
    }
}

extension Observable {
    /// Has a closure called on the main actor with the first value, `nil` where there is none, or the error.
    @_semantics("optimize.sil.specialize.generic.never") @inline(never)
    fileprivate func tellFirst<Value>(
        _ tell: @escaping @MainActor @Sendable (Result<Value?, any Error>) -> Void
    ) -> any Disposable where Element == Value? {
        take(1)
            .ifEmpty(default: nil)
            .map { Result<Value?, any Error>.success($0) }
            .asDriver(onErrorRecover: { .just(.failure($0)) })
            .drive(onNext: { tell($0) })
    }
}
