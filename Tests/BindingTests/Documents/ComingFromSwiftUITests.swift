import Binding
import BindingOperators
import Observation
import TestSupport
import Testing

// The examples of Documentation/ComingFromSwiftUI.md; see DocumentationTests.

// EXAMPLE: from SwiftUI, view model and view
@MainActor final class CartModel {
    @Mutable var note = ""
    @Bindable var count = 1
}

@MainActor final class CartView: BindingContext {
    let disposeBag = DisposeBag()
    let (note, pieces, more) = (TextField(), Label(), Button())

    init(_ model: CartModel) {
        binding {
            model.$note <=> note.rx.text
            model.$count.map { "\($0) pieces" } => pieces.rx.text
            model.$count.map { $0 < 10 } => more.rx.isEnabled
            more.rx.tap => { model.count += 1 }
        }
    }
}
// END

// EXAMPLE: from SwiftUI, observed model
@Observable @MainActor final class Player {
    var title = "Intro"
}
// END

@MainActor
@Suite("Coming from SwiftUI and Observation")
struct ComingFromSwiftUITests {
    private let print = Printer()

    @Test("A view")
    func view() throws {
        // EXAMPLE: from SwiftUI, use
        let model = CartModel()
        let view = CartView(model)
        view.more.press()
        view.note.type("no bag, please")
        print(view.pieces.text, "·", model.note)  // prints 2 pieces · no bag, please
        // END
        #expect(try print.lines == Example.named("from SwiftUI, use").output)
    }

    @Test("An observed model")
    func observed() async throws {
        // EXAMPLE: from SwiftUI, observed model in use
        let player = Player()
        let label = Label()
        let bag = DisposeBag()
        bag.insert(Driver.tracking { player.title } => label.rx.text)
        print(label.text)  // prints Intro
        player.title = "Verse"
        await eventually { label.text == "Verse" }  // in the next turn of the main actor
        print(label.text)  // prints Verse
        // END
        #expect(try print.lines == Example.named("from SwiftUI, observed model in use").output)
    }
}
