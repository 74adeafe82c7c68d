import BindingCollections
import TestSupport
import Testing

/// The collection protocols, with no elements, one, and many, compared with an array, and with copies that must not
/// change.
@Suite("TreeArray as a collection")
struct TreeArrayConformanceTests {
    static let counts = [0, 1, 2, 4, 5, 63, 64, 65, 1_000]

    private func pair(_ count: Int) -> (array: [Int], tree: TreeArray<Int>) {
        (
            Array(0..<count),
            TreeArray(0..<count, shape: count.isMultiple(of: 2) ? .usual : TreeShape(leaf: 4, branch: 4))
        )
    }

    @Test("it is walked through, forwards and backwards, as often as one likes", arguments: counts)
    func walking(count: Int) {
        let (array, tree) = pair(count)
        #expect(Array(tree) == array && Array(tree) == array)
        #expect(tree.reversed() as [Int] == array.reversed())
        #expect(tree.enumerated().allSatisfy { $0 == $1 })
        #expect(tree.indices == array.indices && tree.count == array.count && tree.isEmpty == array.isEmpty)
        #expect(tree.first == array.first && tree.last == array.last)
        let multiples = array.map { $0 * 2 }.filter { $0 % 3 == 0 }
        expectEqual(Array(tree.lazy.map { $0 * 2 }.filter { $0 % 3 == 0 }), multiples)
        var iterator = tree.makeIterator()
        while iterator.next() != nil {}
        #expect(iterator.next() == nil)
        let half = tree.makeIterator()
        var (one, other) = (half, half)
        expectEqual(one.next(), other.next())
        expectEqual(one.next(), other.next())
    }

    @Test("an iterator goes on through the value that it was made of, whatever becomes of the variable")
    func iteratorOfValue() {
        var tree = TreeArray(0..<200)
        var seen: [Int] = []
        for element in tree {
            seen.append(element)
            tree.removeLast()
            if tree.count > 50 { tree[0] = -1 }
        }
        expectEqual(seen, Array(0..<200))
        #expect(tree.isEmpty)
    }

    @Test("slices are those of an array", arguments: counts)
    func slices(count: Int) {
        let (array, tree) = pair(count)
        for lower in stride(from: 0, through: count, by: max(1, count / 7)) {
            for upper in stride(from: lower, through: count, by: max(1, count / 5)) {
                #expect(tree[lower..<upper].elementsEqual(array[lower..<upper]))
                expectEqual(Array(tree.subtree(lower..<upper)), Array(array[lower..<upper]))
                #expect(tree.subtree(lower..<upper).defect == nil)
            }
        }
        #expect(tree.prefix(3).elementsEqual(array.prefix(3)) && tree.suffix(3).elementsEqual(array.suffix(3)))
        #expect(tree.dropFirst(2).elementsEqual(array.dropFirst(2)))
        var sliced = tree
        sliced[0..<(count / 2)] = TreeArray(repeating: 7, count: 3)[...]
        var expected = array
        expected[0..<(count / 2)] = [7, 7, 7]
        expectEqual(Array(sliced), expected)
        expectEqual(Array(tree), array)
    }

