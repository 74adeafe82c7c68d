import Binding

/// How much of something is done. Its user only watches: `rx.fraction` and `rx.isHidden` are binders as they stand.
@MainActor
final class ProgressBar: Control {
    var onChange: @MainActor () -> Void = {}

    /// From 0 to 1; what lies outside is drawn as the nearer end.
    var fraction = 0.0 {
        didSet { if fraction != oldValue { onChange() } }
    }

    /// Whether there is nothing to be watched.
    var isHidden = true {
        didSet { if isHidden != oldValue { onChange() } }
    }
}
