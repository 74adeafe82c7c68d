import Binding
import BindingGTK
import BindingOperators
import CGTK
import Glibc
import Testing

/// Starts of a program, in processes of their own with a session bus of their own.
@MainActor @Suite struct ProgramStartTests {
    /// Runs tests with a session bus, which the processes inherit.
    private func withBus(_ body: () async throws -> Void) async throws {
        let bus = try SessionBus()
        defer { bus.end() }
        try await body()
    }

    /// The exit status of a program with what it has noted.
    private static func finish(_ status: Int32, _ isRight: Bool) { exit(status == 0 && isRight ? 0 : EXIT_FAILURE) }

    @Test func opensTheFilesThatItIsStartedWith() async {
        await #expect(processExitsWith: .success) {
            await MainActor.run {
                var titles: [[String]] = []
                // EXAMPLE: gtk, open
                let application = Application(id: "org.example.Letters") { application in
                    Window("A new letter", application: application).present()
                }
                let bag = DisposeBag()
                bag.insert {
                    application.rx.open => { [unowned application] paths in
                        for path in paths { Window(path, application: application).present() }
                    }
                }
                // END
                let other =
                    application.rx.open => { [unowned application] paths in
                        titles.append(paths)
                        application.quit()
                    }
                let status = application.run(["open", "/tmp/a letter", "relative", "https://example.org/x"])
                bag.dispose()
                other.dispose()
                let folder = takenText(g_get_current_dir()) ?? ""
                let windows = gtk_window_get_toplevels()!
                ProgramStartTests.finish(
                    status,
                    titles == [["/tmp/a letter", "\(folder)/relative", "https://example.org/x"]]
                        && g_list_model_get_n_items(windows) == 3)
            }
        }
    }

    @Test func isActivatedWithoutFilesAndGetsNoArgumentsItHasNotAskedFor() async {
        await #expect(processExitsWith: .success) {
            await MainActor.run {
                var (opened, activations) = (0, 0)
                let application = Application(id: "org.example.Open") { _ in activations += 1 }
                let bag = DisposeBag { application.rx.open => { _ in opened += 1 } }
                let status = application.run(["open"])
                let other = Application { _ in activations += 1 }
                let second = other.run(["other", "--verbose", "file"])
                bag.dispose()
                ProgramStartTests.finish(status + second, opened == 0 && activations == 2)
            }
        }
    }

    @Test func answersACommandLineWithItsStatus() async {
        await #expect(processExitsWith: .exitCode(7)) {
            await MainActor.run {
                var (starts, activations): ([ProgramStart], Int) = ([], 0)
                let application = Application(id: "org.example.Command") { _ in activations += 1 }
                let bag = DisposeBag {
                    application.rx.commandLine.answer(with: application) { application, start in
                        starts.append(start)
                        application.activate()
                        return 7
                    }
                }
                let status = application.run(["command", "--verbose", "file"])
                bag.dispose()
                let isRight =
                    starts.map(\.arguments) == [["command", "--verbose", "file"]] && starts[0].isRemote == false
                    && starts[0].directory == takenText(g_get_current_dir()) && activations == 1
                exit(isRight ? status : EXIT_FAILURE)
            }
        }
    }

    @Test func aSecondStartHasTheFirstOneOpenItsFilesAndEnds() async throws {
        try await withBus {
            async let first = #expect(processExitsWith: .success) {
                await ProgramStartTests.runUntilFilesAreOpened()
            }
            async let second = #expect(processExitsWith: .success) {
                await MainActor.run {
                    SessionBus.waitForOwner(of: "org.example.Unique")
                    let (status, count) = ProgramStartTests.haveFilesOpened()
                    ProgramStartTests.finish(status, count == 0)
                }
            }
            _ = await (first, second)
        }
    }

    @Test func aProgramThatIsNotUniqueRunsBesideTheFirst() async throws {
        try await withBus {
            async let first = #expect(processExitsWith: .success) {
                await ProgramStartTests.runUntilFilesAreOpened()
            }
            async let second = #expect(processExitsWith: .success) {
                await MainActor.run {
                    SessionBus.waitForOwner(of: "org.example.Unique")
                    var activations = 0
                    let beside = Application(id: "org.example.Unique", isUnique: false) { _ in activations += 1 }
                    let status = beside.run(["unique"])
                    let (sent, count) = ProgramStartTests.haveFilesOpened()
                    ProgramStartTests.finish(status + sent, activations == 1 && count == 0)
                }
            }
            _ = await (first, second)
        }
    }

    /// Starts the program with two files while another process runs it.
    ///
    /// - Returns: Its exit status, and how often it was activated, or opened files, itself.
    private static func haveFilesOpened() -> (status: Int32, count: Int) {
        var count = 0
        let application = Application(id: "org.example.Unique") { _ in count += 1 }
        let bag = DisposeBag { application.rx.open => { _ in count += 1 } }
        let status = application.run(["unique", "/tmp/a", "/tmp/b"])
        bag.dispose()
        return (status, count)
    }

    /// Runs a program that another process has open two files.
    private static func runUntilFilesAreOpened() {
        var (opened, activations): ([[String]], Int) = ([], 0)
        let application = Application(id: "org.example.Unique") { application in
            activations += 1
            Window("Unique", application: application).present()
        }
        let bag = DisposeBag {
            application.rx.open => { [unowned application] in
                opened.append($0)
                application.quit()
            }
        }
        let status = application.run(["unique"])
        bag.dispose()
        finish(status, opened == [["/tmp/a", "/tmp/b"]] && activations == 1)
    }

    @Test func whatIsBoundTooLateStopsTheProgram() async throws {
        let result = try await #require(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            await MainActor.run {
                let application = Application(id: "org.example.Late") { application in
                    application.rx.open.subscribe(onNext: { _ in }).dispose()
                }
                _ = application.run()
            }
        }
        let message = String(decoding: result.standardErrorContent, as: UTF8.self)
        #expect(message.contains("Application: rx.open has to be bound before run()."))
    }
}

