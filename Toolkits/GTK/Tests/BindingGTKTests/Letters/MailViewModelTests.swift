import Binding
import BindingCollections
import BindingOperators
import BindingTesting
import LettersViewModels
import Testing

/// What the example program Letters does, without its windows.
@MainActor @Suite struct MailViewModelTests {
    // Documents have another one.
    private typealias Letter = LettersViewModels.Letter

    private let scheduler = TestScheduler()
    private let bag = DisposeBag()

    private func mail(
        _ letters: TreeArray<Letter> = [Self.letter(0), Self.letter(1), Self.letter(2), Self.letter(3, .archive)],
        unread: Set<Int> = [],
        read: @escaping @MainActor (String, CommandProgress) async throws -> [Letter] = { _, _ in [] }
    ) -> MailViewModel {
        MailViewModel(letters: letters, unread: unread, scheduler: scheduler, read: read)
    }

    /// What a list of the view model shows, from now on.
    private func shown<Row>(_ updates: ListUpdates<Row>) -> BehaviorRelay<[Row]> {
        let rows = BehaviorRelay<[Row]>(value: [])
        bag.insert(updates.elements => rows)
        return rows
    }

    @Test func showsTheLettersOfAFolderThatASearchFinds() {
        let mail = mail()
        let rows = shown(mail.shown)
        #expect(rows.value.map(\.id) == [2, 1, 0])
        mail.preferences.isNewestFirst = false
        #expect(rows.value.map(\.id) == [0, 1, 2])
        mail.query = "SUBJECT 1"
        #expect(rows.value.count == 3, "the user is still typing")
        scheduler.advance(by: MailViewModel.pause)
        #expect(rows.value.map(\.id) == [1])
        mail.folder = .archive
        #expect(rows.value.isEmpty)
        mail.query = ""
        scheduler.advance(by: MailViewModel.pause)
        #expect(rows.value.map(\.id) == [3])
    }

    @Test func countsTheUnreadLettersOfEachFolderAndALetterThatIsSelectedHasBeenRead() {
        let mail = mail(unread: [0, 1, 3])
        let rows = shown(mail.folders)
        func counts() -> [Folder: Int] {
            Dictionary(
                uniqueKeysWithValues: rows.value.filter { $0.unreadCount > 0 }.map { ($0.folder, $0.unreadCount) })
        }
        #expect(rows.value.map(\.folder) == Folder.allCases && counts() == [.inbox: 2, .archive: 1])
        mail.selection.id = 1
        #expect(counts() == [.inbox: 1, .archive: 1])
        mail.markUnread()
        #expect(counts() == [.inbox: 2, .archive: 1])
        mail.move([0], to: .archive)
        #expect(counts() == [.inbox: 1, .archive: 2])
        // Several are not read by being selected.
        mail.selection.ids = [1, 2]
        #expect(counts() == [.inbox: 1, .archive: 2])
    }

    @Test func lettersAreMovedAndTheNextOneIsSelectedUntilThatIsUndone() {
        let mail = mail()
        let rows = shown(mail.shown)
        var notices: [MailViewModel.Notice] = []
        bag.insert(mail.$notice => { notices.append($0) })
        mail.selection.id = 2
        mail.moveSelected(to: .trash)
        #expect(rows.value.map(\.id) == [1, 0] && mail.selection.ids == [1])
        mail.moveSelected(to: .inbox)
        #expect(notices == [.moved(count: 1, to: .trash)], "it is there already")
        mail.history.undo()
        #expect(rows.value.map(\.id) == [2, 1, 0] && mail.history.redoCount == 1)
        mail.move([0, 1, 3], to: .trash)
        #expect(rows.value.map(\.id) == [2] && notices.last == .moved(count: 3, to: .trash))
        mail.history.undo()
        #expect(mail.letters.map(\.folder) == [.inbox, .inbox, .inbox, .archive])
    }

