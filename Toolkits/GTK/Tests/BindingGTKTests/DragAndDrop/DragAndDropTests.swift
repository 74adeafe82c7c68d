import Binding
import BindingGTK
import BindingOperators
import CGTK
import CMemory
import Testing

/// What the user drags with the mouse.
@MainActor @Suite struct DragAndDropTests {
    private struct Letter: Equatable { let subject: String }
    private struct Folder: Equatable { let name: String }

    private let window = Window("Drag and drop", width: 300, height: 300)
    private let source = Label("Drag me").with(\.vexpand, true)
    private let target = Label("Drop here").with(\.vexpand, true)
    private let bag = DisposeBag()

    private func show() async throws {
        window.child = Box(.vertical, [source, target])
        try await User.look(at: window)
    }

    @Test func aTextIsDropped() async throws {
        var texts: [String] = []
        source.setDragContent { .text("wrong") }
        source.setDragContent { .text("Grüße") }
        bag.insert(target.rx.dropped(.text) => { texts.append($0) })
        try await show()
        try await User.drag(source, to: target)
        try await eventually("it is dropped") { texts == ["Grüße"] }
        bag.dispose()
        window.destroy()
    }

    @Test func aTextIsDroppedOnAnEntryAsWell() async throws {
        let entry = Entry()
        let text = BehaviorRelay(value: "")
        bag.insert(text <=> entry.rx.text)
        source.setDragContent { .either(.value(Letter(subject: "Bread")), .text("Bread")) }
        window.child = Box(.vertical, [source, entry])
        try await User.look(at: window)
        try await User.drag(source, to: entry)
        try await eventually("it is dropped") { text.value == "Bread" }
        bag.dispose()
        window.destroy()
    }

    @Test func filesAreDropped() async throws {
        var files: [[String]] = []
        source.setDragContent { .files(["/tmp/a letter", "/tmp/Grüße"]) }
        bag.insert(window.rx.dropped(.files) => { files.append($0) })
        try await show()
        try await User.drag(source, to: target)
        try await eventually("they are dropped") { files == [["/tmp/a letter", "/tmp/Grüße"]] }
        bag.dispose()
        window.destroy()
    }

    @Test func aValueIsDroppedWhereItsTypeIsWanted() async throws {
        var (letters, folders): ([Letter], [Folder]) = ([], [])
        source.setDragContent { .either(.value(42), .value(Letter(subject: "Bread")), .text("Bread")) }
        let folder = Label("A folder").with(\.vexpand, true)
        bag.insert {
            target.rx.dropped(.value(Letter.self)) => { letters.append($0) }
            folder.rx.dropped(.value(Folder.self)) => { folders.append($0) }
        }
        window.child = Box(.vertical, [source, target, folder])
        try await User.look(at: window)
        var isOffered: [Bool] = []
        func note(_ widget: Widget) {
            let flags = gtk_widget_get_state_flags(widget.widget).rawValue
            isOffered.append(flags & GTK_STATE_FLAG_DROP_ACTIVE.rawValue != 0)
        }
        try await User.drag(source, to: folder, isTaken: false) { note(folder) }
        try await User.drag(source, to: target) { note(target) }
        #expect(isOffered == [false, true])
        try await eventually("it is dropped") { letters == [Letter(subject: "Bread")] }
        #expect(folders.isEmpty)
        bag.dispose()
        window.destroy()
    }

    @Test func betweenTwoWindows() async throws {
        var texts: [String] = []
        let other = Window("Other", width: 300, height: 300)
        let place = Label("Drop here")
        other.child = place
        source.setDragContent { .text("a") }
        bag.insert(place.rx.dropped(.text) => { texts.append($0) })
        try await show()
        try await User.look(at: other)
        try await User.move(other, x: 500, y: 100)
        try await User.drag(source, to: place)
        try await eventually("it is dropped") { texts == ["a"] }
        bag.dispose()
        window.destroy()
        other.destroy()
    }

    @Test func nothingIsDraggedOrDroppedOnceThatHasEnded() async throws {
        var (texts, count): ([String], Int) = ([], 0)
        let content = BehaviorRelay<DragContent?>(value: .text("a"))
        source.setDragContent {
            count += 1
            return content.value
        }
        bag.insert(target.rx.dropped(.text) => { texts.append($0) })
        try await show()
        bag.dispose()
        try await User.drag(source, to: target, isTaken: false)
        try await eventually("it was dragged") { count == 1 }
        content.accept(nil)
        try await User.drag(source, to: target, isTaken: false)
        try await eventually("nothing was dragged") { count > 1 }
        content.accept(.text("b"))
        source.setDragContent(nil)
        let former = count
        try await User.drag(source, to: target, isTaken: false)
        #expect(count == former && texts.isEmpty)
        window.destroy()
    }

    @Test func theWindowGoesInTheMiddle() async throws {
        var texts: [String] = []
        let other = Window("Other", width: 300, height: 300)
        let place = Label("Drop here")
        other.child = place
        try await show()
        try await User.look(at: other)
        try await User.move(other, x: 500, y: 100)
        weak var former: Label?
        func destroy() {
            window.child = nil
            window.destroy()
        }
        source.setDragContent { .text("a") }
        former = source
        bag.insert(
            place.rx.dropped(.text) => {
                texts.append($0)
                other.destroy()
            })
        try await User.drag(source, to: place)
        try await eventually("it is dropped") { texts == ["a"] && !other.isOpen }
        destroy()
        #expect(former != nil)
    }

    @Test func aThousandSourcesAndTargetsLeaveNothing() {
        let label = Label("x")
        func bind() {
            label.setDragContent { .text("a") }
            let bag = DisposeBag {
                label.rx.dropped(.text) => { _ in }
                label.rx.dropped(.value(Letter.self)) => { _ in }
            }
            bag.dispose()
        }
        for _ in 0..<2_000 { bind() }
        let before = mallinfo2().uordblks
        for _ in 0..<1_000 { bind() }
        let bytes = (Int(mallinfo2().uordblks) - Int(before)) / 1_000
        #expect(bytes < 8, "\(bytes) bytes each")
        weak var former: Label?
        func make() {
            let label = Label("y")
            label.setDragContent { .text("a") }
            bag.insert(label.rx.dropped(.files) => { _ in })
            former = label
        }
        make()
        #expect(former == nil)
        bag.dispose()
        window.destroy()
    }
}