    @Test("C38: each of the methods of RangeReplaceableCollection does what it does to an array", arguments: counts)
    func replacing(count: Int) {
        let (array, tree) = pair(count)
        func check(_ name: String, _ change: (inout [Int]) -> Int?, _ same: (inout TreeArray<Int>) -> Int?) {
            var (changed, other) = (array, tree)
            expectEqual(change(&changed), same(&other), "\(name)")
            expectEqual(changed, Array(other), "\(name)")
            #expect(other.defect == nil, "\(name)")
            expectEqual(Array(tree), array, "\(name)")
        }
        check(
            "append",
            {
                $0.append(-1)
                return nil
            },
            {
                $0.append(-1)
                return nil
            })
        check(
            "append(contentsOf:)",
            {
                $0 += 0..<70
                return nil
            },
            {
                $0 += 0..<70
                return nil
            })
        check(
            "itself behind",
            {
                $0 += $0
                return nil
            },
            {
                $0 += $0
                return nil
            })
        check(
            "in front",
            {
                $0.insert(-1, at: 0)
                return nil
            },
            {
                $0.insert(-1, at: 0)
                return nil
            })
        check(
            "insert(contentsOf:)",
            {
                $0.insert(contentsOf: 5..<9, at: count / 2)
                return nil
            },
            {
                $0.insert(contentsOf: 5..<9, at: count / 2)
                return nil
            })
        check("popLast", { $0.popLast() }, { $0.popLast() })
        check(
            "removeAll",
            {
                $0.removeAll()
                return nil
            },
            {
                $0.removeAll()
                return nil
            })
        check(
            "removeAll(where:)",
            {
                $0.removeAll { $0 % 3 == 1 }
                return nil
            },
            {
                $0.removeAll { $0 % 3 == 1 }
                return nil
            })
        check(
            "all",
            {
                $0.removeAll { _ in true }
                return nil
            },
            {
                $0.removeAll { _ in true }
                return nil
            })
        check(
            "none",
            {
                $0.removeAll { _ in false }
                return nil
            },
            {
                $0.removeAll { _ in false }
                return nil
            })
        check(
            "partition", { $0.partition { $0 % 2 == 0 } },
            { tree in
                var list = Array(tree)
                defer { tree = TreeArray(list, shape: tree.shapeOfTests) }
                return list.partition { $0 % 2 == 0 }
            })
        if count > 0 {
            check("removeFirst", { $0.removeFirst() }, { $0.removeFirst() })
            check("removeLast", { $0.removeLast() }, { $0.removeLast() })
            check("remove(at:)", { $0.remove(at: count / 2) }, { $0.remove(at: count / 2) })
            check(
                "removeFirst(n)",
                {
                    $0.removeFirst(count / 3)
                    return nil
                },
                {
                    $0.removeFirst(count / 3)
                    return nil
                })
            check(
                "removeLast(n)",
                {
                    $0.removeLast(count / 3)
                    return nil
                },
                {
                    $0.removeLast(count / 3)
                    return nil
                })
        }
        expectEqual(Array(tree + [1, 2]), array + [1, 2])
        expectEqual(Array(TreeArray(repeating: 4, count: count)), Array(repeating: 4, count: count))
    }

    @Test("sorting, shuffling, reversing and moving are those of an array", arguments: counts)
    func reordering(count: Int) {
        var (array, tree) = pair(count)
        let (before, original) = (array, tree)
        var (one, other) = (SplitMix(state: 3), SplitMix(state: 3))
        array.shuffle(using: &one)
        tree.shuffle(using: &other)
        expectEqual(Array(tree), array)
        array.reverse()
        tree.reverse()
        expectEqual(Array(tree), array)
        tree.sort { $0 / 10 < $1 / 10 }
        array.sort { $0 / 10 < $1 / 10 }
        expectEqual(Array(tree), array)
        let evens = array.indices { $0 % 2 == 0 }
        expectEqual(array.moveSubranges(evens, to: count / 2), tree.moveSubranges(evens, to: count / 2))
        expectEqual(Array(tree), array)
        array.removeSubranges(array.indices { $0 % 5 == 0 })
        tree.removeSubranges(tree.indices { $0 % 5 == 0 })
        expectEqual(Array(tree), array)
        tree.sort()
        expectEqual(Array(tree), array.sorted())
        #expect(tree.defect == nil)
        expectEqual(Array(original), before)
    }

    @Test("C38: values with equal elements are equal and hash alike, however they came to be")
    func equality() throws {
        var (grown, built) = (TreeArray<Int>(), TreeArray(0..<500))
        for number in (0..<500).reversed() { grown.insert(number, at: 0) }
        #expect(grown == built && grown.hashValue == built.hashValue)
        expectEqual(Set([grown, built]).count, 1)
        let copy = built
        expectEqual(copy, built)
        built[499] = -1
        #expect(copy != built && grown != built)
        built[499] = 499
        expectEqual(copy, built)
        built.removeLast()
        #expect(copy != built)
        #expect([] == TreeArray<Int>() && TreeArray([1, 2]) == [1, 2])
        #expect(TreeArray([Double.nan]) != TreeArray([Double.nan]))
    }

