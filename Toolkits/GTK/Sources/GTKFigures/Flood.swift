import Binding
import BindingGTK
import BindingOperators
import CGTK
import Dispatch
import Glibc
import Synchronization

/// Typing while two threads set the text of a label as fast as they can.
@MainActor
final class Flood {
    private enum Kind: String, CaseIterable {
        /// `beside`: the threads are as busy with other work, and so is the main actor, in turns of 2 ms.
        case beside, flood, conflated
    }

    static func add(to table: inout Table) async {
        var keys: [Kind: [Double]] = [:]
        for _ in 0..<2 {
            for kind in Kind.allCases { keys[kind, default: []] += await Flood(kind).run() }
        }
        let beside = keys[.beside]!
        for kind in [Kind.flood, .conflated] {
            let name = "a key while two threads set 1,000,000 values" + (kind == .flood ? "" : ", `conflate()`")
            let times = keys[kind]!
            table.add("\(name), until the model has it: median", times.median, beside: beside.median)
            table.add("\(name): 99 %", times.quantile(0.99), beside: beside.quantile(0.99), bar: 20)
            table.add("\(name): longest", times.quantile(1), beside: beside.quantile(1))
        }
    }

    private let kind: Kind
    private let window = Window("Flood", width: 300)
    private let (entry, label) = (Entry(), Label())
    private let (text, numbers) = (BehaviorRelay(value: ""), BehaviorRelay(value: 0))
    private let bag = DisposeBag()
    private var keys: [Double] = []
    private var pressed = 0.0
    /// The last number received from each thread, and how many were received.
    private var last = [0, 0]
    private var received = 0
    /// Whether the flood is still going on.
    private var isFlooded: Bool { kind != .flood || received < 1_000_000 }

    private init(_ kind: Kind) {
        self.kind = kind
        window.child = Box(.vertical, [entry, label])
        let controller = KeyController(on: entry, phase: .capture)
        controller.answer("key-pressed") { [unowned self, unowned controller] _ in
            pressed = Double(gtk_event_controller_get_current_event_time(controller.opaque))
            return false
        }
        let shown = kind == .conflated ? numbers.conflate() : numbers.asDriver()
        bag.insert(shown.map { "\($0)" } => label.rx.label)
        bag.insert(shown => { [unowned self] in receive($0) })
        bag.insert(text <=> entry.rx.text)
        bag.insert(
            text.skip(1) => { [unowned self] _ in
                if isFlooded { keys.append(Clock.now - pressed) }
            })
    }

    /// Receives a number, whose lowest bit says which thread sent it.
    private func receive(_ number: Int) {
        guard number > 1 else { return }
        let thread = number & 1
        precondition(number >> 1 > last[thread], "numbers came in another order")
        last[thread] = number >> 1
        received += 1
    }

    /// Types a text during the flood.
    ///
    /// - Returns: How long each key took until the model had it, in milliseconds.
    private func run() async -> [Double] {
        window.present()
        await until { gdk_frame_clock_get_frame_counter(gtk_widget_get_frame_clock(window.widget)) > 0 }
        entry.grabFocus()
        xdotool("search --sync --onlyvisible --name ^Flood$ windowfocus")
        await until { window.properties.isActive }
        let typed = String(repeating: "abcdefghijklmnopqrst", count: 20)
        let (isTyped, showsAll) = (Flag(), kind == .flood)
        let sent = (0..<2).map { _ in Flag() }
        for (thread, sent) in sent.enumerated() {
            let numbers = kind == .beside ? BehaviorRelay(value: 0) : numbers
            // A thread of its own: the pool has only as many threads as there are processors, and tasks wait for them.
            DispatchQueue(label: "flood").async {
                var number = 0
                // Until the last key has arrived, so that none is pressed in silence, unless the main actor has that
                // many values to show anyway.
                while number < 500_000 || !(isTyped.isSet || showsAll) {
                    number += 1
                    numbers.accept(number << 1 | thread)
                }
                sent.value = number
            }
        }
        if kind == .beside { workInTurns(until: isTyped) }
        xdotool("type --delay 12 '\(typed)'")
        await until { text.value.count >= typed.count }
        precondition(text.value == typed, "keys came in another order, or are missing: \(text.value)")
        isTyped.value = 1
        await until { sent.allSatisfy(\.isSet) && (kind != .flood || received == 1_000_000) }
        precondition(kind != .flood || last == sent.map(\.value), "numbers are missing")
        // Of conflated values, the very last one arrives.
        await until { label.properties.label == "\(numbers.value)" }
        precondition(keys.count >= 100, "the flood was over after \(keys.count) keys")
        window.destroy()
        return keys
    }

    /// Keeps the main actor as busy as the flood does.
    private func workInTurns(until isOver: Flag) {
        let end = Clock.now + 2
        while Clock.now < end {}
        if !isOver.isSet { Task { workInTurns(until: isOver) } }
    }

    private func xdotool(_ arguments: String) {
        let isStarted = g_spawn_command_line_async("xdotool \(arguments)", nil) != 0
        precondition(isStarted, "there is no xdotool")
    }
}

/// A number that threads share; not set while it is 0.
private final class Flag: Sendable {
    private let number = Atomic(0)

    var value: Int {
        get { number.load(ordering: .acquiring) }
        set { number.store(newValue, ordering: .releasing) }
    }
    var isSet: Bool { value != 0 }
}
