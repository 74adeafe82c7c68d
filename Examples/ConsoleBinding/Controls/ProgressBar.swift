import Binding

/// The progress of something. It takes no input: `rx.fraction` and `rx.isHidden` are binders of its properties.
@MainActor
final class ProgressBar: Control {
    var onChange: @MainActor () -> Void = {}

    /// From 0 to 1; a value outside is drawn as the nearer limit.
    var fraction = 0.0 {
        didSet { if fraction != oldValue { onChange() } }
    }

    /// Whether there is nothing in progress.
    var isHidden = true {
        didSet { if isHidden != oldValue { onChange() } }
    }
}
