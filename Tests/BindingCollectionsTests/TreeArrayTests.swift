import TestSupport
import Testing

@testable import BindingCollections

@Suite("TreeArray")
struct TreeArrayTests {
    static let shapes = [TreeShape(leaf: 4, branch: 4), TreeShape(leaf: 5, branch: 6), .usual]

    @Test("C38: what random edits make of it is what they make of an array", arguments: shapes)
    func randomEdits(shape: TreeShape) {
        for seed in 0..<5 {
            var generator = SplitMix(state: UInt64(seed))
            var array: [Int] = []
            var tree = TreeArray(array, shape: shape)
            var (oldArray, oldTree) = (array, tree)
            for step in 0..<Effort.steps(200) {
                Self.edit(&array, &tree, step, &generator)
                if let defect = tree.defect {
                    Issue.record("seed \(seed), step \(step): \(defect)")
                    return
                }
                if Array(tree) != array || tree.indices.map({ tree[$0] }) != array {
                    Issue.record("seed \(seed), step \(step): \(tree) in place of \(array)")
                    return
                }
                let splices = tree.splices(from: oldTree)
                if let problem = Self.problem(splices, from: oldArray, to: array) {
                    Issue.record("seed \(seed), step \(step): \(problem)")
                    return
                }
                if Array(oldTree) != oldArray {
                    Issue.record("seed \(seed), step \(step): a copy has changed")
                    return
                }
                if Int.random(in: 0..<3, using: &generator) == 0 { (oldArray, oldTree) = (array, tree) }
                if Int.random(in: 0..<12, using: &generator) == 0 { (array, tree) = (oldArray, oldTree) }
            }
        }
    }

    static func edit(_ array: inout [Int], _ tree: inout TreeArray<Int>, _ step: Int, _ generator: inout SplitMix) {
        let count = array.count
        func place(_ end: Int) -> Int { Int.random(in: 0...max(0, end), using: &generator) }
        switch Int.random(in: 0..<14, using: &generator) {
        case 0, 1:
            let index = place(count)
            array.insert(step, at: index)
            tree.insert(step, at: index)
        case 2 where count > 0:
            let index = place(count - 1)
            array[index] = step
            tree[index] = step
        case 3 where count > 0:
            let index = place(count - 1)
            expectEqual(array.remove(at: index), tree.remove(at: index))
        case 4 where count > 0:
            let index = place(count - 1)
            array[index] += 1
            tree[index] += 1
        case 5:
            let new = Array(repeating: step, count: place(70))
            let low = place(count)
            let range = low..<(low + place(min(40, count - low)))
            array.replaceSubrange(range, with: new)
            tree.replaceSubrange(range, with: new)
        case 6:
            let new = TreeArray(0..<place(90), shape: place(3) == 0 ? .usual : tree.ofTests)
            let low = place(count)
            array.insert(contentsOf: new, at: low)
            tree.insert(contentsOf: new, at: low)
        case 7:
            let low = place(count)
            let range = low..<(low + place(count - low))
            array.removeSubrange(range)
            tree.removeSubrange(range)
        case 8:
            let divisor = 2 + place(20)
            array.removeAll { $0 % divisor == 0 }
            tree.removeAll { $0 % divisor == 0 }
        case 9 where count > 0:
            let low = place(count - 1)
            let other = place(count - 1)
            var set = RangeSet(low..<(low + 1 + place(min(6, count - low - 1))))
            set.insert(contentsOf: other..<(other + 1))
            let target = place(count)
            expectEqual(array.moveSubranges(set, to: target), tree.moveSubranges(set, to: target))
        case 10:
            array.append(contentsOf: 0..<(step % 30))
            tree.append(contentsOf: 0..<(step % 30))
        case 11 where count > 0:
            let low = place(count)
            let range = low..<(low + place(count - low))
            array.append(contentsOf: array[range])
            tree.append(contentsOf: tree.subtree(range))
        case 12 where count > 0:
            array.swapAt(0, count / 2)
            tree.swapAt(0, count / 2)
        case 13 where step % 5 == 0:
            array.sort()
            tree.sort()
        default:
            array.append(step)
            tree.append(step)
        }
        if array.count > 700 {
            array.removeLast(600)
            tree.removeLast(600)
        }
    }

