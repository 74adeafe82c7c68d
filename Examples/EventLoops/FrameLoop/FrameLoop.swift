// EXAMPLE: frame loop
import Binding
import Glibc

/// Draws a frame, waits for the next, and so on: what a game does.
@MainActor
final class FrameLoop {
    private let onFrame: @MainActor () -> Void

    /// - Parameter onFrame: Reads what the user does, moves what moves, draws.
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
