import Binding
import CBindingInspector
import Glibc

/// Why a report could not be written.
public struct ReportError: Error, CustomStringConvertible {
    public let description: String
}

extension BindingInspector {
    /// Writes a report to a file: what is bound, what has happened, what it cost.
    ///
    /// The end of the name says what kind of report it is:
    ///
    /// - `.html`: one page with the graph, the log, the timeline, the costs and notes, for any browser, without a server.
    /// - `.json`: the events for Perfetto and `chrome://tracing`; see ``traceEvents``.
    /// - `.mmd`, `.dot`: the graph for Mermaid and Graphviz; see ``graph``.
    /// - `.txt`: notes, the graph, the log and the costs as text.
    ///
    /// The notes are controls that several bindings set, and what has kept values from controls: an operator that has passed
    /// nothing on, a binding that was disposed of before its source sent something.
    ///
    /// A program that depends on this module and is started with the environment variable `BINDING_INSPECT=report.html`
    /// records from its start, and writes that file when it exits (not when a signal ends it), and whenever it receives
    /// `SIGUSR1`. `%p` in the name becomes the number of the process.
    ///
    /// - Parameter path: The file, which is replaced if it exists.
    /// - Throws: A ``ReportError`` if there is no such report, or the file cannot be written.
    public func write(to path: String) throws(ReportError) {
        let ending = path.lastIndex(of: ".").map { String(path[$0...]) } ?? ""
        let text: String
        switch ending {
        case ".html": text = page
        case ".json": text = traceEvents
        case ".mmd": text = reportedGraph.mermaid
        case ".dot": text = reportedGraph.dot
        case ".txt":
            let notes = withRecording { $0.reportNotes }
            let parts =
                notes.map { ($0.title, $0.lines) } + [
                    ("What is bound", ["\(reportedGraph)"]), ("What has happened", log().map(\.description)),
                    ("What it has cost", reportedCosts.map(\.description)),
                ]
            text = parts.map { "# \($0)\n\n" + $1.joined(separator: "\n") + "\n" }.joined(separator: "\n")
        default:
            throw ReportError(
                description:
                    "Binding: error: there is no report of the kind of '\(path)': name it .html, .json, .mmd, .dot or .txt."
            )
        }
        guard let file = fopen(path, "w") else { throw Self.error(path) }
        let isWritten = fputs(text, file) >= 0
        guard fclose(file) == 0, isWritten else { throw Self.error(path) }
    }

    private static func error(_ path: String) -> ReportError {
        let reason = String(cString: strerror(errno))
        return ReportError(description: "Binding: error: the report '\(path)' could not be written: \(reason).")
    }
}

/// The file that `BINDING_INSPECT` names.
private let reportPath = Guarded("")

private func writeReport() {
    do {
        try BindingInspector.shared.write(to: reportPath.withLock { $0 })
    } catch {
        var line = "\(error)\n"
        line.withUTF8 { _ = Glibc.write(STDERR_FILENO, $0.baseAddress, $0.count) }
    }
}

/// Begins to record. Called before `main`.
@_cdecl("binding_inspector_start")
func startOfProgram(_ path: UnsafePointer<CChar>) {
    let parts = String(cString: path).split(separator: "%p", omittingEmptySubsequences: false)
    reportPath.replace(with: parts.joined(separator: "\(getpid())"))
    Inspection.begin(BindingInspector.shared)
    atexit { writeReport() }
    binding_inspector_on_signal { writeReport() }
}
