import Binding
import BindingForms

extension ValueConverter where Raw == String, Value == Int {
    /// A whole number, without the library's converters, which are not tested here.
    static var whole: ValueConverter {
        ValueConverter(
            parse: { text in
                guard let number = Int(text) else { throw ConversionError("\"\(text)\" is no number") }
                return number
            },
            format: { "\($0)" })
    }
}

extension Rule {
    /// The text of its message for a value.
    @MainActor
    func text(on value: Value) -> String? { verdict(on: value)?.text }
}

extension Rule where Value == Int {
    static func atLeast(_ least: Int) -> Rule { Rule { $0 < least ? "at least \(least)" : nil } }
}

extension Rule where Value == String {
    static var given: Rule { Rule { $0.isEmpty ? "missing" : nil } }
    static func longest(_ count: Int) -> Rule { Rule { $0.count > count ? "at most \(count) letters" : nil } }
}

/// The values of a driver, one after the other.
@MainActor
final class DrivenValues<Element: Sendable> {
    private(set) var elements: [Element] = []
    private var subscription: (any Disposable)?

    init(_ driver: Driver<Element>) {
        subscription = driver.drive(onNext: { [weak self] in self?.elements.append($0) })
    }

    deinit { subscription?.dispose() }

    var last: Element? { elements.last }
}

extension Command {
    /// Whether a run is in progress.
    var isRunning: Bool {
        var isRunning = false
        isExecuting.drive(onNext: { isRunning = $0 }).dispose()
        return isRunning
    }
}
