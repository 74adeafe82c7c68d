import Binding
import BindingGTK
import BindingInspector
import Foundation
import Testing

/// What the inspector says of a window.
@MainActor @Suite struct InspectorAnswersTests {
    @Test func eachKindOfAnswerForAWindow() async {
        // In a process of its own: other tests of this one make bindings, too.
        await #expect(processExitsWith: .success) {
            await MainActor.run {
                let inspector = BindingInspector.shared
                inspector.start()
                let window = InspectedWindow(InspectedViewModel())
                window.name.properties.text = "ada"
                window.name.properties.text = "eve"
                window.viewModel.visits = 2
                let costs = inspector.costs.map { cost in
                    "\(cost.name): \(cost.count), \(cost.equalCount) equal\(cost.isUnused ? ", unused" : "")"
                }
                let trace = try? JSONSerialization.jsonObject(with: Data(inspector.traceEvents.utf8)) as? [String: Any]
                let events = trace?["traceEvents"] as? [[String: Any]] ?? []
                let timeline = events.filter { $0["ph"] as? String == "X" }.map { event in
                    "\(event["tid"] as? Int ?? 0) \(event["cat"] as? String ?? ""): \(event["name"] as? String ?? "")"
                }
                let said = [
                    inspector.why(window.greeting.rx.label).description,
                    inspector.whyNot(window.greet.rx.sensitive).description, inspector.graph.description,
                    inspector.log().map(\.description).joined(separator: "\n"), costs.sorted().joined(separator: "\n"),
                    timeline.joined(separator: "\n"),
                ].joined(separator: "\n\n")
                #expect(
                    said == """
                        InspectedWindow.greeting.label shows "Hello, eve!":
                          "eve" was entered in InspectedWindow.name.text
                          → InspectedViewModel.name (InspectedProgram.swift:10) = "eve"
                          → map: "Hello, eve!"
                          → InspectedWindow.greeting.label = "Hello, eve!" (InspectedProgram.swift:30)

                        InspectedWindow.greet.sensitive shows true.
                        InspectedViewModel.name (InspectedProgram.swift:10) → map (InspectedProgram.swift:31): true has come, and nothing since

                        InspectedViewModel.name (InspectedProgram.swift:10) = "eve"
                          <=> (InspectedProgram.swift:28)
                            InspectedWindow.name.text = "eve"
                          map
                            => (InspectedProgram.swift:30)
                              InspectedWindow.greeting.label = "Hello, eve!"
                          map
                            => (InspectedProgram.swift:31)
                              InspectedWindow.greet.sensitive = true
                        InspectedViewModel.password (InspectedProgram.swift:12) = •••
                          <=> (InspectedProgram.swift:29)
                            InspectedWindow.password.text = •••
                        catch
                          an observer (InspectedProgram.swift:32)

                        <=> (InspectedProgram.swift:28)
                        <=> (InspectedProgram.swift:29)
                        InspectedViewModel.name (InspectedProgram.swift:10) is "" from the start
                          map: "Who are you?"
                            => (InspectedProgram.swift:30)
                              InspectedWindow.greeting.label = "Who are you?"
                        InspectedViewModel.name (InspectedProgram.swift:10) is "" from the start
                          map: false
                            => (InspectedProgram.swift:31)
                              InspectedWindow.greet.sensitive = false
                        "ada" was entered in InspectedWindow.name.text
                          InspectedViewModel.name (InspectedProgram.swift:10) = "ada"
                            map: "Hello, ada!"
                              => (InspectedProgram.swift:30)
                                InspectedWindow.greeting.label = "Hello, ada!"
                            map: true
                              => (InspectedProgram.swift:31)
                                InspectedWindow.greet.sensitive = true
                        "eve" was entered in InspectedWindow.name.text
                          InspectedViewModel.name (InspectedProgram.swift:10) = "eve"
                            map: "Hello, eve!"
                              => (InspectedProgram.swift:30)
                                InspectedWindow.greeting.label = "Hello, eve!"
                            map: true
                              => (InspectedProgram.swift:31)
                                InspectedWindow.greet.sensitive = true
                        InspectedViewModel.visits (InspectedProgram.swift:13) = 2

                        <=> (InspectedProgram.swift:28): 1, 0 equal
                        <=> (InspectedProgram.swift:29): 1, 0 equal
                        InspectedViewModel.name (InspectedProgram.swift:10): 2, 0 equal
                        InspectedViewModel.visits (InspectedProgram.swift:13): 1, 0 equal, unused
                        InspectedWindow.greet.sensitive: 3, 1 equal
                        InspectedWindow.greeting.label: 3, 0 equal
                        InspectedWindow.name.text: 2, 0 equal
                        an observer (InspectedProgram.swift:30): 3, 0 equal
                        an observer (InspectedProgram.swift:31): 3, 1 equal
                        map: 3, 0 equal
                        map: 3, 0 equal

                        1 received: <=> (InspectedProgram.swift:28)
                        1 received: <=> (InspectedProgram.swift:29)
                        1 initial: map: "Who are you?"
                        1 received: => (InspectedProgram.swift:30)
                        1 shown: InspectedWindow.greeting.label = "Who are you?"
                        1 initial: map: false
                        1 received: => (InspectedProgram.swift:31)
                        1 shown: InspectedWindow.greet.sensitive = false
                        1 edited: "ada" was entered in InspectedWindow.name.text
                        1 sent: InspectedViewModel.name (InspectedProgram.swift:10) = "ada"
                        1 received: map: "Hello, ada!"
                        1 received: => (InspectedProgram.swift:30)
                        1 shown: InspectedWindow.greeting.label = "Hello, ada!"
                        1 received: map: true
                        1 received: => (InspectedProgram.swift:31)
                        1 shown: InspectedWindow.greet.sensitive = true
                        1 edited: "eve" was entered in InspectedWindow.name.text
                        1 sent: InspectedViewModel.name (InspectedProgram.swift:10) = "eve"
                        1 received: map: "Hello, eve!"
                        1 received: => (InspectedProgram.swift:30)
                        1 shown: InspectedWindow.greeting.label = "Hello, eve!"
                        1 received: map: true
                        1 received: => (InspectedProgram.swift:31)
                        1 shown: InspectedWindow.greet.sensitive = true
                        1 sent: InspectedViewModel.visits (InspectedProgram.swift:13) = 2
                        """)
                window.destroy()
            }
        }
    }
}
