import Glibc

/// Warnings about mistakes that a program can survive, and their destination.
///
/// By default a warning is one line on standard error. A program with its own log sets ``handler``:
///
/// ```swift
/// BindingDiagnostics.handler = { warning in logger.warning("\(warning)") }
/// ```
public enum BindingDiagnostics {
    /// A warning. Its description is the text of the warning, in one line.
    public enum Warning: Sendable {
        /// A source was sent values by its own observers, again and again, within one send from outside. Delivery
        /// continues; the warning is given once for each such send.
        ///
        /// - Parameters:
        ///   - source: The type of the source.
        ///   - count: The number of such values when the warning was given.
        ///   - place: The declaration of the property whose source it is, if it belongs to one.
        case feedback(source: Any.Type, count: Int, at: SourcePlace?)

        /// The two sides of a two-way binding kept changing what the other wrote. After a change and three answers the
        /// binding stopped for that change; the two sides may differ until the next one. The warning is given once for
        /// each binding.
        ///
        /// - Parameters:
        ///   - value: The type of the values.
        ///   - place: The declaration of the property that is bound, if it is one.
        case unsettledTwoWayBinding(value: Any.Type, at: SourcePlace?)

        /// In a debug build: by a two-way binding, or by several, two different parts of a relay are bound to each other,
        /// and the whole is bound to that of another relay on the way. When a whole is brought, it may replace a part;
        /// which of the values wins is not promised. The warning is given when the last of the bindings is made.
        ///
        /// - Parameters:
        ///   - value: The type of the values of that binding.
        ///   - place: The declaration of the property on its left side, if it is one.
        case contradictoryTwoWayBindings(value: Any.Type, at: SourcePlace?)

        /// An action was called that nothing is bound to, so the call had no effect. Given once for each action, and
        /// only if ``BindingDiagnostics/warnsOfUnboundActions`` is set.
        ///
        /// - Parameters:
        ///   - argument: The type of the argument.
        ///   - place: The declaration of the action.
        case unboundAction(argument: Any.Type, at: SourcePlace)

        /// A source failed, and its observer has no closure for errors.
        case unhandledError(any Error)

        /// A run of a ``Command`` failed, and nothing observed the command's errors or awaited the run.
        ///
        /// - Parameters:
        ///   - error: The error.
        ///   - place: The declaration of the command.
        case unhandledCommandError(any Error, at: SourcePlace)

        /// A rule of a form threw an error, and nothing observed the form's errors.
        case unhandledRuleError(any Error)

        /// A rule of a form is shown at a field that is not part of the form, so the form would be submitted whatever
        /// the rule says.
        case ruleOutsideForm

        /// One or more rules of a form kept editing the fields that they read. They are no longer evaluated for that
        /// change; their results may be for an earlier value.
        case unsettledRule

        /// A form was added to itself, or to a form within it. This had no effect.
        case formWithinItself

        /// A source failed that is bound to a target that takes no errors. The binding has ended.
        ///
        /// - Parameters:
        ///   - error: The error.
        ///   - target: The type of the target.
        case errorInBinding(any Error, target: Any.Type)

        /// A property of a stream's input was used in a two-way binding, but is not `@Mutable`. The property that was
        /// returned instead is not connected to anything.
        ///
        /// - Parameters:
        ///   - input: The type of the input.
        ///   - value: The type of the property.
        case notMutable(input: Any.Type, value: Any.Type)

        /// ``MainActorLoop`` was called to serve the main actor, which dispatch serves already. Given once.
        case mainActorLoopNotUsable

        /// The end of an edit was reported for a control without an edit under way. This had no effect.
        ///
        /// - Parameter control: The type of the control.
        case editNotBegun(control: Any.Type)

        /// A control holds another value than the program has set, such as a part of a text that is too long for it. Given by
        /// toolkits each time.
        ///
        /// - Parameters:
        ///   - control: The type of the control.
        ///   - property: The name of its property.
        ///   - given: The value that was set, in words.
        ///   - held: The value that the control holds, in words.
        case valueNotTaken(control: Any.Type, property: String, given: String, held: String)

        /// An expression that is tracked has read a relay or a wrapped property, whose changes Observation does not
        /// report: what is shown stays as it is when they change. Given in debug builds, once for each subscription.
        ///
        /// - Parameters:
        ///   - source: The type of the source.
        ///   - place: The declaration of the property whose source it is, if it belongs to one.
        case untrackedRead(source: Any.Type, at: SourcePlace?)

        /// The first evaluation of a derived value that is observed has read nothing that can change, so what is shown stays
        /// as it is. Given in debug builds.
        ///
        /// - Parameter place: The value in the source.
        case nothingFollowed(at: SourcePlace?)

        /// Several rows of a list have the same identity. The resulting rows are right, but which of them moved is a
        /// guess. Given once for each observer, or stage, that receives such rows.
        ///
        /// - Parameters:
        ///   - identity: The identity that several rows have.
        ///   - row: The type of the rows.
        case duplicateIdentity(any Hashable & Sendable, row: Any.Type)
    }

    /// A structure, because in a generic type a function by itself is wrapped in another one each time it is read and each
    /// time it is set: putting it back again and again would make it slower, and releasing it would exhaust the stack.
    private struct Handler {
        let handle: @Sendable (Warning) -> Void
    }

    private static let currentHandler = Guarded(Handler(handle: writeToStandardError))

    /// The handler of warnings, called on the thread where the mistake was found.
    ///
    /// The default, ``writeToStandardError(_:)``, writes a line to standard error.
    public static var handler: @Sendable (Warning) -> Void {
        get { currentHandler.withLock { $0 }.handle }
        set { currentHandler.replace(with: Handler(handle: newValue)) }
    }

