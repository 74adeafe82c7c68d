import Binding
import BindingCollections
import BindingOperators
import TestSupport
import Testing

/// Rows with bytes between their fields, which are whatever the memory held before.
@Suite("Rows with padding")
@MainActor
struct PaddedRowTests {
    private struct Message: Identifiable, Equatable, Sendable {
        let id: Int
        var subject: String
        var isRead = false
        var size = 1
    }

    /// The same, and not `Equatable`.
    private struct Note: Identifiable, Sendable {
        let id: Int
        var text: String?
        var count: Int?
        var place = 1
    }

    private final class Row: Sendable {
        init() {}
    }

    private let bag = DisposeBag()

    @Test(
        "C40: what is made of a row stays the same while others are edited and while it moves", arguments: [4, 6, 200])
    func models(count: Int) {
        let inbox = BehaviorRelay(value: TreeArray((0..<count).map { Message(id: $0, subject: "message \($0)") }))
        let notes = BehaviorRelay(value: TreeArray((0..<count).map { Note(id: $0, text: "note \($0)") }))
        var made = 0
        var madeOfNotes = 0
        let rows = inbox.updates().map { _ in
            made += 1
            return Row()
        }
        rows.elements.drive(onNext: { _ in }).disposed(by: bag)
        notes.updates().map { _ in
            madeOfNotes += 1
            return Row()
        }
        .elements.drive(onNext: { _ in }).disposed(by: bag)
        expectEqual(made, count)
        expectEqual(madeOfNotes, count)
        for place in 0..<count {
            inbox.modify { $0[place].isRead.toggle() }
            notes.modify { $0[place].count = place }
            expectEqual(made, count + place + 1)
            expectEqual(madeOfNotes, count + place + 1)
        }
        for place in 0..<count {
            inbox.modify { $0.swapAt(place, count - 1 - place) }
            inbox.modify { $0.insert($0.remove(at: place), at: count / 2) }
            notes.modify { $0.insert($0.remove(at: place), at: count / 2) }
            notes.modify { $0.swapAt(place, count - 1 - place) }
        }
        expectEqual(made, 2 * count)
        expectEqual(madeOfNotes, 2 * count)
    }

    @Test("C40: a filter looks at the same rows as for rows without padding")
    func filter() {
        struct Dense: Identifiable, Sendable {
            let id: Int
            var subject: String
            var size = 1
            var isRead = false
        }
        func calls<Value: Identifiable & Sendable>(
            _ make: (Int) -> Value, _ isRead: WritableKeyPath<Value, Bool> & Sendable
        ) -> [Int] where Value.ID: Sendable {
            let source = BehaviorRelay(value: TreeArray((0..<20).map(make)))
            var calls = [0]
            source.updates().filter { _ in
                calls[calls.count - 1] += 1
                return true
            }
            .elements.drive(onNext: { _ in }).disposed(by: bag)
            for place in 0..<20 {
                calls.append(0)
                source.modify { $0[place][keyPath: isRead].toggle() }
                calls.append(0)
                source.modify { $0.swapAt(place, 19 - place) }
                calls.append(0)
                source.modify { $0.insert($0.remove(at: place), at: 10) }
            }
            return calls
        }
        expectEqual(
            calls({ Message(id: $0, subject: "\($0)") }, \.isRead), calls({ Dense(id: $0, subject: "\($0)") }, \.isRead)
        )
    }

    @Test("C39: an update names the rows that have changed, and no others")
    func updates() {
        let notes = BehaviorRelay(value: TreeArray((0..<6).map { Note(id: $0, text: "note \($0)") }))
        var changes: [String] = []
        notes.updates().drive(onNext: { changes.append("\($0.change)") }).disposed(by: bag)
        changes = []
        notes.modify { $0[0].count = 1 }
        notes.modify { $0.swapAt(0, 0) }
        notes.modify { $0.insert($0.remove(at: 5), at: 0) }
        expectEqual(changes.count, 2)
        #expect(!changes.last!.contains("replace"), "\(changes)")
        expectEqual(changes.first.map { $0.contains("0..<1") }, true, "\(changes)")
    }
}
