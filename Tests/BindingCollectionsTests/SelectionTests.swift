import Binding
import BindingCollections
import BindingOperators
import TestSupport
import Testing

@Suite("What is selected in a list")
@MainActor
struct SelectionTests {
    let letters = Letters("abcde")

    @Test("one at most, any number, or one while there are rows")
    func modes() {
        let single = letters.selection(.single)
        single.select("b")
        single.select("d")
        expectEqual(single.ids, ["d"])
        single.deselect("d")
        #expect(single.ids == [] && single.id == nil)

        let multiple = letters.selection(.multiple)
        multiple.select("b")
        multiple.select("d")
        #expect(multiple.ids == ["b", "d"] && multiple.id == "d")
        multiple.id = "c"
        expectEqual(multiple.ids, ["c"])

        let one = letters.selection(.exactlyOne)
        expectEqual(one.id, "a")
        one.deselect("a")
        one.id = nil
        one.deselectAll()
        expectEqual(one.id, "a")
        #expect(one.toggle("a") && one.toggle("c"))
        expectEqual(one.ids, ["c"])
        letters.show("")
        expectEqual(one.ids, [])
        letters.show("xy")
        expectEqual(one.ids, ["x"])
    }

    @Test("C41: an identity that is not there is not selected, whoever writes it")
    func unknown() {
        let selection = letters.selection(.multiple)
        #expect(!selection.select("z"))
        selection.ids = ["a", "z"]
        expectEqual(selection.ids, ["a"])
        selection.$ids.accept(["z"])
        expectEqual(selection.ids, [])
        letters.show("abcdez")
        expectEqual(selection.ids, [])
        let one = letters.selection(.exactlyOne)
        one.id = "?"
        expectEqual(one.id, "a")
    }

    @Test("of several that are written, where one is selected, it is the new one, or the first")
    func severalForOne() {
        let selection = letters.selection(.single)
        selection.ids = ["d", "b", "c"]
        expectEqual(selection.id, "b")
        selection.ids = ["b", "e"]
        expectEqual(selection.id, "e")
    }

    @Test("toggling, all and none")
    func toggling() {
        let selection = letters.selection(.multiple)
        #expect(selection.toggle("b"))
        #expect(selection.toggle("c"))
        #expect(!selection.toggle("b"))
        #expect(selection.ids == ["c"] && selection.contains("c") && !selection.contains("b"))
        selection.selectAll()
        expectEqual(selection.ids, ["a", "b", "c", "d", "e"])
        selection.deselectAll()
        expectEqual(selection.ids, [])
        let single = letters.selection(.single)
        single.selectAll()
        expectEqual(single.ids, [])
    }

    @Test("a range from the anchor, in the order of the rows")
    func ranges() {
        let selection = letters.selection(.multiple)
        selection.id = "c"
        #expect(selection.extend(to: "e"))
        #expect(selection.ids == ["c", "d", "e"] && selection.lead == "e" && selection.anchor == "c")
        selection.extend(to: "a")
        expectEqual(selection.ids, ["a", "b", "c"])
        letters.show("edcab")
        selection.extend(to: "d")
        expectEqual(selection.ids, ["c", "d"])
        selection.toggle("b")
        selection.extend(to: "a", adding: true)
        expectEqual(selection.ids, ["a", "b", "c", "d"])
        #expect(!selection.extend(to: "z"))
        let single = letters.selection(.single)
        single.extend(to: "b")
        single.extend(to: "d")
        expectEqual(single.ids, ["d"])
    }

    @Test("arrow keys go from row to row, and stop at the ends")
    func arrows() {
        let selection = letters.selection(.single)
        expectEqual(selection.selectNext(), "a")
        expectEqual(selection.selectNext(), "b")
        expectEqual(selection.move(by: 10), "e")
        expectEqual(selection.selectNext(), "e")
        expectEqual(selection.move(by: .min), "a")
        #expect(selection.selectPrevious() == "a" && selection.ids == ["a"])
        selection.id = nil
        expectEqual(selection.selectPrevious(), "a", "the cursor stays where it was")
        let other = letters.selection(.single)
        expectEqual(other.selectPrevious(), "e")
        #expect(Selection<String>().selectNext() == nil)
    }

