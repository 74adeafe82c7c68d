import Binding
import BindingGTK
import BindingOperators
import Testing

@MainActor @Suite struct EntryTests {
    @Test func isBoundBothWays() async throws {
        let window = Window("x")
        let entry = Entry()
        window.child = entry
        window.present()
        let relay = BehaviorRelay(value: "first")
        let bag = DisposeBag()
        bag.insert(relay <=> entry.rx.text)
        #expect(entry.properties.text == "first")
        entry.properties.text = "second"
        #expect(relay.value == "second")
        try await Task.sleep(for: .milliseconds(50))
        window.destroy()
    }
}
