import Binding
import BindingTesting
import TestSupport
import Testing
import Unidirectional
import ViewModels

@testable import ConsoleBinding

@Suite("Repository form")
@MainActor
struct RepositoryFormTests {
    private let scheduler = TestScheduler()
    private let stream: RepositoryStream
    private let form: RepositoryForm
    private let user: KeyboardUser

    init() {
        stream = RepositoryStream(service: LocalRepositories(scheduler: scheduler), scheduler: scheduler)
        form = RepositoryForm(stream: stream)
        user = KeyboardUser(form: form)
    }

    private func press(_ keys: Key...) {
        keys.forEach(user.press)
    }

    private func frame(columns: Int = 70, rows: Int = 16) -> Frame {
        let size = WindowSize(columns: columns, rows: rows)
        return FormLayout.frame(of: form.content, focus: user.focusedControl, in: size)
    }

    /// The rows of the form that contain the results.
    private var results: [String] {
        frame().text.split(separator: "\n").dropFirst(6).prefix(6).map(String.init)
    }

    @Test("Tab goes through the controls that are enabled and around; Escape means nothing")
    func tabs() {
        var visited: [String?] = []
        for _ in 0..<5 {
            visited.append(user.focusedControl)
            press(.tab, .escape)
        }
        expectEqual(visited, ["search", "order", "hide", "quit", "search"])
        expectEqual(form.allControls.map(\.name), ["search", "order", "hide", "retry", "quit"])
        #expect(!form.isDismissed)
    }

