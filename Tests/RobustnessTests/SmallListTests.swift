import Binding
import BindingCollections
import Model
import TestSupport
import Testing

/// All small programs of edits of lists, compared with plain arrays.
@Suite("All small programs on lists", .serialized)
@MainActor
struct SmallListTests {
    private typealias Extent = SmallListProgram.Extent

    @Test("C39: each observer gets edits from its rows to the current ones, by identity or without")
    func updates() async {
        await runLists("updates of lists", .updates, 1...4, Extent(steps: 2), all: 1...5, Extent(steps: 3))
    }

    @Test("C41: rows that are there twice, or share an identity, are shown as they are")
    func duplicates() async {
        await runLists("lists with duplicates", .duplicates, 1...3, Extent(steps: 2), all: 1...5, Extent(steps: 2))
    }

    @Test("C39: observers may come, go and edit in the middle of an update")
    func observers() async {
        await runLists(
            "observers of lists", .observers, 1...4, Extent(steps: 2, hasAllEdits: false),
            all: 1...6, Extent(steps: 4, hasAllEdits: false))
    }

    @Test("C40: the list that one operator makes of another is what a plain function of the whole array makes")
    func operators() async {
        await runLists(
            "one operator on lists", .operators(1), 1...3, Extent(steps: 2, hasAllEdits: false, hasAllOperators: false),
            all: 1...5, Extent(steps: 2))
    }

    @Test("C40: so is the list that an operator makes of one that an operator made")
    func chains() async {
        await runLists(
            "two operators on lists", .operators(2), 3...3,
            Extent(steps: 1, hasAllEdits: false, hasAllOperators: false),
            all: 3...5, Extent(steps: 2, hasAllEdits: false))
    }

    @Test("C40: the properties of a list are those of the plain array")
    func properties() async {
        await runLists("properties of lists", .properties, 1...3, Extent(steps: 2), all: 1...4, Extent(steps: 3))
    }

    @Test("C41: what is selected is of the rows that there are, and what is to be selected as rows go and come")
    func selections() async {
        await runAllPrograms("selections", sizes: 1...2, all: 1...3) { size, choices in
            SmallSelectionProgram.run(size: size, hasAllSteps: Effort.runsAllPrograms && size < 3, choices)
        }
    }

    @Test("C40: closures are called for rows that come, go or change, and objects stay while their rows do")
    func closures() async {
        await runClosures("closures of lists", Operator.allCases, hasIdentity: true)
        await runClosures("closures of lists without identity", Operator.allCases, hasIdentity: false)
    }

    @Test("C40: what map makes of a row stays while the row does, wherever it moves")
    func moves() async {
        await runClosures(
            "objects of rows that move", [.map, .mapUpdating], hasIdentity: true, hasMoves: true, hasTransactions: true)
    }

    @Test(
        "C40: no closure is called for a row that lies between two edits",
        arguments: SmallMapProgram.Operator.allCases.filter { $0 != .map && $0 != .mapUpdating })
    func rowsBetweenEdits(_ tested: SmallMapProgram.Operator) async {
        await runClosures("rows between edits, \(tested)", [tested], hasIdentity: true, hasTransactions: true)
    }

    @Test(
        "C40: the driver of a row that moves is asked for once",
        arguments: [SmallMapProgram.Operator.following, .filterOn, .sortedOn, .mapOn])
    func followedRowsThatMove(_ tested: SmallMapProgram.Operator) async {
        await runClosures("followed rows that move, \(tested)", [tested], hasIdentity: true, hasMoves: true)
    }

    @Test("C40: what map makes of a row without identity stays while the row does")
    func objectsWithoutIdentity() async {
        await runClosures("objects without identity", [.map], hasIdentity: false, hasTransactions: true)
    }

    // MARK: Running

    private typealias Operator = SmallMapProgram.Operator

    private func runClosures(
        _ name: String, _ operators: [Operator], hasIdentity: Bool, hasMoves: Bool = false,
        hasTransactions: Bool = false
    ) async {
        let subject = SmallMapProgram.Subject(
            operators, hasIdentity: hasIdentity, hasMoves: hasMoves, hasTransactions: hasTransactions)
        let steps = (hasTransactions ? 2 : 1) + (Effort.runsAllPrograms ? 1 : 0)
        await runAllPrograms(name, sizes: 1...4, all: 1...5) { size, choices in
            SmallMapProgram.run(subject, size: size, steps: steps, choices)
        }
    }

    private func runLists(
        _ name: String, _ subject: SmallListProgram.Subject, _ sizes: ClosedRange<Int>, _ extent: Extent,
        all: ClosedRange<Int>, _ allExtent: Extent
    ) async {
        let extent = Effort.runsAllPrograms ? allExtent : extent
        await runAllPrograms(name, sizes: sizes, all: all) { size, choices in
            var failure: String?
            // Some lists have rows with the same identity.
            _ = collectingWarnings { failure = SmallListProgram.run(subject, size: size, extent, choices) }
            return failure
        }
    }
}
