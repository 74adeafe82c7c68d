/// Which of the values that wait for the main actor are delivered.
///
/// ```swift
/// @Bindable(delivery: .latest) private(set) var progress = 0.0
/// ```
public enum Delivery: Sendable {
    /// Every value, in order.
    case all
    /// Only the latest: a value that is set on another thread replaces the one that waits, if there is one. For a
    /// property that is pure state and changes more often than a user can follow.
    case latest
}

/// A property of a view model that a view shows: a one-way binding, from the view model to the view.
///
/// ```swift
/// @MainActor final class ViewModel {
///     @Bindable private(set) var name = ""
///     @Bindable private(set) var subtitle: String?
/// }
/// viewModel.$name.drive(nameLabel.rx.text)
/// ```
///
/// The projection is a ``Driver``: it delivers the latest value at once, then each one that is set, equal ones
/// included, on the main actor. If the value is set on the main actor, the view shows it when the setter returns. The
/// property may be set on any thread. Copies of a wrapper share one value, so a struct that holds one can be passed
/// around.
///
/// A value that is changed in place (`names.append("Ada")`, `count += 1`) is not copied, and the change is atomic with
/// respect to other threads. An asynchronous mutating method would keep the value borrowed while it is suspended, and
/// the program stops as soon as the same thread reads the property: call the method on a copy, and set the property to
/// that.
@propertyWrapper
public struct Bindable<Value: Sendable>: Sendable {
    @usableFromInline let broadcaster: Broadcaster<Value>

    /// A property with an initial value.
    ///
    /// - Parameters:
    ///   - wrappedValue: The value.
    ///   - delivery: Which of the values that are set on other threads reach the view; all of them by default.
    ///   - fileID: The file that declares the property, for warnings.
    ///   - line: The line that declares the property, for warnings.
    @inlinable
    public init(
        wrappedValue: Value, delivery: Delivery = .all, fileID: StaticString = #fileID, line: UInt = #line
    ) {
        broadcaster = Broadcaster(
            Bindable.self, value: wrappedValue, conflates: delivery == .latest, place: StaticSourcePlace(fileID, line))
    }

    /// The value.
    public var wrappedValue: Value {
        // Present: the property is created with a value and never forgets it.
        @inlinable get { broadcaster.latest! }
        @inlinable nonmutating set { broadcaster.send(newValue) }
        @inlinable nonmutating _modify {
            var value = broadcaster.borrow()
            defer { broadcaster.giveBack(value) }
            yield &value
        }
    }

    /// The value and its changes, for a view.
    @inlinable
    public var projectedValue: Driver<Value> { .init(direct: broadcaster.observable(of: broadcaster)) }
}