    /// Writes a warning to standard error as one line.
    public static func writeToStandardError(_ warning: Warning) {
        var line = Substring("\(warning)\n").utf8
        while !line.isEmpty {
            let written = Array(line).withUnsafeBytes { write(STDERR_FILENO, $0.baseAddress, $0.count) }
            guard written > 0 else { return }
            line = line.dropFirst(written)
        }
    }

    private static let warnsOfActions = Guarded(false)

    /// Whether there is a warning when an action is called that nothing is bound to. The default is `false`.
    ///
    /// Set it when the program starts: actions read it when they are created, so that calling them costs nothing more.
    public static var warnsOfUnboundActions: Bool {
        get { warnsOfActions.withLock { $0 } }
        set { warnsOfActions.withLock { $0 = newValue } }
    }

    @usableFromInline
    package static func warn(_ warning: Warning) {
        handler(warning)
    }

    /// Reports a programming error: by an assertion failure in debug builds, and like any other warning in release
    /// builds.
    package static func reportMistake(_ warning: Warning) {
        assertionFailure("\(warning)")
        warn(warning)
    }
}

extension BindingDiagnostics.Warning: CustomStringConvertible {
    public var description: String {
        switch self {
        case .feedback(let source, let count, let place):
            """
            Binding: warning: \(source)\(place.text) feeds itself: its observers sent it \(count) values within one send, and go on. \
            Let an observer send only where the value differs, for example with `distinctUntilChanged()`.
            """
        case .unsettledTwoWayBinding(let value, let place):
            """
            Binding: warning: a two-way binding of \(value) does not settle\(place.text): its two sides keep changing what \
            the other wrote. Let one of them accept what it is given.
            """
        case .contradictoryTwoWayBindings(let value, let place):
            """
            Binding: warning: a two-way binding of \(value) binds two parts of a relay to each other\(place.text), while the whole \
            is bound to that of another relay: which of the values wins is not promised. Bind either the wholes or the parts.
            """
        case .unboundAction(let argument, let place):
            """
            Binding: warning: an action of \(argument)\(Optional(place).text) was called, and nothing is bound to it. Bind \
            its projection before, for example with `emit(onNext:)`.
            """
        case .unhandledError(let error):
            """
            Binding: warning: an error reached a subscription that has no closure for it: \(error). Give `subscribe` an \
            `onError` closure (`onFailure` of a `Single`), or handle the error before.
            """
        case .unhandledCommandError(let error, let place):
            """
            Binding: warning: a command\(Optional(place).text) failed, and nothing observes its errors: \(error). Bind its \
            `errors`, or call `execute` and catch what it throws.
            """
        case .unhandledRuleError(let error):
            """
            Binding: warning: a rule of a form failed, and nothing observes the form's errors: \(error). Bind its `errors`, or \
            have the rule catch the error and say what is to be shown.
            """
        case .ruleOutsideForm:
            """
            Binding: error: a rule of a form is shown at a field, or another form, that is no part of the form, which would be \
            submitted whatever the rule says. Add that to the form before the rule, or name another part with `on:`.
            """
        case .unsettledRule:
            """
            Binding: warning: a rule of a form does not settle: each evaluation edits what it reads. Let it edit a field \
            only where the value differs, or do so in an observer of the field's `values`.
            """
        case .formWithinItself:
            """
            Binding: error: a form was added to itself, or to a form within it. It was not: a form cannot be a part of its own.
            """
        case .errorInBinding(let error, let target):
            """
            Binding: error: a source that is bound to a \(target) failed: \(error). The binding has ended. Handle the \
            error before, for example with `asDriver(onErrorJustReturn:)`.
            """
        case .notMutable(let input, let value):
            """
            Binding: error: a property of type \(value) of \(input) was used in a two-way binding, but is not \
            marked @Mutable. Mark it, or make it a `BehaviorRelay`.
            """
        case .mainActorLoopNotUsable:
            """
            Binding: warning: MainActorLoop does nothing: an asynchronous main has awaited something, or dispatchMain() was \
            called, and with that dispatch has taken the main queue away from the thread that the program began on. It \
            serves the main actor itself from there on, and no loop is needed; for a loop of your own, let main be \
            synchronous.
            """
        case .editNotBegun(let control):
            """
            Binding: warning: `endEdit` was called for a \(control) without an edit under way. Call `beginEdit` once \
            before each `endEdit`, on the same object, or `performEdit`, which calls both.
            """
        case .valueNotTaken(let control, let property, let given, let held):
            """
            Binding: warning: the property '\(property)' of \(control) was set to \(given), and holds \(held). What is bound \
            to it both ways is set to that. Set what it can hold, or let it hold more.
            """
        case .untrackedRead(let source, let place):
            """
            Binding: warning: an expression given to `Observable.tracking` has read a \(source)\(place.text), whose changes it \
            does not follow: that is for `@Observable` models. `Driver.tracking` follows both.
            """
        case .nothingFollowed(let place):
            """
            Binding: warning: a derived value\(place.text) has read nothing that can change, so its observers will not be \
            called again. It follows relays and wrapped properties; for `@Observable` models use `Driver.tracking`, for \
            drivers `DerivedValue(following:initially:)`.
            """
        case .duplicateIdentity(let identity, let row):
            """
            Binding: warning: several rows of a list of \(row) have the identity \(identity). Give each row one of its own, or \
            name another one with `updates(by:)`.
            """
        }
    }
}
