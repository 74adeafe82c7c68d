import Binding
import BindingCollections
import BindingOperators
import TestSupport
import Testing
import Unidirectional

// The examples of Documentation/Lists.md; see DocumentationTests.

// EXAMPLE: lists, view model and view
struct Song: Identifiable, Equatable {
    let id: Int
    var title: String
    var artist = ""
    var seconds = 180
    var isLiked = true
}

@MainActor final class LibraryViewModel {
    @Bindable private(set) var songs: TreeArray<Song> = []

    func add(_ title: String) { songs.append(Song(id: songs.count, title: title)) }

    func edit(_ id: Song.ID, _ change: (inout Song) -> Void) {
        if let place = songs.firstIndex(where: { $0.id == id }) { change(&songs[place]) }
    }
}

@MainActor final class LibraryView: BindingContext {
    let disposeBag = DisposeBag()
    let list = ListView()

    init(_ viewModel: LibraryViewModel) {
        binding {
            viewModel.$songs.updates()
                .filter(\.isLiked)
                .sorted(by: \.title)
                .map { ListView.Row(id: $0.id, text: $0.title) } => list.rx.rows
        }
    }
}
// END

// EXAMPLE: lists, control
/// What your toolkit has. It keeps a log of what it is told to do.
@MainActor final class ListView: ReactiveCompatible {
    struct Row: Identifiable, Equatable {
        let id: Int
        let text: String
    }

    private(set) var rows: [Row] = []
    private(set) var log: [String] = []

    func apply(_ update: ListUpdate<Row>) {
        switch update.change {
        case .reload:
            rows = Array(update.rows)
            log.append("all")
        case .edits(let edits):
            for edit in edits { perform(edit, update.rows) }
        }
    }

    private func perform(_ edit: ListEdit, _ new: TreeArray<Row>) {
        switch edit {
        case .remove(let places):
            rows.removeSubrange(places)
            log.append("remove \(places)")
        case .move(let from, let to):
            rows.insert(rows.remove(at: from), at: to)
            log.append("move \(from) to \(to)")
        case .insert(let places):
            rows.insert(contentsOf: new[places], at: places.lowerBound)
            log.append("insert \(places)")
        case .replace(let places):
            rows.replaceSubrange(places, with: new[places])
            log.append("replace \(places)")
        }
    }
}

extension Reactive where Base: ListView {
    var rows: Binder<ListUpdate<ListView.Row>> {
        Binder(base) { list, update in list.apply(update) }
    }
}
// END

// EXAMPLE: lists, list model
/// As GTK's `GListModel`: it has to hold the rows that it reports.
@MainActor final class ListModel: ReactiveCompatible {
    private(set) var rows: TreeArray<String> = []
    var itemsChanged: (_ position: Int, _ removed: Int, _ added: Int) -> Void = { _, _, _ in }

    func apply(_ update: ListUpdate<String>) {
        for step in update.steps(from: rows) {
            rows = step.rows
            itemsChanged(step.change.position, step.change.removed, step.change.added)
        }
    }
}

extension Reactive where Base: ListModel {
    var rows: Binder<ListUpdate<String>> {
        Binder(base) { model, update in model.apply(update) }
    }
}
// END

// EXAMPLE: lists, search
@MainActor final class SongSearchViewModel {
    @Bindable private(set) var songs: TreeArray<Song>
    @Mutable var query = ""
    @Bindable var order: SortOrder<Song> = .ascending(\.title)

    private(set) lazy var found = $songs.updates()
        .filter(by: $query.asDriver(), change: { $1.hasPrefix($0) ? .stricter : .any }) { song, query in
            song.title.hasPrefix(query)
        }
        .sorted(by: $order)
    private(set) lazy var length = found.sum(\.seconds).map { "\($0 / 60) minutes" }

    init(_ songs: TreeArray<Song>) { self.songs = songs }
}
// END

// EXAMPLE: lists, row model
/// What the view of one row is bound to.
@MainActor final class SongRow {
    @Bindable var song: Song
    @Bindable var isPlaying = false

    init(_ song: Song) { self.song = song }
}
// END

// EXAMPLE: lists, store
enum PlaylistFeature: ViewFeature {
    struct State: FeatureState {
        var title = ""
        var songs: TreeArray<Song> = []
    }

    enum Action: FeatureAction {
        case rename(String)
        case add(Song)
    }

