/// A value that is made each time that it is read.
public struct Computed<Element> {
    private let getter: () -> Element

    /// A value that a closure makes: `Computed { count + 1 }`.
    ///
    /// - Parameter getter: Called for each reading, by whoever reads.
    public init(getter: @escaping () -> Element) {
        self.getter = getter
    }

    /// A value that a function makes; see ``init(getter:)``.
    @_disfavoredOverload
    public init(_ getter: @escaping () -> Element) {
        self.getter = getter
    }

    /// A value that stays the same.
    public init(capture element: Element) {
        getter = { element }
    }

    /// The same value as another one's.
    public init(_ computed: Computed<Element>) {
        self = computed
    }

    /// The value at this moment.
    public var value: Element { getter() }
}