/// A session bus of the tests' own, whose address the processes that they start find in the environment.
@MainActor
final class SessionBus {
    private let process: pid_t
    private let former = getenv("DBUS_SESSION_BUS_ADDRESS").map { String(cString: $0) }

    struct Failure: Error {}

    init() throws {
        var output: UnsafeMutablePointer<CChar>?
        var status: Int32 = -1
        let command = "dbus-daemon --session --fork --print-address=1 --print-pid=1"
        guard g_spawn_command_line_sync(command, &output, nil, &status, nil) != 0, status == 0,
            let lines = takenText(output)?.split(separator: "\n"), lines.count == 2, let process = pid_t(lines[1])
        else { throw Failure() }
        self.process = process
        setenv("DBUS_SESSION_BUS_ADDRESS", String(lines[0]), 1)
    }

    func end() {
        if let former { setenv("DBUS_SESSION_BUS_ADDRESS", former, 1) } else { unsetenv("DBUS_SESSION_BUS_ADDRESS") }
        kill(process, SIGTERM)
    }

    /// Waits until a program has a name on the bus.
    static func waitForOwner(of name: String) {
        let bus = g_bus_get_sync(G_BUS_TYPE_SESSION, nil, nil)
        while true {
            let arguments = withUnsafePointer(to: Optional(g_variant_new_string(name))) { g_variant_new_tuple($0, 1) }
            let reply = g_dbus_connection_call_sync(
                bus, "org.freedesktop.DBus", "/org/freedesktop/DBus", "org.freedesktop.DBus", "NameHasOwner", arguments,
                nil, G_DBUS_CALL_FLAGS_NONE, -1, nil, nil)
            guard let reply, let answer = g_variant_get_child_value(reply, 0) else { return }
            defer { for variant in [reply, answer] { g_variant_unref(variant) } }
            if g_variant_get_boolean(answer) != 0 { return }
            g_usleep(10_000)
        }
    }
}

/// A text of GLib that is the caller's.
func takenText(_ text: UnsafeMutablePointer<CChar>?) -> String? {
    defer { g_free(text) }
    return text.map { String(cString: $0) }
}
