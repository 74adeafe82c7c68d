import Glibc
import Testing

@testable import Binding

/// Values are the same to the bit whatever their padding holds, and different if one bit of their content is.
@Suite("Identical values")
struct IdenticalValuesTests {
    private struct Message {
        var id = 1
        var subject = "a"
        var isRead = false
        var size = 1
    }

    private struct Nested {
        var first: Int8 = 1
        var message: Message? = Message()
        var pair: (Int16, Int) = (1, 2)
        var last = false
    }

    private enum Choice {
        case none
        case number(Int)
    }

    private struct WithChoice {
        var isOn = false
        var choice = Choice.none
    }

    /// Compares a value with itself, with each of its bytes changed in turn.
    ///
    /// - Parameter padding: The bytes that are padding.
    private func check<Value>(
        _ value: Value, padding: Set<Int> = [], sourceLocation: SourceLocation = #_sourceLocation
    ) {
        let size = MemoryLayout<Value>.size
        let left = UnsafeMutablePointer<Value>.allocate(capacity: 1)
        let right = UnsafeMutablePointer<Value>.allocate(capacity: 1)
        let (first, second) = (UnsafeMutableRawPointer(left), UnsafeMutableRawPointer(right))
        left.initialize(to: value)
        for byte in 0..<size {
            // Not a copy of the value, which would not copy padding.
            second.copyMemory(from: first, byteCount: size)
            #expect(areIdentical(at: left, right), sourceLocation: sourceLocation)
            second.storeBytes(of: ~first.load(fromByteOffset: byte, as: UInt8.self), toByteOffset: byte, as: UInt8.self)
            #expect(
                areIdentical(at: left, right) == padding.contains(byte), "\(Value.self), byte \(byte)",
                sourceLocation: sourceLocation)
        }
        left.deinitialize(count: 1)
        left.deallocate()
        second.deallocate()
    }

    @Test("what is in padding makes no difference, what is in a field does")
    func padding() {
        check(Message(), padding: Set(25..<32))
        check(Optional(Message()), padding: Set(25..<32))
        check(Nested(), padding: Set(1..<8).union(33..<40).union(50..<56))
        check((Int8(1), 2), padding: Set(1..<8))
        check(WithChoice(), padding: Set(1..<8))
    }

    @Test("whatever is not known in detail counts throughout")
    func whole() {
        check(1)
        check("text")
        check([1, 2, 3])
        check(Int?.none)
        check(Choice.number(7))
        check(timespec(tv_sec: 1, tv_nsec: 2))
        check({ 1 } as @Sendable () -> Int)
        check(1 as any Sendable)
        check(Int.self)
        check(())
    }
}
