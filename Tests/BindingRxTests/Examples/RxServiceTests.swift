import Binding
import BindingControls
import BindingRx
import BindingTesting
import Dispatch
import Foundation
import TestSupport
import Testing

// The service of Documentation/ComingFromRxSwift.md, with a session that answers on threads of its own.

enum SessionError: Error {
    case empty
}

/// What stands for a `URLSession`: it answers on a queue of its own, and fails as often as it is told.
final class Session: Sendable {
    /// A request that can be cancelled.
    struct Request: Sendable {
        private let isCancelled = Shared(false)

        func cancel() { isCancelled.value = true }
        fileprivate func answer(_ body: () -> Void) { if !isCancelled.value { body() } }
    }

    private let queue = DispatchQueue(label: "session", attributes: .concurrent)
    private let names = Shared<[String: String]>([:])
    private let failures = Shared(0)
    let requests = Counter()
    let cancelled = Counter()

    init(_ names: [String: String], failures: Int = 0) {
        self.names.value = names
        self.failures.value = failures
    }

    func download(_ path: String, _ completion: @escaping @Sendable (Data?, (any Error)?) -> Void) -> Request {
        requests.add()
        let request = Request()
        queue.async { [self] in
            var fails = false
            failures.update {
                fails = $0 > 0
                $0 -= 1
            }
            request.answer {
                if fails { return completion(nil, TestError("offline")) }
                guard let name = names.value[path] else { return completion(nil, nil) }
                completion(Data(#"{ "id": \#(path.split(separator: "/")[1]), "name": "\#(name)" }"#.utf8), nil)
            }
        }
        return request
    }

    func upload(_ name: String, to path: String, _ completion: @escaping @Sendable ((any Error)?) -> Void) -> Request {
        requests.add()
        let request = Request()
        queue.async { [self] in
            request.answer {
                if name.isEmpty { return completion(TestError("no name")) }
                names.update { $0[path] = name }
                completion(nil)
            }
        }
        return request
    }
}

/// A cache that any thread may use.
final class Cache: Sendable {
    private let members = Shared<[Int: Member]>([:])

    subscript(id: Int) -> Member? {
        get { members.value[id] }
        set { members.update { $0[id] = newValue } }
    }
}

// EXAMPLE: from RxSwift, a service

@MainActor
@Suite("A service as RxSwift's users write it")
struct RxServiceTests {
    private let print = Printer()
    private let cache = Cache()

    private func service(failures: Int = 0) -> MemberService {
        let names = ["members/1": "Ada", "members/2": "Grace"]
        return MemberService(session: Session(names, failures: failures), cache: cache)
    }

    @Test("A request is tried again, and its answer decoded")
    func member() async throws {
        let service = service(failures: 2)
        expectEqual(try await service.member(1).value.name, "Ada")
        expectEqual(service.session.requests.value, 3)
        await #expect(throws: TestError("offline")) { try await self.service(failures: 3).member(1).value }
        await #expect(throws: SessionError.self) { try await service.member(3).value }
    }

    @Test("An upload, and what comes after it; the cache answers from then on")
    func rename() async throws {
        let service = service()
        expectEqual(try await service.rename(1, to: "Lovelace").value.name, "Lovelace")
        expectEqual(try await service.cachedMember(1).value?.name, "Lovelace")
        expectEqual(try await service.cachedMember(2).value?.name, nil)
        let before = service.session.requests.value
        expectEqual(try await service.names([1, 2]).value, ["Lovelace", "Grace"])
        expectEqual(service.session.requests.value, before + 1)
        await #expect(throws: TestError("no name")) { try await service.rename(1, to: "").value }
    }

    @Test("A clock asks again, and a label shows what is there")
    func clock() async {
        let service = service()
        let scheduler = TestScheduler()
        let label = Label()
        let bag = DisposeBag()
        let clock = Infallible<Int>.interval(.seconds(1), scheduler: scheduler)
        service.name(1, at: clock).drive(label.rx.text).disposed(by: bag)
        expectEqual(label.text, "")
        scheduler.advance(by: .seconds(1))
        await eventually { label.text == "Ada" }
        _ = service.upload(Member(id: 1, name: "Lovelace")).subscribe()
        await eventually {
            scheduler.advance(by: .seconds(1))
            return label.text == "Lovelace"
        }
    }

    @Test("Threads that use one service at the same time each get one answer")
    func threads() async {
        let service = service()
        let answers = Recorder<String>()
        onThreads(8) { index in
            for _ in 0..<20 {
                let single = index.isMultiple(of: 2) ? service.member(1) : service.rename(2, to: "Hopper")
                _ = single.subscribe { result in answers((try? result.get().name) ?? "failed") }
            }
        }
        await eventually { answers.count == 160 }
        expectEqual(Set(answers.elements), ["Ada", "Hopper"])
    }

    @Test("Single, and async functions")
    func single() async throws {
        // EXAMPLE: from RxSwift, Single
        #expect(try print.lines == Example.named("from RxSwift, Single").output)
    }
}
