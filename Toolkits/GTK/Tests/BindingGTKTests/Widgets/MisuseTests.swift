import Binding
import BindingGTK
import CGTK
import Testing

@MainActor @Suite struct MisuseTests {
    @Test func aPropertyThatIsNotThereIsNamed() async throws {
        let result = try await #require(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            await MainActor.run { _ = Label().properties.get("colour") as String }
        }
        #expect(String(decoding: result.standardErrorContent, as: UTF8.self).contains("Label has no property 'colour'"))
    }
}
