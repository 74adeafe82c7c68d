// EXAMPLE: frame loop
import Binding
import Glibc

/// Draws a frame, waits for the next, and so on, as a game does.
@MainActor
final class FrameLoop {
    private let onFrame: @MainActor () -> Void

    /// - Parameter onFrame: Reads the user's input, updates the scene, draws.
    init(onFrame: @escaping @MainActor () -> Void) {
        self.onFrame = onFrame
    }

    func run(while condition: @MainActor () -> Bool) {
        while condition() {
            MainActorLoop.drain()
            onFrame()
            usleep(4_000)  // or whatever waits for the display
        }
    }
}
// END
