import Binding
import BindingGTK
import BindingOperators
import CGTK

/// The processor time that a binding of an entry costs, compared with code written by hand.
@MainActor
enum Costs {
    private static let rounds = 61

    static func add(to table: inout Table) {
        // GTK does most of its work for what is shown; it lays out each text anew.
        add(to: &table, "shown", isShown: true, count: 200, letterBar: 1.6, textBar: 1.1)
        add(to: &table, "not shown", isShown: false, count: 1_000, letterBar: 2, textBar: 1.5)
    }

    private static func add(
        to table: inout Table, _ state: String, isShown: Bool, count: Int, letterBar: Double, textBar: Double
    ) {
        let bound = Letters.bound(isShown: isShown)
        let byHand = Letters.byHand(isShown: isShown)
        let alone = Letters(isShown: isShown)
        let letters = inTurn([{ bound.type(count) }, { byHand.type(count) }, { alone.type(count) }])
        table.add(
            "\(state): a letter typed, through `<=>`; a handler that reads the text", "µs", letters[0], letters[1],
            bar: letterBar)
        table.add("\(state): a letter typed, through `<=>`; nobody listens", "µs", letters[0], letters[2])
        let texts = inTurn([{ bound.accept(count) }, { alone.set(count) }])
        for letters in [bound, byHand, alone] { letters.close() }
        table.add(
            "\(state): a text from the model; `gtk_editable_set_text`", "µs", texts[0], texts[1], bar: textBar)
    }

    /// Repeats one kind of work for five seconds, for profiling.
    static func profile(_ kind: String) -> Never {
        let letters: Letters =
            switch kind {
            case "handler": .byHand(isShown: false)
            case "set": Letters(isShown: false)
            default: .bound(isShown: false)
            }
        let count = 1_000
        let end = Clock.now + 5_000
        while Clock.now < end {
            switch kind {
            case "texts": _ = letters.accept(count)
            case "set": _ = letters.set(count)
            default: _ = letters.type(count)
            }
        }
        exit(0)
    }

    /// Takes short samples of each piece of work, in turn.
    private static func inTurn(_ works: [() -> Double]) -> [[Double]] {
        var samples = works.map { _ in [Double]() }
        for work in works { _ = work() }
        for round in 0..<rounds {
            for offset in works.indices {
                let index = (round + offset) % works.count
                samples[index].append(works[index]())
            }
        }
        return samples
    }
}

/// An entry that receives letters, in a window that is shown, or alone.
@MainActor
private final class Letters {
    private let entry = Entry()
    private let window: Window?
    private let relay = BehaviorRelay(value: "")
    private let bag = DisposeBag()

    init(isShown: Bool) {
        window = isShown ? Window("Letters") : nil
        window?.child = entry
        window?.present()
    }

    func close() { window?.destroy() }

    /// Makes an entry that is bound.
    static func bound(isShown: Bool) -> Letters {
        let letters = Letters(isShown: isShown)
        letters.bag.insert(letters.relay <=> letters.entry.rx.text)
        return letters
    }

    /// Makes an entry with a handler that calls GTK in C.
    static func byHand(isShown: Bool) -> Letters {
        let letters = Letters(isShown: isShown)
        let changed: @convention(c) (OpaquePointer, gpointer?) -> Void = { entry, _ in
            held = String(cString: gtk_editable_get_text(entry))
        }
        g_signal_connect_data(
            letters.entry.raw, "changed", unsafeBitCast(changed, to: GCallback.self), nil, nil,
            GConnectFlags(rawValue: 0))
        return letters
    }

    /// Types letters, and returns the microseconds for each.
    func type(_ count: Int) -> Double {
        let begin = Clock.thread
        var position: Int32 = 0
        for index in 0..<count {
            if index % 20 == 0 {
                gtk_editable_delete_text(entry.opaque, 0, -1)
                position = 0
            }
            gtk_editable_insert_text(entry.opaque, "a", 1, &position)
        }
        return (Clock.thread - begin) * 1_000 / Double(count)
    }

    /// Sets texts in the model, and returns the microseconds for each.
    func accept(_ count: Int) -> Double {
        let begin = Clock.thread
        for index in 0..<count { relay.accept(texts[index % texts.count]) }
        return (Clock.thread - begin) * 1_000 / Double(count)
    }

    /// Sets texts in the entry, and returns the microseconds for each.
    func set(_ count: Int) -> Double {
        let begin = Clock.thread
        for index in 0..<count { gtk_editable_set_text(entry.opaque, texts[index % texts.count]) }
        return (Clock.thread - begin) * 1_000 / Double(count)
    }
}

private nonisolated(unsafe) var held = ""
@MainActor private let texts = (0..<100).map { "a value, which is the number \($0)" }
