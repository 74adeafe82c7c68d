import Binding
import Dispatch
import Foundation
import TestSupport
import Testing
import Unidirectional

@Suite("Input and output that are values")
@MainActor
struct BindableInputTests {
    struct Input: BindableInputType {
        @Mutable var first = "1"
        @Mutable var second = "2"
        @Mutable var number = 3
        @Mutable var optional: String?
        @Mutable var list: [Int] = []
        let volume = BehaviorRelay(value: 5)
        let tap = PublishRelay<Void>()
    }

    /// A class, as in Ricemill.
    class BaseInput: BindableInputType {
        @Mutable var inherited = "i"
    }

    final class DerivedInput: BaseInput {
        @Mutable var own = "o"
    }

    @Test("The handle of a property is its relay, also among others of its type")
    func handles() {
        let parts = Input()
        let input = InputWrapper(parts)
        let first: BehaviorRelay<String> = input.first
        #expect(first === parts.$first)
        #expect(input.second === parts.$second)
        #expect(input.number === parts.$number)
        #expect(input.optional === parts.$optional)
        #expect(input.list === parts.$list)
        #expect(input.$second === parts.$second)
        #expect(input.volume === parts.volume)
        input.second.accept("new")
        expectEqual(parts.second, "new")
        expectEqual(parts.first, "1")
        parts.second = "newer"
        expectEqual(input.second.value, "newer")
    }

    @Test("An input that is a class works as well, with what it inherits")
    func classes() {
        let parts = DerivedInput()
        let input = InputWrapper(parts)
        #expect(input.own === parts.$own)
        #expect(input.inherited === parts.$inherited)
    }

    @Test("Asking for a handle calls no observer, and leaves the value as it was")
    func askingIsSilent() {
        let parts = Input()
        let seen = Recorder<String>()
        _ = parts.$first.subscribe(seen)
        _ = parts.$second.subscribe(seen)
        let input = InputWrapper(parts)
        _ = input.second as BehaviorRelay<String>
        _ = input.first as BehaviorRelay<String>
        parts.first = "x"
        parts.second = "y"
        expectEqual(seen.elements, ["1", "2", "x", "y"])
    }

    @Test("Other threads may read and write while handles are asked for")
    func threads() {
        let parts = Input()
        let input = InputWrapper(parts)
        let wrong = Counter()
        onThreads(4) { thread in
            for _ in 0..<500 {
                if thread.isMultiple(of: 2) {
                    let handle: BehaviorRelay<Int> = input.number
                    if handle !== parts.$number { wrong.add() }
                } else {
                    parts.$number.modify { $0 += 1 }
                    _ = parts.number
                }
            }
        }
        expectEqual(wrong.value, 0)
        expectEqual(parts.number, 1003)
    }

    @Test("A relay among the input that goes both ways still takes values as a function")
    func plainRelay() {
        let parts = Input()
        let taps = Recorder<Void>()
        _ = parts.tap.subscribe(taps)
        InputWrapper(parts).tap()
        expectEqual(taps.count, 1)
    }

    @Test("The logic observes the property, by its name or its projection")
    func observables() {
        let parts = Input()
        let observables = ReadOnly(parts)
        let texts = Recorder<String>()
        _ = observables.first.subscribe(texts)
        _ = observables.$first.subscribe(texts)
        let property: Property<String> = observables.first
        parts.first = "a"
        expectEqual(property.value, "a")
        expectEqual(texts.elements, ["1", "1", "a", "a"])
    }

