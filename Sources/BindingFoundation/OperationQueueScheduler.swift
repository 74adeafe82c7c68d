import Binding
import Dispatch
import Foundation

/// A scheduler that runs actions as operations of an `OperationQueue`, as many at a time as the queue does: for work
/// whose number of threads and priority the queue decides.
///
/// ```swift
/// let queue = OperationQueue()
/// queue.maxConcurrentOperationCount = 2
/// let scheduler = OperationQueueScheduler(operationQueue: queue, queuePriority: .low)
/// let thumbnails = photos.observe(on: scheduler).map { thumbnail(of: $0) }
/// ```
///
/// The values of one sequence are still delivered one at a time and in order. A sequence of which the queue drops an
/// operation, with `cancelAllOperations()`, delivers no more; end it by its subscription.
public final class OperationQueueScheduler: Scheduler {
    /// The queue that runs the actions.
    public let operationQueue: OperationQueue

    /// The priority of the operations among those that wait in the queue.
    public let queuePriority: Operation.QueuePriority

    private let timers = ConcurrentDispatchQueueScheduler(queue: .global())

    /// A scheduler that runs its actions on a queue.
    ///
    /// - Parameters:
    ///   - operationQueue: The queue. It may run other operations, too.
    ///   - queuePriority: The priority of the operations among those that wait in the queue.
    public init(operationQueue: OperationQueue, queuePriority: Operation.QueuePriority = .normal) {
        self.operationQueue = operationQueue
        self.queuePriority = queuePriority
    }

    public var now: Duration { timers.now }

    /// Adds an operation to the queue that runs an action.
    ///
    /// - Parameter action: The action. It runs on one of the queue's threads, when the operations before it have left
    ///   one, and those of a higher priority.
    /// - Returns: A disposable that cancels the operation, if it has not begun.
    public func schedule(_ action: @escaping @Sendable () -> Void) -> any Disposable {
        let cancellable = CancellableAction(action)
        let operation = BlockOperation { cancellable.run() }
        operation.queuePriority = queuePriority
        operationQueue.addOperation(operation)
        return Disposables.create {
            // The action is released now, the operation when its turn has come.
            cancellable.dispose()
            operation.cancel()
        }
    }

    /// Adds an operation to the queue once an action is due; RxSwift's scheduler has no delays.
    ///
    /// - Parameters:
    ///   - delay: The delay. Zero or less means as soon as possible.
    ///   - action: The action. It runs on one of the queue's threads.
    /// - Returns: A disposable that cancels the action, if it has not begun.
    public func schedule(after delay: Duration, _ action: @escaping @Sendable () -> Void) -> any Disposable {
        guard delay > .zero else { return schedule(action) }
        let operation = SingleAssignmentDisposable()
        let timer = timers.schedule(after: delay) { [self] in operation.setDisposable(schedule(action)) }
        return Disposables.create(timer, operation)
    }
}