    @Test("exact splices have no element that is the same, also where it is in another node now", arguments: shapes)
    func exactSplices(shape: TreeShape) {
        let old = TreeArray(Array(0..<400), shape: shape)
        for place in 1..<400 {
            var new = old
            new.insert(-1, at: place)
            new.remove(at: place)
            new.insert(-2, at: 0)
            new.replaceSubrange(place..<place, with: 1000..<1010)
            new.removeSubrange(place..<(place + 10))
            new.remove(at: 0)
            expectEqual(new.exactSplices(from: old), [], "\(place)")
        }
    }

    /// The error in splices, if any.
    static func problem(_ splices: [ListSplice], from old: [Int], to new: [Int]) -> String? {
        var (oldIndex, newIndex) = (0, 0)
        for splice in splices + [ListSplice(old: old.count..<old.count, new: new.count..<new.count)] {
            guard splice.old.lowerBound >= oldIndex, splice.new.lowerBound >= newIndex else { return "not in order" }
            guard splice.old.upperBound <= old.count, splice.new.upperBound <= new.count else { return "out of range" }
            guard old[oldIndex..<splice.old.lowerBound] == new[newIndex..<splice.new.lowerBound] else {
                return "\(splices) from \(old) to \(new)"
            }
            (oldIndex, newIndex) = (splice.old.upperBound, splice.new.upperBound)
        }
        return nil
    }

    @Test("the place from which a predicate holds", arguments: shapes)
    func partitioning(shape: TreeShape) {
        for count in [0, 1, 3, 4, 5, 17, 300] {
            let tree = TreeArray((0..<count).map { $0 * 2 }, shape: shape)
            for number in -1...(count * 2 + 1) {
                let expected = (0..<count).first { $0 * 2 >= number } ?? count
                expectEqual(tree.partitioningIndex { $0 >= number }, expected)
            }
        }
    }

    @Test("what is left of a node before whole ones is no node by itself where it is too little")
    func remainders() {
        var tree = TreeArray(0..<64, shape: TreeShape(leaf: 8, branch: 4))
        tree.removeAll { (1...7).contains($0) }
        #expect(tree.defect == nil)
        expectEqual(Array(tree), [0] + Array(8..<64))
    }

    @Test("a leaf of plain values has about a kilobyte, and one of others 32 elements")
    func leaves() {
        expectEqual(TreeShape.usual(for: UInt8.self).leaf, 128)
        expectEqual(TreeShape.usual(for: Int.self).leaf, 128)
        expectEqual(TreeShape.usual(for: (Int, Int).self).leaf, 64)
        expectEqual(TreeShape.usual(for: (Int, Int, Int, Int, Int).self).leaf, 32)
        expectEqual(TreeShape.usual(for: String.self).leaf, 32)
        expectEqual(TreeArray(0..<1_000).root.leaf(at: 500).elements.count, 128)
    }

    @Test("one edit among many is found as one small range")
    func oneEdit() {
        let old = TreeArray(0..<100_000)
        var new = old
        new[50_000] = -1
        expectEqual(new.splices(from: old), [ListSplice(old: 50_000..<50_001, new: 50_000..<50_001)])
        new = old
        new.insert(-1, at: 70_001)
        expectEqual(new.splices(from: old), [ListSplice(old: 70_001..<70_001, new: 70_001..<70_002)])
        new = old
        new.remove(at: 3)
        new[90_000] = 0
        #expect(
            new.splices(from: old) == [
                ListSplice(old: 3..<4, new: 3..<3), ListSplice(old: 90_001..<90_002, new: 90_000..<90_001),
            ])
        new = old
        new.append(7)
        expectEqual(new.splices(from: old), [ListSplice(old: 100_000..<100_000, new: 100_000..<100_001)])
    }
}

extension TreeArray {
    var ofTests: TreeShape { TreeShape(leaf: 4, branch: 4) }
}
