import Binding

extension Form {
    /// Adds a synchronous rule across fields.
    ///
    /// ```swift
    /// form.rule($password, $repeated) { $0 == $1 ? nil : "The passwords differ" }
    /// ```
    ///
    /// It is called on the main actor with each change of one of the fields, while all of them are enabled and can be
    /// read, and may read the view model. If something else that it reads changes, call ``FormPart/validate()``.
    ///
    /// - Parameters:
    ///   - fields: The fields that it reads.
    ///   - target: The field that shows its message, or a form; by default, the last one of the fields.
    ///   - severity: Whether its message is an error or a hint.
    ///   - code: What its message is for programs.
    ///   - condition: Whether the rule applies. While it does not, it has no message.
    ///   - bag: Removes the rule from the form when it is disposed of.
    ///   - check: Returns what is wrong, or `nil` if nothing is.
    /// - Returns: The same form.
    @discardableResult
    public func rule<each Member: ValueField>(
        _ fields: repeat each Member, on target: FormPart? = nil,
        severity: ValidationMessage.Severity = .error, code: ValidationMessage.Code? = nil,
        when condition: (any SharedSequenceConvertibleType<Bool>)? = nil, disposedBy bag: DisposeBag? = nil,
        _ check: @escaping @MainActor (repeat (each Member).Value) -> String?
    ) -> Form {
        let pack = FieldPack(repeat each fields)
        let style = FormRuleStyle(target, severity, code, condition)
        return adding(SynchronousRule(pack.fields, style) { pack(check) }, bag)
    }

    /// Adds an asynchronous rule, such as a request to a server.
    ///
    /// ```swift
    /// form.rule($userName, after: .milliseconds(300)) { name in
    ///     try await service.isFree(name) ? nil : "This name is taken"
    /// }
    /// ```
    ///
    /// It is called on the main actor, once all synchronous rules of its fields hold, and when none of the fields has
    /// changed for a while; a submission ends that wait. If a field changes meanwhile, the call is cancelled and its
    /// answer is ignored. Until there is an answer, the field that shows it is pending. An answer stands until a value
    /// changes.
    ///
    /// - Parameters:
    ///   - fields: The fields that it reads.
    ///   - target: The field that shows its message, or a form; by default, the last one of the fields.
    ///   - severity: Whether its message is an error or a hint.
    ///   - code: What its message is for programs.
    ///   - condition: Whether the rule applies. While it does not, it has no message.
    ///   - bag: Removes the rule from the form when it is disposed of.
    ///   - pause: How long the fields must have been unchanged before it is called.
    ///   - limit: How long it may take from then on. After that it is cancelled, and has failed with a `TimeoutError`. By
    ///     default, there is no limit.
    ///   - scheduler: Measures these times.
    ///   - onError: Returns the message if it throws. The field is invalid then, unless the rule is a hint; the error
    ///     is sent by ``errors``, and the rule is called again at a submission. By default, the message is the error's
    ///     description.
    ///   - check: Returns what is wrong, or `nil` if nothing is.
    /// - Returns: The same form.
    @discardableResult
    public func rule<each Member: ValueField>(
        _ fields: repeat each Member, on target: FormPart? = nil,
        severity: ValidationMessage.Severity = .error, code: ValidationMessage.Code? = nil,
        when condition: (any SharedSequenceConvertibleType<Bool>)? = nil, disposedBy bag: DisposeBag? = nil,
        after pause: Duration,
        timeout limit: Duration? = nil, scheduler: some Scheduler = MainScheduler.instance,
        onError: @escaping @MainActor (any Error) -> String = { "\($0)" },
        _ check: @escaping @MainActor (repeat (each Member).Value) async throws -> String?
    ) -> Form {
        let pack = FieldPack(repeat each fields)
        let style = FormRuleStyle(target, severity, code, condition)
        let rule = AsynchronousRule(
            self, pack.fields, style, after: pause, limit: limit, scheduler, onError: onError
        ) { answer in
            let task = Task { @MainActor in
                guard !Task.isCancelled else { return }
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
        return adding(rule, bag)
    }

    /// Adds an asynchronous rule, as an observable whose first value is the answer; it is `nil` if it completes without
    /// one.
    ///
    /// See ``rule(_:on:severity:code:when:disposedBy:after:timeout:scheduler:onError:_:)``; if a value changes meanwhile, the subscription is
    /// disposed of.
    @discardableResult
    public func rule<each Member: ValueField>(
        _ fields: repeat each Member, on target: FormPart? = nil,
        severity: ValidationMessage.Severity = .error, code: ValidationMessage.Code? = nil,
        when condition: (any SharedSequenceConvertibleType<Bool>)? = nil, disposedBy bag: DisposeBag? = nil,
        after pause: Duration,
        timeout limit: Duration? = nil, scheduler: some Scheduler = MainScheduler.instance,
        onError: @escaping @MainActor (any Error) -> String = { "\($0)" },
        _ check: @escaping @MainActor (repeat (each Member).Value) -> Observable<String?>
    ) -> Form {
        let pack = FieldPack(repeat each fields)
        let style = FormRuleStyle(target, severity, code, condition)
        let rule = AsynchronousRule(
            self, pack.fields, style, after: pause, limit: limit, scheduler, onError: onError
        ) { answer in
            pack(check).reportFirst(to: answer)
        }
        return adding(rule, bag)
    }

    /// An asynchronous rule without its pause.
    @available(
        *, unavailable,
        message:
            "a rule that takes time or throws needs 'after:', the pause before it is asked: 'form.rule($name, after: .milliseconds(300)) { … }'"
    )
    @_documentation(visibility: internal)
    @discardableResult
    public func rule<each Member: ValueField>(
        _ fields: repeat each Member, on target: FormPart? = nil,
        severity: ValidationMessage.Severity = .error, code: ValidationMessage.Code? = nil,
        when condition: (any SharedSequenceConvertibleType<Bool>)? = nil, disposedBy bag: DisposeBag? = nil,
        _ check: @escaping @MainActor (repeat (each Member).Value) async throws -> String?
    ) -> Form { self }

    /// A rule on values instead of fields.
    @available(
        *, unavailable,
        message: "a rule reads fields, which are the projections of properties: 'form.rule($from, $to) { … }'"
    )
    @_documentation(visibility: internal)
    @discardableResult
    public func rule<each Value: Sendable>(
        _ values: repeat each Value, on target: FormPart? = nil,
        severity: ValidationMessage.Severity = .error, code: ValidationMessage.Code? = nil,
        when condition: (any SharedSequenceConvertibleType<Bool>)? = nil, disposedBy bag: DisposeBag? = nil,
        _ check: @escaping @MainActor (repeat each Value) -> String?
    ) -> Form { self }

    private func adding(_ rule: FormRule, _ bag: DisposeBag?) -> Form {
        add(rule)
        bag?.insert(
            Disposables.create { [weak self, weak rule] in
                MainActorDispatcher.run { if let rule { self?.remove(rule) } }
            })
        return self
    }
}

extension Observable {
    /// Calls a closure on the main actor with the first value, `nil` if there is none, or the error.
    @_semantics("optimize.sil.specialize.generic.never") @inline(never)
    fileprivate func reportFirst<Value>(
        to receive: @escaping @MainActor @Sendable (Result<Value?, any Error>) -> Void
    ) -> any Disposable where Element == Value? {
        take(1)
            .ifEmpty(default: nil)
            .map { Result<Value?, any Error>.success($0) }
            .asDriver(onErrorRecover: { .just(.failure($0)) })
            .drive(onNext: { receive($0) })
    }
}
