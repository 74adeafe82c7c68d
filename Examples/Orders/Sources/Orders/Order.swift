import Binding
import BindingForms
import BindingFoundation
import Foundation

struct Order: Codable, Equatable, Sendable {
    struct Line: Codable, Equatable, Identifiable, Sendable {
        var id: Int
        var article = ""
        var count = 1
        var price = Decimal(0)
    }

    var customer = ""
    var due = Date(timeIntervalSince1970: 1_799_971_200)  // midnight GMT, as days are read
    var lines: [Line] = []
}

extension ValueConverter where Raw == String, Value == Decimal {
    /// An amount in euros, as "12.50": the same in every field of the program.
    static var euros: ValueConverter {
        .format(.number.precision(.fractionLength(2)).grouping(.never).locale(Locale(identifier: "en_US")))
            .message("Write an amount with at most two decimals, such as 12.50")
    }
}

extension ValueConverter where Raw == String, Value == Date {
    /// A day as "2027-01-15".
    static var day: ValueConverter { .format(.iso8601.year().month().day()).message("Write a day as 2027-01-15") }
}
