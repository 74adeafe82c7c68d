/// A letter that was typed or deleted, found by comparing a text with what it was before.
struct Keystroke: Equatable {
    let isDeletion: Bool
    /// Where, in bytes of UTF-8. Among equal letters it is unknown which one it was.
    let places: ClosedRange<Int>
    /// How many bytes the letter has.
    let length: Int
    let isSpace: Bool

    /// Anything longer is not taken for one letter.
    private static var longest: Int { 128 }

    /// `nil` if the texts do not differ by exactly one letter.
    init?(from old: String, to new: String) {
        let difference = new.utf8.count - old.utf8.count
        guard difference != 0, abs(difference) <= Self.longest else { return nil }
        isDeletion = difference < 0
        length = abs(difference)
        var longer = isDeletion ? old : new
        var shorter = isDeletion ? new : old
        let found = longer.withUTF8 { [length] longer in
            shorter.withUTF8 { Self.find(length, in: longer, besides: $0) }
        }
        guard let (places, letter) = found else { return nil }
        guard letter.count == 1, let character = letter.first else { return nil }
        self.places = places
        isSpace = character.isWhitespace
    }

    /// Where a text has bytes that another one lacks, and these bytes, if they are in one place.
    private static func find(
        _ length: Int, in longer: UnsafeBufferPointer<UInt8>, besides shorter: UnsafeBufferPointer<UInt8>
    ) -> (ClosedRange<Int>, letter: String)? {
        let (longer, shorter) = (UnsafeRawBufferPointer(longer), UnsafeRawBufferPointer(shorter))
        let last = commonPrefix(longer, shorter)
        let first = shorter.count - commonSuffix(longer, shorter)
        guard first <= last else { return nil }
        // A letter equal to its neighbors may be in any of these places, except where that would cut another one in
        // two.
        let isBoundary = { (place: Int) in place == longer.count || longer[place] & 0xC0 != 0x80 }
        for place in (first...last).reversed() where isBoundary(place) && isBoundary(place + length) {
            return (first...last, String(decoding: longer[place..<place + length], as: UTF8.self))
        }
        return nil
    }

    private static func commonPrefix(_ left: UnsafeRawBufferPointer, _ right: UnsafeRawBufferPointer) -> Int {
        let count = min(left.count, right.count)
        var length = 0
        while length + 8 <= count,
            left.loadUnaligned(fromByteOffset: length, as: UInt64.self)
                == right.loadUnaligned(fromByteOffset: length, as: UInt64.self)
        {
            length += 8
        }
        while length < count, left[length] == right[length] { length += 1 }
        return length
    }

    private static func commonSuffix(_ left: UnsafeRawBufferPointer, _ right: UnsafeRawBufferPointer) -> Int {
        let count = min(left.count, right.count)
        var length = 0
        while length + 8 <= count,
            left.loadUnaligned(fromByteOffset: left.count - length - 8, as: UInt64.self)
                == right.loadUnaligned(fromByteOffset: right.count - length - 8, as: UInt64.self)
        {
            length += 8
        }
        while length < count, left[left.count - length - 1] == right[right.count - length - 1] { length += 1 }
        return length
    }
}

/// Letters that were typed, or deleted, one after the other: one step of a history.
struct TypingRun: Equatable {
    private let isDeletion: Bool
    /// Where the next one is expected.
    private let caret: ClosedRange<Int>
    private let endsInSpace: Bool

    init(_ first: Keystroke) {
        self.init(first, caret: first.isDeletion ? first.places : first.places.shifted(by: first.length))
    }

    private init(_ last: Keystroke, caret: ClosedRange<Int>) {
        isDeletion = last.isDeletion
        self.caret = caret
        endsInSpace = last.isSpace
    }

    /// The run with another letter; `nil` if that begins a new one: elsewhere, in the other direction, or after a word.
    func continued(by next: Keystroke) -> TypingRun? {
        guard next.isDeletion == isDeletion else { return nil }
        guard isDeletion else {
            if next.isSpace, !endsInSpace { return nil }
            return next.places.common(with: caret).map { TypingRun(next, caret: $0.shifted(by: next.length)) }
        }
        // Deletes before the caret, or after it.
        let before = next.places.shifted(by: next.length).common(with: caret)
        if let before { return TypingRun(next, caret: before.shifted(by: -next.length)) }
        return next.places.common(with: caret).map { TypingRun(next, caret: $0) }
    }
}

extension ClosedRange<Int> {
    fileprivate func shifted(by distance: Int) -> ClosedRange { lowerBound + distance...upperBound + distance }

    fileprivate func common(with other: ClosedRange) -> ClosedRange? {
        overlaps(other) ? clamped(to: other) : nil
    }
}
