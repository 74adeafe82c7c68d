/// A value that is computed each time it is read.
public struct Computed<Element> {
    private let getter: () -> Element

    /// A value that a closure computes: `Computed { count + 1 }`.
    ///
    /// - Parameter getter: Called for each read, on the thread that reads.
    public init(getter: @escaping () -> Element) {
        self.getter = getter
    }

    /// A value that a function computes; see ``init(getter:)``.
    @_disfavoredOverload
    public init(_ getter: @escaping () -> Element) {
        self.getter = getter
    }

    /// A value that stays the same.
    @_disfavoredOverload
    public init(capture element: Element) {
        getter = { element }
    }

    /// The same value as another one's.
    public init(_ computed: Computed<Element>) {
        self = computed
    }

    /// The current value.
    public var value: Element { getter() }
}
