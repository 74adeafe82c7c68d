import Binding
import BindingCollections
import BindingOperators
import BindingTesting
import TestSupport
import Testing

// The code of the tables of Documentation/ComingFromListLibraries.md, and what those of ComingFromSwiftUI.md, ComingFromSignals.md
// and ComingFromAvalonia.md have of lists. A test in BindingTests, ComparisonsTests, holds the documents against this file.

@MainActor
private final class ItemsViewModel {
    @Mutable var items: TreeArray<ListView.Row> = []
    @Bindable var numbers: TreeArray<Int> = TreeArray(0..<50)
    @Bindable var page = 0
}

/// A row that changes by itself.
@MainActor
private final class Track {
    var song: Song
    @Bindable var rank: Int

    init(_ song: Song) {
        self.song = song
        rank = song.id
    }
}

/// A list with a selected row.
@MainActor
private final class Table: ReactiveCompatible {
    let choices = PublishRelay<Void>()
    var selectedID: Song.ID?

    func choose(_ id: Song.ID?) {
        selectedID = id
        choices.accept(())
    }
}

extension Reactive where Base: Table {
    fileprivate var selectedID: ControlProperty<Song.ID?> {
        controlProperty(changes: base.choices, getter: { $0.selectedID }, setter: { $0.selectedID = $1 })
    }
}

@MainActor
@Suite("Coming from DynamicData, RxDataSources or Bond")
struct ComingFromListLibrariesTests {
    private let bag = DisposeBag()
    private let relay = BehaviorRelay<TreeArray<Song>>(value: [
        Song(id: 1, title: "Summer", artist: "Vivaldi", seconds: 660),
        Song(id: 2, title: "Spring", artist: "Vivaldi", seconds: 600),
        Song(id: 3, title: "Morning Mood", artist: "Grieg", seconds: 240),
    ])

    /// The rows that a list has when it is first observed.
    private func rows<Row>(_ updates: ListUpdates<Row>) -> [Row] { value(updates.elements) }

    private func ids(_ updates: ListUpdates<Song>) -> [Song.ID] { rows(updates).map(\.id) }

    /// The first value of a driver.
    private func value<Value>(_ driver: Driver<Value>) -> Value {
        var values: [Value] = []
        bag.insert(driver.drive(onNext: { values.append($0) }))
        return values[0]
    }

    @Test("A list in a property, in a list control")
    func property() {
        let viewModel = ItemsViewModel()
        let list = ListView()
        bag.insert(viewModel.$items.updates() => list.rx.rows)
        viewModel.items.append(ListView.Row(id: 1, text: "a"))
        expectEqual(list.log, ["all", "insert 0..<1"])
        expectEqual(
            rows(viewModel.$numbers.updates().window(viewModel.$page.map { $0 * 20..<($0 + 1) * 20 })).count, 20)
    }

    @Test("What an observer is told")
    func updates() {
        var edits: [ListEdit] = []
        var reloads = 0
        bag.insert(
            relay.updates() => { (update: ListUpdate<Song>) in
                switch update.change {
                case .reload: reloads = update.rows.count
                case .edits(let new): edits += new
                }
            })
        relay.modify {
            $0.remove(at: 0)
            $0.append(Song(id: 4, title: "Autumn"))
        }
        #expect(reloads == 3 && edits == [.remove(0..<1), .insert(2..<3)])

        let names = BehaviorRelay(value: ["Ada", "Grace"])
        let changes = Recorder<ListUpdate<String>.Change>()
        bag.insert(names.updates(by: \.self) => { changes($0.change) })
        names.accept(["Grace", "Ada"])
        #expect(changes.elements.count == 2 && changes.elements[1] != .reload)
    }

    @Test("Rows that are made of others")
    func map() {
        let titles = relay.updates().map { $0.title }
        expectEqual(rows(titles), ["Summer", "Spring", "Morning Mood"])
        let tracks = relay.updates().map({ Track($0) }, updating: { track, song in track.song = song })
        expectEqual(rows(tracks.map(on: \.$rank) { track, rank in "\(rank) \(track.song.title)" })[0], "1 Summer")
        expectEqual(rows(tracks.following(\.$rank)).map(\.value), [1, 2, 3])
        expectEqual(rows(tracks.filter(on: { $0.$rank.map { $0 > 1 } })).count, 2)
        let byRank = tracks.sorted(on: \.$rank)
        let models = rows(byRank)
        models[0].rank = 4
        expectEqual(rows(byRank).map(\.song.id), [2, 3, 1])
    }