    @Test func aStarIsGivenToAllThatAreSelectedOrTakenFromThem() {
        let mail = mail()
        mail.selection.ids = [0]
        mail.toggleStar()
        mail.selection.ids = [0, 1]
        mail.toggleStar()
        #expect(mail.letters.map(\.isStarred) == [true, true, false, false])
        mail.toggleStar()
        #expect(mail.letters.allSatisfy { !$0.isStarred } && mail.history.undoCount == 3)
        mail.selection.ids = []
        mail.toggleStar()
        #expect(mail.history.undoCount == 3)
    }

    @Test func readingIsNothingToUndo() {
        let mail = mail(unread: [0, 1, 2])
        mail.selection.id = 1
        #expect(mail.unread == [0, 2] && mail.history.undoCount == 0)
        mail.note(of: 1)?.value = "Answer on Monday"
        #expect(mail.selectedLetter?.note == "Answer on Monday" && mail.history.undoCount == 1)
        mail.history.undo()
        #expect(mail.selectedLetter?.note == "" && mail.unread == [0, 2])
        #expect(mail.note(of: 9) == nil)
    }

    @Test func importedLettersAreInTheInboxUnread() async throws {
        let mail = mail(read: { path, progress in
            progress(0.5)
            if path != "a.mbox" { throw UnreadableLetters(path: path, reason: "no") }
            return [Self.letter(0), Self.letter(1)]
        })
        var notices: [MailViewModel.Notice] = []
        bag.insert(mail.$notice => { notices.append($0) })
        _ = try await mail.importLetters.execute("a.mbox")
        #expect(mail.letters.map(\.id) == [0, 1, 2, 3, 4, 5] && mail.unread == [4, 5])
        mail.importLetters.start("b.mbox")
        await mail.importLetters.finished()
        #expect(notices == [.imported(count: 2), .notImported(reason: "b.mbox: no")])
        mail.history.undo()
        #expect(mail.letters.count == 4)
    }

    @Test func anImportThatIsCancelledAddsNothing() async throws {
        let mail = mail(read: { _, progress in
            progress(0.25)
            try await Task.sleep(for: .seconds(1_000))
            return [Self.letter(0)]
        })
        var (fractions, notices): ([Double], Int) = ([], 0)
        bag.insert {
            mail.importLetters.progress => { fractions.append($0) }
            mail.$notice => { _ in notices += 1 }
        }
        mail.importLetters.start("a.mbox")
        try await eventually { fractions.last == 0.25 }
        mail.importLetters.cancel()
        await mail.importLetters.finished()
        #expect(mail.letters.count == 4 && notices == 0)
    }

    @Test func aLetterThatIsWrittenNeedsAnAddress() async {
        let mail = mail()
        let draft = ComposeViewModel(to: "ada", signature: "Grace") { [unowned mail] in
            mail.keep($0, in: .sent, sender: "You", now: 100)
        }
        #expect(!draft.hasChanges && draft.text == "\n\n-- \nGrace")
        draft.send.start()
        await draft.send.finished()
        #expect(mail.letters.count == 4 && draft.$recipient.currentMessages.count == 1)
        (draft.recipient, draft.subject) = ("ada@example.org", "Hello")
        #expect(draft.hasChanges)
        draft.send.start()
        await draft.send.finished()
        #expect(mail.letters.last?.subject == "Hello" && mail.letters.last?.folder == .sent)
        #expect(mail.letters.last?.id == 4)
    }

    @Test func fiftyThousandLettersAreFilteredWhileTheUserTypes() {
        let mail = mail(.invented(50_000, now: 1_800_000_000))
        let rows = shown(mail.shown)
        let start = ContinuousClock.now
        for query in ["g", "gr", "grace", "grace hopper s", ""] {
            mail.query = query
            scheduler.advance(by: MailViewModel.pause)
        }
        let duration = ContinuousClock.now - start
        #expect(rows.value.count > 30_000 && duration < .seconds(4), "\(duration)")
    }

    private nonisolated static func letter(_ id: Int, _ folder: Folder = .inbox) -> Letter {
        Letter(
            id: id, folder: folder, sender: "Ada \(id)", recipient: "You", subject: "Subject \(id)", text: "Text \(id)",
            sent: id)
    }
}