    @Test("arrow keys with shift extend the range, and make it smaller again")
    func extendingByArrows() {
        let selection = letters.selection(.multiple)
        selection.id = "b"
        selection.selectNext(extending: true)
        selection.selectNext(extending: true)
        expectEqual(selection.ids, ["b", "c", "d"])
        selection.selectPrevious(extending: true)
        selection.move(by: -2, extending: true)
        #expect(selection.ids == ["a", "b"] && selection.anchor == "b")
        selection.selectNext()
        expectEqual(selection.ids, ["b"])
    }

    @Test("whether a row is selected, for that row's view, is sent when it changes")
    func isSelected() {
        let selection = letters.selection(.multiple)
        let bag = DisposeBag()
        var seen: [Bool] = []
        selection.isSelected("b").drive { seen.append($0) }.disposed(by: bag)
        selection.select("a")
        selection.select("b")
        selection.select("c")
        letters.show("acde")
        expectEqual(seen, [false, true, false])
    }

    @Test("the selected rows, in their order, are sent when they change and at no other time")
    func selectedRows() {
        let people = BehaviorRelay<TreeArray<Person>>(value: TreeArray(["Ada", "Bob", "Cy", "Di"].map { Person($0) }))
        let selection = Selection<String>(.multiple)
        let bag = DisposeBag()
        var seen: [String] = []
        var first: [String?] = []
        selection.follow(people.asDriver().updates()).disposed(by: bag)
        selection.rows(in: people.asDriver().updates()).drive { seen.append($0.map(\.text).joined(separator: " ")) }
            .disposed(by: bag)
        selection.row(in: people.asDriver().updates()).drive { first.append($0?.text) }.disposed(by: bag)
        expectEqual(seen, [""])
        selection.select("Cy")
        selection.select("Ada")
        people.modify { $0[1].age = 1 }
        expectEqual(seen, ["", "Cy 0", "Ada 0 Cy 0"])
        people.modify { $0[2].age = 7 }
        people.modify { $0.insert(Person("Eve"), at: 0) }
        people.modify { $0.swapAt(2, 3) }
        people.modify { $0.swapAt(2, 3) }
        people.modify { $0.insert($0.remove(at: 1), at: 4) }
        expectEqual(seen.dropFirst(3), ["Ada 0 Cy 7", "Cy 7 Ada 0"])
        people.modify { $0.removeAll { $0.id == "Cy" } }
        selection.deselect("Ada")
        expectEqual(seen.dropFirst(5), ["Ada 0", ""])
        #expect(first.last == .some(nil) && first.contains("Cy 7"))
    }

    @Test("the selected rows of one list, where another has more, are sent when they change")
    func rowsOfPart() {
        let selection = letters.selection(.multiple)
        let part = Letters("bd")
        let bag = DisposeBag()
        var seen: [String] = []
        selection.rows(in: part.rows.asDriver().updates()).drive { seen.append($0.map(\.id).joined()) }.disposed(
            by: bag)
        selection.select("a")
        selection.select("d")
        selection.select("c")
        part.show("b")
        expectEqual(seen, ["", "d", ""])
    }

    @Test("the selected rows are those that a search through all would find, whatever changes")
    func selectedRowsAtRandom() {
        var random = SystemRandomNumberGenerator()
        let people = BehaviorRelay<TreeArray<Person>>(value: [])
        let selection = Selection<String>(.multiple)
        let bag = DisposeBag()
        var shown: [Person] = []
        selection.follow(people.asDriver().updates()).disposed(by: bag)
        selection.rows(in: people.asDriver().updates()).drive { shown = $0 }.disposed(by: bag)
        var script: [String] = []
        for number in 0..<500 {
            let step = Int.random(in: 0..<7, using: &random)
            let place = Int.random(in: 0...people.value.count, using: &random)
            script.append("\(step) at \(place)")
            switch step {
            case 0, 1: people.modify { $0.insert(Person("p\(number % 40)"), at: place) }
            case 2: people.modify { $0.removeSubrange(place..<min($0.count, place + 2)) }
            case 3: people.modify { if place < $0.count { $0[place].age += 1 } }
            case 4: people.modify { $0.reverse() }
            default: selection.toggle("p\(place)")
            }
            let there = Set(people.value.map(\.id))
            let expected = Array(people.value.filter { selection.contains($0.id) })
            guard shown == expected, selection.ids.isSubset(of: there) else {
                Issue.record("\(shown) for \(expected) of \(people.value) after \(script)")
                return
            }
        }
    }

