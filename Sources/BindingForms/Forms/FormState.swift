/// The status of a field or a form. Angular has the same four.
public enum FormStatus: Sendable {
    /// Nothing is wrong, and nothing is pending.
    case valid
    /// Something is wrong.
    case invalid
    /// Nothing is known to be wrong, but an asynchronous rule has not answered yet.
    case pending
    /// It does not count: whatever it holds, nothing is wrong with it.
    case disabled
}

/// The state of a field or a form at one moment.
public struct FormState: Equatable, Sendable {
    /// The status. A form is disabled if all of its parts are; otherwise it is invalid, pending or valid, whichever of
    /// these comes first among its parts and its own messages.
    public internal(set) var status = FormStatus.valid
    /// Whether the user, or the program, has changed it: a field holds a value other than the initial one, or text that
    /// is no value; a form has a part that is dirty, or rows that have come or gone.
    public internal(set) var isDirty = false
    /// Whether the user has visited it: a field was left, or submitted; a form has a part that is touched.
    public internal(set) var isTouched = false
    /// Whether it is a form that has been submitted, by itself or with one that it is in, with success or not, or
    /// rejected, since it was made or reset.
    public internal(set) var isSubmitted = false

    /// Whether nothing is wrong and nothing is pending; also true while it is disabled.
    public var isValid: Bool { status == .valid || status == .disabled }
    /// Whether an asynchronous rule has not answered yet.
    public var isPending: Bool { status == .pending }
}
