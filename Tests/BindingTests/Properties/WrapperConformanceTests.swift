import Binding
import Foundation
import TestSupport
import Testing

@Suite("Conformances of @Bindable and @Mutable")
struct WrapperConformanceTests {
    struct Profile: Codable, Hashable, Sendable {
        @Bindable var name = ""
        @Bindable var nickname: String?
        @Bindable var tags: [String] = []
        @Mutable var age = 0
        @Mutable var note: String?

        init(_ name: String, nickname: String? = nil, tags: [String] = [], age: Int = 0, note: String? = nil) {
            self.name = name
            self.nickname = nickname
            self.tags = tags
            self.age = age
            self.note = note
        }
    }

    static let full = Profile("Ada", nickname: "A", tags: ["x", "y"], age: 36, note: "!")

    @Test("equal where the values are, whichever relay holds them")
    func equatable() {
        expectEqual(Profile("Ada"), Profile("Ada"))
        #expect(Profile("Ada") != Profile("Grace"))
        #expect(Profile("Ada", age: 1) != Profile("Ada", age: 2))
        expectEqual(Bindable(wrappedValue: 1), Bindable(wrappedValue: 1))
        #expect(Mutable(wrappedValue: 1) != Mutable(wrappedValue: 2))
        let profile = Profile("Ada")
        let before = Profile("Ada")
        profile.name = "Grace"
        #expect(profile != before)
    }

    @Test("hashed as the values are")
    func hashable() {
        let profiles: Set = [Profile("Ada"), Profile("Ada"), Profile("Ada", age: 1), Profile("Grace")]
        expectEqual(profiles.count, 3)
        #expect(profiles.contains(Profile("Grace")))
        expectEqual(Bindable(wrappedValue: "a").hashValue, "a".hashValue)
        expectEqual(Mutable(wrappedValue: "a").hashValue, "a".hashValue)
    }

    @Test("described as the values are")
    func description() {
        expectEqual("\(Bindable(wrappedValue: 12))", "12")
        expectEqual("\(Mutable(wrappedValue: ["a": 1]))", "\(["a": 1])")
    }

    @Test("described while a closure changes the value in place, which nobody else may read")
    @MainActor
    func descriptionOfChange() {
        let name = Mutable(wrappedValue: "Ada")
        var text = ""
        name.projectedValue.modify { value in
            value = "Grace"
            dump([name], to: &text)
        }
        #expect(text.contains("(being changed)"))
        expectEqual("\(name)", "Grace")
    }

    @Test("encoded as plain properties")
    func encoding() throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        let text = String(decoding: try encoder.encode(Self.full), as: UTF8.self)
        expectEqual(text, #"{"age":36,"name":"Ada","nickname":"A","note":"!","tags":["x","y"]}"#)
    }

    @Test("what is encoded is decoded, with and without optional values", arguments: [full, Profile("Grace")])
    func roundTrip(_ profile: Profile) throws {
        let data = try JSONEncoder().encode(profile)
        let decoded = try JSONDecoder().decode(Profile.self, from: data)
        expectEqual(decoded, profile)
        decoded.name = "changed"
        #expect(profile.name != "changed")
    }

    @Test(
        "optional properties whose keys are missing or null are nil",
        arguments: [
            #"{"name": "Ada", "tags": [], "age": 1}"#,
            #"{"name": "Ada", "tags": [], "age": 1, "nickname": null, "note": null}"#,
        ])
    func missingKeys(_ json: String) throws {
        let profile = try JSONDecoder().decode(Profile.self, from: Data(json.utf8))
        #expect(profile.nickname == nil)
        #expect(profile.note == nil)
        expectEqual(profile.age, 1)
    }

    @Test(
        "a missing key of a property that is not optional, or a value of another type, is an error",
        arguments: [#"{"name": "Ada", "age": 1}"#, #"{"name": "Ada", "tags": [], "age": "one"}"#])
    func decodingErrors(_ json: String) {
        #expect(throws: DecodingError.self) { try JSONDecoder().decode(Profile.self, from: Data(json.utf8)) }
    }
}
