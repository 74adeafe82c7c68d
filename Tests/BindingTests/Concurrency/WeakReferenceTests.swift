import Foundation
import Synchronization
import TestSupport
import Testing

@testable import Binding

@Suite("Weak references")
struct WeakReferenceTests {
    @Test("give the object as long as it lives, and hold nothing of it afterwards")
    func lives() {
        var content: Canary? = Canary()
        var object: Canary? = Canary(content)
        let reference = WeakReference(object!)
        let contentReference = WeakReference(content!)
        #expect(reference.object === object)
        #expect(isKnownUniquelyReferenced(&object))

        content = nil
        #expect(contentReference.object === object?.content)
        object = nil
        #expect(reference.object == nil)
        #expect(contentReference.object == nil, "what the object held is released with it")
    }

    @Test("an object that is being deinitialized is gone")
    func deinitializing() {
        let seen = Shared<[Bool]>([])
        var object: AtEnd? = AtEnd { end in seen.value.append(end.reference?.object == nil) }
        object?.reference = WeakReference(object!)
        #expect(object?.reference?.object === object)
        object = nil
        expectEqual(seen.value, [true])
    }

    @Test("a copy keeps the memory for itself: no other object gets the address")
    func copies() {
        var object: Canary? = Canary()
        let address = ObjectIdentifier(object!)
        var references = [WeakReference(object!)]
        references += [references[0], references[0]]
        object = nil
        let copy = references[1]
        references = []
        let others = (0..<1_000).map { _ in Canary() }
        #expect(!others.contains { ObjectIdentifier($0) == address })
        #expect(copy.object == nil)
    }

    @Test("beside a reference of the language's")
    func besideWeak() {
        var object: Canary? = Canary()
        let before = WeakReference(object!)
        weak let other = object
        let after = WeakReference(object!)
        #expect(before.object === object)
        #expect(after.object === object)
        object = nil
        #expect(before.object == nil)
        #expect(after.object == nil)
        #expect(other == nil)
    }

    @Test("a mirror sees nothing in it, whether its object lives or not")
    func mirror() {
        var object: Canary? = Canary()
        let reference = WeakReference(object!)
        var texts: [String] = []
        for _ in 0..<2 {
            var text = ""
            dump([reference], to: &text)
            texts.append(text)
            object = nil
        }
        expectEqual(texts[0], texts[1])
        #expect(!texts[0].contains("content"))
    }

    @Test("while threads ask, another one releases: each gets an object that lives, or none", .timeLimit(.minutes(1)))
    func threads() {
        let ended = Shared(0)
        let dead = Shared(0)
        for _ in 0..<500 {
            let reference: WeakReference<Canary>
            let isAsked = DispatchSemaphore(value: 0)
            let threads = DispatchGroup()
            do {
                let object = Canary { ended.update { $0 += 1 } }
                reference = WeakReference(object)
                for _ in 0..<3 {
                    threads.enter()
                    Thread.detachNewThread {
                        isAsked.signal()
                        while let found = reference.object { if !found.isAlive { dead.update { $0 += 1 } } }
                        threads.leave()
                    }
                }
                for _ in 0..<3 { isAsked.wait() }
                withExtendedLifetime(object) {}
            }
            threads.wait()
        }
        expectEqual(ended.value, 500)
        expectEqual(dead.value, 0)
    }
}

private final class Canary: Sendable {
    let content: Canary?
    private let alive = Atomic(true)
    private let atEnd: @Sendable () -> Void

    init(_ content: Canary? = nil, atEnd: @escaping @Sendable () -> Void = {}) {
        self.content = content
        self.atEnd = atEnd
    }

    var isAlive: Bool { alive.load(ordering: .acquiring) }

    deinit {
        alive.store(false, ordering: .releasing)
        atEnd()
    }
}

private final class AtEnd {
    var reference: WeakReference<AtEnd>?
    private let body: (AtEnd) -> Void

    init(_ body: @escaping (AtEnd) -> Void) {
        self.body = body
    }

    deinit { body(self) }
}
