import Binding
import Glibc

/// A file of letters in the format `mbox`, in which each letter begins with a line `From `, and its headers end with an
/// empty line.
package struct LetterFile: Sendable {
    package let path: String

    package init(path: String) { self.path = path }

    /// Reads the letters, away from the main actor, and reports the progress.
    ///
    /// - Throws: ``UnreadableLetters``; `CancellationError` if the task is cancelled meanwhile.
    /// - Returns: The letters, which are numbered from 0.
    @concurrent
    package func read(reporting progress: CommandProgress) async throws -> [Letter] {
        guard let file = fopen(path, "r") else {
            throw UnreadableLetters(path: path, reason: String(cString: strerror(errno)))
        }
        defer { fclose(file) }
        var status = stat()
        fstat(fileno(file), &status)
        var (parser, bytes, read) = (LetterParser(), [UInt8](repeating: 0, count: 65_536), 0)
        while true {
            try Task.checkCancellation()
            let count = fread(&bytes, 1, bytes.count, file)
            guard count > 0 else { break }
            parser.take(bytes[..<count])
            read += count
            progress(Double(read) / Double(max(read, Int(status.st_size))))
        }
        if ferror(file) != 0 { throw UnreadableLetters(path: path, reason: String(cString: strerror(errno))) }
        let letters = parser.finish()
        if letters.isEmpty { throw UnreadableLetters(path: path, reason: "there is no letter in it") }
        return letters
    }
}

/// Why letters cannot be read.
package struct UnreadableLetters: Error, Equatable, CustomStringConvertible {
    package let path: String
    package let reason: String

    package init(path: String, reason: String) { (self.path, self.reason) = (path, reason) }

    package var description: String { "\(path): \(reason)" }
}

/// Reads letters from bytes that come in pieces.
struct LetterParser {
    private var letters: [Letter] = []
    private var line: [UInt8] = []
    private var headers: [String: String] = [:]
    private var text: [String] = []
    private var part = Part.nothing

    private enum Part {
        case nothing, headers, text
    }

    mutating func take(_ bytes: ArraySlice<UInt8>) {
        for byte in bytes {
            if byte == UInt8(ascii: "\n") { endLine() } else { line.append(byte) }
        }
    }

    /// Returns the letters, once all bytes have been taken.
    mutating func finish() -> [Letter] {
        if !line.isEmpty { endLine() }
        endLetter()
        return letters
    }

    private mutating func endLine() {
        var read = String(decoding: line, as: UTF8.self)
        line.removeAll(keepingCapacity: true)
        if read.hasSuffix("\r") { read.removeLast() }
        if read.hasPrefix("From "), part != .text || text.last?.isEmpty ?? true {
            endLetter()
            part = .headers
        } else if part == .headers {
            if read.isEmpty { part = .text } else { takeHeader(read) }
        } else if part == .text {
            // So that no line of a text looks like the beginning of a letter.
            text.append(read.hasPrefix(">From ") ? String(read.dropFirst()) : read)
        }
    }

    private mutating func takeHeader(_ line: String) {
        guard let colon = line.firstIndex(of: ":") else { return }
        headers[line[..<colon].lowercased()] = String(line[line.index(after: colon)...].drop { $0 == " " })
    }

    private mutating func endLetter() {
        defer { (headers, text, part) = ([:], [], .nothing) }
        guard part != .nothing else { return }
        while text.last?.isEmpty ?? false { text.removeLast() }
        letters.append(
            Letter(
                id: letters.count, folder: .inbox, sender: headers["from"] ?? "", recipient: headers["to"] ?? "",
                subject: headers["subject"] ?? "", text: text.joined(separator: "\n"),
                sent: headers["date"].flatMap(seconds) ?? 0))
    }

    /// The time of a date such as `Thu, 26 Nov 2026 09:30:00 +0100`, in seconds since 1970.
    private func seconds(_ date: String) -> Int? {
        let pattern = /(\d{1,2}) (\w{3}) (\d{4}) (\d\d):(\d\d):(\d\d) ([+-])(\d\d)(\d\d)/
        guard let parts = date.firstMatch(of: pattern)?.output, let day = Int32(parts.1), let year = Int32(parts.3),
            let hour = Int32(parts.4), let minute = Int32(parts.5), let second = Int32(parts.6),
            let month = Self.months.firstIndex(of: String(parts.2)), let hours = Int(parts.8),
            let minutes = Int(parts.9)
        else { return nil }
        var time = tm()
        (time.tm_year, time.tm_mon, time.tm_mday) = (year - 1900, Int32(month), day)
        (time.tm_hour, time.tm_min, time.tm_sec) = (hour, minute, second)
        let offset = (hours * 60 + minutes) * 60
        return timegm(&time) - (parts.7 == "-" ? -offset : offset)
    }

    private static let months = [
        "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
    ]
}
