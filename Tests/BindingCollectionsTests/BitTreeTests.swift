import TestSupport
import Testing

@testable import BindingCollections

@Suite("Bits that can be counted up to an index")
struct BitTreeTests {
    private func vector(_ bits: some Sequence<Bool>) -> BitVector {
        var vector = BitVector()
        for bit in bits { vector.append(bit) }
        return vector
    }

    private func array(_ bits: BitVector) -> [Bool] { (0..<bits.count).map { bits[$0] } }

    @Test(
        "are those of an array, and so are their ranks, whatever the size of the leaves",
        arguments: [(2, 4), (4, 4), (70, 5), (1024, 32)], [1, 2] as [UInt64])
    func random(sizes: (leaf: Int, children: Int), seed: UInt64) {
        var random = SplitMix(state: seed)
        let tree = BitTree(leafSize: sizes.leaf, childrenLimit: sizes.children)
        var model: [Bool] = []
        for step in 0..<Effort.steps(400) {
            let start = Int.random(in: 0...model.count, using: &random)
            let isShrinking = step / 50 % 2 == 1
            let removed = min([0, 0, 1, 1, isShrinking ? 200 : 3].randomElement(using: &random)!, model.count - start)
            let added = [0, 1, 1, 3, isShrinking ? 2 : 150].randomElement(using: &random)!
            let density = [0, 0.1, 0.5, 1].randomElement(using: &random)!
            let new = (0..<added).map { _ in Double.random(in: 0..<1, using: &random) < density }
            model.replaceSubrange(start..<(start + removed), with: new)
            tree.replaceSubrange(start..<(start + removed), with: vector(new))
            if let index = model.indices.randomElement(using: &random) {
                model[index].toggle()
                tree[index] = model[index]
            }
            expectEqual(tree.count, model.count)
            expectEqual(tree.ones, model.count { $0 })
            guard array(tree.bits) == model else {
                Issue.record("step \(step)")
                return
            }
            for _ in 0..<3 {
                let index = Int.random(in: 0...model.count, using: &random)
                expectEqual(tree.rank(index), model[..<index].count { $0 })
                if index < model.count { expectEqual(tree[index], model[index]) }
            }
        }
    }

    @Test("a vector of them appends ranges of others, wherever words begin and end", arguments: [1, 2, 3] as [UInt64])
    func vectors(seed: UInt64) {
        var random = SplitMix(state: seed)
        var (bits, model) = (BitVector(), [Bool]())
        for _ in 0..<100 {
            let other = (0..<Int.random(in: 0...200, using: &random)).map { _ in Bool.random(using: &random) }
            let bounds = [
                Int.random(in: 0...other.count, using: &random), Int.random(in: 0...other.count, using: &random),
            ]
            let range = bounds.min()!..<bounds.max()!
            bits.append(vector(other), range)
            model += other[range]
        }
        expectEqual(array(bits), model)
        expectEqual(bits.ones, model.count { $0 })
        for index in stride(from: 0, through: model.count, by: 37) {
            expectEqual(bits.rank(index), model[..<index].count { $0 })
        }
    }
}
