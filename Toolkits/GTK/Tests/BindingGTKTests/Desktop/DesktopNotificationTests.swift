import BindingGTK
import CGTK
import Glibc
import Synchronization
import Testing

/// Notifications, in processes of their own with a session bus of their own, on which the test is the desktop.
@MainActor @Suite struct DesktopNotificationTests {
    /// What the desktop is told.
    private nonisolated static let calls = Mutex<[String]>([])

    /// Becomes the service of notifications of the session.
    private static func beDesktop() {
        let bus = g_bus_get_sync(G_BUS_TYPE_SESSION, nil, nil)
        let arguments = [g_variant_new_string("org.gtk.Notifications"), g_variant_new_uint32(0)]
        let reply = g_dbus_connection_call_sync(
            bus, "org.freedesktop.DBus", "/org/freedesktop/DBus", "org.freedesktop.DBus", "RequestName",
            g_variant_new_tuple(arguments, 2), nil, G_DBUS_CALL_FLAGS_NONE, -1, nil, nil)
        if let reply { g_variant_unref(reply) }
        g_dbus_connection_add_filter(bus, record, nil, nil)
    }

    /// Called on another thread.
    private nonisolated static let record: GDBusMessageFilterFunction = { _, message, incoming, _ in
        guard incoming != 0, let message, let member = g_dbus_message_get_member(message),
            ["AddNotification", "RemoveNotification"].contains(String(cString: member)),
            let body = g_dbus_message_get_body(message)
        else { return message }
        let text = takenText(g_variant_print(body, 0)) ?? ""
        calls.withLock { $0.append("\(String(cString: member)) \(text)") }
        return message
    }

    private static func calls(_ count: Int) -> [String] {
        let end = ContinuousClock.now + .seconds(30)
        while calls.withLock({ $0.count }) < count, ContinuousClock.now < end {
            if g_main_context_iteration(nil, 0) == 0 { g_usleep(1_000) }
        }
        return calls.withLock { $0 }
    }

    @MainActor private static func notify() throws {
        beDesktop()
        var failure: (any Error)?
        let application = Application(id: "org.example.Notify") { application in
            do {
                application.send(
                    DesktopNotification(
                        "Letter of Ada", body: "Grüße", icon: "mail-unread", priority: .high, action: "app.open::42",
                        buttons: [DesktopNotification.Button("Reply", action: "app.reply::42")]), id: "letter")
                application.send(DesktopNotification("Done"))
                application.withdrawNotification("letter")
                let calls = calls(3)
                try #require(calls.count == 3)
                for part in [
                    "AddNotification ('org.example.Notify', 'letter'", "'title': <'Letter of Ada'>",
                    "'body': <'Grüße'>",
                    "mail-unread", "'priority': <'high'>", "'default-action': <'app.open'>",
                    "'default-action-target': <'42'>", "'label': <'Reply'>", "'action': <'app.reply'>",
                ] {
                    try #require(calls[0].contains(part), "\(part) in \(calls[0])")
                }
                try #require(calls[1].contains("'title': <'Done'>") && !calls[1].contains("default-action"))
                try #require(calls[2] == "RemoveNotification ('org.example.Notify', 'letter')")
            } catch { failure = error }
            application.quit()
        }
        try #require(application.run() == 0)
        if let failure { throw failure }
    }

    @Test func theDesktopIsToldWhatIsShownAndTakenBack() async throws {
        let bus = try SessionBus()
        defer { bus.end() }
        await #expect(processExitsWith: .success) { try await DesktopNotificationTests.notify() }
    }

    enum Mistake: String, Codable, CaseIterable, Sendable {
        case noID, tooEarly, windowAction, noAction
    }

    @Test(arguments: Mistake.allCases)
    func aMistakeStopsTheProgramAndSaysWhatIsRight(_ mistake: Mistake) async throws {
        let result = try await #require(processExitsWith: .failure, observing: [\.standardErrorContent]) { [mistake] in
            await MainActor.run {
                let application = Application(id: mistake == .noID ? nil : "org.example.Notify") { application in
                    let action = mistake == .windowAction ? "win.open" : "open it"
                    application.send(DesktopNotification("Done", action: action))
                }
                if mistake == .tooEarly { application.send(DesktopNotification("Done")) }
                _ = application.run()
            }
        }
        let message =
            switch mistake {
            case .noID: "Application.send: a program without an id has no notifications."
            case .tooEarly: "Application.send: the program does not run yet."
            case .windowAction: "DesktopNotification(\"Done\"): 'win.open' is not an action of the application"
            case .noAction: "DesktopNotification(\"Done\"): 'open it': this is not the name of an action."
            }
        let text = String(decoding: result.standardErrorContent, as: UTF8.self)
        #expect(text.contains(message), "\(text)")
    }
}