    private struct Numbered: Identifiable, Equatable, Sendable {
        let id: Int
    }

    @Test(
        "C41, C44: a row that comes in the same change can be selected before it is there",
        arguments: [Selection<Int>.Mode.single, .multiple, .exactlyOne])
    func rowOfTheSameChange(_ mode: Selection<Int>.Mode) {
        let rows = BehaviorRelay<TreeArray<Numbered>>(value: [Numbered(id: 1)])
        let selection = Selection<Int>(mode)
        let bag = DisposeBag()
        bag.insert(selection.follow(rows.updates()))
        batch {
            rows.modify { $0.append(Numbered(id: 2)) }
            selection.id = 2
        }
        expectEqual(selection.ids, [2])
        batch {
            rows.accept([Numbered(id: 100), Numbered(id: 101)])
            selection.select(101)
        }
        expectEqual(selection.id, 101)
        // What does not come in that change is not selected later.
        batch { selection.ids = [101, 7] }
        rows.modify { $0.append(Numbered(id: 7)) }
        #expect(!selection.ids.contains(7))
        selection.id = 8
        rows.modify { $0.append(Numbered(id: 8)) }
        #expect(!selection.ids.contains(8))
    }

    @Test("C41: to select in a change what never comes does nothing, and forgets nothing")
    func rowThatNeverComes() {
        let rows = BehaviorRelay<TreeArray<Numbered>>(value: [Numbered(id: 1), Numbered(id: 2)])
        let (single, multiple) = (Selection<Int>(.single), Selection<Int>([9], .multiple))
        let tap = PublishRelay<Void>()
        let bag = DisposeBag()
        bag.insert(single.follow(rows.updates()), multiple.follow(rows.updates()))
        single.select(1)
        tap.asSignal().emit(onNext: {
            single.select(7)
            multiple.select(5)
        }).disposed(by: bag)
        tap.accept(())
        expectEqual(single.ids, [1])
        // It may still come, as the selection was made before it followed the rows.
        rows.modify { $0.append(Numbered(id: 9)) }
        #expect(single.ids == [1] && multiple.ids == [9])
        // What was awaited in an earlier change is not awaited in a later one.
        batch {
            rows.modify { $0.append(Numbered(id: 5)) }
            multiple.select(6)
        }
        expectEqual(multiple.ids, [9])
        batch {
            rows.modify { $0.append(Numbered(id: 10)) }
            single.id = 10
            single.id = 2
        }
        expectEqual(single.ids, [2])
    }

    @Test("C41: an observer of the rows selects the one that has just come")
    func rowOfTheObserver() {
        let rows = BehaviorRelay<TreeArray<Numbered>>(value: [])
        let selection = Selection<Int>(.single)
        let bag = DisposeBag()
        rows.asDriver().drive(onNext: { selection.id = $0.last?.id }).disposed(by: bag)
        bag.insert(selection.follow(rows.updates().filter { $0.id < 10 }))
        for id in [1, 2, 3, 20] { rows.modify { $0.append(Numbered(id: id)) } }
        expectEqual(selection.id, nil)
        rows.modify { $0.removeAll { $0.id == 20 } }
        expectEqual(selection.id, 3)
    }
}

/// Rows of letters, in some order.
@MainActor
struct Letters {
    let rows: BehaviorRelay<TreeArray<Person>>
    let bag = DisposeBag()

    init(_ letters: String) {
        rows = BehaviorRelay(value: TreeArray(letters.map { Person(String($0)) }))
    }

    /// A selection that follows them.
    func selection(
        _ mode: Selection<String>.Mode, whenRemoved removal: Selection<String>.Removal = .deselect
    ) -> Selection<String> {
        let selection = Selection<String>(mode, whenRemoved: removal)
        selection.follow(rows.asDriver().updates()).disposed(by: bag)
        return selection
    }

    func show(_ letters: String) {
        rows.accept(TreeArray(letters.map { Person(String($0)) }))
    }
}

struct Person: Identifiable, Equatable, CustomStringConvertible {
    var id: String
    var age = 0

    init(_ name: String) {
        id = name
    }

    var text: String { "\(id) \(age)" }
    var description: String { text }
}
