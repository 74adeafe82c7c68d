import Binding
import BindingControls
import BindingOperators
import Observation
import TestSupport
import Testing

// The examples of Documentation/ComingFromSwiftUI.md, see DocumentationTests, and the code of its tables, see ComparisonsTests. What
// that has of forms, lists and stores stands in the tests of their own documents.

// EXAMPLE: from SwiftUI, view model and view

// EXAMPLE: from SwiftUI, observed model

/// A model on no actor.
@Observable
private final class Score: @unchecked Sendable {
    var points = 1
}

@MainActor
private final class CardModel {
    struct Address: Equatable {
        var city = ""
    }

    @Mutable var note = ""
    @Mutable var name = "Ada"
    @Mutable var age = 36
    @Mutable var address = Address()
    @Mutable var query = ""
    @Bindable var id = 1
    @Bindable var title = "Countess"
    @Bindable var isOpen = false
    @ViewAction var notify: (String) -> Void
    let confirm = Interaction<String, Bool>()

    private(set) lazy var save = Command(of: self) { me in
        if try await me.confirm.ask("Save?") { me.notify("saved \(me.name)") }
    }
    var heading: String { "\(title) \(name.uppercased())" }
    @Derived({ (model: CardModel) in model.heading.count }) var width: Int
}

@MainActor
private final class Panel: ReactiveCompatible {
    var isVisible = true
}

@MainActor
@Suite("Coming from SwiftUI and Observation")
struct ComingFromSwiftUITests {
    private let print = Printer()
    private let bag = DisposeBag()
    private let model = CardModel()
    private let field = TextField()
    private let label = Label()

    @Test("A view")
    func view() throws {
        // EXAMPLE: from SwiftUI, use
        #expect(try print.lines == Example.named("from SwiftUI, use").output)
    }

    @Test("An observed model")
    func observed() async throws {
        // EXAMPLE: from SwiftUI, observed model in use
        #expect(try print.lines == Example.named("from SwiftUI, observed model in use").output)
    }

    @Test("State")
    func state() async throws {
        let note: BehaviorRelay<String> = model.$note
        let city = TextField()
        var (queries, headings, widths): ([String], [String], [Int]) = ([], [], [])
        let answers = Recorder<String>()
        bag.insert {
            note <=> field.rx.text
            model.$address.city <=> city.rx.text
            model.$query => { queries.append($0) }
            model.$id.asObservable().flatMapLatest { id in Observable.async { "answer \(id)" } }.subscribe(answers)
            Driver.derived { model.heading } => { headings.append($0) }
            model.$width => { widths.append($0) }
        }
        field.type("urgent")
        city.type("London")
        model.query = "a"
        #expect(model.note == "urgent" && model.address.city == "London")
        batch {
            model.title = "Admiral"
            model.name = "Grace"
        }
        model.name = "GRACE"
        #expect(queries == ["", "a"] && headings == ["Countess ADA", "Admiral GRACE"] && widths == [12, 13])
        await eventually { answers.elements == ["answer 1"] }
        model.id = 2
        await eventually { answers.elements == ["answer 1", "answer 2"] }
    }

    @Test("Views")
    func views() {
        let panel = Panel()
        bag.insert {
            model.$title => label.rx.text
            model.$name <=> field.rx.text
            model.$isOpen => panel.rx.isVisible
        }
        field.type("Grace")
        #expect(label.text == "Countess" && model.name == "Grace" && !panel.isVisible)
    }

    @Test("What cannot be read stays")
    func number() {
        bag.insert(model.$age <=> field.rx.text.converted(by: .integer))
        field.type("37")
        field.type("many")
        #expect(model.age == 37 && field.text == "many")
    }

    @Test("A pause")
    func pause() {
        bag.insert(model.$query <=> field.rx.text.delayed(.milliseconds(300)))
        field.type("a")
        #expect(model.query == "")
    }

    @Test("Actions and questions")
    func actions() async {
        let button = Button()
        var notices: [String] = []
        var presses = 0
        bag.insert {
            button.rx.tap => { presses += 1 }
            button.rx.tap => model.save
            model.save.isEnabled => button.rx.isEnabled
            model.confirm.answer { question in question == "Save?" }
            model.$notify => { notices.append($0) }
        }
        button.press()
        #expect(presses == 1)
        await eventually { notices == ["saved Ada"] }
    }

    @Test("Observation")
    func observation() async throws {
        let score = Score()
        let points = Recorder<Int>()
        bag.insert(Observable.tracking { score.points }.subscribe(points))
        score.points = 2
        await eventually { points.elements == [1, 2] }
        for await title in model.$title.values {
            #expect(title == "Countess")
            break
        }
        let model = Player()
        let titles = Driver.tracking { model.title }.values
        for await title in titles {
            #expect(title == "Intro")
            break
        }
    }
}
