/// The numbers in the text of a date, in order, each by its digits from 0 to 9, whatever the script.
///
/// Foundation's styles for dates read more than they show. Some of it names a date in another way, such as "1.2.26" for
/// "01.02.2026" and "Feb 1" for "2/1". Some of it names none, such as the 30th of February: they count on, to the 2nd of
/// March.
struct DateNumbers {
    private let numbers: [String]

    init(in text: String) {
        numbers = text.split { $0.digit == nil }.map { $0.compactMap(\.digit).map(String.init).joined() }
    }

    /// Whether they name the date that is shown with others.
    ///
    /// The month may be a number in one of the two texts, and a name in the other. Texts with more numbers than a date
    /// has are not compared if one has more than the other, because a time may be that of another time zone.
    func agree(with shown: DateNumbers) -> Bool {
        let isShort = numbers.count < shown.numbers.count
        let (few, many) = isShort ? (numbers, shown.numbers) : (shown.numbers, numbers)
        guard few.count == many.count || many.count <= 3 else { return true }
        var rest = many[...]
        for number in few {
            guard let index = rest.firstIndex(where: { Self.areSame($0, number) }) else { return false }
            rest = rest[(index + 1)...]
        }
        return true
    }

    /// Whether two numbers are the same: "5" and "05", and of years "26" and "2026", but not "27" and "0027".
    private static func areSame(_ left: String, _ right: String) -> Bool {
        if left == right { return true }
        let (short, long) = left.count < right.count ? (left, right) : (right, left)
        return switch (short.count, long.count) {
        case (1, 2): long == "0" + short
        case (2, 4): long.hasSuffix(short) && !long.hasPrefix("0")
        default: false
        }
    }
}

extension Character {
    /// The digit that it is. The Chinese sign for ten is none.
    fileprivate var digit: Int? {
        unicodeScalars.first?.properties.numericType == .decimal ? wholeNumberValue : nil
    }
}
