import Binding
import BindingOperators
import Glibc

/// The view model for loading a file: its name, its progress, and its text.
@MainActor
final class FileViewModel: BindingContext {
    let disposeBag = DisposeBag()

    // What the user enters.
    @Mutable var path: String

    // What the view model reports.
    @Bindable private(set) var text = ""
    @Bindable private(set) var summary = "nothing is loaded"

    // What the view model asks for: it happens once and is not stored.
    @ViewAction var alert: (String) -> Void

    /// Loads the file in the background.
    private(set) lazy var load = Command(of: self) { me, progress in
        try await TextFile(path: me.path).read(reporting: progress)
    }.enabled(by: $path.asDriver().map { !$0.isEmpty })

    /// Makes a view model for a file that is not loaded yet.
    init(path: String) {
        self.path = path
        binding {
            load.values => { [weak self] text in
                self?.text = text
                self?.summary = "\(text.utf8.count) bytes, \(text.split(separator: "\n").count) lines"
            }
            load.errors => { [weak self] error in self?.alert("\(error)") }
        }
    }
}

/// A file of text.
struct TextFile: Sendable {
    let path: String

    /// Reads the file, away from the main actor, and reports its progress.
    ///
    /// - Throws: ``UnreadableFile``; `CancellationError` if the task is cancelled meanwhile.
    @concurrent
    func read(reporting progress: CommandProgress) async throws -> String {
        guard let file = fopen(path, "r") else {
            throw UnreadableFile(path: path, reason: String(cString: strerror(errno)))
        }
        defer { fclose(file) }
        var status = stat()
        fstat(fileno(file), &status)
        var bytes: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 4_096)
        while true {
            try Task.checkCancellation()
            let count = fread(&chunk, 1, chunk.count, file)
            guard count > 0 else { break }
            bytes += chunk[..<count]
            progress(Double(bytes.count) / Double(max(1, status.st_size)))
        }
        if ferror(file) != 0 { throw UnreadableFile(path: path, reason: String(cString: strerror(errno))) }
        guard let text = String(validating: bytes, as: UTF8.self) else {
            throw UnreadableFile(path: path, reason: "it is not text in UTF-8")
        }
        return text
    }
}

/// Why a file cannot be read.
struct UnreadableFile: Error, CustomStringConvertible {
    let path: String
    let reason: String

    var description: String { "\(path) cannot be read: \(reason)" }
}
