import Binding

/// How tightly `=>` and `<=>` bind: looser than `??`, so that a default belongs to the control, and tighter than `&&`.
precedencegroup BindingPrecedence {
    associativity: left
    higherThan: LogicalConjunctionPrecedence
    lowerThan: NilCoalescingPrecedence
}

/// Binds the left side to the right side, one way.
infix operator => : BindingPrecedence

/// Keeps the two sides alike, whoever changes.
infix operator <=> : BindingPrecedence
