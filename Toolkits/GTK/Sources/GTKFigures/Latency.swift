import Binding
import BindingGTK
import BindingOperators
import CGTK
import Dispatch
import Glibc

/// The time until a label shows a value that another thread sets, compared with `g_idle_add`.
@MainActor
enum Latency {
    private nonisolated static let count = 1_000

    static func add(to table: inout Table) async {
        let (bound, plain) = (Label(), Label())
        let relay = BehaviorRelay(value: "")
        let bag = DisposeBag()
        var times: [Double] = []
        var sent = 0.0
        bag.insert(relay => bound.rx.label)
        bag.insert(
            relay => { text in
                guard let time = Double(text) else { return }
                sent = time
                times.append(Clock.now - time)
            })
        let window = Window("Latency")
        window.child = Box(.vertical, [bound, plain])
        window.present()
        Plain.label = plain.opaque
        DispatchQueue.global().async {
            for _ in 1...count {
                usleep(.random(in: 500...3_500))
                relay.accept("\(Clock.now)")
                usleep(.random(in: 500...3_500))
                let box = Unmanaged.passRetained(Plain(Clock.now)).toOpaque()
                g_idle_add({ Plain.show($0) }, box)
            }
        }
        await until { times.count == count && Plain.times.count == count }
        precondition(bound.properties.label == "\(sent)", "the label does not show what was set last")
        let name = "a label shows what another thread sets; by `g_idle_add`"
        table.add("\(name): median", times.median, beside: Plain.times.median, bar: 0.1)
        table.add("\(name): 99 %", times.quantile(0.99), beside: Plain.times.quantile(0.99), bar: 9)
        table.add("\(name): longest", times.quantile(1), beside: Plain.times.quantile(1))
        window.destroy()
    }

    /// The closure that the loop calls in the measurement without the library.
    private final class Plain {
        nonisolated(unsafe) static var label: OpaquePointer?
        nonisolated(unsafe) static var times: [Double] = []
        private let time: Double

        init(_ time: Double) { self.time = time }

        static func show(_ data: gpointer?) -> gboolean {
            let time = Unmanaged<Plain>.fromOpaque(data!).takeRetainedValue().time
            gtk_label_set_text(label, "\(time)")
            times.append(Clock.now - time)
            return 0
        }
    }
}
