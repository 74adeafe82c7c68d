import Binding
import BindingGTK
import CGTK
import Testing

/// Programs that run, each in a process of its own.
@MainActor @Suite struct ApplicationTests {
    /// When the window of a program is shown.
    enum Moment: String, CaseIterable, Codable, Sendable {
        case beforeItRuns, whenItIsActivated
    }

    @Test(arguments: Moment.allCases)
    func runsUntilAWindowThatWasMadeBeforeIsClosed(_ moment: Moment) async {
        await #expect(processExitsWith: .success) { [moment] in
            await MainActor.run {
                var window: Window?
                let application = Application(id: "org.example.Early") { _ in
                    if moment == .whenItIsActivated { window?.present() }
                }
                window = Window("Early", application: application)
                var (frames, keys) = (0, 0)
                let save = Action("save")
                window?.addActions([save])
                save.connect("activate") { _ in keys += 1 }
                application.setKeys(["F5"], for: "win.save")
                if moment == .beforeItRuns { window?.present() }
                let tick = Tick {
                    frames += 1
                    guard frames > 3 else { return }
                    window?.widget.activate("win.save")
                    window?.destroy()
                    window = nil
                }
                tick.start(window!)
                let status = application.run()
                guard status == 0, frames > 3, keys == 1 else { exit(EXIT_FAILURE) }
            }
        }
    }

    /// A closure for each frame of a window.
    private final class Tick {
        private let body: @MainActor () -> Void

        init(_ body: @escaping @MainActor () -> Void) { self.body = body }

        @MainActor func start(_ window: Window) {
            gtk_widget_add_tick_callback(
                window.widget,
                { _, _, tick in
                    let tick = Unmanaged<Tick>.fromOpaque(tick!).takeUnretainedValue()
                    MainActor.assumeIsolated { tick.body() }
                    return 1
                }, Unmanaged.passRetained(self).toOpaque(), { Unmanaged<Tick>.fromOpaque($0!).release() })
        }
    }
}

extension UnsafeMutablePointer<GtkWidget> {
    fileprivate func activate(_ action: String) { gtk_widget_activate_action_variant(self, action, nil) }
}
