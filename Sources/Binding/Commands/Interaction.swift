/// A question that a view model asks its view, and whose answer it awaits: "Delete for good?", "Which file?".
///
/// ```swift
/// let confirm = Interaction<String, Bool>()                               // in the view model
/// if try await confirm.ask("Delete for good?") { delete() }
///
/// viewModel.confirm.answer { [weak self] question in await self?.dialog(question) }   // in the view's binding block
/// ```
///
/// ReactiveUI has a type of the same name.
@MainActor
public final class Interaction<Question: Sendable, Answer: Sendable> {
    private typealias Handler = @MainActor (Question) async throws -> Answer?
    private var handlers: [(id: Int, handler: Handler)] = []
    private var lastID = 0

    /// An interaction without handlers.
    public init() {}

    /// Answers questions from now on.
    ///
    /// - Parameter handler: Called on the main actor with each question. If it returns `nil`, the handler before it is
    ///   called. An error that it throws is passed on to the caller of ``ask(_:)``.
    /// - Returns: A disposable that removes the handler.
    public func answer(with handler: @escaping @MainActor (Question) async throws -> Answer?) -> any Disposable {
        lastID += 1
        let id = lastID
        handlers.append((id, handler))
        return Disposables.create { [weak self] in
            MainActorDispatcher.run { self?.handlers.removeAll { $0.id == id } }
        }
    }

    /// Asks, and waits for the answer. The handler that was added last is called first.
    ///
    /// - Throws: ``UnansweredQuestion`` if no handler answers; what a handler throws.
    public func ask(_ question: Question) async throws -> Answer {
        for (id, handler) in handlers.reversed() where handlers.contains(where: { $0.id == id }) {
            if let answer = try await handler(question) { return answer }
        }
        throw UnansweredQuestion(question: "\(question)")
    }
}

extension Interaction where Question == Void {
    /// Asks, and waits for the answer; see ``ask(_:)``.
    public func ask() async throws -> Answer { try await ask(()) }
}

/// The error when no handler answers a question of an ``Interaction``.
public struct UnansweredQuestion: Error, Sendable, CustomStringConvertible {
    /// The question as text.
    public let question: String

    public var description: String {
        "nobody has answered the question \"\(question)\": bind the interaction with `answer` before it is asked"
    }
}
