import Binding

/// How tightly `=>` and `<=>` bind: looser than `??`, so that a default belongs to the control, and tighter than `&&`.
///
/// An operator of yours can be in it, too: `infix operator ==> : BindingOperator`.
precedencegroup BindingOperator {
    associativity: left
    higherThan: LogicalConjunctionPrecedence
    lowerThan: NilCoalescingPrecedence
}

/// Binds the left side to the right side, one way.
infix operator => : BindingOperator

/// Keeps the two sides alike, whoever changes.
infix operator <=> : BindingOperator
