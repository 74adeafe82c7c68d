import Binding
import BindingCollections
import BindingOperators
import BindingTesting
import TestSupport
import Testing
import Unidirectional

/// A program written with the public interface: a library of songs, with a search, an order, sections, a playlist, a
/// selection, totals and rows with bindings of their own.
@Suite("A music library")
@MainActor
struct MusicLibraryTests {
    struct Song: Identifiable, Hashable, Sendable {
        var id: Int
        var title: String
        var artist: String
        var seconds: Int
        var isFavourite = false

        static func random(_ id: Int, _ random: inout SplitMix) -> Song {
            let words = ["blue", "night", "train", "river", "heart", "road", "moon", "dance"]
            let title = (0..<3).map { _ in words.randomElement(using: &random)! }.joined(separator: " ")
            return Song(
                id: id, title: title, artist: "Artist \(Int.random(in: 0..<12, using: &random))",
                seconds: .random(in: 60..<600, using: &random))
        }
    }

    @MainActor final class Library {
        @Bindable var songs: TreeArray<Song> = []
        @Bindable var playlist: TreeArray<Song> = []
        @Bindable var query = ""
        @Bindable var order: RowOrder<Song> = .ascending(\.title)
        @Bindable var playing: Song.ID?
        let selection = Selection<Song.ID>(.multiple, whenRemoved: .keep)
        private let bag = DisposeBag()

        /// A single stream of updates for all observers, so that each song is examined once.
        private(set) lazy var found: ListUpdates<Song> = $songs.updates()
            .filter(by: $query, change: Self.change) { $1.isEmpty || $0.title.contains($1) || $0.artist.contains($1) }
            .sorted(by: $order)
        private(set) lazy var rows = found.map({ [unowned self] in SongRow($0, $playing) }, updating: { $0.song = $1 })
        private(set) lazy var sections = $songs.updates().sorted(by: \.title).grouped(by: \.artist).sorted(by: \.key)
        private(set) lazy var playlistSongs = $songs.updates().intersection($playlist.updates())
        private(set) lazy var otherSongs = $songs.updates().subtracting($playlist.updates())
        private(set) lazy var statusText = Driver.combineLatest(found.count, found.sum(\.seconds)) {
            "\($0) songs, \($1) s"
        }

        init() { selection.follow(found).disposed(by: bag) }

        private static func change(_ old: String, _ new: String) -> FilterChange {
            new.contains(old) ? .stricter : old.contains(new) ? .looser : .any
        }
    }

    /// The model of a row, which has its own binding.
    @MainActor final class SongRow {
        @Bindable var song: Song
        @Bindable private(set) var isPlaying = false
        private let bag = DisposeBag()

        init(_ song: Song, _ playing: Driver<Song.ID?>) {
            self.song = song
            playing.map { $0 == song.id }.drive(onNext: { [weak self] in self?.isPlaying = $0 }).disposed(by: bag)
        }

        var line: String { "\(isPlaying ? "> " : "")\(song.title), \(song.artist)" }
    }

    /// A list control, which draws a line for each row, and knows only the updates that it receives.
    @MainActor final class Table<Row: Sendable> {
        private(set) var lines: [String] = []
        private(set) var drawn = 0
        private(set) var reloads = 0
        private let text: @MainActor (Row) -> String

        init(_ text: @escaping @MainActor (Row) -> String) { self.text = text }

        func show(_ update: ListUpdate<Row>) {
            if update.change == .reload { reloads += 1 }
            perform(update.change, update.rows, on: &lines, draw)
        }

        private func draw(_ row: Row) -> String {
            drawn += 1
            return text(row)
        }
    }

    /// A control with sections.
    @MainActor final class Outline {
        struct Section {
            var title: String
            var lines: [String]
        }

        private(set) var sections: [Section] = []

        func show(_ update: SectionedUpdate<String, Song>) {
            func section(_ section: ListSection<String, Song>) -> Section {
                Section(title: section.key, lines: section.rows.map(\.title))
            }
            guard case .edits(let edits, let moves, let rows) = update.change else {
                sections = update.sections.map(section)
                return
            }
            perform(edits, update.sections, on: &sections, section)
            for move in moves {
                let line = sections[move.from.section].lines.remove(at: move.from.row)
                sections[move.to.section].lines.insert(line, at: move.to.row)
            }
            for part in rows {
                perform(part.update.change, part.update.rows, on: &sections[part.section].lines, \.title)
            }
        }
    }

    private let library = Library()
    private let bag = DisposeBag()

    private func fill(_ count: Int, _ random: inout SplitMix) {
        library.songs = TreeArray((0..<count).map { Song.random($0, &random) })
    }

