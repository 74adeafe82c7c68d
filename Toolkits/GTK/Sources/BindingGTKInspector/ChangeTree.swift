import Binding
import BindingCollections
import BindingInspector

/// The changes as they happen, the latest one first, each with what followed from it. It knows nothing of GTK.
@MainActor
package final class ChangeTree {
    /// What is looked at, so that a flood does not take the program's time.
    private static let mostEvents = 4_000
    private static let mostChanges = 300

    private let inspector: BindingInspector

    @Bindable package private(set) var rows: TreeArray<TreeRow> = []
    package var filter = "" { didSet { if filter != oldValue { show() } } }
    /// Whether new changes are not shown for now.
    package var isPaused = false { didSet { refresh() } }

    /// What has been read of the log: all that can be shown.
    private var changes: [LoggedChange] = []
    private var closed: Set<TreeRow.ID> = []
    /// The latest change that is not to be shown any more.
    private var cleared = 0
    private let start: Double

    init(_ inspector: BindingInspector) {
        self.inspector = inspector
        start = inspector.log(last: 1).first?.time ?? 0
    }

    /// Looks at the log anew, unless it is paused.
    package func refresh() {
        read()
        show()
    }

    package func toggle(_ id: TreeRow.ID) {
        if closed.remove(id) == nil { closed.insert(id) }
        show()
    }

    func set(_ id: TreeRow.ID, isOpen: Bool) {
        if closed.contains(id) == isOpen { toggle(id) }
    }

    /// Removes what has happened so far, or until it was paused, whether the filter shows it or not.
    package func clear() {
        read()
        cleared = changes.map(\.lastNumber).max() ?? cleared
        show()
    }

    private func read() {
        if !isPaused { changes = inspector.log(last: Self.mostChanges, ofEvents: Self.mostEvents) }
    }

    private func show() {
        var rows: [TreeRow] = []
        func add(_ change: LoggedChange, _ depth: Int) {
            let id = TreeRow.ID.change(change.id)
            let isOpen = !closed.contains(id)
            var notes = depth == 0 ? ["\(seconds(change.time - start))"] : []
            if let thread = change.thread { notes.append("thread \(thread)") }
            if change.duration > 0.016 { notes.append("\(Int(change.duration * 1_000)) ms") }
            rows.append(
                TreeRow(
                    id: id, depth: depth, isOpen: change.consequences.isEmpty ? nil : isOpen, title: change.text,
                    note: notes.joined(separator: " · "), isLong: change.thread == nil && change.duration > 0.016))
            if isOpen { for next in change.consequences { add(next, depth + 1) } }
        }
        for change in changes.reversed() where abs(change.id) > cleared && change.matches(filter) { add(change, 0) }
        let new = TreeArray(rows)
        if new != self.rows { self.rows = new }
    }

    private func seconds(_ time: Double) -> String {
        let milliseconds = Int(time * 1_000)
        let sign = milliseconds < 0 ? "−" : "+"
        let fraction = "\(1_000 + abs(milliseconds) % 1_000)".dropFirst()
        return "\(sign)\(abs(milliseconds) / 1_000).\(fraction) s"
    }
}

extension LoggedChange {
    fileprivate func matches(_ text: String) -> Bool {
        text.isEmpty || self.text.containsIgnoringCase(text) || consequences.contains { $0.matches(text) }
    }

    /// The number of the last change that it has led to.
    fileprivate var lastNumber: Int { max(abs(id), consequences.map(\.lastNumber).max() ?? 0) }
}
