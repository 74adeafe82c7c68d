/// A sequence of bits, 64 per word.
@usableFromInline
package struct BitVector {
    /// The bits, beginning with the lowest one of the first word; those of the last word that do not count are zero.
    @usableFromInline private(set) var words: [UInt64] = []

    /// How many bits there are.
    @usableFromInline package private(set) var count = 0

    @usableFromInline
    package init() {}

    /// The bit at an index.
    @usableFromInline
    package subscript(index: Int) -> Bool {
        get { words[index >> 6] & (1 << UInt64(index & 63)) != 0 }
        set {
            let bit: UInt64 = 1 << UInt64(index & 63)
            if newValue { words[index >> 6] |= bit } else { words[index >> 6] &= ~bit }
        }
    }

    @usableFromInline
    package mutating func reserveCapacity(_ count: Int) { words.reserveCapacity((count + 63) >> 6) }

    @usableFromInline
    package mutating func append(_ bit: Bool) { append(bit ? 1 : 0, count: 1) }

    /// Appends a one and some zeros.
    @usableFromInline
    mutating func appendOne(zeros: Int) {
        append(1, count: Swift.min(64, zeros + 1))
        for done in stride(from: 63, to: zeros, by: 64) { append(0, count: Swift.min(64, zeros - done)) }
    }

    /// Appends the lowest bits of a word, 64 at most; its other bits must be zero.
    @usableFromInline
    mutating func append(_ bits: UInt64, count added: Int) {
        if added == 0 { return }
        let place = count & 63
        if place == 0 {
            words.append(bits)
        } else {
            words[words.count - 1] |= bits << UInt64(place)
            if place + added > 64 { words.append(bits >> UInt64(64 - place)) }
        }
        count += added
    }

    /// Calls a closure with the index of each bit of a range that is a one.
    @inlinable
    func forEachOne(in range: Range<Int>, _ body: (Int) -> Void) {
        for start in stride(from: range.lowerBound, to: range.upperBound, by: 64) {
            var rest = bits(at: start, count: Swift.min(64, range.upperBound - start))
            while rest != 0 {
                body(start + rest.trailingZeroBitCount)
                rest &= rest &- 1
            }
        }
    }

    /// Appends the bits of a range of another vector.
    @usableFromInline
    mutating func append(_ other: BitVector, _ range: Range<Int>) {
        var index = range.lowerBound
        while index < range.upperBound {
            let length = Swift.min(64, range.upperBound - index)
            append(other.bits(at: index, count: length), count: length)
            index += length
        }
    }

    /// Some bits, 64 at most, starting at an index, as the lowest ones of a word.
    @usableFromInline
    func bits(at index: Int, count length: Int) -> UInt64 {
        if length == 0 { return 0 }
        let (word, place) = (index >> 6, index & 63)
        var bits = words[word] >> UInt64(place)
        if place + length > 64 { bits |= words[word + 1] << UInt64(64 - place) }
        return length == 64 ? bits : bits & (1 << UInt64(length) - 1)
    }

    /// How many of the first bits are ones.
    @usableFromInline
    package func rank(_ index: Int) -> Int {
        var ones = 0
        for word in 0..<(index >> 6) { ones += words[word].nonzeroBitCount }
        return ones + bits(at: index & ~63, count: index & 63).nonzeroBitCount
    }

    /// The index of a one, by how many ones are before it. There must be such a one.
    @usableFromInline
    package func index(ofOne number: Int) -> Int {
        var (rest, word) = (number, 0)
        while rest >= words[word].nonzeroBitCount {
            rest -= words[word].nonzeroBitCount
            word += 1
        }
        var bits = words[word]
        for _ in 0..<rest { bits &= bits - 1 }
        return word * 64 + bits.trailingZeroBitCount
    }

    /// How many bits are ones.
    @usableFromInline
    package var ones: Int { rank(count) }

    /// The bits of a range.
    @usableFromInline
    package subscript(range: Range<Int>) -> BitVector {
        var part = BitVector()
        part.reserveCapacity(range.count)
        part.append(self, range)
        return part
    }
}