    #if DEBUG
        @Test("A property that is not marked is a programming error")
        func unmarked() async throws {
            let result = try await #require(
                processExitsWith: .failure, observing: [\.standardErrorContent]
            ) {
                final class Plain: BindableInputType {
                    var isOn = false
                }
                let handle: BehaviorRelay<Bool> = InputWrapper(Plain()).isOn
                handle.accept(true)
            }
            let text = String(decoding: result.standardErrorContent, as: UTF8.self)
            #expect(text.contains("a property of type Bool of Plain"))
            #expect(text.contains("not marked @Mutable"))
        }
    #endif

    /// A sum that can be set, but is not a wrapped property.
    struct SumInput: BindableInputType {
        @Mutable var left = 1
        @Mutable var right = 2
        let volume = BehaviorRelay(value: 5)
        @Bindable var scale = 2

        var sum: Int {
            get { left + right }
            nonmutating set { left = newValue - right }
        }

        var twice: Int {
            get { left + left }
            nonmutating set { left = newValue / 2 }
        }

        var louder: Int {
            get { left + volume.value }
            nonmutating set { left = newValue - volume.value }
        }

        var scaled: Int {
            get { right * scale }
            nonmutating set { right = newValue / scale }
        }

        var loudest: Int {
            get { volume.value }
            nonmutating set { volume.accept(newValue) }
        }
    }

    @Test("A property may be asked for, and read, while another one is being changed")
    func whileAnotherIsChanged() async {
        await #expect(processExitsWith: .success) {
            let parts = SumInput()
            let input = InputWrapper(parts)
            parts.$left.modify { $0 = input.right.value + 1 }
            precondition(parts.left == 3)
        }
    }

    @Test("A property may be asked for on one thread while another one is being changed on another")
    func whileAnotherThreadChanges() {
        struct Three: BindableInputType {
            @Mutable var first = 1
            @Mutable var second = 2
            @Mutable var third = 3
        }
        let parts = Three()
        let input = InputWrapper(parts)
        let isRead = DispatchSemaphore(value: 0)
        parts.$second.modify { second in
            Thread.detachNewThread {
                if input.third.value == 3 { isRead.signal() }
            }
            expectEqual(isRead.wait(timeout: .now() + 60), .success)
            second = parts.first
        }
        expectEqual(parts.second, 1)
    }

    @Test("A property that has been asked for once may be asked for while it is being changed itself")
    func whileItselfIsChanged() async {
        await #expect(processExitsWith: .success) {
            let (former, parts) = (SumInput(), SumInput())
            let known: BehaviorRelay<Int> = InputWrapper(former).right
            precondition(known === former.$right)
            parts.$right.modify { right in
                let handle: BehaviorRelay<Int> = InputWrapper(parts).right
                precondition(handle === parts.$right)
                right += 1
            }
            precondition(parts.right == 3)
        }
    }

    #if DEBUG
        @Test("A computed property over several relays, or over one twice, is a programming error")
        func computed() async throws {
            func expectMistake(_ result: ExitTest.Result?) throws {
                let text = String(decoding: try #require(result).standardErrorContent, as: UTF8.self)
                #expect(text.contains("a property of type Int of SumInput"))
            }
            try expectMistake(
                await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                    _ = InputWrapper(SumInput()).sum as BehaviorRelay<Int>
                })
            try expectMistake(
                await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                    _ = InputWrapper(SumInput()).twice as BehaviorRelay<Int>
                })
            try expectMistake(
                await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                    _ = InputWrapper(SumInput()).louder as BehaviorRelay<Int>
                })
            try expectMistake(
                await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                    _ = InputWrapper(SumInput()).scaled as BehaviorRelay<Int>
                })
            try expectMistake(
                await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                    _ = InputWrapper(SumInput()).loudest as BehaviorRelay<Int>
                })
        }
    #endif

    struct Stored: StoredOutputType {
        @Bindable var count = 0
        @Mutable var text = "t"
        let relay = BehaviorRelay(value: 1)
        let alerts = PublishRelay<String>()
        let driver = Driver.just(2)
        let version = 3
    }

    @Test("A stored output gives values by name, and sources by their projection")
    func stored() {
        let parts = Stored()
        let output = OutputWrapper(parts)
        let (counts, texts) = (Recorder<Int>(), Recorder<String>())
        _ = output.$count.drive(onNext: { counts($0) })
        _ = output.$text.subscribe(texts)
        _ = output.alerts.subscribe(texts)
        _ = output.driver.drive(onNext: { counts($0) })
        parts.count = 4
        parts.text = "u"
        parts.alerts.accept("v")
        expectEqual(output.count, 4)
        expectEqual(output.text, "u")
        expectEqual(output.version, 3)
        expectEqual(output.relay.value, 1)
        expectEqual(counts.elements, [0, 2, 4])
        expectEqual(texts.elements, ["t", "u", "v"])
    }
}
