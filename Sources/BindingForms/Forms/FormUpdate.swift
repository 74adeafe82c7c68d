import Binding

/// Changes of fields and forms that belong together, in one change on the main actor: rules check when all of them are
/// made, and what follows is sent at the end of the change.
@MainActor @usableFromInline
enum FormUpdate {
    // Variables are accessed for a moment at a time, on the main actor, and need no check for exclusive access.

    @exclusivity(unchecked) private static var depth = 0
    /// The number of the latest update.
    @exclusivity(unchecked) private(set) static var number = 0
    /// The change around it.
    @exclusivity(unchecked) private static var outer: UInt64 = 0
    /// The rules that are to check what has changed: asynchronous ones after all others.
    @exclusivity(unchecked) private static var synchronous = DueRules()
    @exclusivity(unchecked) private static var asynchronous = DueRules()
    /// Whether there are any: to ask these would take longer.
    @exclusivity(unchecked) private static var areRulesDue = false
    /// Whether they check when a batch is over.
    @exclusivity(unchecked) private static var isBatchAwaited = false
    /// The number of the latest run of rules, in which one may make another one due.
    @exclusivity(unchecked) private static var run = 0
    @exclusivity(unchecked) private static var isRunning = false

    @usableFromInline
    static func perform(_ body: () -> Void) {
        begin()
        body()
        end()
    }

    /// What ``perform(_:)`` does, in two functions, where a closure would take too much time.
    static func begin() {
        depth += 1
        guard depth == 1 else { return }
        (number, run) = (number + 1, run + 1)
        outer = MainActorDispatcher.beginChange()
    }

    static func end() {
        if depth == 1, areRulesDue, !awaitsBatch() { checkAllDueRules() }
        depth -= 1
        if depth == 0 { MainActorDispatcher.endChange(outer) }
    }

    /// Has the rules check when the batch under way is over.
    ///
    /// - Returns: Whether there is one.
    private static func awaitsBatch() -> Bool {
        if isBatchAwaited { return true }
        isBatchAwaited = Batch.afterValues {
            isBatchAwaited = false
            perform {}
        }
        return isBatchAwaited
    }

    /// Has a rule check its fields, once, when all that belongs together has changed or something is read.
    ///
    /// - Parameter again: Whether to do so even if it has checked them already.
    static func check(_ rule: FormRule, again: Bool = false) {
        guard rule.becomesDue(again: again) else { return }
        areRulesDue = true
        if rule.isAsynchronous { asynchronous.add(rule) } else { synchronous.add(rule) }
    }

    /// Has rules check before something is read: the asynchronous ones, too, if they have been waiting for a batch.
    static func checkBeforeRead() {
        if isBatchAwaited, depth == 0 {
            perform(checkAllDueRules)
        } else {
            checkDueRules()
        }
    }

    private static func checkAllDueRules() {
        checkDueRules()
        while let rule = asynchronous.take() {
            rule.checkAsDue(in: run)
            checkDueRules()
        }
        areRulesDue = false
    }

    /// Has the synchronous rules check that are due.
    static func checkDueRules() {
        guard !synchronous.isEmpty else { return }
        let isWithinRun = isRunning
        if !isWithinRun { run += 1 }
        isRunning = true
        while let rule = synchronous.take() { rule.checkAsDue(in: run) }
        isRunning = isWithinRun
    }
}

/// Rules in the order in which they became due.
private struct DueRules {
    // Those that have been taken are `nil`: what the last reference to a rule releases must not be released in here.
    private var rules: [FormRule?] = []
    private var next = 0

    var isEmpty: Bool { rules.isEmpty }

    mutating func add(_ rule: FormRule) { rules.append(rule) }

    mutating func take() -> FormRule? {
        guard next < rules.count else {
            rules.removeAll(keepingCapacity: true)
            next = 0
            return nil
        }
        next += 1
        return rules[next - 1].take()
    }
}
