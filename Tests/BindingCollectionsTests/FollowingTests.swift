import Binding
import BindingOperators
import TestSupport
import Testing

@testable import BindingCollections

@Suite("lists of rows that change by themselves")
@MainActor
struct FollowingTests {
    @MainActor final class TaskModel {
        @Bindable var name: String
        @Bindable var isActive: Bool
        @Bindable var size = 0

        init(_ name: String, isActive: Bool = true) {
            self.name = name
            self.isActive = isActive
        }
    }

    @MainActor final class ViewModel {
        @Bindable var tasks: TreeArray<TaskModel> = []
    }

    private func names(_ tasks: TreeArray<TaskModel>) -> [String] { tasks.map(\.name) }

    @Test("filter on a property: a row comes and goes as the property changes, and all are there at once")
    func filter() {
        let viewModel = ViewModel()
        let (a, b, c) = (TaskModel("a"), TaskModel("b", isActive: false), TaskModel("c"))
        viewModel.tasks = [a, b, c]
        var seen: [[String]] = []
        let bag = DisposeBag()
        viewModel.$tasks.updates().filter(on: \.$isActive).drive { seen.append($0.rows.map(\.name)) }.disposed(by: bag)
        expectEqual(seen, [["a", "c"]])
        b.isActive = true
        b.isActive = true
        a.isActive = false
        viewModel.tasks.remove(at: 1)
        // The row is gone.
        b.isActive = false
        b.isActive = true
        viewModel.tasks.append(contentsOf: [b, TaskModel("d", isActive: false), b])
        b.isActive = false
        expectEqual(seen, [["a", "c"], ["a", "b", "c"], ["b", "c"], ["c"], ["c", "b", "b"], ["c"]])
    }

    @Test("sorted on a property: a row goes to its place as the property changes")
    func sorted() {
        let viewModel = ViewModel()
        let (a, b, c) = (TaskModel("a"), TaskModel("b"), TaskModel("c"))
        viewModel.tasks = [c, a, b]
        var (seen, descending): ([[String]], [[String]]) = ([], [])
        let bag = DisposeBag()
        viewModel.$tasks.updates().sorted(on: \.$name).drive { seen.append($0.rows.map(\.name)) }.disposed(by: bag)
        viewModel.$tasks.updates().sorted(on: \.$size, by: >).drive { descending.append($0.rows.map(\.name)) }
            .disposed(by: bag)
        a.name = "z"
        b.size = 5
        viewModel.tasks.append(TaskModel("bb"))
        expectEqual(seen, [["a", "b", "c"], ["b", "c", "z"], ["b", "bb", "c", "z"]])
        expectEqual(descending, [["c", "a", "b"], ["b", "c", "z"], ["b", "c", "z", "bb"]])
    }

    @Test("map on a property: a row is made anew for each value")
    func map() {
        let viewModel = ViewModel()
        let (a, b) = (TaskModel("a"), TaskModel("b"))
        viewModel.tasks = [a, b]
        var seen: [[String]] = []
        let bag = DisposeBag()
        viewModel.$tasks.updates().map(on: \.$size) { task, size in "\(task.name) \(size)" }
            .drive { seen.append(Array($0.rows)) }.disposed(by: bag)
        b.size = 2
        b.size = 2
        viewModel.tasks.swapAt(0, 1)
        expectEqual(seen, [["a 0", "b 0"], ["a 0", "b 2"], ["b 2", "a 0"]])
    }

    @Test("a row is there from its first value on, and stays when its driver is done")
    func firstValue() {
        let relays = (0..<3).map { _ in PublishRelay<Int>() }
        let rows = BehaviorRelay<TreeArray<Int>>(value: [0, 1, 2])
        var seen: [[String]] = []
        let bag = DisposeBag()
        rows.asDriver().updates().following { row -> Driver<Int> in
            row == 1 ? Driver<Int>.just(7) : relays[row].asDriver(onErrorJustReturn: 0)
        }.drive { seen.append($0.rows.map { "\($0.row):\($0.value)" }) }.disposed(by: bag)
        relays[2].accept(5)
        relays[0].accept(4)
        relays[2].accept(6)
        rows.modify { $0.removeSubrange(1...) }
        relays[2].accept(9)
        expectEqual(seen, [["1:7"], ["1:7", "2:5"], ["0:4", "1:7", "2:5"], ["0:4", "1:7", "2:6"], ["0:4"]])
    }

