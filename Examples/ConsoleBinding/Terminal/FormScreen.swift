import Binding
import BindingInspector
import ViewModels

/// A form on a terminal, and the event loop.
///
/// Everything happens on the main actor: events of the terminal go into one stream, and the loop takes them out one by
/// one. Between events the main actor is free for results of background work.
@MainActor
final class FormScreen {
    /// How the user left.
    enum Ending {
        /// Through the form, or by the end of the input.
        case dismissed
        /// By Ctrl-C.
        case interrupted
    }

    private enum Event: Sendable {
        case terminal(Terminal.Event)
        case contentChanged
        /// No byte has come since the read with this number.
        case quiet(afterRead: Int)
    }

    /// How long a lone escape byte may still be the beginning of a sequence. Terminals send sequences in one go; a
    /// longer gap means a slow line.
    private static let escapeTimeout = Duration.milliseconds(50)
    private static let stepInterval = Duration.milliseconds(250)

    private let form: any Form
    private let user: KeyboardUser
    private var decoder = KeyDecoder()
    private var readCount = 0
    private var painter = ScreenPainter(usesColors: Terminal.prefersColors)
    private var ending: Ending?
    private var isDrawingDue = true
    /// Whether the last frame showed the form, rather than that the window is too small for it.
    private var isFormShown = false
    private let inspector = BindingInspector.shared
    private var isPaneOpen = false

    private let events: AsyncStream<Event>
    private let eventSink: AsyncStream<Event>.Continuation

    /// Makes an empty form. What happens in it is recorded, for the pane that says why it shows what it shows.
    init(_ kind: FormKind) {
        inspector.start()
        form = kind.form(clock: WallClock(interval: Self.stepInterval), scheduler: MainScheduler.instance)
        user = KeyboardUser(form: form)
        (events, eventSink) = AsyncStream.makeStream()
        form.onChange = { [weak self] in self?.requestDrawing() }
    }

    /// Shows the form until its user leaves it.
    func run() async throws -> Ending {
        let terminal = try Terminal { [eventSink] in eventSink.yield(.terminal($0)) }
        defer {
            form.work?.command.cancel()
            terminal.leave()
        }
        try draw(on: terminal)
        for await event in events {
            switch event {
            case .terminal(.input(let bytes)): receive(bytes)
            case .terminal(.resized): isDrawingDue = true
            case .terminal(.continued):
                try terminal.enter()
                painter.invalidate()
                isDrawingDue = true
            case .terminal(.closed): ending = ending ?? .dismissed
            case .contentChanged: break
            case .quiet(let number):
                if number == readCount { decoder.timeout().forEach(handle) }
            }
            if form.isDismissed { ending = ending ?? .dismissed }
            if let ending { return ending }
            if isDrawingDue { try draw(on: terminal) }
        }
        return .dismissed
    }

    private func receive(_ bytes: [UInt8]) {
        readCount += 1
        decoder.decode(bytes).forEach(handle)
        guard decoder.needsTimeout else { return }
        Task { [eventSink, readCount] in
            try? await Task.sleep(for: Self.escapeTimeout)
            eventSink.yield(.quiet(afterRead: readCount))
        }
    }

    private func handle(_ key: Key) {
        // Keys typed after the one that leaves are discarded.
        guard ending == nil else { return }
        isDrawingDue = true
        switch key {
        case .interrupt: ending = .interrupted
        case .endOfInput: ending = .dismissed
        case .redraw: painter.invalidate()
        case .inspect: isPaneOpen.toggle()
        default:
            // A user who cannot see the form must not change it or press its buttons. The form must be visible, and
            // still fit: an earlier key may have opened a message, and the window may have become smaller since.
            if isFormShown, frame(in: Terminal.size).showsForm { user.press(key) }
        }
    }

    private func requestDrawing() {
        guard !isDrawingDue else { return }
        isDrawingDue = true
        eventSink.yield(.contentChanged)
    }

    private func draw(on terminal: Terminal) throws {
        // While the program is stopped, the screen belongs to the shell.
        guard SavedTerminal.isTaken else { return }
        let size = Terminal.size
        let frame = frame(in: size)
        try terminal.write(painter.paint(frame, in: size))
        isFormShown = frame.showsForm
        isDrawingDue = false
    }

    private func frame(in size: WindowSize) -> Frame {
        let (content, focus) = (form.content, user.focusedControl)
        let form = { (size: WindowSize) in FormLayout.frame(of: content, focus: focus, in: size) }
        guard isPaneOpen else { return form(size) }
        let row = content.rows.first { $0.controls.contains { $0.name == focus } }
        return InspectorPane(inspector, row: row, focus: focus).frame(in: size, form: form)
    }
}
