import Binding
import BindingGTK
import BindingOperators
import CGTK

/// The processor time that a binding of an entry costs, compared with code written by hand.
@MainActor
enum Costs {
    private static let rounds = 61
    private static let count = 1_000

    static func add(to table: inout Table) {
        let (bound, byHand, alone) = (Letters.bound(), Letters.byHand(), Letters.alone())
        let letters = inTurn([{ bound.type(count) }, { byHand.type(count) }, { alone.type(count) }])
        table.add("a letter typed, through `<=>`; a handler that reads the text", "µs", letters[0], letters[1], bar: 2)
        table.add("a letter typed, through `<=>`; nobody listens", "µs", letters[0], letters[2])
        let texts = inTurn([{ bound.accept(count) }, { alone.set(count) }])
        table.add("a text from the model; `gtk_editable_set_text`", "µs", texts[0], texts[1], bar: 1.5)
    }

    /// Repeats one kind of work for five seconds, for profiling.
    static func profile(_ kind: String) -> Never {
        let letters: Letters = kind == "handler" ? .byHand() : kind == "set" ? .alone() : .bound()
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

/// An entry that receives letters.
@MainActor
private final class Letters {
    private let entry = Entry()
    private let relay = BehaviorRelay(value: "")
    private let bag = DisposeBag()

    /// Makes an entry that is bound.
    static func bound() -> Letters {
        let letters = Letters()
        letters.bag.insert(letters.relay <=> letters.entry.rx.text)
        return letters
    }

    /// Makes an entry with a handler that calls GTK in C.
    static func byHand() -> Letters {
        let letters = Letters()
        let changed: @convention(c) (OpaquePointer, gpointer?) -> Void = { entry, _ in
            held = String(cString: gtk_editable_get_text(entry))
        }
        g_signal_connect_data(
            letters.entry.raw, "changed", unsafeBitCast(changed, to: GCallback.self), nil, nil,
            GConnectFlags(rawValue: 0))
        return letters
    }

    static func alone() -> Letters { Letters() }

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
