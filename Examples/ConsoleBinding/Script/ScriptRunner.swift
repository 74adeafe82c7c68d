import ViewModels

/// Does what a script says to a form of its own.
///
/// Time stands still between the commands: what the form has begun, such as a submission or a search, goes on only
/// during `wait`. So what is printed depends on the script alone.
@MainActor
final class ScriptRunner {
    private static let frameSize = WindowSize(columns: 76, rows: .max)

    private let clock = ManualClock()
    private let scheduler = StepScheduler()
    private let form: any Form
    private let user: ScriptUser
    private let print: @MainActor (String) throws -> Void
    /// The end of what is under way, once it has been waited for.
    private var ending: Task<Void, Never>?
    /// What was printed of the form last.
    private var printedFrame: Frame?

    /// Makes a form for a script.
    ///
    /// - Parameters:
    ///   - kind: Which form.
    ///   - print: Receives what the script prints, line feeds included.
    init(_ kind: FormKind, print: @escaping @MainActor (String) throws -> Void) {
        form = kind.form(clock: clock, scheduler: scheduler)
        user = ScriptUser(form: form)
        self.print = print
    }

    /// Does what the lines say, until they end or the form is dismissed. What is being done in the background
    /// then is cancelled.
    ///
    /// - Parameters:
    ///   - lines: The script.
    ///   - name: What its user calls it.
    /// - Throws: ``ScriptError`` for the first line that is wrong; whatever reading and printing throw.
    func run<Lines: AsyncSequence>(_ lines: Lines, name: String) async throws where Lines.Element == ScriptLine {
        defer { form.work?.command.cancel() }
        for try await line in lines {
            do {
                guard let command = try ScriptParser.command(in: line.bytes) else { continue }
                let wasWaiting = form.work?.isWaiting == true
                try await perform(command)
                // What has been waited for is known: it begins, or it ends, before anything else is done.
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
            // Disposed of first, so that `bind` twice is not two bindings.
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

    /// Prints what has changed since the form was printed last, or all of it where it was not.
    private func showChanges() throws {
        guard let last = printedFrame else { return try show() }
        let frame = frame
        printedFrame = frame
        let changes = FrameChanges(from: last, to: frame).text
        try print(changes.isEmpty ? "= nothing has changed\n" : changes)
    }

    /// Lets time pass until the form shows `text`, so that what is printed next is what the script speaks of.
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
        // One after the other will do: neither of the two looks at the other.
        scheduler.advance(bySteps: steps)
        await advance(by: steps)
    }

    /// Lets work that is under way, and does not wait for anything else, take so many steps.
    private func advance(by steps: Int) async {
        guard let work = form.work, work.isUnderWay, !work.isWaiting else { return }
        // What it has waited for may be against it: then it ends without a step.
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
