import Binding

/// A value in a small graph.
package protocol SmallGraphValue: GraphValue {
    /// Binds two ends; only what is `Equatable` has parts.
    @MainActor static func bind(_ left: SmallGraphEnd<Self>, _ right: SmallGraphEnd<Self>) -> any Disposable
}

/// An end of a binding.
package enum SmallGraphEnd<Value: Sendable> {
    case relay(BehaviorRelay<Value>)
    case control(ControlProperty<Value>)
    case part(Lens<Value>)
}

extension OpaqueText: SmallGraphValue {
    package static func bind(_ left: SmallGraphEnd<Self>, _ right: SmallGraphEnd<Self>) -> any Disposable {
        switch (left, right) {
        case (.relay(let left), .relay(let right)): left.bindTwoWay(to: right)
        case (.relay(let left), .control(let right)): left.bindTwoWay(to: right)
        default: preconditionFailure("there is no such binding")
        }
    }
}

extension EqualText: SmallGraphValue {
    package static func bind(_ left: SmallGraphEnd<Self>, _ right: SmallGraphEnd<Self>) -> any Disposable {
        switch left {
        case .relay(let left): bind(left, right)
        case .part(let left): bind(left, right)
        case .control: preconditionFailure("a control is on the right")
        }
    }

    private static func bind(_ left: some TwoWayLeftSide<Self>, _ right: SmallGraphEnd<Self>) -> any Disposable {
        switch right {
        case .relay(let right): left.bindTwoWay(to: right)
        case .control(let right): left.bindTwoWay(to: right)
        case .part(let right): left.bindTwoWay(to: right)
        }
    }
}

/// A structure whose parts are bound.
struct TextPair: Sendable, Equatable {
    var first: EqualText
    var second: EqualText
    private var cutText: EqualText

    var short: EqualText {
        get { cutText }
        set { cutText = EqualText(SmallGraphTexts.cut(newValue.text)) }
    }

    init(_ first: String, _ second: String, _ short: String) {
        self.first = EqualText(first)
        self.second = EqualText(second)
        cutText = EqualText(SmallGraphTexts.cut(short))
    }
}

extension Lens<EqualText> {
    init(_ part: SmallGraph.Part, of pair: BehaviorRelay<TextPair>) {
        self =
            switch part {
            case .first: pair[\.first]
            case .second: pair[\.second]
            case .short: pair[\.short]
            }
    }
}

/// A control of a small graph.
@MainActor
final class SmallGraphControl<Value: GraphValue>: ReactiveCompatible {
    private nonisolated let edits = PublishRelay<Void>()
    private let kind: SmallGraph.ControlKind
    private(set) var content: Value
    /// Whether it is telling of an edit.
    private(set) var isTelling = false
    /// Called with what a binding sets, and what the control held before.
    private let isWritten: @MainActor (_ new: String, _ former: String) -> Void

    init(
        _ kind: SmallGraph.ControlKind, _ content: String, isWritten: @escaping @MainActor (String, String) -> Void
    ) {
        self.kind = kind
        self.content = Value(content)
        self.isWritten = isWritten
    }

    var property: ControlProperty<Value> {
        rx.controlProperty(changes: edits, getter: { $0.content }, setter: { $0.set($1) })
    }

    private func set(_ value: Value) {
        isWritten(value.text, content.text)
        content = accepted(value)
        if kind == .echoing || kind == .cutting && content.text != value.text { edits.accept(()) }
    }

    func edit(_ text: String) {
        content = accepted(Value(text))
        let isTellingAgain = isTelling
        isTelling = true
        edits.accept(())
        isTelling = isTellingAgain
    }

    private func accepted(_ value: Value) -> Value {
        switch kind {
        case .silent, .echoing: value
        case .cutting, .silentlyCutting: Value(SmallGraphTexts.cut(value.text))
        }
    }
}

/// The texts of a small graph: those of original changes are distinct, so that a text tells which change it is of.
enum SmallGraphTexts {
    static func cut(_ text: String) -> String { text.last == "!" ? String(text.dropLast()) : text }

    static func marked(_ text: String) -> String { text.last == "'" ? text : text + "'" }

    /// "a", "b", … "z", "aa", and so on; with an exclamation mark if something cuts that.
    static func text(_ number: Int, isLong: Bool) -> String {
        var letters = ""
        var rest = number
        repeat {
            letters = String(UnicodeScalar(UInt8(97 + rest % 26))) + letters
            rest = rest / 26 - 1
        } while rest >= 0
        return isLong ? letters + "!" : letters
    }
}
