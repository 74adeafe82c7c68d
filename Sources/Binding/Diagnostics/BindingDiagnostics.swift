import Glibc

/// Warnings about mistakes that a program can survive, and where they go.
///
/// By default a warning is one line on standard error. A program that has a log of its own sets ``handler``:
///
/// ```swift
/// BindingDiagnostics.handler = { warning in logger.warning("\(warning)") }
/// ```
public enum BindingDiagnostics {
    /// What a warning is about. Its description is the text of the warning, in one line.
    public enum Warning: Sendable {
        /// A source was sent values by its own observers, over and over, within one send from outside. Delivery goes
        /// on; the warning comes once for each such run.
        ///
        /// - Parameters:
        ///   - source: The type of the source.
        ///   - count: How many such values it had been sent when the warning was given.
        ///   - place: Where the property stands whose source it is, if it is a property's.
        case feedback(source: Any.Type, count: Int, at: SourcePlace?)

        /// The two sides of a two-way binding kept changing what the other wrote. Each had its say once, and then the
        /// binding stopped for that change; the two sides may differ until the next one. The warning comes once for
        /// each binding.
        ///
        /// - Parameters:
        ///   - value: The type of the values.
        ///   - place: Where the property stands that is bound, if it is one.
        case unsettledTwoWayBinding(value: Any.Type, at: SourcePlace?)

        /// An action was called that nobody is bound to, so that it came to nothing. Given once for each action, and
        /// only where ``BindingDiagnostics/warnsOfUnboundActions`` asks for it.
        ///
        /// - Parameters:
        ///   - argument: The type of the argument.
        ///   - place: Where the action stands.
        case unboundAction(argument: Any.Type, at: SourcePlace)

        /// A source failed, and its observer was given no closure for errors.
        case unhandledError(any Error)

        /// A run of a ``Command`` failed, and nobody listened to the command's errors or waited for the run.
        ///
        /// - Parameters:
        ///   - error: The error.
        ///   - place: Where the command stands.
        case unhandledCommandError(any Error, at: SourcePlace)

        /// A rule of a form threw an error, and nobody listened to the form's errors.
        case unhandledRuleError(any Error)

        /// A rule of a form is shown at a field that is no part of the form, which would be submitted whatever the rule
        /// says.
        case ruleOutsideForm

        /// A rule of a form, or several, kept editing the fields that they read. They were asked no more for that
        /// change; what they say may be of an earlier value.
        case unsettledRule

        /// A form was added to itself, or to a form within it. It was not.
        case formWithinItself

        /// A source failed that is bound to something that takes no errors. The binding has ended.
        ///
        /// - Parameters:
        ///   - error: The error.
        ///   - target: What the source is bound to.
        case errorInBinding(any Error, target: Any.Type)

        /// A property of a stream's input was asked for as one that goes both ways, but is no `@Mutable`. What was
        /// given out instead is connected to nothing.
        ///
        /// - Parameters:
        ///   - input: The type of the input.
        ///   - value: The type of the property.
        case notMutable(input: Any.Type, value: Any.Type)

        /// ``MainActorLoop`` was asked to serve the main actor, which dispatch serves already. Given once.
        case mainActorLoopNotUsable

        /// The end of an edit was told of a control that was in the midst of none, which came to nothing.
        ///
        /// - Parameter control: The type of the control.
        case editNotBegun(control: Any.Type)

        /// Several rows of a list have one identity, by which they are to be told apart. The rows come out right, but
        /// which of them moved is a guess. Given once for each observer, or stage, that meets such rows.
        ///
        /// - Parameters:
        ///   - identity: What several rows have.
        ///   - row: The type of the rows.
        case duplicateIdentity(any Hashable & Sendable, row: Any.Type)
    }

    private static let currentHandler = Guarded<@Sendable (Warning) -> Void>(writeToStandardError)

    /// What is called with each warning, on the thread where the mistake was found.
    ///
    /// The default, ``writeToStandardError(_:)``, writes a line to standard error.
    public static var handler: @Sendable (Warning) -> Void {
        get { currentHandler.withLock { $0 } }
        set { currentHandler.replace(with: newValue) }
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

    /// Whether an action that is called while nobody is bound to it is worth a warning. Off unless set.
    ///
    /// Set it when the program starts: actions look at it when they are made, so that calling them costs nothing more.
    public static var warnsOfUnboundActions: Bool {
        get { warnsOfActions.withLock { $0 } }
        set { warnsOfActions.withLock { $0 = newValue } }
    }

    @usableFromInline
    package static func warn(_ warning: Warning) {
        handler(warning)
    }

    /// Speaks up about a mistake of the programmer: in debug builds with an assertion failure, in release builds as
    /// with any other warning.
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
        case .unboundAction(let argument, let place):
            """
            Binding: warning: an action of \(argument)\(Optional(place).text) was called, and nobody is bound to it. Bind \
            its projection before, for example with `emit(onNext:)`.
            """
        case .unhandledError(let error):
            """
            Binding: warning: an error reached a subscription that has no closure for it: \(error). Give `subscribe` an \
            `onError` closure, or handle the error before.
            """
        case .unhandledCommandError(let error, let place):
            """
            Binding: warning: a command\(Optional(place).text) failed, and nobody listens to its errors: \(error). Bind its \
            `errors`, or call `execute` and catch what it throws.
            """
        case .unhandledRuleError(let error):
            """
            Binding: warning: a rule of a form failed, and nobody listens to the form's errors: \(error). Bind its `errors`, or \
            have the rule catch the error and say what is to be shown.
            """
        case .ruleOutsideForm:
            """
            Binding: error: a rule of a form is shown at a field that is no part of the form, which would be submitted \
            whatever the rule says. Add the field to the form before the rule, or name another one with `on:`.
            """
        case .unsettledRule:
            """
            Binding: warning: a rule of a form does not settle: asking it edits what it reads, each time. Let it edit a field \
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
            Binding: error: a property of type \(value) of \(input) was used as one that goes both ways, but is not \
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
            Binding: warning: `endEdit` was called for a \(control) that is in the midst of no edit. Call `beginEdit` once \
            before each `endEdit`, on the same object, or `performEdit`, which calls both.
            """
        case .duplicateIdentity(let identity, let row):
            """
            Binding: warning: several rows of a list of \(row) have the identity \(identity). Give each row one of its own, or \
            name another one with `updates(by:)`.
            """
        }
    }
}