    @Test("C40: the rows are those of the plain functions, whatever changes", arguments: [1, 2, 3] as [UInt64])
    func random(seed: UInt64) {
        var edits = RandomEdits(seed: seed)
        let viewModel = ViewModel()
        var followed: TreeArray<FollowedRow<TaskModel, Int>> = []
        var (filtered, sorted): (TreeArray<TaskModel>, TreeArray<TaskModel>) = ([], [])
        let bag = DisposeBag()
        let list = viewModel.$tasks.updates()
        list.following(\.$size).drive { followed = $0.rows }.disposed(by: bag)
        list.filter(on: \.$size) { $0 % 2 == 0 }.drive { filtered = $0.rows }.disposed(by: bag)
        list.sorted(on: \.$size).drive { sorted = $0.rows }.disposed(by: bag)
        for step in 0..<Effort.steps(400) {
            let count = viewModel.tasks.count
            switch edits.number(below: 6) {
            case 0: viewModel.tasks.insert(TaskModel("\(step)"), at: edits.number(below: count + 1))
            case 1 where count > 0: viewModel.tasks.remove(at: edits.number(below: count))
            case 2 where count > 0: viewModel.tasks.append(viewModel.tasks[edits.number(below: count)])
            case 3 where count > 0: viewModel.tasks[edits.number(below: count)] = TaskModel("\(step)")
            case 4 where count > 5: viewModel.tasks = TreeArray(viewModel.tasks.shuffled(using: &edits.random))
            default: if count > 0 { viewModel.tasks[edits.number(below: count)].size = edits.number(below: 6) }
            }
            let tasks = Array(viewModel.tasks)
            expectEqual(followed.map(\.value), tasks.map(\.size))
            #expect(followed.elementsEqual(tasks) { $0.row === $1 })
            #expect(filtered.elementsEqual(tasks.filter { $0.size % 2 == 0 }, by: { $0 === $1 }))
            #expect(sorted.elementsEqual(tasks.sorted { $0.size < $1.size }, by: { $0 === $1 }))
        }
    }

    @Test("a row that goes as a consequence of its own change, and others that change as rows are taken in")
    func reentrancy() {
        let viewModel = ViewModel()
        let (a, b, c) = (TaskModel("a"), TaskModel("b"), TaskModel("c"))
        viewModel.tasks = [a, b, c]
        var seen: [[String]] = []
        var isEditing = true
        let bag = DisposeBag()
        viewModel.$tasks.updates().following { [unowned viewModel] task -> Driver<Int> in
            if task === b, isEditing {
                isEditing = false
                // One row has been reported already, the other one has not, and a third is added.
                a.size = 1
                c.size = 2
                viewModel.tasks.append(TaskModel("d"))
            }
            return task.$size
        }.drive { update in
            seen.append(update.rows.map { "\($0.row.name)\($0.value)" })
            if let done = update.rows.firstIndex(where: { $0.value == 9 }) { viewModel.tasks.remove(at: done) }
        }.disposed(by: bag)
        expectEqual(seen.last, ["a1", "b0", "c2", "d0"])
        seen = []
        b.size = 9
        expectEqual(seen, [["a1", "b9", "c2", "d0"], ["a1", "c2", "d0"]])
        b.size = 1
        expectEqual(seen.count, 2)
    }