    @Test("Rows that are left out, and their order")
    func order() {
        let updates = relay.updates()
        let artist = BehaviorRelay(value: "Grieg")
        expectEqual(ids(updates.filter { $0.seconds > 600 }), [1])
        expectEqual(ids(updates.filter(by: artist.asDriver()) { song, artist in song.artist == artist }), [3])
        let order: RowOrder<Song> = .ascending(\.artist).then(.descending(\.seconds))
        expectEqual(ids(updates.sorted(by: order)), [3, 1, 2])
        expectEqual(ids(updates.prefix(2)), [1, 2])
        expectEqual(ids(updates.window(.just(1..<3))), [2, 3])
        expectEqual(ids(updates.reversed()), [3, 2, 1])
        expectEqual(ids(updates.uniqued(on: \.artist)), [1, 3])
    }

    @Test("Several lists")
    func sets() {
        let updates = relay.updates()
        let other = BehaviorRelay<TreeArray<Song>>(value: [Song(id: 3, title: ""), Song(id: 4, title: "")]).updates()
        expectEqual(ids(updates.union(other)), [1, 2, 3, 4])
        expectEqual(ids(updates.intersection(other)), [3])
        expectEqual(ids(updates.subtracting(other)), [1, 2])
        expectEqual(ids(updates.merged(with: other)), [1, 2, 3, 3, 4])
    }

    @Test("Lists of lists, and lists side by side")
    func listsOfLists() {
        let updates = relay.updates()
        let seconds: ListUpdates<Int> = updates.flatMap { [$0.id, $0.seconds] }
        expectEqual(rows(seconds), [1, 660, 2, 600, 3, 240])
        expectEqual(ids(updates.grouped(by: \.artist).flatMap { $0.rows }), [1, 2, 3])
        let lists = BehaviorRelay<TreeArray<ListUpdates<Song>>>(value: [updates.prefix(1), updates.dropFirst(2)])
        expectEqual(ids(lists.updates().joined()), [1, 3])
        expectEqual(ids(lists.asDriver().flatMapLatest { $0[1] }), [3])
        expectEqual(ids(lists.asDriver().map { $0[0] }.switchLatest()), [1])
        let born = BehaviorRelay(value: ["Vivaldi": 1678]).updates()
        expectEqual(rows(updates.innerJoin(born, on: \.artist, equals: \.key)).map(\.left.id), [1, 2])
        expectEqual(
            rows(updates.leftJoin(born, on: \.artist, equals: \.key)).map { $0.right?.value }, [1678, 1678, nil])
        expectEqual(ids(updates.suffix(2)), [2, 3])
    }

    @Test("What happens to rows, and when")
    func events() {
        let log = Recorder<Int>()
        let pressed = PublishRelay<Void>()
        let updates = relay.updates()
        bag.insert(
            updates.onItemAdded { log($0.id) }.onItemRemoved { log(-$0.id) }.drive { _ in },
            updates.mergeMany { song in pressed.asSignal().map { song.seconds } }.emit { log($0) })
        relay.modify { $0.removeSubrange(1...) }
        pressed.accept(())
        expectEqual(log.elements, [1, 2, 3, -2, -3, 660])
        expectEqual(value(updates.row(id: 1))?.title, "Summer")
        let scheduler = TestScheduler()
        expectEqual(ids(updates.throttle(.seconds(1), scheduler: scheduler)), [1])
        #expect(value(updates.debounce(.zero, scheduler: MainScheduler.instance).rows.startWith([])).isEmpty)
    }

    @Test("What is said of all rows")
    func aggregates() {
        let updates = relay.updates()
        #expect(value(updates.count) == 3 && !value(updates.isEmpty))
        expectEqual(value(updates.sum(\.seconds)), 1500)
        #expect(value(updates.average(\.seconds)) == 500)
        #expect(value(updates.min(\.seconds)) == 240 && value(updates.max(\.seconds)) == 660)
        #expect(value(updates.rows).count == 3 && value(updates.elements).count == 3)
    }

    @Test("Sections")
    func sections() {
        let grouped: ListUpdates<ListSection<String, Song>> = relay.updates().grouped(by: \.artist)
        expectEqual(rows(grouped).map(\.key), ["Vivaldi", "Grieg"])
        let update: SectionedUpdate<String, Song> = value(grouped.sectionUpdates())
        expectEqual(update.sections.map(\.rows.count), [2, 1])
        func isIdentifiable(_ row: some Identifiable) -> Bool { true }
        #expect(isIdentifiable(relay.value[0]))
    }

    @Test("What is selected")
    func selection() {
        let selection = Selection<Song.ID>()
        let list = Table()
        bag.insert {
            selection.follow(relay.updates())
            selection.$id <=> list.rx.selectedID
        }
        list.choose(2)
        relay.modify { $0.swapAt(0, 1) }
        #expect(selection.id == 2 && list.selectedID == 2)
    }
}
