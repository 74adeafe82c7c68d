import Binding
import Synchronization

/// A service within the program. It takes a while, and fails for certain queries, so that there is something to wait
/// for and something to repeat:
///
/// - a query with `fail` in it always fails;
/// - a query with digits fails as many times as its last digit says. Then it is answered as if it had no digits.
final class LocalService<Item: Sendable>: Sendable {
    /// The time that a search takes.
    static var delay: Duration { .milliseconds(600) }

    private let name: String
    private let items: [Item]
    private let text: @Sendable (Item) -> String
    private let scheduler: any Scheduler
    /// The number of times that queries with digits have failed.
    private let failures = Mutex<[String: Int]>([:])

    /// Makes a service.
    ///
    /// - Parameters:
    ///   - name: The name of the service in errors.
    ///   - items: The items that can be found.
    ///   - scheduler: The scheduler that measures the time of a search.
    ///   - text: Returns the text of an item that a query has to be a part of, ignoring case.
    init(
        _ name: String, of items: [Item], scheduler: any Scheduler, text: @escaping @Sendable (Item) -> String
    ) {
        self.name = name
        self.items = items
        self.scheduler = scheduler
        self.text = text
    }

    /// The items that match `query`, once, or a ``ServiceError``. The search begins with the subscription.
    func search(_ query: String) -> Observable<[Item]> {
        Observable<Int>.timer(Self.delay, scheduler: scheduler).map { [self] _ in try answer(query) }
    }

    private func answer(_ query: String) throws(ServiceError) -> [Item] {
        let part = query.lowercased()
        if part.contains("fail") { throw .noAnswer(from: name) }
        if let digit = part.last(where: \.isDigit)?.wholeNumberValue {
            let isBusy = failures.withLock { failures in
                let count = failures[part, default: 0]
                failures[part] = min(count + 1, digit)
                return count < digit
            }
            if isBusy { throw .busy(name) }
        }
        let wanted = part.filter { !$0.isDigit }.singleSpaced
        guard !wanted.isEmpty else { return [] }
        return items.filter { text($0).lowercased().contains(wanted) }
    }
}

/// The reason why a search failed.
package enum ServiceError: Error, Equatable, CustomStringConvertible {
    case noAnswer(from: String)
    case busy(String)

    package var description: String {
        switch self {
        case .noAnswer(let service): "the \(service) does not answer"
        case .busy(let service): "the \(service) is busy"
        }
    }
}

extension Character {
    /// Whether it is one of 0 to 9, and not a digit of another script.
    fileprivate var isDigit: Bool { isASCII && isWholeNumber }
}

extension String {
    /// The words with one space between them.
    package var singleSpaced: String { split(whereSeparator: \.isWhitespace).joined(separator: " ") }
}
