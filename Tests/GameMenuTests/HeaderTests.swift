import Foundation
import TestSupport
import Testing

extension ToolkitsDocumentTests {
    @Test("The toolkit's header is that of the document")
    func header() throws {
        let header = try Example.text(of: "Tests/CGameMenu/include/CGameMenu.h")
        let start = try #require(header.range(of: "// EXAMPLE: toolkits, header\n"))
        let end = try #require(header.range(of: "\n// END"))
        let lines = header[start.upperBound..<end.lowerBound].split(separator: "\n", omittingEmptySubsequences: false)
        let documented = try Example.blocks(of: "Documentation/Toolkits.md", language: "c")
        expectEqual(documented, [lines.map { $0.trimmingCharacters(in: .whitespaces) }])
    }
}
