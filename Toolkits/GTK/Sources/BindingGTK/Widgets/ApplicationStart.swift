import Binding
import CGTK

/// A start of the program.
public struct ProgramStart: Sendable, Hashable {
    /// The program's name, and its arguments.
    public let arguments: [String]
    /// The path of the folder in which it was started, to which the paths of files among the arguments are relative.
    public let directory: String?
    /// Whether the program was running already. The process that was started ends with the status that it is answered.
    public let isRemote: Bool
}

extension Reactive where Base: Application {
    /// Emits the files that the program is to open, by their paths: those of its arguments, and those that the desktop
    /// opens with it, also while it runs. Bind it before ``Application/run(_:)``:
    ///
    /// ```swift
    /// let application = Application(id: "org.example.Letters") { application in LetterWindow(application).present() }
    /// let files = application.rx.open => { paths in paths.forEach { LetterWindow(application, path: $0).present() } }
    /// exit(application.run())
    /// ```
    ///
    /// The program is not activated then, but has to show its window itself. A file that is not on this machine is
    /// given by its URI. The desktop opens files with a program whose desktop file has `%U` after the command and their
    /// `MimeType`.
    public var open: ControlEvent<[String]> {
        controlEvent { application, send in
            application.handle(G_APPLICATION_HANDLES_OPEN, for: "open")
            return application.connect("open") { arguments in
                let count: Int = arguments[1]
                guard let files = g_value_get_pointer(arguments.values.baseAddress!) else { return }
                let pointers = files.assumingMemoryBound(to: OpaquePointer.self)
                send(
                    (0..<count).map { place in
                        let file = pointers[place]
                        return takenText(g_file_get_path(file)) ?? takenText(g_file_get_uri(file)) ?? ""
                    })
            }
        }
    }

    /// Asks what a start of the program is to do, with its arguments, and answers with the exit status; 0 by default.
    /// Bind it before ``Application/run(_:)``. The program is not activated then: call ``Application/activate()``.
    ///
    /// ```swift
    /// application.rx.commandLine.answer(with: application) { application, start in
    ///     if start.arguments.contains("--quit") { application.quit() } else { application.activate() }
    ///     return 0
    /// }
    /// ```
    ///
    /// A program that is unique is asked in the process that runs, wherever it has been started.
    public var commandLine: ControlRequest<ProgramStart, Int> {
        controlRequest(default: 0) { application, ask in
            application.handle(G_APPLICATION_HANDLES_COMMAND_LINE, for: "commandLine")
            return application.answerNumber("command-line") { arguments in
                guard let raw = g_value_get_object(arguments.values.baseAddress!) else { return 0 }
                let line = raw.assumingMemoryBound(to: GApplicationCommandLine.self)
                var count: Int32 = 0
                let words = g_application_command_line_get_arguments(line, &count)
                defer { g_strfreev(words) }
                let start = ProgramStart(
                    arguments: (0..<Int(count)).map { String(cString: words![$0]!) },
                    directory: BindingGTK.text(g_application_command_line_get_cwd(line)),
                    isRemote: g_application_command_line_get_is_remote(line) != 0)
                return Int32(clamping: ask(start))
            }
        }
    }
}