    private func expected() -> [Song] {
        let query = library.query
        return library.songs.filter { query.isEmpty || $0.title.contains(query) || $0.artist.contains(query) }
            .sorted(by: library.order.areInIncreasingOrder)
    }

    @Test(
        "search, order, sections, playlist, rows, totals and selection are right after each step, each control by its edits"
    )
    func everything() {
        var random = SplitMix(state: 81)
        fill(800, &random)
        library.playlist = TreeArray(library.songs.prefix(50))
        let table = Table<Song> { "\($0.id) \($0.title), \($0.artist)" }
        let playlist = Table<Song> { $0.title }
        let others = Table<Song> { $0.title }
        let outline = Outline()
        var rows: TreeArray<SongRow> = []
        var (status, selected): (String, [Song]) = ("", [])
        (library.found => { table.show($0) }).disposed(by: bag)
        (library.playlistSongs => { playlist.show($0) }).disposed(by: bag)
        (library.otherSongs => { others.show($0) }).disposed(by: bag)
        (library.sections.sectionUpdates() => { outline.show($0) }).disposed(by: bag)
        (library.rows => { rows.apply($0) }).disposed(by: bag)
        (library.statusText => { status = $0 }).disposed(by: bag)
        (library.selection.rows(in: library.found) => { selected = $0 }).disposed(by: bag)
        let orders: [RowOrder<Song>] = [
            .ascending(\.title), .descending(\.seconds).then(.ascending(\.id)), .ascending(\.artist), .ofSource,
            .ascending(\.title).reversed(),
        ]
        var next = 10_000
        for step in 0..<Effort.steps(300) {
            let count = library.songs.count
            let place = Int.random(in: 0..<count, using: &random)
            switch Int.random(in: 0..<12, using: &random) {
            case 0: library.query.append("bluenightm ".randomElement(using: &random)!)
            case 1: library.query = String(library.query.dropLast())
            case 2: library.query = ["", "night", "Artist 1", "o", "xyz"].randomElement(using: &random)!
            case 3: library.order = orders.randomElement(using: &random)!
            case 4:
                next += 1
                library.songs.insert(.random(next, &random), at: place)
            case 5: library.songs.remove(at: place)
            case 6: library.songs[place].title = "renamed \(step)"
            case 7: library.songs[place].artist = "Artist \(step % 20)"
            case 8: library.songs.moveSubranges(RangeSet(place..<min(count, place + 3)), to: 0)
            case 9:
                if library.playlist.isEmpty || step % 3 > 0 {
                    library.playlist.append(library.songs[place])
                } else {
                    library.playlist.remove(at: step % library.playlist.count)
                }
            case 10: library.selection.toggle(library.songs[place].id)
            default: library.playing = library.songs[place].id
            }
            let shown = expected()
            let songs = Array(library.songs)
            let listed = Set(library.playlist.map(\.id))
            expectEqual(table.lines, shown.map { "\($0.id) \($0.title), \($0.artist)" })
            expectEqual(rows.map(\.song), shown)
            #expect(rows.allSatisfy { $0.isPlaying == ($0.song.id == library.playing) })
            expectEqual(playlist.lines, songs.filter { listed.contains($0.id) }.map(\.title))
            expectEqual(others.lines, songs.filter { !listed.contains($0.id) }.map(\.title))
            let artists = Set(songs.map(\.artist)).sorted()
            expectEqual(outline.sections.map(\.title), artists)
            if step % 10 == 0 {
                for (artist, section) in zip(artists, outline.sections) {
                    expectEqual(section.lines, songs.filter { $0.artist == artist }.map(\.title).sorted())
                }
            }
            expectEqual(status, "\(shown.count) songs, \(shown.reduce(0) { $0 + $1.seconds }) s")
            expectEqual(selected, shown.filter { library.selection.contains($0.id) })
        }
    }

    @Test("one song that is renamed among thousands is drawn once, and its row stays")
    func oneEdit() {
        var random = SplitMix(state: 82)
        fill(5_000, &random)
        let table = Table<Song> { $0.title }
        var rows: TreeArray<SongRow> = []
        (library.found => { table.show($0) }).disposed(by: bag)
        (library.rows => { rows.apply($0) }).disposed(by: bag)
        let drawn = table.drawn
        let row = rows.first { $0.song.id == 2_500 }
        library.songs[2_500].title = "a new title"
        #expect(table.drawn == drawn + 1 && table.reloads == 1)
        expectEqual(row?.line, "a new title, \(library.songs[2_500].artist)")
        #expect(rows.contains { $0 === row })
    }