    @Test("C40: a row that moves keeps its driver; one whose value changes keeps the last value until there is another")
    func rowsWithIdentity() {
        struct Job: Sendable {
            let id: Int
            var name = "a"
        }
        var asked: [String] = []
        let answers = PublishRelay<String>()
        let jobs = BehaviorRelay<TreeArray<Job>>(value: [Job(id: 1), Job(id: 2), Job(id: 3)])
        var (seen, changes): ([String], [ListUpdate<FollowedRow<Job, String>>.Change]) = ([], [])
        let bag = DisposeBag()
        jobs.asDriver().updates(by: \.id).following { job -> Driver<String> in
            asked.append("\(job.id)\(job.name)")
            let answer = answers.filter { $0.hasPrefix("\(job.id)") }.asDriver(onErrorJustReturn: "")
            return job.name == "a" ? answer.startWith("first") : answer
        }.drive {
            seen.append($0.rows.map { "\($0.row.id)\($0.row.name) \($0.value)" }.joined(separator: ", "))
            changes.append($0.change)
        }.disposed(by: bag)
        expectEqual(asked, ["1a", "2a", "3a"])
        jobs.modify { $0.insert($0.remove(at: 2), at: 0) }
        expectEqual(asked.count, 3)
        answers.accept("3 still")
        jobs.modify { $0[1].name = "b" }
        expectEqual(asked, ["1a", "2a", "3a", "1b"])
        answers.accept("1 done")
        jobs.modify { $0 = [Job(id: 2, name: "b"), $0[0]] }
        expectEqual(asked, ["1a", "2a", "3a", "1b", "2b"])
        answers.accept("1 gone")
        expectEqual(
            seen,
            [
                "1a first, 2a first, 3a first", "3a first, 1a first, 2a first", "3a 3 still, 1a first, 2a first",
                "3a 3 still, 1b first, 2a first", "3a 3 still, 1b 1 done, 2a first", "2b first, 3a 3 still",
            ])
        expectEqual(
            changes,
            [
                .reload, .edits([.move(from: 2, to: 0)]), .edits([.replace(0..<1)]), .edits([.replace(1..<2)]),
                .edits([.replace(1..<2)]), .edits([.remove(1..<2), .move(from: 1, to: 0), .replace(0..<1)]),
            ])
    }

    @Test("a change of a row that was there before, while others are inserted, is sent with them")
    func changesMeanwhile() {
        let (first, second) = (BehaviorRelay(value: 1), BehaviorRelay(value: 2))
        let rows = BehaviorRelay<TreeArray<Int>>(value: [0])
        var seen: [[Int]] = []
        let bag = DisposeBag()
        rows.asDriver().updates().following { row -> Driver<Int> in
            if row == 1 { first.accept(10) }
            return (row == 0 ? first : second).asDriver()
        }.drive { seen.append($0.rows.map(\.value)) }.disposed(by: bag)
        rows.accept([0, 1])
        expectEqual(seen, [[1], [10, 2]])
    }

    @Test("disposal during delivery: nothing is sent after it, and no row is observed any more")
    func disposal() {
        let viewModel = ViewModel()
        let tasks = (0..<5).map { TaskModel("\($0)") }
        var seen = 0
        let (begun, ended) = (Counter(), Counter())
        var observed: Int { begun.value - ended.value }
        let bag = DisposeBag()
        viewModel.$tasks.updates().following { task -> Driver<Int> in
            if task === tasks[3] { bag.dispose() }
            return task.$size.do(onSubscribe: { begun.add() }, onDispose: { ended.add() })
        }.drive { _ in seen += 1 }.disposed(by: bag)
        expectEqual(seen, 1)
        viewModel.tasks = TreeArray(tasks)
        #expect((seen, observed) == (1, 0))
        seen = 0
        viewModel.$tasks.updates().following { task -> Driver<Int> in
            task.$size.do(onSubscribe: { begun.add() }, onDispose: { ended.add() })
        }.drive { _ in
            seen += 1
            if seen == 2 { bag.dispose() }
        }.disposed(by: bag)
        #expect((seen, observed) == (1, 5))
        viewModel.tasks.removeLast()
        #expect((seen, observed) == (2, 0))
        tasks[0].size = 3
        expectEqual(seen, 2)
    }

    @Test("neither the rows nor their list are kept by a subscription that is dropped")
    func lifetimes() {
        weak var row: TaskModel?
        weak var owner: ViewModel?
        do {
            let viewModel = ViewModel()
            let task = TaskModel("a")
            viewModel.tasks = [task]
            _ = viewModel.$tasks.updates().filter(on: \.$isActive).drive { _ in }
            task.isActive = false
            (row, owner) = (task, viewModel)
        }
        #expect(row == nil)
        #expect(owner == nil)
    }

    @Test("a row is released when it is removed, and when the subscription ends")
    func rowsAreReleased() {
        let viewModel = ViewModel()
        weak var first: TaskModel?
        weak var second: TaskModel?
        let bag = DisposeBag()
        do {
            let tasks = [TaskModel("a"), TaskModel("b")]
            (first, second) = (tasks[0], tasks[1])
            viewModel.tasks = TreeArray(tasks)
        }
        viewModel.$tasks.updates().sorted(on: \.$name).drive { _ in }.disposed(by: bag)
        viewModel.tasks.remove(at: 0)
        #expect(first == nil)
        bag.dispose()
        viewModel.tasks = []
        #expect(second == nil)
    }
}