    @Test("A search is typed, found, ordered and thinned out, and the form left, with keys alone")
    func search() {
        press(.text("jsn"), .backspace, .text("on"))
        scheduler.advance(by: 900)
        #expect(
            results == [
                "│               dogwood/json-schema        5400 ★ TypeScript         │",
                "│               acorn/swift-json            840 ★ Swift              │",
                "│               acorn/json-diff             760 ★ Go · archived      │",
                "│                                                                    │",
                "│                                                                    │",
                "│                                                                    │",
            ])
        press(.tab, .right)
        #expect(results[0].contains("acorn/json-diff"))
        press(.tab, .text(" "))
        #expect(results[0].contains("acorn/swift-json"))
        #expect(frame().text.contains("[x] Hide what is archived   1 hidden"))
        press(.tab, .enter)
        #expect(form.isDismissed)
    }

    @Test("More than there is room for is cut, with a word how much more there is")
    func cut() {
        press(.text("n"))
        scheduler.advance(by: 900)
        #expect(frame().text.contains("10 found"))
        #expect(results[5].contains("… and 5 more"))
    }

    @Test("A search that fails enables the button, which has the focus until the search that it repeats has succeeded")
    func retry() {
        press(.text("tree1"))
        scheduler.advance(by: 900)
        #expect(results[0] == "│               ✗ the service is busy                      [ Retry ] │")
        press(.up, .up, .enter)
        expectEqual(user.focusedControl, "retry")
        expectEqual(results[0], "│ ›                                                        (›Retry‹) │")
        #expect(frame().text.contains("searching…"))
        press(.enter)
        scheduler.advance(by: 600)
        expectEqual(user.focusedControl, "search")
        expectEqual(results[0], "│               birch/tree-walker            97 ★ Rust               │")
        #expect(frame().text.contains("1 found"))
        expectEqual(frame().cursor?.row, 2)
        // Typing now starts the next search.
        press(.text("x"))
        #expect(frame().text.contains("[tree1x"))
    }

    @Test("A search that fails again leaves the focus at the button that repeats it")
    func retryTwice() {
        press(.text("tree2"))
        scheduler.advance(by: 900)
        press(.up, .up, .enter)
        scheduler.advance(by: 600)
        expectEqual(user.focusedControl, "retry")
        expectEqual(results[0], "│ ›             ✗ the service is busy                      [›Retry‹] │")
        press(.enter)
        scheduler.advance(by: 600)
        expectEqual(user.focusedControl, "search")
        #expect(!frame().text.contains("Retry"))
    }

    @Test("A button that is hidden is passed over, also by the key that moved to it before")
    func hiddenButton() {
        press(.backTab, .backTab)
        expectEqual(user.focusedControl, "hide")
        press(.tab)
        expectEqual(user.focusedControl, "quit")
        expectEqual(form.reachableControls.map(\.name), ["search", "order", "hide", "quit"])
        press(.backTab, .backTab, .backTab, .text("fail"))
        scheduler.advance(by: 900)
        expectEqual(form.reachableControls.map(\.name), ["search", "order", "hide", "retry", "quit"])
    }

    @Test("What is said beside the field is faint, and no longer so when a search has failed")
    func voice() {
        let style = { frame().lines[2].spans.first { $0.text.hasPrefix("such as") || $0.text == "✗ failed" }?.style }
        expectEqual(style(), .faint)
        press(.text("fail"))
        scheduler.advance(by: 900)
        expectEqual(style(), .bad)
    }

    @Test("What was found before is faint while the next search is under way")
    func outdated() {
        let style = { frame().lines[6].spans.first { $0.text.contains("tree-walker") }?.style }
        press(.text("tree"))
        scheduler.advance(by: 900)
        expectEqual(style(), .plain)
        press(.text("-w"))
        scheduler.advance(by: 300)
        expectEqual(style(), .faint)
        scheduler.advance(by: 600)
        expectEqual(style(), .plain)
    }

    @Test("What both sides may change is the stream's at the start, and follows whoever changes it")
    func bothWays() {
        #expect(frame().text.contains("(stars)  name"))
        stream.input.order.accept("name")
        #expect(frame().text.contains(" stars  (name)"))
        press(.tab, .home)
        expectEqual(stream.input.order.value, "stars")
        stream.input.order.accept("nonsense")
        expectEqual(stream.input.order.value, "stars")
        press(.tab, .text(" "))
        #expect(stream.input.hidesArchived.value)
        stream.input.hidesArchived.accept(false)
        #expect(frame().text.contains("[ ] Hide"))
    }

    @Test("The form says when something that shows has changed")
    func changes() {
        var count = 0
        form.onChange = { count += 1 }
        press(.text("t"))
        #expect(count > 0)
        for time in [300, 600] {
            count = 0
            scheduler.advance(by: time)
            #expect(count > 0)
        }
        count = 0
        press(.backTab, .enter)
        #expect(count > 0)
    }

    @Test("All rows are equally wide, whatever is found; 70 × 16 cells are enough", arguments: [70, 76, 100])
    func width(columns: Int) {
        for text in ["swift", "分", "fail"] {
            press(.eraseToStart, .text(text))
            scheduler.advance(by: 900)
            let frame = frame(columns: columns)
            expectEqual(frame.lines.count, 16)
            for line in frame.lines { expectEqual(line.width, columns, "\(line.text)") }
        }
        #expect(frame(columns: columns, rows: 15).text.contains("the form needs 70 × 16."))
    }

    @Test("The form is released with its stream, bindings and all")
    func release() {
        weak var weakStream: RepositoryStream?
        weak var weakForm: RepositoryForm?
        do {
            let service = LocalRepositories(scheduler: scheduler)
            let stream = RepositoryStream(service: service, scheduler: scheduler)
            let form = RepositoryForm(stream: stream)
            weakStream = stream
            weakForm = form
            #expect(form.work == nil)
        }
        #expect(weakForm == nil)
        #expect(weakStream == nil)
    }
}

@Suite("Repositories")
struct RepositoryTests {
    private let repositories = [
        Repository(name: "b/x", language: "Swift", stars: 7), Repository(name: "c/x", language: "Swift", stars: 70),
        Repository(name: "a/x", language: "Swift", stars: 7),
    ]

    @Test("Ordered by stars, most come first and the same number goes by name; ordered by name, it is the name alone")
    func order() {
        expectEqual(repositories.sorted(by: RepositoryOrder.stars.isInOrder).map(\.name), ["c/x", "a/x", "b/x"])
        expectEqual(repositories.sorted(by: RepositoryOrder.name.isInOrder).map(\.name), ["a/x", "b/x", "c/x"])
    }

    @Test("The local ones are found by part of their names, and fail for the same queries as members do")
    func local() {
        let scheduler = TestScheduler()
        let service = LocalRepositories(scheduler: scheduler)
        let found = scheduler.createObserver([Repository].self)
        let bag = DisposeBag()
        for query in ["TREE", "fail", "tree1"] { service.search(query).subscribe(found).disposed(by: bag) }
        scheduler.advance(by: 600)
        let tree = Repository(name: "birch/tree-walker", language: "Rust", stars: 97)
        #expect(
            found.events == [
                .next(600, [tree]), .completed(600), .error(600, ServiceError.noAnswer(from: "service")),
                .error(600, ServiceError.busy("service")),
            ])
    }
}