    @Test("a copy that shares most is compared by what it does not share")
    func equalityOfWhatIsNotShared() {
        let old = TreeArray((0..<10_000).map { Counted($0) })
        var new = old
        new[5_000] = Counted(5_000)
        Counted.comparisons = 0
        expectEqual(old, new)
        #expect(Counted.comparisons <= 128, "as many as a leaf has elements")
    }

    private struct Counted: Equatable {
        let number: Int
        nonisolated(unsafe) static var comparisons = 0

        init(_ number: Int) { self.number = number }

        static func == (left: Counted, right: Counted) -> Bool {
            comparisons += 1
            return left.number == right.number
        }
    }

    @Test("C38: an index or a range out of bounds stops the program")
    func outOfBounds() async {
        await #expect(processExitsWith: .failure) { _ = TreeArray(0..<100)[100] }
        await #expect(processExitsWith: .failure) { _ = TreeArray(0..<100)[-1] }
        await #expect(processExitsWith: .failure) { _ = TreeArray<Int>()[0] }
        await #expect(processExitsWith: .failure) { _ = TreeArray(0..<100)[50..<101] }
        await #expect(processExitsWith: .failure) {
            var rows = TreeArray(0..<100)
            rows.insert(0, at: 101)
        }
        await #expect(processExitsWith: .failure) {
            var rows = TreeArray(0..<100)
            rows.remove(at: 100)
        }
        await #expect(processExitsWith: .failure) {
            var rows = TreeArray(0..<100)
            rows.swapAt(0, 100)
        }
    }

    @Test("it is printed and mirrored as an array")
    func printing() {
        let tree: TreeArray = ["a", "b"]
        expectEqual("\(tree)", #"["a", "b"]"#)
        expectEqual(String(reflecting: tree), #"["a", "b"]"#)
        expectEqual(Mirror(reflecting: tree).displayStyle, .collection)
        expectEqual(Mirror(reflecting: tree).children.map { $0.value as? String }, ["a", "b"])
    }

    @Test("C38: an element is changed in place, without a copy of what it holds")
    func inPlace() {
        var tree = TreeArray((0..<300).map { [$0] })
        tree[150].reserveCapacity(100)
        let address = tree[150].withUnsafeBufferPointer { $0.baseAddress }
        tree[150].append(7)
        expectEqual(tree[150], [150, 7])
        expectEqual(tree[150].withUnsafeBufferPointer { $0.baseAddress }, address)
    }

    @Test("an error within a change in place leaves the tree whole")
    func errorInPlace() {
        struct Failure: Error {}
        func fail(_ number: inout Int) throws {
            number = -1
            throw Failure()
        }
        var tree = TreeArray(0..<300)
        let copy = tree
        #expect(throws: Failure.self) { try fail(&tree[200]) }
        #expect(tree[200] == -1 && copy[200] == 200 && tree.defect == nil)
        #expect(throws: Failure.self) { try tree.removeAll { _ in throw Failure() } }
        expectEqual(tree.count, 300)
    }

    @Test("elements are let go with the last value that has them")
    func release() {
        final class Thing {}
        weak var removed: Thing?
        weak var kept: Thing?
        var tree: TreeArray<Thing> = []
        do {
            let (first, second) = (Thing(), Thing())
            (removed, kept) = (first, second)
            tree = TreeArray((0..<200).map { _ in Thing() } + [first, second])
        }
        var copy = tree
        tree.remove(at: 200)
        #expect(removed != nil)
        copy = []
        #expect(copy.isEmpty && removed == nil && kept != nil)
        tree = []
        #expect(kept == nil)
    }
}

extension TreeArray {
    fileprivate var shapeOfTests: TreeShape { .usual }
}
