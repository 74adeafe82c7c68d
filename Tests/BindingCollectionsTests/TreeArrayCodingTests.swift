import BindingCollections
import Foundation
import TestSupport
import Testing

@Suite("TreeArray, encoded")
struct TreeArrayCodingTests {
    @Test("it is encoded as an array is, and decoded from what an array has encoded", arguments: [0, 1, 500])
    func coding(count: Int) throws {
        let tree = TreeArray(0..<count)
        let data = try JSONEncoder().encode(tree)
        #expect(try JSONDecoder().decode([Int].self, from: data) == Array(0..<count))
        #expect(try JSONDecoder().decode(TreeArray<Int>.self, from: data) == tree)
    }

    @Test("what cannot be decoded says where")
    func wrongElement() throws {
        let error = #expect(throws: DecodingError.self) {
            try JSONDecoder().decode(TreeArray<Int>.self, from: Data(#"[1, "two"]"#.utf8))
        }
        guard case .typeMismatch(_, let context) = error else {
            Issue.record("another error: \(String(describing: error))")
            return
        }
        expectEqual(context.codingPath.map(\.intValue), [1])
    }
}