    @Test("what was selected and is searched away is selected again when it comes back")
    func selection() {
        var random = SplitMix(state: 83)
        fill(200, &random)
        library.selection.ids = [3, 4]
        library.query = "nothing like that"
        #expect(library.selection.ids.isEmpty)
        library.query = ""
        expectEqual(library.selection.ids, [3, 4])
    }

    @Test("songs that tasks on other threads bring are all there, and a search goes on meanwhile")
    func import_() async throws {
        let imported = BehaviorRelay<TreeArray<Song>>(value: [])
        let query = BehaviorRelay(value: "")
        let table = Table<Song> { $0.title }
        let found = imported.updates().filter(by: query.asDriver()) { $1.isEmpty || $0.title.contains($1) }
            .sorted(by: \.title)
        (found => { table.show($0) }).disposed(by: bag)
        await withTaskGroup(of: Void.self) { group in
            for task in 0..<4 {
                group.addTask {
                    var random = SplitMix(state: UInt64(task))
                    for number in 0..<250 {
                        let song = Song.random(task * 1_000 + number, &random)
                        imported.modify { $0.append(song) }
                    }
                }
            }
            for letter in "night" {
                query.modify { $0.append(letter) }
                await Task.yield()
            }
        }
        await eventually { table.lines.count == imported.value.count { $0.title.contains("night") } }
        expectEqual(imported.value.count, 1_000)
        expectEqual(table.lines, imported.value.map(\.title).filter { $0.contains("night") }.sorted())
    }

    enum Player: ViewFeature {
        struct State: FeatureState {
            var songs: TreeArray<Song> = []
            var query = ""
        }

        enum Action: FeatureAction {
            case add([Song])
            case remove(Song.ID)
            case search(String)
            case toggleFavourite(Song.ID)
        }

        static let updater: Updater = { state, action in
            var state = state
            switch action {
            case .add(let songs): state.songs.append(contentsOf: songs)
            case .remove(let id): state.songs.removeAll { $0.id == id }
            case .search(let query): state.query = query
            case .toggleFavourite(let id):
                if let index = state.songs.firstIndex(where: { $0.id == id }) {
                    state.songs[index].isFavourite.toggle()
                }
            }
            return state
        }
    }

    @Test("the same in a store: its list changes by edits, the search by its own part of the state")
    func store() throws {
        try withoutLeaks {
            var random = SplitMix(state: 84)
            let store = OneWay<Player>(initialState: .init())
            let bag = DisposeBag()
            let table = Table<Song> { "\($0.isFavourite ? "*" : "")\($0.title)" }
            let query = store.stateDriver.map(\.query).distinctUntilChanged()
            let found = store.stateDriver.map(\.songs).updates()
                .filter(by: query) { $1.isEmpty || $0.title.contains($1) }
            (found => { table.show($0) }).disposed(by: bag)
            store.send(.add((0..<2_000).map { Song.random($0, &random) }))
            for step in 0..<100 {
                let id = Int.random(in: 0..<2_000, using: &random)
                switch step % 4 {
                case 0: store.send(.remove(id))
                case 1: store.send(.search(["", "moon", "moon d"][step % 3]))
                default: store.send(.toggleFavourite(id))
                }
                let state = store.state
                let shown = state.songs.filter { state.query.isEmpty || $0.title.contains(state.query) }
                expectEqual(table.lines, shown.map { "\($0.isFavourite ? "*" : "")\($0.title)" })
            }
        }
    }

    @Test("a library leaves nothing behind")
    func release() throws {
        try withoutLeaks {
            let library = Library()
            let bag = DisposeBag()
            library.songs = [Song(id: 1, title: "a", artist: "b", seconds: 1)]
            (library.rows => { _ in }).disposed(by: bag)
            (library.statusText => { _ in }).disposed(by: bag)
            (library.sections.sectionUpdates() => { _ in }).disposed(by: bag)
        }
    }
}

/// Applies an update as its documentation says.
@MainActor
private func perform<Row, Line>(
    _ change: ListUpdate<Row>.Change, _ rows: TreeArray<Row>, on lines: inout [Line], _ line: (Row) -> Line
) {
    switch change {
    case .reload: lines = rows.map(line)
    case .edits(let edits): perform(edits, rows, on: &lines, line)
    }
}

@MainActor
private func perform<Row, Line>(
    _ edits: [ListEdit], _ rows: TreeArray<Row>, on lines: inout [Line], _ line: (Row) -> Line
) {
    for edit in edits {
        switch edit {
        case .remove(let range): lines.removeSubrange(range)
        case .move(let from, let to): lines.insert(lines.remove(at: from), at: to)
        case .insert(let range): lines.insert(contentsOf: rows[range].map(line), at: range.lowerBound)
        case .replace(let range): lines.replaceSubrange(range, with: rows[range].map(line))
        }
    }
}
