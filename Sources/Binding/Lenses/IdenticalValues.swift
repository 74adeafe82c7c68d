@_spi(Reflection) import Swift
import Synchronization

/// Whether two values are bitwise identical, apart from padding, which needs no `Equatable`. Equal values need not be
/// identical: they may hold different objects.
@inlinable
package func areIdentical<Value>(_ left: Value, _ right: Value) -> Bool {
    withUnsafePointer(to: left) { left in withUnsafePointer(to: right) { areIdentical(at: left, $0) } }
}

/// Whether two values are bitwise identical, apart from padding.
@inlinable
package func areIdentical<Value>(at left: UnsafePointer<Value>, _ right: UnsafePointer<Value>) -> Bool {
    // Most values that are the same have been copied together, with their padding.
    isSameMemory(left.bytes, right.bytes) || ContentLayout.isSameContent(left.bytes, right.bytes, of: Value.self)
}

/// Compares many values of a type, and asks once where that has padding.
@usableFromInline
package struct ContentComparison<Value> {
    /// `nil` if all of a value is content.
    @usableFromInline let layout = ContentLayout.layoutWithPadding(of: Value.self)

    @inlinable
    package init() {}

    /// Whether two values are bitwise identical, apart from padding.
    @inlinable
    package func areIdentical(at left: UnsafePointer<Value>, _ right: UnsafePointer<Value>) -> Bool {
        isSameMemory(left.bytes, right.bytes) || layout?.isSameContent(left.bytes, right.bytes) == true
    }
}

extension UnsafePointer {
    /// The memory of the value that this points to, without what may follow it in an array.
    @inlinable var bytes: UnsafeRawBufferPointer {
        UnsafeRawBufferPointer(start: self, count: MemoryLayout<Pointee>.size)
    }
}

/// Whether two values of a type without padding are bitwise identical.
@inlinable
func isSameMemory<Value>(_ left: Value, _ right: Value) -> Bool {
    withUnsafeBytes(of: left) { left in withUnsafeBytes(of: right) { isSameMemory(left, $0) } }
}

/// Whether values of a type are equal if they are bitwise identical, and only then: known of some, where the compiler
/// specializes the caller.
@inlinable @inline(__always)
func hasBitwiseEquality<Value>(_ type: Value.Type) -> Bool {
    type == Int.self || type == Bool.self || type == UInt.self || type == Int32.self || type == UInt8.self
}

/// Whether bitwise identical values of a type are equal, as NaN is not to itself: known of some, as above.
@inlinable @inline(__always)
func hasReflexiveEquality<Value>(_ type: Value.Type) -> Bool { hasBitwiseEquality(type) || type == String.self }

/// Hashes a value so that identical ones have the same hash.
@usableFromInline
package func hashContent<Value>(at value: UnsafePointer<Value>, into hasher: inout Hasher) {
    for part in ContentLayout.layout(of: Value.self).parts {
        hasher.combine(bytes: UnsafeRawBufferPointer(rebasing: value.bytes[part]))
    }
}

/// Whether two pieces of memory of the same length have the same content, compared word by word.
@inlinable
package func isSameMemory(_ left: UnsafeRawBufferPointer, _ right: UnsafeRawBufferPointer) -> Bool {
    var position = 0
    while position + 8 <= left.count {
        let word = left.loadUnaligned(fromByteOffset: position, as: UInt64.self)
        if word != right.loadUnaligned(fromByteOffset: position, as: UInt64.self) { return false }
        position += 8
    }
    while position < left.count {
        if left[position] != right[position] { return false }
        position += 1
    }
    return true
}

