import BindingCollections
import TestSupport
import Testing

/// Writing one element after the other remembers where the last one was. Whatever holds a part of the list in between must
/// keep what it has.
@Suite("TreeArray, written element by element")
struct TreeWritesTests {
    /// Some lists, each beside the array that it should be, and iterators that have begun, beside what they have yet to
    /// return.
    struct Lists {
        var lists: [(tree: TreeArray<Int>, array: [Int])] = []
        var iterators: [(iterator: TreeArray<Int>.Iterator, rest: [Int])] = []
        var generator: SplitMix
        var number = 0

        init(shape: TreeShape, seed: Int) {
            generator = SplitMix(state: UInt64(seed))
            lists = (0..<4).map { _ in
                let array = Array(0..<place(60))
                return (TreeArray(array, shape: shape), array)
            }
        }

        mutating func place(_ end: Int) -> Int { Int.random(in: 0...max(0, end), using: &generator) }

        mutating func range(_ count: Int) -> Range<Int> {
            let low = place(count)
            return low..<(low + place(count - low))
        }

        /// Writes some elements in a row, then lets another list, a slice or an iterator have a part.
        mutating func step() {
            let (one, other) = (place(3), place(3))
            for index in range(lists[one].array.count) {
                number += 1
                if number % 3 == 0 {
                    lists[one].tree[index] = number
                    lists[one].array[index] = number
                } else {
                    lists[one].tree[index] += number
                    lists[one].array[index] += number
                }
            }
            let part = range(lists[one].array.count)
            switch place(11) {
            case 0: lists[other] = lists[one]
            case 1: lists[other] = (lists[one].tree.subtree(part), Array(lists[one].array[part]))
            case 2:
                let (slice, copy) = (lists[one].tree[part], lists[one].array[part])
                lists[other].tree.append(contentsOf: slice)
                lists[other].array.append(contentsOf: copy)
            case 3:
                lists[other] = (
                    lists[one].tree.filter { !$0.isMultiple(of: 7) }, lists[one].array.filter { !$0.isMultiple(of: 7) }
                )
            case 4:
                let at = place(lists[other].array.count)
                let (tree, array) = lists[one]
                lists[other].tree.replaceSubrange(at..<at, with: tree)
                lists[other].array.replaceSubrange(at..<at, with: array)
            case 5: iterators.append((lists[one].tree.makeIterator(), lists[one].array))
            case 6: iterators.append((lists[one].tree[part].makeIterator(), Array(lists[one].array[part])))
            case 7 where !iterators.isEmpty:
                let iterator = iterators.remove(at: place(iterators.count - 1))
                expectEqual(Array(IteratorSequence(iterator.iterator)), iterator.rest)
            case 8 where !part.isEmpty:
                lists[one].tree.remove(at: part.lowerBound)
                lists[one].array.remove(at: part.lowerBound)
            case 9:
                lists[one].tree.append(number)
                lists[one].array.append(number)
            case 10:
                let removed = lists[other].tree
                lists[other].tree.removeAll()
                lists[other].array = []
                lists[other].tree.append(contentsOf: removed)
                lists[other].array.append(contentsOf: removed)
            default:
                lists[one].tree.insert(number, at: part.lowerBound)
                lists[one].array.insert(number, at: part.lowerBound)
            }
            for index in lists.indices where lists[index].array.count > 200 {
                lists[index].tree.removeSubrange(50...)
                lists[index].array.removeSubrange(50...)
            }
        }
    }

    @Test("C38: each part that somebody holds stays as it is", arguments: TreeArrayTests.shapes)
    func parts(shape: TreeShape) {
        for seed in 0..<10 {
            var lists = Lists(shape: shape, seed: seed)
            for step in 0..<Effort.steps(300) {
                lists.step()
                for (tree, array) in lists.lists where Array(tree) != array || tree.indices.map({ tree[$0] }) != array {
                    Issue.record("seed \(seed), step \(step): \(tree) in place of \(array)")
                    return
                }
            }
            for iterator in lists.iterators {
                expectEqual(Array(IteratorSequence(iterator.iterator)), iterator.rest)
            }
        }
    }

    @Test("C38: a list that is written while it is walked through is walked through as it was")
    func whileWalking() {
        var list = TreeArray(0..<1_000)
        list[0] = 0
        var seen: [Int] = []
        for number in list {
            seen.append(number)
            // Before the walk, and behind it, in the leaf that was written last.
            list[number] = -1
            list[min(number + 1, 999)] = -2
        }
        expectEqual(seen, Array(0..<1_000))
        expectEqual(list.dropLast().allSatisfy { $0 == -1 }, true)
    }

    @Test("C38: closures that are called with the elements may write the list, which they see as it was")
    func whileReading() {
        final class Owner {
            var list = TreeArray(0..<200)

            func doubled() -> [Int] {
                list[0] = 0
                return list.map { number in
                    self.list[199 - number] = -1
                    self.list[number] = -1
                    return number * 2
                }
            }
        }
        let owner = Owner()
        expectEqual(owner.doubled(), (0..<200).map { $0 * 2 })
        expectEqual(owner.list.allSatisfy { $0 == -1 }, true)
    }

    @Test("C38: objects that are replaced are released, and those of a copy are kept")
    func objects() {
        final class Object: Sendable {}
        var list = TreeArray((0..<100).map { _ in Object() })
        let (copy, former) = (list, Array(list))
        for index in list.indices { list[index] = Object() }
        #expect(zip(copy, former).allSatisfy { $0 === $1 })
        for index in list.indices {
            weak let object = list[index]
            list[index] = Object()
            #expect(object == nil)
        }
    }

    @Test("C38: copies are written by several threads, while others read the one that they come from")
    func threads() async {
        let list = TreeArray(0..<500)
        let sums = await withTaskGroup(of: Int.self) { group in
            for task in 0..<8 {
                group.addTask {
                    var (copy, sum) = (list, 0)
                    for round in 0..<20 {
                        for index in copy.indices { copy[index] += task + 1 }
                        var part = TreeArray(copy[(round * 10)..<(round * 10 + 100)])
                        for index in part.indices { part[index] = -1 }
                        sum += list.reduce(0, +) - list[round] + round
                        if round % 4 == 3 { copy = list }
                    }
                    return sum + copy.reduce(0, +)
                }
            }
            var sums: [Int] = []
            for await sum in group { sums.append(sum) }
            return sums
        }
        expectEqual(sums, Array(repeating: 21 * 124_750, count: 8))
    }
}
