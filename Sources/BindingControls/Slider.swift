import Binding

/// A slider in memory: a number within bounds.
public final class Slider: Control {
    /// The least and the greatest number.
    public let bounds: ClosedRange<Double>

    fileprivate let edits = PublishRelay<Void>()
    private var position: Double {
        didSet { if position != oldValue { history.append(position) } }
    }

    /// What it has shown since it was made, whoever has changed it.
    public private(set) var history: [Double] = []

    /// Makes a slider.
    ///
    /// - Parameters:
    ///   - value: The number at first, brought within the bounds.
    ///   - bounds: The least and the greatest number.
    public init(_ value: Double = 0, in bounds: ClosedRange<Double> = 0...1) {
        self.bounds = bounds
        position = Self.clamp(value, to: bounds)
    }

    /// The number. Setting it is not an edit, but a number out of bounds becomes the nearest one within them, which is
    /// reported.
    public var value: Double {
        get { position }
        set {
            position = Self.clamp(newValue, to: bounds)
            if position != newValue { edits.accept(()) }
        }
    }

    /// Moves it, as a user does, as far as the bounds allow.
    ///
    /// - Returns: Whether a user can do so.
    @discardableResult
    public func slide(to value: Double) -> Bool {
        guard isUsable else { return false }
        position = Self.clamp(value, to: bounds)
        edits.accept(())
        return true
    }

    private static func clamp(_ value: Double, to bounds: ClosedRange<Double>) -> Double {
        value.isNaN ? bounds.lowerBound : min(max(value, bounds.lowerBound), bounds.upperBound)
    }
}

extension Reactive where Base: Slider {
    /// The number, both ways.
    public var value: ControlProperty<Double> {
        controlProperty(changes: base.edits, getter: { $0.value }, setter: { $0.value = $1 })
    }
}
