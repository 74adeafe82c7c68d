import TestSupport
import Testing

@testable import BindingCollections

@Suite("The handles of rows")
struct HandleListTests {
    private func isInOrder(_ list: HandleList<RowHandle>) -> Bool {
        let labels = [0] + list.handles.map(\.label) + [list.end]
        return zip(labels, labels.dropFirst()).allSatisfy { $0 < $1 }
    }

    @Test(
        "are those of an array, in the order of their labels, and found again, however few labels there are",
        arguments: [66, 100, 1 << 10, 1 << 16, UInt64.max], [1, 2, 3] as [UInt64])
    func random(end: UInt64, seed: UInt64) {
        var random = SplitMix(state: seed)
        var list = HandleList<RowHandle>(labelsBelow: end)
        var array: [RowHandle] = []
        var gone: [RowHandle] = []
        // Some programs insert at one place again and again.
        var place = 0
        for step in 0..<Effort.steps(600) {
            if step % 40 == 0 { place = Int.random(in: 0...array.count, using: &random) }
            let start =
                Bool.random(using: &random)
                ? Swift.min(place, array.count) : Int.random(in: 0...array.count, using: &random)
            let removed = Swift.min([0, 0, 1, 7, 64].randomElement(using: &random)!, array.count - start)
            let room = 64 - array.count + removed
            let added = (0..<Swift.min([0, 1, 1, 2, 9].randomElement(using: &random)!, room)).map { _ in RowHandle() }
            gone = Array(array[start..<(start + removed)])
            array.replaceSubrange(start..<(start + removed), with: added)
            list.replaceSubrange(start..<(start + removed), with: added)
            guard list.handles.elementsEqual(array, by: ===), isInOrder(list) else {
                Issue.record("step \(step)")
                return
            }
            if let index = array.indices.randomElement(using: &random) {
                expectEqual(list.index(of: array[index]), index)
            }
            if let handle = gone.randomElement(using: &random) { #expect(list.index(of: handle) == nil) }
        }
    }

    enum Place: CaseIterable { case front, end, afterTheLast, beforeTheLast, pairs }

    @Test("few labels change, wherever handles are added", arguments: Place.allCases)
    func relabelling(place: Place) {
        var list = HandleList<RowHandle>()
        list.replaceSubrange(0..<0, withNew: 200)
        var (writes, count) = (0, 0)
        var labels = list.handles.map(\.label)
        var at = 100
        while count < 600 {
            let added = place == .pairs ? 2 : 1
            switch place {
            case .front: at = 0
            case .end: at = list.count
            case .afterTheLast: at += 1
            case .beforeTheLast: break
            case .pairs: at += 1
            }
            list.replaceSubrange(at..<at, withNew: added)
            let before = labels
            labels = list.handles.map(\.label)
            for index in labels.indices where index < at || index >= at + added {
                if labels[index] != before[index < at ? index : index - added] { writes += 1 }
            }
            count += added
        }
        #expect(isInOrder(list))
        switch place {
        case .front, .end: expectEqual(writes, 0)
        default: #expect(writes > 0 && writes < 8 * count)
        }
    }

    @Test("a queue, which grows at one end and shrinks at the other, does not run out of labels")
    func queue() {
        var list = HandleList<RowHandle>(labelsBelow: 1 << 10)
        list.replaceSubrange(0..<0, withNew: 5)
        for _ in 0..<5_000 {
            list.replaceSubrange(list.count..<list.count, withNew: 1)
            list.replaceSubrange(0..<1, withNew: 0)
        }
        #expect(isInOrder(list))
        for _ in 0..<5_000 {
            list.replaceSubrange(0..<0, withNew: 1)
            list.replaceSubrange((list.count - 1)..<list.count, withNew: 0)
        }
        #expect(isInOrder(list))
    }

    @Test("a list that is full, and cleared, takes labels again")
    func cleared() {
        var list = HandleList<RowHandle>(labelsBelow: 9)
        list.replaceSubrange(0..<0, withNew: 8)
        expectEqual(list.handles.map(\.label), [1, 2, 3, 4, 5, 6, 7, 8])
        list.replaceSubrange(0..<8, withNew: 0)
        list.replaceSubrange(0..<0, withNew: 3)
        #expect(isInOrder(list))
    }
}
