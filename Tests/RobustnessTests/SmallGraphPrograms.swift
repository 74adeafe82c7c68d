import Model
import Testing

/// Some kind of small programs on two-way bindings, in the sizes that are run.
struct SmallGraphPrograms: Sendable, CustomTestStringConvertible {
    let name: String
    /// The numbers of statements, in the short form and in the full one.
    let sizes: ClosedRange<Int>
    let all: ClosedRange<Int>
    let draw: @Sendable (Int, Choices) -> SmallGraph?

    var testDescription: String { name }

    private static func family(
        _ name: String, _ sizes: ClosedRange<Int>, _ all: ClosedRange<Int>,
        _ adjust: (inout SmallGraphFamily) -> Void
    ) -> SmallGraphPrograms {
        var family = SmallGraphFamily()
        adjust(&family)
        return SmallGraphPrograms(
            name: name, sizes: sizes, all: all, draw: { [family] in family.draw($0, $1) })
    }

    private static func masterAndDetail(
        _ name: String, _ sizes: ClosedRange<Int>, _ all: ClosedRange<Int>, texts: [String],
        selectsAgain: Bool = false
    ) -> SmallGraphPrograms {
        SmallGraphPrograms(
            name: name, sizes: sizes, all: all,
            draw: { SmallGraph.drawMasterAndDetail($0, $1, texts: texts, selectsAgain: selectsAgain) })
    }

    static let programs = [
        family("bindings and changes", 1...3, 1...3) { $0.kinds = [.bind, .change, .copy, .dispose] },
        family("several values in one call", 1...3, 1...4) {
            $0.kinds = [.bind, .several]
            $0.controls = [.echoing]
        },
        family("an observer that answers", 2...3, 2...4) { $0.reactions = [[.capitals], [.cuts]] },
        family("an observer that sets another relay", 2...3, 2...3) {
            $0.reactions = [[.marks]]
            $0.controls = [.echoing]
        },
        family("an observer that sets a relay", 2...3, 2...4) {
            $0.reactions = [[.sets(.any, times: 1)]]
            $0.controls = [.silent, .echoing]
        },
        family("an observer that sets 12 values elsewhere", 2...3, 2...4) {
            $0.reactions = [[.sets(.elsewhere, times: 12)]]
            $0.mostRelays = 4
            $0.hasUnboundRelay = true
            $0.controls = [.echoing]
        },
        family("an observer that edits a control", 2...3, 2...4) {
            $0.reactions = [[.edits(times: 1)]]
            $0.controls = [.silent, .echoing]
        },
        family("an observer that subscribes", 2...3, 2...3) {
            $0.reactions = [[.subscribes], [.subscribes, .capitals]]
            $0.controls = [.echoing]
            $0.observesFirstUpTo = 3
        },
        family("an observer that binds a new end", 2...3, 2...3) {
            $0.reactions = [[.bindsNew]]
            $0.controls = [.echoing]
            $0.observesFirstUpTo = 3
        },
        family("an observer that disposes of a binding", 2...3, 2...4) { $0.reactions = [[.disposes]] },
        family("parts", 1...3, 1...4) {
            $0.parts = [.first, .second]
            $0.kinds = [.bind, .change, .dispose, .whole]
            $0.mostRelays = 2
            $0.mostControls = 1
            $0.controls = [.cutting]
        },
        family("parts, and an observer that answers", 2...3, 2...4) {
            $0.parts = [.first, .second]
            $0.reactions = [[.capitals], [.cuts]]
            $0.mostRelays = 2
            $0.mostControls = 1
            $0.controls = [.silent]
        },
        family("parts, and an observer that sets one", 2...3, 2...3) {
            $0.parts = [.first, .second]
            $0.reactions = [[.sets(.part, times: 1)]]
            $0.observesFirstUpTo = 3
            $0.mostRelays = 2
            $0.mostControls = 1
            $0.controls = [.silent]
        },
        SmallGraphPrograms(
            name: "relays in a row, and an observer that answers with 7 values", sizes: 1...3, all: 1...4,
            draw: { SmallGraph.drawRow($0, $1, values: 7) }),
        masterAndDetail("master and detail", 1...2, 1...4, texts: ["Ada", "Grace"]),
        family("an observer that answers and subscribes", 2...3, 2...4) {
            $0.reactions = [[.capitals, .subscribes]]
            $0.controls = [.silent, .echoing]
        },
        family("an observer that subscribes while a control answers", 2...3, 2...4) {
            $0.reactions = [[.subscribes]]
            $0.controls = [.cutting]
        },
        family("an observer that subscribes while a binding is made", 2...3, 2...4) {
            $0.kinds = [.bind]
            $0.reactions = [[.subscribes]]
            $0.mostRelays = 4
            $0.mostControls = 0
        },
        family("relays that are bound to themselves", 1...4, 1...4) {
            $0.kinds = [.bind]
            $0.bindsToItself = true
            $0.mostControls = 0
        },
        masterAndDetail(
            "master and detail, with items that are equal", 1...3, 1...4, texts: ["Ada", "Ada"], selectsAgain: true),
        SmallGraphPrograms(
            name: "relays in a row, and an observer that answers with 12 values", sizes: 1...3, all: 1...4,
            draw: { SmallGraph.drawRow($0, $1, values: 12) }),
        family("an observer that sets two values", 2...3, 2...4) {
            $0.reactions = [[.sets(.any, times: 2)]]
            $0.controls = [.silent, .echoing]
        },
        family("an observer that edits a control twice", 2...3, 2...4) {
            $0.reactions = [[.edits(times: 2)]]
            $0.controls = [.silent, .echoing]
        },
        family("an observer that sets a value that a control cuts", 2...3, 2...4) {
            $0.reactions = [[.sets(.any, times: 1)]]
            $0.controls = [.cutting]
        },
        family("an observer that edits beside a control that cuts", 2...3, 2...4) {
            $0.reactions = [[.edits(times: 1)]]
            $0.controls = [.silent, .cutting]
        },
        family("an observer that binds", 2...3, 2...4) {
            $0.reactions = [[.binds]]
            $0.observesFirstUpTo = 0
        },
        family("two parts of a structure that are bound", 1...3, 1...4) {
            $0.parts = [.first, .second]
            $0.kinds = [.bind, .change, .whole]
            $0.bindsPartsToEachOther = true
        },
        family("a part that cuts", 1...3, 1...4) { $0.parts = [.short] },
        family("a control that two relays share", 1...3, 1...4) {
            $0.mostBindingsOfControl = 2
        },
        family("an echoing control that is bound twice", 1...3, 1...4) {
            $0.controls = [.echoing]
            $0.mostBindingsOfControl = 2
        },
        family("a control that cuts without an event", 1...3, 1...4) {
            $0.controls = [.silentlyCutting]
        },
    ]
}