/// Where the values of a type have content, and not padding, whose bytes are whatever the memory held before.
///
/// Only what is stored in structures, tuples and optionals is known. Everything else counts as content throughout, so
/// that the padding within an enumeration's payload may make two values different that are the same.
@usableFromInline
package struct ContentLayout: Sendable {
    /// The parts with content, in order, with gaps between them.
    private(set) var parts: [Range<Int>] = []

    private static let known = Guarded<[ObjectIdentifier: ContentLayout]>([:])

    /// Types without padding that were asked for lately, each where its address says, so that most values that differ are
    /// known to at once.
    // Sound: what it points to is made once and never freed, and each place is atomic.
    private nonisolated(unsafe) static let dense: UnsafeMutablePointer<Atomic<UInt>> = {
        let places = UnsafeMutablePointer<Atomic<UInt>>.allocate(capacity: 256)
        for place in 0..<256 { (places + place).initialize(to: Atomic(0)) }
        return places
    }()

    init(of type: Any.Type) { add(type, at: 0) }

    /// - Complexity: O(1), but for the first call for a type.
    static func layout(of type: Any.Type) -> ContentLayout {
        known.withLock { known in
            if let layout = known[ObjectIdentifier(type)] { return layout }
            let layout = ContentLayout(of: type)
            known[ObjectIdentifier(type)] = layout
            return layout
        }
    }

    /// Where values of a type have content, or `nil` if they have it throughout.
    ///
    /// - Complexity: O(1), but for the first call for a type.
    @usableFromInline
    static func layoutWithPadding(of type: Any.Type) -> ContentLayout? {
        let address = unsafeBitCast(type, to: UInt.self)
        let place = dense + Int((address >> 4) % 256)
        if place.pointee.load(ordering: .relaxed) == address { return nil }
        let layout = layout(of: type)
        if layout.parts.count > 1 { return layout }
        place.pointee.store(address, ordering: .relaxed)
        return nil
    }

    /// Whether two values that are not identical are so apart from padding.
    @usableFromInline
    static func isSameContent(
        _ left: UnsafeRawBufferPointer, _ right: UnsafeRawBufferPointer, of type: Any.Type
    ) -> Bool {
        layoutWithPadding(of: type)?.isSameContent(left, right) == true
    }

    /// Whether two values of the type have the same content.
    @usableFromInline
    func isSameContent(_ left: UnsafeRawBufferPointer, _ right: UnsafeRawBufferPointer) -> Bool {
        parts.allSatisfy {
            isSameMemory(UnsafeRawBufferPointer(rebasing: left[$0]), UnsafeRawBufferPointer(rebasing: right[$0]))
        }
    }

    private mutating func add(_ type: Any.Type, at offset: Int) {
        let size = Self.size(of: type)
        if let wrapped = (type as? any OptionalType.Type)?.wrapped {
            add(wrapped, at: offset)
            append(offset + Self.size(of: wrapped)..<offset + size)
        } else if !addFields(of: type, at: offset) {
            append(offset..<offset + size)
        }
    }

    /// - Returns: Whether the fields are known. Those of structures that come from C are not: a union has several at one
    ///   place.
    private mutating func addFields(of type: Any.Type, at offset: Int) -> Bool {
        // Of other kinds, which the function does not take, there are no fields.
        let kind = unsafeBitCast(type, to: UnsafePointer<UInt>.self).pointee
        guard kind == _MetadataKind.struct.rawValue || kind == _MetadataKind.tuple.rawValue else { return false }
        if String(reflecting: type).hasPrefix("__C.") { return false }
        var fields: [(offset: Int, type: Any.Type)] = []
        _forEachField(of: type) { _, offset, type, _ in
            fields.append((offset, type))
            return true
        }
        for field in fields { add(field.type, at: offset + field.offset) }
        return !fields.isEmpty
    }

    private mutating func append(_ part: Range<Int>) {
        if part.isEmpty { return }
        if let last = parts.last, last.upperBound == part.lowerBound {
            parts[parts.count - 1] = last.lowerBound..<part.upperBound
        } else {
            parts.append(part)
        }
    }

    private static func size(of type: Any.Type) -> Int {
        func size<Value>(_: Value.Type) -> Int { MemoryLayout<Value>.size }
        return _openExistential(type, do: size)
    }
}

/// An optional, whatever it wraps.
private protocol OptionalType {
    static var wrapped: Any.Type { get }
}

extension Optional: OptionalType {
    static var wrapped: Any.Type { Wrapped.self }
}
