import Binding
import BindingForms
import BindingGTK
import CGTK
import Glibc
import Testing

/// Texts in the user's language, in processes of their own.
@MainActor @Suite struct TranslationTests {
    private nonisolated static let german = #"""
        msgid ""
        msgstr ""
        "Content-Type: text/plain; charset=UTF-8\n"
        "Plural-Forms: nplurals=2; plural=(n != 1);\n"

        msgid "Letters"
        msgstr "Briefe"

        msgctxt "of the alphabet"
        msgid "Letters"
        msgstr "Buchstaben"

        msgid "%d letter"
        msgid_plural "%d letters"
        msgstr[0] "%d Brief für dich"
        msgstr[1] "%d Briefe"

        msgid "Enter a name."
        msgstr "Gib einen Namen ein."
        """#

    private nonisolated struct Failure: Error {}

    /// Compiles the translations, and makes German the user's language.
    @MainActor private static func speakGerman() throws -> String {
        guard let folder = takenText(g_dir_make_tmp("binding-locale-XXXXXX", nil)) else { throw Failure() }
        let messages = "\(folder)/de/LC_MESSAGES"
        var status: gint = -1
        guard g_mkdir_with_parents(messages, 0o700) == 0,
            g_file_set_contents("\(folder)/de.po", german, -1, nil) != 0,
            g_spawn_command_line_sync(
                "msgfmt -o \(messages)/letters.mo \(folder)/de.po", nil, nil, &status, nil) != 0, status == 0
        else { throw Failure() }
        setenv("LANGUAGE", "de", 1)
        guard setlocale(LC_ALL, "C.UTF-8") != nil else { throw Failure() }
        return folder
    }

    @MainActor private final class Form {
        @Validated(.notEmpty.message(translated("Enter a name."))) var name = ""
    }

    @MainActor private static func translate() throws {
        let folder = try speakGerman()
        try #require(translated("Letters") == "Letters")
        Translations.use("letters", in: folder)
        try #require(translated("Letters") == "Briefe")
        try #require(translated("Letters", context: "of the alphabet") == "Buchstaben")
        try #require(translated("Letters", context: "unknown") == "Letters")
        try #require(translated("Unknown") == "Unknown" && translated("") == "")
        try #require(
            [0, 1, 2].map { translated("%d letter", "%d letters", $0) } == ["0 Briefe", "1 Brief für dich", "2 Briefe"])
        try #require(translated("one", "many", 2) == "many")
        let form = Form()
        form.$name.touch()
        try #require(form.$name.currentMessages.map(\.text) == ["Gib einen Namen ein."])
        let text = """
            <interface><object class="GtkLabel" id="title"><property name="label" translatable="yes">Letters</property>
            </object></interface>
            """
        for domain in [nil, "letters"] {
            let builder = try Builder(text: text, translationDomain: domain)
            try #require(builder.widget("title", as: Label.self).properties.label == "Briefe")
        }
    }

    @Test func textsFormsAndUIFilesAreTranslated() async {
        await #expect(processExitsWith: .success) { try await TranslationTests.translate() }
    }

    @Test func aDomainThatIsAPathStopsTheProgram() async throws {
        let result = try await #require(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            await MainActor.run { Translations.use("locale/letters.mo") }
        }
        let message = String(decoding: result.standardErrorContent, as: UTF8.self)
        #expect(message.contains("Translations.use(\"locale/letters.mo\"): a domain is the name of a file"))
    }
}
