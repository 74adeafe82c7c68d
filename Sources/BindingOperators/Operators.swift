import Binding

/// The precedence of `=>` and `<=>`: lower than that of `??`, so that a default belongs to the control, and higher than
/// that of `&&`.
///
/// Your own operators can use it, too: `infix operator ==> : BindingOperator`.
precedencegroup BindingOperator {
    associativity: left
    higherThan: LogicalConjunctionPrecedence
    lowerThan: NilCoalescingPrecedence
}

/// Binds the left side to the right side, one way.
infix operator => : BindingOperator

/// Keeps the two sides in sync, whichever changes.
infix operator <=> : BindingOperator
