import CSQLite
import Dispatch
import Foundation

/// What SQLite says is wrong.
struct DatabaseError: Error, CustomStringConvertible {
    let description: String
}

// EXAMPLE: saving, database
/// A database in a file, used on a thread of its own: writing to a disk takes time, and would keep the main actor waiting.
final class Database: Sendable {
    private let queue = DispatchQueue(label: "database")
    private let connection: Connection

    init(path: String) throws { connection = try Connection(path: path) }

    /// Does something with the database on its thread.
    private func perform<Result: Sendable>(
        _ body: @escaping @Sendable (Connection) throws -> Result
    ) async throws -> Result {
        try await withCheckedThrowingContinuation { continuation in
            queue.async { [connection] in continuation.resume(with: Swift.Result { try body(connection) }) }
        }
    }

    func save(_ order: Order, id: Int) async throws {
        try await perform { connection in
            let text = String(decoding: try JSONEncoder().encode(order), as: UTF8.self)
            try connection.run("INSERT OR REPLACE INTO orders (id, content) VALUES (?, ?)", id, text)
        }
    }

    func order(id: Int) async throws -> Order? {
        try await perform { connection in
            guard let text = try connection.run("SELECT content FROM orders WHERE id = ?", id) else { return nil }
            return try JSONDecoder().decode(Order.self, from: Data(text.utf8))
        }
    }
}
// END

extension Database {
    /// Has another connection keep the database locked, as another program may, until the result is called.
    static func lock(path: String) throws -> () throws -> Void {
        let connection = try Connection(path: path)
        _ = try connection.run("BEGIN EXCLUSIVE")
        return { _ = try connection.run("COMMIT") }
    }
}

/// A connection to SQLite, which may be used on any thread, but only on one at a time.
private final class Connection: @unchecked Sendable {
    // Sound: SQLite opens it with a lock of its own (`SQLITE_OPEN_FULLMUTEX`).

    private let handle: OpaquePointer

    init(path: String) throws {
        var handle: OpaquePointer?
        let flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_FULLMUTEX
        let status = sqlite3_open_v2(path, &handle, flags, nil)
        guard status == SQLITE_OK, let handle else {
            sqlite3_close(handle)
            throw DatabaseError(description: "\(path): \(String(cString: sqlite3_errstr(status)))")
        }
        self.handle = handle
        try run("CREATE TABLE IF NOT EXISTS orders (id INTEGER PRIMARY KEY, content TEXT NOT NULL)")
    }

    deinit { sqlite3_close(handle) }

    /// Runs a statement with parameters.
    ///
    /// - Returns: The text in the first column of the first row, if there is one.
    @discardableResult
    func run(_ sql: String, _ id: Int? = nil, _ text: String? = nil) throws -> String? {
        var statement: OpaquePointer?
        try check(sqlite3_prepare_v2(handle, sql, -1, &statement, nil))
        defer { sqlite3_finalize(statement) }
        if let id { try check(sqlite3_bind_int64(statement, 1, Int64(id))) }
        if let text {
            // SQLite copies the text before this returns.
            let copies = unsafeBitCast(-1, to: sqlite3_destructor_type.self)
            try check(sqlite3_bind_text(statement, 2, text, -1, copies))
        }
        switch sqlite3_step(statement) {
        case SQLITE_ROW: return sqlite3_column_text(statement, 0).map { String(cString: $0) }
        case SQLITE_DONE: return nil
        default: throw DatabaseError(description: String(cString: sqlite3_errmsg(handle)))
        }
    }

    private func check(_ status: Int32) throws {
        if status != SQLITE_OK { throw DatabaseError(description: String(cString: sqlite3_errmsg(handle))) }
    }
}
