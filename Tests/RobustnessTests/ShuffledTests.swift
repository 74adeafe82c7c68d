import Foundation
import TestSupport
import Testing

private let order = ProcessInfo.processInfo.environment["BINDING_ORDER"]

/// Runs other suites in the order of a file, some of them at a time, and no tests of them in parallel: `.ci/shuffled`, which
/// makes an order from a seed.
///
/// Swift Testing itself has only one order. What one suite leaves behind, such as a control that was dropped in the middle of
/// an edit, is found by the suite that comes after it.
@Suite("Suites in another order", .enabled(if: order != nil))
struct ShuffledTests {
    /// Swift Testing's entry point for tools, of its ABI: options as JSON, and a function that is called with what happens.
    private typealias EntryPoint =
        @convention(thin) @Sendable (
            UnsafeRawBufferPointer?, @escaping @Sendable (UnsafeRawBufferPointer) -> Void
        ) async throws -> Bool

    @_silgen_name("swt_abiv0_getEntryPoint")
    private static func entryPoint() -> UnsafeRawPointer

    /// The options of a run.
    private struct Options: Encodable {
        let parallel = false
        let filter: [String]
        let skip = ["ShuffledTests"]
    }

    @Test("in the order of a file")
    func suites() async throws {
        let run = unsafeBitCast(Self.entryPoint(), to: EntryPoint.self)
        let groups = try String(contentsOfFile: #require(order), encoding: .utf8).split(separator: "\n")
        #expect(groups.count > 1)
        for (index, group) in groups.enumerated() {
            let suites = group.split(separator: " ").map { NSRegularExpression.escapedPattern(for: String($0)) }
            let options = Options(filter: ["^(\(suites.joined(separator: "|")))/"])
            let json = try JSONEncoder().encode(options)
            // The bytes have to stay where they are until the run has ended.
            let bytes = UnsafeMutableRawBufferPointer.allocate(byteCount: json.count, alignment: 1)
            defer { bytes.deallocate() }
            bytes.copyBytes(from: json)
            let succeeds = try await run(UnsafeRawBufferPointer(bytes)) { _ in }
            #expect(succeeds, "\(group), after \(groups[..<index].suffix(2).joined(separator: ", "))")
        }
    }
}
