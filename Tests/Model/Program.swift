/// A program for a model and the real object: bytes that are read one after the other.
///
/// Every decision is made by the next byte, including those inside callbacks, so any sequence of bytes is a program:
/// one that a generator made from a seed, or one that a fuzzer found.
package struct Program {
    private let bytes: [UInt8]
    private var place = 0

    package init(_ bytes: [UInt8]) {
        self.bytes = bytes
    }

    /// Makes a program of random length from a seed.
    package init(seed: UInt64, length: ClosedRange<Int>) {
        var generator = SplitMix(state: seed)
        let count = Int.random(in: length, using: &generator)
        var bytes: [UInt8] = []
        bytes.reserveCapacity(count + 8)
        while bytes.count < count {
            withUnsafeBytes(of: generator.next()) { bytes.append(contentsOf: $0) }
        }
        self.bytes = bytes
    }

    /// Whether all of it has been read.
    package var isOver: Bool { place >= bytes.count }

    /// The next byte, or 0 once there is none.
    package mutating func next() -> Int {
        guard place < bytes.count else { return 0 }
        defer { place += 1 }
        return Int(bytes[place])
    }

    /// A number below a limit, from the next byte.
    package mutating func next(below limit: Int) -> Int { next() % limit }
}

/// Random numbers that depend only on the seed.
///
/// The same as `SplitMix` of `TestSupport`, which needs Swift Testing; the fuzz targets, which are compiled with this
/// folder alone, do without.
struct SplitMix: RandomNumberGenerator {
    private var state: UInt64

    init(state: UInt64) {
        self.state = state
    }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }
}