    static let updater: Updater = { state, action in
        var state = state
        switch action {
        case .rename(let title): state.title = title
        case .add(let song): state.songs.append(song)
        }
        return state
    }
}
// END

@Suite("Lists, as the documents have them")
@MainActor
struct ListsDocumentTests {
    let print = Printer()

    @Test("a view model and a view")
    func viewModelAndView() throws {
        // EXAMPLE: lists, use
        let viewModel = LibraryViewModel()
        let view = LibraryView(viewModel)
        viewModel.add("Winter")
        viewModel.add("Spring")
        viewModel.edit(0) { $0.title = "Autumn" }
        viewModel.edit(1) { $0.isLiked = false }
        print(view.list.rows.map(\.text))  // prints ["Autumn"]
        print(view.list.log.prefix(3))  // prints ["all", "insert 0..<1", "insert 0..<1"]
        print(view.list.log.dropFirst(3))  // prints ["move 1 to 0", "replace 0..<1", "remove 1..<2"]
        // END
        #expect(try print.lines == Example.named("lists, use").output)
    }

    @Test("edits, applied and step by step")
    func edits() throws {
        // EXAMPLE: lists, edits
        let old = ["a", "b", "c", "d", "e", "f"]
        let update = ListUpdate(from: old, to: ["e", "x", "a", "c", "d"], by: \.self)
        if case .edits(let edits) = update.change {
            for edit in edits { print(edit) }
            // prints remove(Range(5..<6)), then remove(Range(1..<2)), then move(from: 3, to: 0), then insert(Range(1..<2))
        }
        print(old.applying(update))  // prints ["e", "x", "a", "c", "d"]
        // END
        #expect(try print.lines == Example.named("lists, edits").output)
    }

    @Test("a list model")
    func listModel() throws {
        // EXAMPLE: lists, list model in use
        let letters = BehaviorRelay<TreeArray<String>>(value: ["a", "b", "c"])
        let model = ListModel()
        model.itemsChanged = { print($0, $1, $2, model.rows.joined()) }
        let bag = DisposeBag()
        bag.insert(letters.updates(by: \.self) => model.rx.rows)  // prints 0 0 3 abc
        letters.modify { $0.append($0.remove(at: 0)) }  // prints 0 1 0 bc, then 2 0 1 bca
        letters.accept(["x", "a"])  // prints 0 2 0 a, then 0 0 1 xa
        // END
        #expect(try print.lines == Example.named("lists, list model in use").output)
    }

    @Test("a filter and an order that change, and aggregates")
    func search() throws {
        // EXAMPLE: lists, search in use
        let viewModel = SongSearchViewModel([
            Song(id: 1, title: "Spring", seconds: 600), Song(id: 2, title: "Summer", seconds: 660),
            Song(id: 3, title: "Autumn", seconds: 540),
        ])
        let bag = DisposeBag()
        bag.insert {
            viewModel.found => { update in print(update.rows.map(\.title)) }  // prints ["Autumn", "Spring", "Summer"]
            viewModel.length => { print($0) }  // prints 30 minutes
        }
        viewModel.order = .descending(\.seconds).then(.ascending(\.title))  // prints ["Summer", "Spring", "Autumn"]
        viewModel.query = "Su"  // prints ["Summer"], then 11 minutes
        // END
        #expect(try print.lines == Example.named("lists, search in use").output)
    }

    @Test("row models")
    func rowModels() throws {
        // EXAMPLE: lists, row model in use
        let songs = BehaviorRelay<TreeArray<Song>>(value: [Song(id: 1, title: "Spring"), Song(id: 2, title: "Winter")])
        let rows = songs.updates().map({ SongRow($0) }, updating: { row, song in row.song = song })
        var models: [SongRow] = []
        let bag = DisposeBag()
        bag.insert {
            rows.elements => { models = $0 }
            rows.filter(on: \.$isPlaying) => { print($0.rows.map(\.song.title)) }  // prints []
        }
        models[1].isPlaying = true  // prints ["Winter"]
        songs.modify { $0.swapAt(0, 1) }
        songs.modify { $0[0].title = "Winter, slow" }
        print(models[0].song.title, models[0].isPlaying)  // prints Winter, slow true
        songs.modify { _ = $0.remove(at: 0) }  // prints []
        // END
        #expect(try print.lines == Example.named("lists, row model in use").output)
    }

