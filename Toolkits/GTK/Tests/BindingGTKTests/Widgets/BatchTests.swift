import Binding
import BindingCollections
import BindingGTK
import BindingOperators
import CGTK
import Testing

/// C44: what widgets are told of a batch.
@MainActor @Suite struct BatchTests {
    private let price = BehaviorRelay(value: 10)
    private let quantity = BehaviorRelay(value: 2)
    private let bag = DisposeBag()

    /// Counts how often GTK is told that a property has another value.
    private func changes(of property: String, _ object: GObject) -> () -> Int {
        var count = 0
        object.connect("notify::\(property)") { _ in count += 1 }
        return { count }
    }

    @Test func aLabelIsWrittenToOnce() {
        let total = DerivedValue { price.value * quantity.value }
        let (plain, derived, combined) = (Label(), Label(), Label())
        bag.insert {
            price.asDriver().map { "\($0)" } => plain.rx.label
            Driver.derived { "\(total.value)" } => derived.rx.label
            Driver.combineLatest(price.asDriver(), quantity.asDriver()) { "\($0) × \($1)" } => combined.rx.label
        }
        let counts = [plain, derived, combined].map { changes(of: "label", $0) }
        batch {
            for next in 11...20 { price.accept(next) }
            quantity.accept(3)
            #expect(counts.map { $0() } == [0, 0, 0])
        }
        #expect(counts.map { $0() } == [1, 1, 1])
        #expect([plain, derived, combined].map(\.properties.label) == ["20", "60", "20 × 3"])
    }

    @Test func aFieldIsWrittenToOnceAndWhatIsTypedArrives() {
        let name = BehaviorRelay(value: "")
        let entry = Entry()
        bag.insert { name <=> entry.rx.text }
        let count = changes(of: "text", entry)
        batch {
            for letters in ["A", "Ad", "Ada"] { name.accept(letters) }
            #expect(gtk_editable_get_text(entry.opaque).map { String(cString: $0) } == "")
        }
        #expect(count() == 1)
        gtk_editable_set_text(entry.opaque, "Grace")
        #expect(name.value == "Grace")
    }

    @Test func aListIsUpdatedOnce() {
        let rows = BehaviorRelay<TreeArray<Person>>(value: [Person(1, "Grace"), Person(2, "Ada")])
        let probe = ListProbe(
            ListView<Person, Label> {
                Label()
            } show: { label, person in
                label.properties.label = person.name
            })
        bag.insert(rows.updates() => probe.list.rx.rows)
        _ = probe.takeChanges()
        batch {
            rows.modify { $0.append(Person(3, "Edsger")) }
            rows.modify { $0.append(Person(4, "Barbara")) }
            rows.modify { _ = $0.removeFirst() }
        }
        #expect(probe.rows.map(\.name) == ["Ada", "Edsger", "Barbara"])
        // What has been appended, and what has been removed.
        #expect(probe.takeChanges().count <= 2)
    }
}
