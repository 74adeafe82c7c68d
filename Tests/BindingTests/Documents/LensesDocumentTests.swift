import Binding
import BindingOperators
import TestSupport
import Testing

// The examples of Documentation/Lenses.md; see DocumentationTests.

// EXAMPLE: lenses, view model and view
struct Contact: Equatable {
    struct Address: Equatable {
        var city = ""
    }

    var name = ""
    var nickname: String?
    var address = Address()
}

@MainActor final class ContactViewModel {
    @Mutable var contact = Contact()
    @Bindable private(set) var results: [String] = []
}

@MainActor final class ContactView: BindingContext {
    let disposeBag = DisposeBag()
    let nameField = TextField()
    let cityField = TextField()
    let nicknameField = TextField()
    let length = Label()

    init(_ viewModel: ContactViewModel) {
        binding {
            viewModel.$contact.name <=> nameField.rx.text
            viewModel.$contact.address.city <=> cityField.rx.text  // a part of a part
            viewModel.$contact.nickname.or("") <=> nicknameField.rx.text  // a part that may be missing
            viewModel.$contact.name.count.map { "\($0) letters" } => length.rx.text  // what can only be read
        }
    }
}
// END

@Suite("Lenses, as the document has them")
@MainActor
struct LensesDocumentTests {
    let print = Printer()

    @Test("a view model and a view")
    func viewModelAndView() {
        let viewModel = ContactViewModel()
        let view = ContactView(viewModel)
        view.nameField.type("Ada")
        view.cityField.type("London")
        view.nicknameField.type("Countess")
        #expect(viewModel.contact == Contact(name: "Ada", nickname: "Countess", address: .init(city: "London")))
        #expect(view.length.text == "3 letters")
        #expect(viewModel.results.isEmpty)
        view.disposeBag.dispose()
    }

    @Test("a lens in code")
    func inCode() throws {
        // EXAMPLE: lenses, in code
        let contact = BehaviorRelay(value: Contact(name: "Ada"))
        let name = contact.name  // a Lens<String>
        let bag = DisposeBag()
        bag.insert(name => { print($0) })  // prints Ada
        name.value = "Grace"  // prints Grace
        contact.address.city.value = "New York"  // another part
        name.modify { $0 += " Hopper" }  // prints Grace Hopper
        print(contact.value.address.city)  // prints New York
        // END
        #expect(try print.lines == Example.named("lenses, in code").output)
    }

    @Test("an element")
    func element() throws {
        // EXAMPLE: lenses, element
        struct Row: Identifiable {
            let id: Int
            var title: String
        }
        let rows = BehaviorRelay(value: [Row(id: 1, title: "one"), Row(id: 2, title: "two")])
        if let row = rows.element(id: 2) {
            rows.modify { $0.reverse() }
            row.title.value = "deux"
            print(rows.value.map(\.title))  // prints ["deux", "one"]
            rows.modify { $0.removeAll() }
            row.title.value = "nowhere"
            print(row.value.title, rows.value.count)  // prints deux 0
        }
        // END
        #expect(try print.lines == Example.named("lenses, element").output)
    }

    @Test("a name that is taken")
    func keyPath() throws {
        // EXAMPLE: lenses, by key path
        struct Query {
            var filter = "all"
        }
        let query = BehaviorRelay(value: Query())
        print(query[\.filter].value)  // prints all
        // END
        #expect(try print.lines == Example.named("lenses, by key path").output)
    }
}
