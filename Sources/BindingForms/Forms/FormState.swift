/// How a field or a form stands. Angular has the same four.
public enum FormStatus: Sendable {
    /// Nothing is wrong, and nothing is being found out.
    case valid
    /// Something is wrong.
    case invalid
    /// Nothing is known to be wrong, but an asynchronous rule has not said yet.
    case pending
    /// It does not count: whatever it holds, nothing is wrong with it.
    case disabled
}

/// What is known of a field or a form at a moment.
public struct FormState: Equatable, Sendable {
    /// How it stands. A form is disabled where all of its parts are; else invalid, pending or valid, whichever of these is the
    /// first that one of its parts is.
    public internal(set) var status = FormStatus.valid
    /// Whether the user, or the program, has changed it: a field holds another value than the first one, or text that is no
    /// value; a form has a part that is dirty, or rows that have come or gone.
    public internal(set) var isDirty = false
    /// Whether the user has been there: a field was left, or submitted; a form has a part that is touched.
    public internal(set) var isTouched = false

    /// Whether nothing is wrong and nothing is being found out, also where it is disabled.
    public var isValid: Bool { status == .valid || status == .disabled }
    /// Whether an asynchronous rule has not said yet.
    public var isPending: Bool { status == .pending }
}
