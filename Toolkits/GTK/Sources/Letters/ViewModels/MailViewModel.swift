import Binding
import BindingCollections
import BindingForms
import BindingOperators

/// The view model of the main window: folders, the letters of one of them, and the letter that is selected.
@MainActor
package final class MailViewModel: BindingContext {
    /// What the user is told of, for a moment.
    package enum Notice: Sendable, Equatable {
        case moved(count: Int, to: Folder)
        case imported(count: Int)
        case notImported(reason: String)
    }

    /// How long the user has to pause in typing before the list is filtered.
    package static let pause = Duration.milliseconds(120)

    package let disposeBag = DisposeBag()

    // What the user chooses.
    @Mutable package var folder = Folder.inbox
    @Mutable package var isSearching = false
    @Mutable package var query = ""
    package let preferences = Preferences()

    // What there is.
    @Mutable package private(set) var letters: TreeArray<Letter>
    @Bindable package private(set) var unread: Set<Letter.ID>

    // What the view model asks for.
    @ViewAction<Notice> package var notice

    /// The selected letters. When one goes, the next one is selected.
    package let selection = Selection<Letter.ID>(.multiple, whenRemoved: .selectNext)

    /// What can be undone: whatever is done to letters, but not that they have been read.
    package let history = UndoHistory()

    /// The letters to show, in order, and their changes.
    package private(set) lazy var shown: ListUpdates<Letter> = $letters.updates()
        .filter(by: $folder.asDriver()) { $0.folder == $1 }
        .filter(by: wanted, change: { $1.hasPrefix($0) ? .stricter : .any }) { $1.isEmpty || $0.key.contains($1) }
        .sorted(by: preferences.$isNewestFirst.asDriver().map { $0 ? .descending(\.sent) : .ascending(\.sent) })

    /// The folders, with the number of unread letters in each.
    package private(set) lazy var folders: ListUpdates<FolderRow> =
        unreadCounts
        .map { counts in Folder.allCases.map { FolderRow(folder: $0, unreadCount: counts[$0] ?? 0) } }
        .updates()

    private var unreadCounts: Driver<[Folder: Int]> {
        let unreadLetters = $letters.updates().innerJoin($unread.updates(), on: \.id, equals: \.self)
        return unreadLetters.reduce(
            into: [:], adding: { counts, pair in counts[pair.left.folder, default: 0] += 1 },
            removing: { counts, pair in counts[pair.left.folder, default: 0] -= 1 })
    }

    /// The letter that is selected, if it is one.
    package private(set) lazy var current: Driver<Letter?> = selection.row(in: shown)

    /// Whether letters are selected, so that something can be done to them.
    package private(set) lazy var hasSelection: Driver<Bool> = selection.$ids.asDriver().map { !$0.isEmpty }
        .distinctUntilChanged()

    /// Reads letters from a file, and adds them to the inbox. Nothing is added if it is cancelled.
    package private(set) lazy var importLetters = Command(of: self) { (me, path: String, progress) in
        try await me.read(path, progress)
    }

    private let read: @MainActor (String, CommandProgress) async throws -> [Letter]
    private let scheduler: any Scheduler

    /// The query, once the user has paused in typing.
    private var wanted: Driver<String> {
        $query.asDriver().map { $0.lowercased() }.debounce(Self.pause, scheduler: scheduler).distinctUntilChanged()
            .startWith("")
    }

    /// Makes a view model for letters.
    ///
    /// - Parameters:
    ///   - letters: The letters.
    ///   - unread: Those that have not been read.
    ///   - scheduler: The scheduler that measures the time between key presses.
    ///   - read: Reads letters from a file, whose path it is given.
    package init(
        letters: TreeArray<Letter>, unread: Set<Letter.ID>, scheduler: any Scheduler,
        read: @escaping @MainActor (String, CommandProgress) async throws -> [Letter] = { path, progress in
            try await LetterFile(path: path).read(reporting: progress)
        }
    ) {
        self.letters = letters
        self.unread = unread
        self.scheduler = scheduler
        self.read = read
        history.add($letters)
        binding {
            // Before any control gets the rows.
            selection.follow(shown)
            current.map { $0?.id }.distinctUntilChanged() => { [weak self] id in
                if let id { self?.setRead(true, [id]) }
            }
            importLetters.values => { [weak self] letters in self?.add(letters) }
            importLetters.errors => { [weak self] error in self?.notice(.notImported(reason: "\(error)")) }
        }
    }

    // MARK: What is done to letters

    /// Moves letters to a folder, as one step for an undo.
    package func move(_ ids: Set<Letter.ID>, to folder: Folder) {
        let moved = Set(letters.lazy.filter { ids.contains($0.id) && $0.folder != folder }.map(\.id))
        guard !moved.isEmpty else { return }
        edit(moved) { $0.folder = folder }
        notice(.moved(count: moved.count, to: folder))
    }

    /// Moves the selected letters to a folder.
    package func moveSelected(to folder: Folder) { move(selection.ids, to: folder) }

    /// Gives all selected letters a star, or takes it from them if all have one.
    package func toggleStar() {
        let ids = selection.ids
        let hasStars = letters.allSatisfy { !ids.contains($0.id) || $0.isStarred }
        edit(ids) { $0.isStarred = !hasStars }
    }

    /// Makes the selected letters unread.
    package func markUnread() { setRead(false, selection.ids) }

    /// The note of a letter, to be edited; `nil` if there is no such letter.
    package func note(of id: Letter.ID) -> Lens<String>? { $letters.element(id: id)?.note }

    /// A letter with its changes; `nil` once it has gone.
    package func letter(_ id: Letter.ID) -> Driver<Letter?> { $letters.updates().row(id: id) }

    /// The letter that is selected now, if it is one.
    package var selectedLetter: Letter? {
        selection.id.flatMap { id in letters.first { $0.id == id } }
    }

    /// Selects the latest letter of the folder.
    package func selectLatest() {
        let latest = letters.lazy.filter { $0.folder == self.folder }.max { $0.sent < $1.sent }
        selection.id = latest?.id
    }

    /// Whether a letter is unread.
    package func isUnread(_ id: Letter.ID) -> Driver<Bool> {
        $unread.map { $0.contains(id) }.distinctUntilChanged()
    }

    /// Puts a letter that was written here into a folder, as the newest one.
    package func keep(_ draft: ComposeViewModel, in folder: Folder, sender: String, now: Int) {
        letters.append(
            Letter(
                id: nextID, folder: folder, sender: sender, recipient: draft.recipient, subject: draft.subject,
                text: draft.text, sent: now))
    }

    private var nextID: Int { (letters.last?.id ?? -1) + 1 }

    private func setRead(_ isRead: Bool, _ ids: Set<Letter.ID>) {
        let new = isRead ? unread.subtracting(ids) : unread.union(ids)
        if new != unread { unread = new }
    }

    private func edit(_ ids: Set<Letter.ID>, _ change: (inout Letter) -> Void) {
        var new = letters
        for place in new.indices where ids.contains(new[place].id) { change(&new[place]) }
        letters = new
    }

    private func add(_ imported: [Letter]) {
        let first = nextID
        var new = letters
        new.append(contentsOf: imported.enumerated().map { $1.numbered(first + $0) })
        batch {
            letters = new
            unread.formUnion(first..<first + imported.count)
        }
        notice(.imported(count: imported.count))
    }
}

extension Letter {
    /// The same letter with another identity.
    fileprivate func numbered(_ id: Int) -> Letter {
        Letter(
            id: id, folder: folder, sender: sender, recipient: recipient, subject: subject, text: text, sent: sent)
    }
}
