import Binding

/// What the inspector knows about a source, a step or a control. Accessed under the lock of the ``Recording``.
final class NodeRecord {
    enum Kind {
        /// A property, a relay, a subject, a stage, a derived value.
        case source(Any.Type)
        /// An operator's subscription, or an observer.
        case step(String)
        /// A property of a control; or, without a name, an object that is none.
        case control(PropertyName)
    }

    let number: UInt32
    let kind: Kind
    /// Its place among all nodes that were made.
    let order: UInt64
    /// The first event that can be one of this node: numbers of nodes are used again.
    let birth: UInt64
    /// The source or the control.
    weak var object: AnyObject?
    /// Its name, once it is known.
    var name: String?
    /// The object whose property it is, if that is known, and the property's name.
    weak var owner: AnyObject?
    var property: String?
    /// Its place among the properties of that object.
    var declaration = Int.max
    /// Whether nobody but the library sets it.
    var isReadOnly = false
    /// Whether it is of no interest, with all that happens there: an inspector's own.
    var isIgnored = false
    /// Whether it is no part of the program, but something of it follows from it.
    var isUnlisted = false
    var place: SourcePlace?

    // Of steps.

    /// The source that it subscribes to, or 0.
    var source: UInt32 = 0
    /// The step that it was made for, or 0.
    var outer: UInt32 = 0
    var isBinding = false
    /// The control that it sets, or 0.
    var target: UInt32 = 0
    /// What counts the objects that were made with it.
    var counter: ObjectIdentifier?
    var isGone = false
    let madeTime = Recording.now
    var goneTime: UInt64 = 0
    /// The first event that can have come since it was gone.
    var goneEvent: UInt64 = 0
    /// What it was disposed of because of, or 0.
    var endingEvent: UInt64 = 0
    /// How it ended, if it has.
    var end: String?

    // Of sources.

    /// What it was computed from.
    var reads: [UInt32] = []
    /// The last events by the numbers of their values.
    var accepted: [(number: UInt64, event: UInt64)] = []

    // What has happened there.

    var last: UInt64 = 0
    var lastOfInputs: UInt64 = 0
    var lastValue = InspectedValue.unknown
    /// What a source had when it was bound, before anything was sent.
    var initialValue = InspectedValue.unknown
    var count = 0
    var equalCount = 0
    var nanoseconds: UInt64 = 0
    var longest: UInt64 = 0
    /// Whether texts that come by here are not to be shown.
    var isSecret = false
    /// Whether that is because they go to a control that is secret.
    var leadsToSecret = false

    init(_ number: UInt32, _ kind: Kind, order: UInt64, birth: UInt64) {
        self.number = number
        self.kind = kind
        self.order = order
        self.birth = birth
    }

    /// The operator, if it is one that a user knows.
    var operatorName: String? {
        guard case .step(let function) = kind, !isBinding else { return nil }
        return NodeNames.operatorName(of: function)
    }

    var isListed: Bool { !isIgnored && !isUnlisted }
    var isStep: Bool { if case .step = kind { true } else { false } }
    var isControl: Bool { if case .control = kind { true } else { false } }
    var isSource: Bool { if case .source = kind { true } else { false } }
}

enum NodeNames {
    /// The operator of a function that subscribes; `nil` if that is one that no user calls.
    static func operatorName(of function: String) -> String? {
        guard let end = function.firstIndex(of: "(") else { return called[function] }
        let name = String(function[..<end])
        return hidden.contains(name) ? nil : called[name] ?? name
    }

    /// Functions of the library's own.
    private static let hidden: Set<String> = [
        "attach", "attachNested", "shared", "asObservable", "asDriver", "asSignal", "asSharedSequence", "follow",
        "begin",
        "observe", "subscribe", "subscribed", "run", "connect", "send", "values", "init", "create", "add", "restart",
        "start", "bring", "drive", "emit", "bind", "stageOfEachObserver", "stageOfOneObserver", "part", "rowsAlone",
    ]

    /// Those by which operators are known.
    private static let called = [
        "combination": "combineLatest", "zip": "zip", "flatMap": "flatMap", "flatMapLatest": "flatMapLatest",
        "lens": "a part of it", "merged": "merge", "paired": "withLatestFrom",
        "count": "count", "isEmpty": "isEmpty", "first": "first", "last": "last",
        "recovering": "catch", "startingWith": "startWith", "firstToSend": "amb", "withoutElements": "ignoreElements",
    ]

    /// The type of an object, without its module.
    static func type(_ type: Any.Type) -> String { String(describing: type) }

    /// A place without the module.
    static func place(_ place: SourcePlace) -> String {
        let file = place.fileID.split(separator: "/").last.map(String.init) ?? place.fileID
        return "\(file):\(place.line)"
    }
}
