import Binding
import TestSupport
import Testing

/// Sequences written as `.just(…)`, as RxSwift's users write them.
@Suite struct ImplicitMemberTests {
    private struct Failure: Error {}

    @Test func sequencesInArraysAndAsArguments() async throws {
        #expect(try await all(Observable<Int>.amb([.never(), .just(1)])) == [1])
        #expect(try await all(Observable<Int>.merge([.just(1), .just(2)])) == [1, 2])
        #expect(try await all(Observable<Int>.catch(sequence: [.error(Failure()), .just(1), .just(2)])) == [1])
        #expect(try await all(Observable<Int>.just(1).concat(.just(2))) == [1, 2])
    }

    private func all(_ source: Observable<Int>) async throws -> [Int] {
        var elements: [Int] = []
        for try await element in source.values { elements.append(element) }
        return elements
    }
}
