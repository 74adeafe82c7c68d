import Binding

/// A toolkit object whose signals are connected by a call and disconnected by a number, like GTK's.
@MainActor
package class ToolkitObject: ReactiveCompatible {
    private struct Handler {
        let id: Int
        let signal: String
        let call: @MainActor () -> Void
    }

    private var handlers: [Handler] = []
    private var lastId = 0

    /// The number of connections made so far.
    package private(set) var connections = 0
    /// The numbers of the connections that were disconnected.
    package private(set) var disconnected: [Int] = []

    package var handlerCount: Int { handlers.count }

    package func connect(_ signal: String, _ call: @escaping @MainActor () -> Void) -> Int {
        connections += 1
        lastId += 1
        handlers.append(Handler(id: lastId, signal: signal, call: call))
        return lastId
    }

    package func disconnect(_ id: Int) {
        disconnected.append(id)
        handlers.removeAll { $0.id == id }
    }

    package func emit(_ signal: String) {
        for handler in handlers where handler.signal == signal { handler.call() }
    }
}

/// A field that emits each step: when it is given a text, it emits that it is empty, and then the text; typing over a
/// selection is a deletion and an insertion.
@MainActor
package final class ToolkitEntry: ToolkitObject {
    /// How it marks several steps as one edit of its user.
    package enum Editing: Sendable, CaseIterable { case performed, signalled }

    package nonisolated let changes = PublishRelay<Void>()
    private let maximumLength: Int
    private let editing: Editing?
    private var content: String

    /// Called in the middle of a write, when the field has been emptied.
    package var whileWriting: (@MainActor () -> Void)?
    /// Every text that code has set.
    package private(set) var writes: [String] = []

    package init(_ content: String = "", maximumLength: Int = .max, _ editing: Editing? = nil) {
        self.content = content
        self.maximumLength = maximumLength
        self.editing = editing
    }

    private func step(_ text: String) {
        content = String(text.prefix(maximumLength))
        changes.accept(())
        emit("changed")
    }

    package var text: String {
        get { content }
        set {
            writes.append(newValue)
            if !content.isEmpty { step("") }
            whileWriting?()
            step(newValue)
        }
    }

    /// Selects everything and types, as a user does.
    package func type(_ text: String) {
        switch editing {
        case nil: retype(text)
        case .performed: rx.performEdit { retype(text) }
        case .signalled:
            rx.beginEdit()
            retype(text)
            rx.endEdit()
        }
    }

    /// The steps of such an edit.
    package func retype(_ text: String) {
        if !content.isEmpty { step("") }
        step(text)
    }

    package func activate() { emit("activate") }
}

extension Reactive where Base: ToolkitEntry {
    package var text: ControlProperty<String> {
        controlProperty(
            observe: { entry, changed in
                let id = entry.connect("changed", changed)
                return { [weak entry] in entry?.disconnect(id) }
            },
            getter: { $0.text }, setter: { $0.text = $1 })
    }

    /// The same property, made from a source of changes.
    package var relayedText: ControlProperty<String> {
        controlProperty(changes: base.changes, getter: { $0.text }, setter: { $0.text = $1 })
    }

    package var length: Driver<Int> {
        controlDriver(
            observe: { entry, changed in
                let id = entry.connect("changed", changed)
                return { [weak entry] in entry?.disconnect(id) }
            },
            getter: { $0.text.count })
    }

    /// Its text when its user is done with it.
    package var activated: ControlEvent<String> {
        controlEvent { entry, send in
            let id = entry.connect("activate") { [weak entry] in if let entry { send(entry.text) } }
            return { [weak entry] in entry?.disconnect(id) }
        }
    }
}

/// A window that asks whether it may close, and closes if all observers agree.
@MainActor
package final class ToolkitWindow: ToolkitObject {
    fileprivate var asked: [Int: @MainActor (String) -> Bool] = [:]
    package private(set) var isOpen = true

    package init(isOpen: Bool = true) { self.isOpen = isOpen }

    package var askers: [@MainActor (String) -> Bool] { Array(asked.values) }

    @discardableResult
    package func close(_ reason: String = "user") -> Bool {
        var mayClose = true
        for ask in asked.values where !ask(reason) { mayClose = false }
        if mayClose { isOpen = false }
        return mayClose
    }
}

extension Reactive where Base: ToolkitWindow {
    package var closeRequest: ControlRequest<String, Bool> {
        controlRequest(default: true) { window, ask in
            let id = window.connect("close") {}
            window.asked[id] = ask
            return { [weak window] in
                window?.disconnect(id)
                window?.asked[id] = nil
            }
        }
    }

    /// The same request without an argument.
    package var plainCloseRequest: ControlRequest<Void, Bool> {
        controlRequest(default: true) { window, ask in
            let id = window.connect("close") {}
            window.asked[id] = { _ in ask(()) }
            return { [weak window] in
                window?.disconnect(id)
                window?.asked[id] = nil
            }
        }
    }
}
