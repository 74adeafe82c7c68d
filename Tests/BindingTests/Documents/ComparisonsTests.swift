import TestSupport
import Testing

// Documents for those who come from other libraries tell in tables what names and code of these are called here. Each name and
// each piece of code stands in one of the files that are listed here with its document, and so is compiled and run.

@Suite("Tables of what other libraries' names are called here")
struct ComparisonsTests {
    private static let comparisons = [
        Comparison(
            "Documentation/ComingFromRxSwift.md",
            in: [
                "Tests/BindingRxTests/Examples/ComingFromRxSwiftTests.swift",
                "Tests/BindingRxTests/Documents/RxSwiftNamesTests.swift", "Tests/Support/Recorder.swift",
                "Tests/BindingRxTests/Documents/RxTraitNamesTests.swift",
                "Tests/BindingRxTests/Examples/RxServiceTests.swift",
                "Tests/BindingRxTests/Infallible/InfallibleTests.swift",
                "Tests/BindingRxTests/Operators/MulticastTests.swift",
                "Tests/BindingRxTests/PrimitiveSequences/CompletableTests.swift",
                "Tests/BindingRxTests/PrimitiveSequences/ConversionTests.swift",
                "Tests/BindingRxTests/PrimitiveSequences/MaybeTests.swift",
                "Tests/BindingRxTests/PrimitiveSequences/PrimitiveOperatorTests.swift",
                "Tests/BindingRxTests/PrimitiveSequences/SingleTests.swift",
                "Tests/BindingRxTests/Schedulers/VirtualTimeSchedulerTests.swift",
                "Tests/BindingFoundationTests/HistoricalSchedulerTests.swift",
                "Tests/BindingFoundationTests/OperationQueueSchedulerTests.swift",
            ]),
        Comparison(
            "Documentation/ComingFromCombine.md", in: ["Tests/BindingTests/Examples/ComingFromCombineTests.swift"]),
        Comparison(
            "Documentation/ComingFromSwiftUI.md",
            in: [
                "Tests/BindingTests/Derived/ObservationBridgeTests.swift",
                "Tests/BindingTests/Examples/ComingFromSwiftUITests.swift",
                "Tests/BindingFormsTests/Examples/FormsDocumentTests.swift",
                "Tests/BindingFormsTests/Examples/UndoDocumentTests.swift",
                "Tests/BindingCollectionsTests/ComingFromListLibrariesTests.swift",
                "Tests/UnidirectionalTests/Examples/StoresDocumentTests.swift",
            ]),
        Comparison(
            "Documentation/ComingFromSignals.md",
            in: [
                "Tests/BindingTests/Examples/ComingFromSignalsTests.swift",
                "Tests/BindingCollectionsTests/ComingFromListLibrariesTests.swift",
            ]),
        Comparison(
            "Documentation/ComingFromAvalonia.md",
            in: [
                "Tests/BindingTests/Examples/ComingFromAvaloniaTests.swift",
                "Tests/BindingFormsTests/Examples/FormsDocumentTests.swift",
                "Tests/BindingCollectionsTests/ComingFromListLibrariesTests.swift",
                "Tests/UnidirectionalTests/Examples/StoresDocumentTests.swift",
            ]),
        Comparison(
            "Documentation/ComingFromListLibraries.md",
            in: ["Tests/BindingCollectionsTests/ComingFromListLibrariesTests.swift"]),
        Comparison(
            "Documentation/Migration.md",
            in: [
                "Tests/BindingTests/Documents/MigrationTests.swift", "Sources/Binding/Context/BindingContext.swift",
                "Sources/BindingOperators/Operators.swift", "Sources/Unidirectional/Streams/PrimitiveStream.swift",
                "Tests/UnidirectionalTests/Streams/DifferencesTests.swift",
                "Tests/UnidirectionalTests/Streams/OwnSourcesTests.swift",
                "Tests/UnidirectionalTests/Streams/RicemillExampleTests.swift",
                "Tests/UnidirectionalTests/Streams/UnioExampleTests.swift",
            ]),
        Comparison(
            "Documentation/Stores.md",
            in: [
                "Tests/UnidirectionalTests/Stores/GlobalOneWayTests.swift",
                "Tests/UnidirectionalTests/Stores/CancellationTests.swift",
                "Tests/UnidirectionalTests/Examples/StoresDocumentTests.swift",
                "Tests/UnidirectionalTests/Stores/TimerExampleTests.swift",
            ]),
    ]

    @Test("Each piece of code, and each name that is the same, is compiled", arguments: comparisons)
    func compiled(comparison: Comparison) throws {
        #expect(try comparison.code().count > 15)
        for piece in try comparison.untested() {
            Issue.record("\(comparison.document) gives code that is not tested: \(piece)")
        }
    }

    @Test("Each document with such a table is one of these", arguments: Example.documents)
    func complete(document: String) throws {
        let isListed = Self.comparisons.contains { $0.document == document }
        #expect(try Comparison(document, in: []).code().isEmpty != isListed)
    }
}
