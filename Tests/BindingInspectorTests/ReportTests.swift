import BindingOperators
import Foundation
import OperatorCatalog
import Testing

@testable import Binding
@testable import BindingInspector

extension InspectorTests {
    @Suite
    struct ReportTests {
        @Test
        func `the graph shows what is bound to what`() async {
            await #expect(processExitsWith: .success) { @MainActor in
                withForm { form in
                    form.nameField.type("hanna")
                    #expect(
                        inspector.graph.description == """
                            SignUpViewModel.userName (SignUpForm.swift:9) = "hanna"
                              <=> (SignUpForm.swift:33)
                                SignUpForm.nameField.text = "hanna"
                              map
                                map
                                  => (SignUpForm.swift:35)
                                    SignUpForm.greeting.text = "Hello HANNA"
                              filter
                                => (SignUpForm.swift:37)
                                  SignUpForm.message.text = "hanna"
                              a derived value (SignUpForm.swift:15) = "hanna, 0"
                                => (SignUpForm.swift:38)
                                  SignUpForm.summary.text = "hanna, 0"
                            SignUpViewModel.password (SignUpForm.swift:11) = •••
                              <=> (SignUpForm.swift:34)
                                SignUpForm.passwordField.text = •••
                            SignUpViewModel.age (SignUpForm.swift:10) = 0
                              a derived value (SignUpForm.swift:15) = "hanna, 0" …
                              combineLatest
                                map
                                  => (SignUpForm.swift:39)
                                    SignUpForm.both.text = "new 0"
                            SignUpViewModel.status (SignUpForm.swift:12) = "new"
                              combineLatest …
                            SignUpViewModel.alert (SignUpForm.swift:13)
                              => (SignUpForm.swift:40)
                                SignUpForm.alert.text
                            """)
                }
            }
        }

        @Test
        func `the graph is written for Mermaid and Graphviz`() async {
            await #expect(processExitsWith: .success) { @MainActor in
                let graph = BindingGraph(
                    vertices: [
                        .init(
                            id: 0, kind: .source, name: "Model.a", place: "Model.swift:1", value: "\"<b>\"", count: 1),
                        .init(id: 1, kind: .control, name: "Label.text", place: nil, value: nil, count: 0),
                    ],
                    edges: [(0, 1)])
                #expect(
                    graph.mermaid == """
                        flowchart LR
                            n0["Model.a (Model.swift:1) = #quot;#lt;b#gt;#quot;"]
                            n1[["Label.text"]]
                            n0 --> n1

                        """)
                #expect(
                    graph.dot == #"""
                        digraph bindings {
                            rankdir=LR;
                            n0 [shape=box, label="Model.a (Model.swift:1) = \"<b>\""];
                            n1 [shape=component, label="Label.text"];
                            n0 -> n1;
                        }

                        """#)
            }
        }

        @Test
        func `costs tell how often a value was the same as before, and what nothing uses`() async {
            await #expect(processExitsWith: .success) { @MainActor in
                withForm { form in
                    for _ in 0..<3 { form.viewModel.status = "same" }
                    let costs = inspector.costs
                    let status = costs.first { $0.name == "SignUpViewModel.status (SignUpForm.swift:12)" }
                    #expect(status?.count == 3)
                    #expect(status?.equalCount == 2)
                    #expect(status?.isUnused == false)
                    let unused = BehaviorRelay(value: 0)
                    unused.accept(1)
                    #expect(inspector.costs.first { $0.name == "BehaviorRelay<Int>" }?.isUnused == true)
                }
            }
        }

        @Test
        func `a long change of the main actor is told`() async {
            await #expect(processExitsWith: .success) { @MainActor in
                withForm { form in
                    let binding = form.viewModel.$age.asDriver().drive(onNext: { _ in usleep(30_000) })
                    form.viewModel.age = 7
                    #expect(inspector.longChanges.last?.text == "SignUpViewModel.age (SignUpForm.swift:10) = 7")
                    binding.dispose()
                }
            }
        }

        @Test
        func `trace events are as the format has them`() async {
            await #expect(processExitsWith: .success) { @MainActor in
                let progress = BehaviorRelay(value: 0)
                inspector.start()
                let label = Label()
                let binding = progress.asDriver() => label.rx.number
                await Task.detached { progress.accept(41) }.value
                while label.number != 41 { await Task.yield() }
                let data = Data(inspector.traceEvents.utf8)
                let trace = try #require(try JSONSerialization.jsonObject(with: data) as? [String: Any])
                let events = try #require(trace["traceEvents"] as? [[String: Any]])
                for event in events {
                    #expect(event["name"] is String && event["pid"] is Int && event["tid"] is Int)
                    switch event["ph"] as? String {
                    case "M": #expect((event["args"] as? [String: Any])?["name"] is String)
                    case "X": #expect(event["ts"] is NSNumber && event["dur"] is NSNumber)
                    case "s", "f": #expect(event["id"] is NSNumber && event["ts"] is NSNumber)
                    default: Issue.record("There is no such phase: \(event)")
                    }
                }
                // The thread's value is shown on the main actor: an arrow leads there.
                #expect(events.contains { $0["ph"] as? String == "f" && $0["tid"] as? Int == 1 })
                #expect(events.contains { $0["name"] as? String == "Label.number = 41" && $0["tid"] as? Int == 1 })
                binding.dispose()
            }
        }

        @Test
        func `a flood fills the ring and no more`() async {
            await #expect(processExitsWith: .success) { @MainActor in
                let small = BindingInspector(capacity: 1_000)
                let node = small.node(of: "text", of: inspector, isSecret: false)
                for number in 0..<1_000_000 {
                    let event = small.begin(
                        InspectedEvent(
                            kind: .shown, node: node, value: .integer(number), cause: 0, thread: 0, number: 0))
                    small.end(event)
                }
                let events = small.withRecording { $0.ring.events(from: 0).map(\.value) }
                #expect(events == (999_000..<1_000_000).map { .integer($0) })
            }
        }

        @Test
        func `sources and bindings that come and go leave nothing behind`() async {
            await #expect(processExitsWith: .success) { @MainActor in
                inspector.start()
                for _ in 0..<20_000 {
                    let label = Label()
                    let relay = BehaviorRelay(value: 0)
                    (relay.asDriver().map { $0 + 1 } => label.rx.number).dispose()
                }
                #expect(inspector.withRecording { $0.nodes.count } < 30_000)
                #expect(inspector.withRecording { $0.live.count } < 1_000)
            }
        }

        @Test(arguments: [".html", ".json", ".mmd", ".dot", ".txt"])
        func `a report is written`(_ ending: String) async {
            await #expect(processExitsWith: .success) { [ending] in
                try await MainActor.run {
                    let file = FileManager.default.temporaryDirectory.appending(path: "bindings-\(getpid())\(ending)")
                    defer { try? FileManager.default.removeItem(at: file) }
                    let form = SignUpForm()
                    form.nameField.type("jane")
                    try inspector.write(to: file.path)
                    let text = try String(contentsOf: file, encoding: .utf8)
                    #expect(text.contains("SignUpForm.greeting.text") && text.contains("Hello JANE"))
                    form.disposeBag.dispose()
                }
            }
        }

        @Test(arguments: [".txt", ".html"])
        func `a report notes what has kept values away, and which controls several bindings set`(
            _ ending: String
        ) async {
            await #expect(processExitsWith: .success) { [ending] in
                try await MainActor.run {
                    let file = FileManager.default.temporaryDirectory.appending(path: "bindings-\(getpid())\(ending)")
                    defer { try? FileManager.default.removeItem(at: file) }
                    let form = SignUpForm()
                    func report() throws -> String {
                        try inspector.write(to: file.path)
                        return try String(contentsOf: file, encoding: .utf8)
                    }
                    form.viewModel.userName = "claire"
                    #expect(try !report().contains("Set by several bindings"))
                    let other = form.viewModel.$status => form.greeting.rx.text
                    let both = try report()
                    for text in [
                        "Set by several bindings", "SignUpForm.greeting.text:",
                        "  SignUpForm.swift:35: SignUpViewModel.userName (SignUpForm.swift:9) → map → map",
                        "  SignUpViewModel.status (SignUpForm.swift:12)",
                    ] {
                        #expect(both.contains(text))
                    }
                    other.dispose()
                    form.disposeBag.dispose()
                    // As at the end of a program.
                    #expect(try !report().contains("disposed of"))
                    let kept = form.viewModel.$userName => form.summary.rx.text
                    defer { kept.dispose() }
                    form.viewModel.userName = "grace"
                    let missed = try report()
                    for text in [
                        "What has kept values away",
                        "SignUpForm.greeting.text: SignUpForm.swift:35: it has been disposed of, ",
                        "and has missed SignUpViewModel.userName (SignUpForm.swift:9) = ",
                    ] {
                        #expect(missed.contains(text))
                    }
                }
            }
        }

        @Test
        func `properties that cannot be told apart are not noted as one that several bindings set`() async {
            await #expect(processExitsWith: .success) { @MainActor in
                inspector.start()
                let (first, second) = (BehaviorRelay(value: 1), BehaviorRelay(value: 2))
                let meter = Meter()
                // In an optimized build both are known by their type alone, and these here by a function in any build.
                let bag = DisposeBag { first.asDriver() => meter.rx.level }
                bag.insert(second.asDriver() => meter.rx.part)
                @MainActor func twice(_ relay: BehaviorRelay<Int>) {
                    bag.insert(relay.asDriver() => Binder(meter) { $0.level = $1 })
                    bag.insert(relay.asDriver() => Binder(meter) { $0.part = $1 })
                }
                twice(first)
                #expect(inspector.withRecording { $0.reportNotes }.isEmpty)
                bag.insert(second.asDriver() => Binder(meter, property: "level") { $0.level = $1 })
                bag.insert(second.asDriver() => Binder(meter, property: "level") { $0.level = $1 })
                #expect(inspector.withRecording { $0.reportNotes }.map(\.title) == ["Set by several bindings"])
            }
        }

        @Test
        func `a report has a name that says of which kind it is`() async {
            await #expect(processExitsWith: .success) { @MainActor in
                let error = #expect(throws: ReportError.self) { try inspector.write(to: "report.pdf") }
                #expect(
                    error?.description
                        == "Binding: error: there is no report of the kind of 'report.pdf': name it .html, .json, .mmd, .dot or .txt."
                )
                let other = #expect(throws: ReportError.self) { try inspector.write(to: "/nowhere/report.txt") }
                #expect(
                    other?.description
                        == "Binding: error: the report '/nowhere/report.txt' could not be written: No such file or directory."
                )
            }
        }

        @Test
        func `each operator that changes or keeps values has its name`() async {
            await #expect(processExitsWith: .success) { @MainActor in
                // Those that pass values on as they are have none.
                let passing: Set = ["concat", "conflate", "share", "observe", "subscribe", "retry", "debug", "publish"]
                // Members of a family share the name of one of them.
                let families = [
                    "flatMapLatest": "flatMap", "flatMapFirst": "flatMap", "concatMap": "flatMap", "asDriver": "catch",
                ]
                for entry in Operators<DriverSharing>().all where !entry.makesSequences {
                    guard let use = entry.uses.first else { continue }
                    let name = String(entry.name.prefix { $0.isLetter })
                    if passing.contains(name) { continue }
                    inspector.withRecording { $0 = Recording(capacity: 1_000) }
                    inspector.start()
                    let source = PublishRelay<Int>()
                    let binding = use(source.asObservable()).subscribe { _ in }
                    let names = inspector.withRecording { $0.described.compactMap(\.operatorName) }
                    let isMerge = name == "merge" && names.contains("flatMap")
                    #expect(names.contains(families[name] ?? name) || isMerge, "\(entry.name): \(names)")
                    binding.dispose()
                }
            }
        }
    }
}

@MainActor
private func withForm(_ body: (SignUpForm) -> Void) {
    let form = SignUpForm()
    body(form)
    form.disposeBag.dispose()
}
