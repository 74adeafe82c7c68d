import Binding
import BindingControls
import BindingOperators
import TestSupport
import Testing

/// The entry of the examples, which emits each step.
@MainActor
private final class Entry: ReactiveCompatible {
    private(set) var handlers: [Int: @MainActor () -> Void] = [:]
    private var lastId = 0
    var text: String

    init(_ text: String) { self.text = text }

    func connect(_ signal: String, _ handler: @escaping @MainActor () -> Void) -> Int {
        lastId += 1
        handlers[lastId] = handler
        return lastId
    }

    func disconnect(_ id: Int) { handlers[id] = nil }

    private func step(_ text: String) {
        self.text = text
        for handler in handlers.values { handler() }
    }

    func delete() { step("") }
    func insert(_ text: String) { step(self.text + text) }
}

extension Reactive where Base: Entry {
    fileprivate var text: ControlProperty<String> {
        controlProperty(
            observe: { entry, changed in
                let id = entry.connect("changed", changed)
                return { [weak entry] in entry?.disconnect(id) }
            },
            getter: { $0.text }, setter: { $0.text = $1 })
    }
}

/// The window of the examples, which may close if all observers agree.
@MainActor
private final class Window: ReactiveCompatible {
    fileprivate var askers: [Int: @MainActor () -> Bool] = [:]
    private var lastId = 0

    func connect(_ signal: String, _ ask: @escaping @MainActor () -> Bool) -> Int {
        lastId += 1
        askers[lastId] = ask
        return lastId
    }

    func disconnect(_ id: Int) { askers[id] = nil }

    func mayClose() -> Bool { askers.values.map { $0() }.allSatisfy { $0 } }
}

extension Reactive where Base: Window {
    fileprivate var closeRequest: ControlRequest<Void, Bool> {
        controlRequest(default: true) { window, ask in
            let id = window.connect("close-request") { ask(()) }
            return { [weak window] in window?.disconnect(id) }
        }
    }
}

/// The examples of the clauses about toolkits in Documentation/Guarantees.md; see `DocumentationTests`.
@Suite("Toolkit examples")
@MainActor
struct GuaranteesToolkitTests {
    let print = Printer()

    @Test("C29")
    func oneEdit() throws {
        // EXAMPLE: C29
        #expect(try print.lines == Example.named("C29").output)
    }

    @Test("C30")
    func disconnected() throws {
        // EXAMPLE: C30
        #expect(try print.lines == Example.named("C30").output)
    }

    @Test("C31")
    func requests() throws {
        // EXAMPLE: C31
        #expect(try print.lines == Example.named("C31").output)
    }
}
