import Binding
import Synchronization

/// A directory within the program. It takes its time, and fails for some queries, always the same ones, so that there
/// is something to wait for and something to repeat:
///
/// - a query with `fail` in it always fails;
/// - a query with digits fails as many times as the last digit says. After that it is answered as if it had none.
final class LocalDirectory: DirectoryService {
    /// How long a search takes.
    static let delay = Duration.milliseconds(600)

    static let members = [
        "Ada Lovelace", "Adele Goldberg", "Alan Turing", "Barbara Liskov", "Donald Knuth", "Edsger Dijkstra",
        "Frances Allen", "Grace Hopper", "Hedy Lamarr", "Katherine Johnson", "Margaret Hamilton", "Radia Perlman",
        "Sophie Wilson", "Tony Hoare", "石井 裕",
    ]

    private let scheduler: any Scheduler
    /// How many times the queries with digits have failed.
    private let failures = Mutex<[String: Int]>([:])

    /// Makes a directory.
    ///
    /// - Parameter scheduler: What counts the time that a search takes.
    init(scheduler: any Scheduler) {
        self.scheduler = scheduler
    }

    func search(_ query: String) -> Observable<[String]> {
        Observable<Int>.timer(Self.delay, scheduler: scheduler).map { [self] _ in try answer(query) }
    }

    private func answer(_ query: String) throws(DirectoryError) -> [String] {
        let part = query.lowercased()
        if part.contains("fail") { throw .noAnswer }
        if let digit = part.last(where: NumberField.isDigit)?.wholeNumberValue {
            let isBusy = failures.withLock { failures in
                let count = failures[part, default: 0]
                failures[part] = min(count + 1, digit)
                return count < digit
            }
            if isBusy { throw .busy }
        }
        let name = part.filter { !NumberField.isDigit($0) }.singleSpaced
        guard !name.isEmpty else { return [] }
        return Self.members.filter { $0.lowercased().contains(name) }
    }
}

extension String {
    /// The words with one space between them.
    var singleSpaced: String { split(whereSeparator: \.isWhitespace).joined(separator: " ") }
}
