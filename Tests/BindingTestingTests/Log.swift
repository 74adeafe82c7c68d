import BindingTesting
import Synchronization

/// Records lines of text, from any thread.
final class Log: Sendable {
    private let noted = Mutex<[String]>([])

    var lines: [String] { noted.withLock { $0 } }

    func callAsFunction(_ line: String) { noted.withLock { $0.append(line) } }
}

struct PlainError: Error {
    let text: String
}

struct EquatableError: Error, Equatable {
    let number: Int
    var note = ""

    static func == (left: EquatableError, right: EquatableError) -> Bool { left.number == right.number }
}