    @Test("sections")
    func sections() throws {
        // EXAMPLE: lists, sections
        let songs = BehaviorRelay<TreeArray<Song>>(value: [
            Song(id: 1, title: "Spring", artist: "Vivaldi"), Song(id: 2, title: "Morning Mood", artist: "Grieg"),
        ])
        let bag = DisposeBag()
        bag.insert {
            songs.updates().grouped(by: \.artist).sorted(by: \.key).sectionUpdates() => { update in
                switch update.change {
                case .reload: print(update.sections.map(\.key))
                case .edits(let sections, let rows):
                    for edit in sections { print(edit) }
                    for part in rows { print(part.section, part.update.rows.map(\.title)) }
                }
            }
        }  // prints ["Grieg", "Vivaldi"]
        songs.modify { $0.append(Song(id: 3, title: "Summer", artist: "Vivaldi")) }  // prints 1 ["Spring", "Summer"]
        songs.modify { $0.append(Song(id: 4, title: "The Trout", artist: "Schubert")) }  // prints insert(Range(1..<2))
        // END
        #expect(try print.lines == Example.named("lists, sections").output)
    }

    @Test("what is selected")
    func selection() throws {
        // EXAMPLE: lists, selection
        let songs = BehaviorRelay<TreeArray<Song>>(value: [
            Song(id: 1, title: "Spring"), Song(id: 2, title: "Summer"), Song(id: 3, title: "Autumn"),
        ])
        let selection = Selection<Song.ID>(.single, whenRemoved: .selectNext)
        let bag = DisposeBag()
        bag.insert {
            selection.follow(songs.updates())
            selection.row(in: songs.updates()) => { print($0?.title ?? "none") }  // prints none
        }
        selection.select(2)  // prints Summer
        songs.modify { $0.swapAt(0, 1) }
        songs.modify { $0[0].title = "High Summer" }  // prints High Summer
        songs.modify { _ = $0.remove(at: 0) }  // prints Spring
        // END
        #expect(try print.lines == Example.named("lists, selection").output)
    }

    @Test("a list in a store")
    func store() throws {
        // EXAMPLE: lists, store in use
        let store = OneWay<PlaylistFeature>(initialState: .init())
        let list = ListView()
        let bag = DisposeBag()
        bag.insert {
            store.stateDriver.songs.updates().map { ListView.Row(id: $0.id, text: $0.title) } => list.rx.rows
        }
        store.send(.add(Song(id: 1, title: "Spring")))
        store.send(.rename("Seasons"))
        print(list.log)  // prints ["all", "insert 0..<1"]
        // END
        #expect(try print.lines == Example.named("lists, store in use").output)
    }

    @Test("a row's lens")
    func element() throws {
        // EXAMPLE: lists, element
        let songs = BehaviorRelay<TreeArray<Song>>(value: [Song(id: 1, title: "Spring"), Song(id: 2, title: "Winter")])
        let field = TextField()
        let bag = DisposeBag()
        if let song = songs.element(id: 2) {
            bag.insert(song.title <=> field.rx.text)
        }
        songs.modify { $0.swapAt(0, 1) }
        field.type("Winter, slow")
        print(songs.value.map(\.title))  // prints ["Winter, slow", "Spring"]
        // END
        #expect(try print.lines == Example.named("lists, element").output)
    }

    @Test("updates behind a filter and an order")
    func updates() throws {
        // EXAMPLE: lists, updates
        struct Fruit: Identifiable, Equatable {
            let id: Int
            var name: String
            var isRipe = true
        }

        @MainActor final class BasketViewModel {
            @Bindable var fruit: TreeArray<Fruit> = []
        }

        let viewModel = BasketViewModel()
        let bag = DisposeBag()
        bag.insert {
            viewModel.$fruit.updates().filter(\.isRipe).sorted(by: \.name) => { update in
                switch update.change {
                case .reload: print(update.rows.map(\.name))
                case .edits(let edits): for edit in edits { print(edit) }
                }
            }
        }  // prints []
        viewModel.fruit = [Fruit(id: 1, name: "pear"), Fruit(id: 2, name: "fig")]  // prints insert(Range(0..<2))
        viewModel.fruit[0].name = "apple"  // prints move(from: 1, to: 0), then replace(Range(0..<1))
        viewModel.fruit[1].isRipe = false  // prints remove(Range(1..<2))
        // END
        #expect(try print.lines == Example.named("lists, updates").output)
    }
}
