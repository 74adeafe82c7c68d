import ViewModels

/// Runs a script on a form of its own.
///
/// Time stands still between commands: what the form has begun, such as a submission or a search, continues only during
/// `wait`. So the output depends on the script alone.
@MainActor
final class ScriptRunner {
    private static let frameSize = WindowSize(columns: 76, rows: .max)

    private let clock = ManualClock()
    private let scheduler = StepScheduler()
    private let form: any Form
    private let user: ScriptUser
    private let print: @MainActor (String) throws -> Void
    /// Waits for the end of the work that is under way.
    private var ending: Task<Void, Never>?
    /// The frame that was printed last.
    private var printedFrame: Frame?

    /// Makes a form for a script.
    ///
    /// - Parameters:
    ///   - kind: The kind of the form.
    ///   - print: Receives the output of the script, including line feeds.
    init(_ kind: FormKind, print: @escaping @MainActor (String) throws -> Void) {
        form = kind.form(clock: clock, scheduler: scheduler)
        user = ScriptUser(form: form)
        self.print = print
    }

    /// Runs the commands until they end or the form is dismissed, and then cancels work in the background.
    ///
    /// - Parameters:
    ///   - lines: The script.
    ///   - name: Its name, as the user gave it.
    /// - Throws: ``ScriptError`` for the first wrong line, and any error of reading or printing.
    func run<Lines: AsyncSequence>(_ lines: Lines, name: String) async throws where Lines.Element == ScriptLine {
        defer { form.work?.command.cancel() }
        for try await line in lines {
            do {
                guard let command = try ScriptParser.command(in: line.bytes) else { continue }
                let wasWaiting = form.work?.isWaiting == true
                try await perform(command)
                // The rules that the work waited for are decided: let it begin or end before the next command.
                if wasWaiting { await advance(by: 0) }
            } catch let problem as ScriptProblem {
                throw ScriptError(script: name, line: line.number, problem: problem)
            }
            if form.isDismissed { return }
        }
    }

    private func perform(_ command: ScriptCommand) async throws {
        switch command {
        case .type(let control, let text): try user.type(text, into: control)
        case .clear(let control): try user.clear(control)
        case .toggle(let control): try user.toggle(control)
        case .choose(let control, let option): try user.choose(option, in: control)
        case .press(let control): try user.press(control)
        case .undo: try user.undo()
        case .redo: try user.redo()
        case .set(let value, let text): try modelValue(value).write(text)
        case .bind:
            // Disposed of first, so that `bind` twice does not bind twice.
            form.disposeBag.dispose()
            form.bind()
        case .unbind: form.disposeBag.dispose()
        case .show: try show()
        case .changes: try showChanges()
        case .model: try print(form.values.map { "\($0.name) \($0.read())" }.joined(separator: ", ") + "\n")
        case .say(let text): try print(text.drawable + "\n")
        case .wait(let steps): await wait(steps: steps)
        case .until(let text): try await wait(until: text)
        }
    }

    private var frame: Frame {
        FormLayout.frame(of: form.content, focus: user.focusedControl, in: Self.frameSize)
    }

    private func show() throws {
        let frame = frame
        printedFrame = frame
        try print(frame.text)
    }

    /// Prints what has changed since the form was printed last, or the whole form if it was not.
    private func showChanges() throws {
        guard let last = printedFrame else { return try show() }
        let frame = frame
        printedFrame = frame
        let changes = FrameChanges(from: last, to: frame).text
        try print(changes.isEmpty ? "= nothing has changed\n" : changes)
    }

    /// Lets time pass until the form shows `text`, so that what is printed next is what the script is about.
    private func wait(until text: String) async throws {
        for _ in 0..<ScriptParser.waitLimit {
            if frame.text.contains(text) { return }
            guard form.work?.isUnderWay == true || !scheduler.isIdle else { break }
            await wait(steps: 1)
        }
        guard !frame.text.contains(text) else { return }
        throw ScriptProblem(
            "the form does not show '\(text)', and nothing is under way that could change it",
            remedy: "The command `show` prints what it shows")
    }

    private func wait(steps: Int?) async {
        let steps = steps ?? ScriptParser.waitLimit
        // One after the other is sufficient: neither depends on the other.
        scheduler.advance(bySteps: steps)
        await advance(by: steps)
    }

    /// Lets work that is under way, and is not waiting for rules, take a number of steps.
    private func advance(by steps: Int) async {
        guard let work = form.work, work.isUnderWay, !work.isWaiting else { return }
        // The rules that it waited for may be broken: then it ends without a step.
        let ending =
            ending
            ?? Task { [clock] in
                await work.command.finished()
                await clock.giveUp()
            }
        self.ending = ending
        guard await clock.advance(by: steps) else { return }
        await ending.value
        self.ending = nil
    }

    private func modelValue(_ name: String) throws(ScriptProblem) -> ModelValue {
        let values = form.values
        if let value = values.first(where: { $0.name == name }) { return value }
        throw .unknown("value", name, among: values.map(\.name))
    }
}
