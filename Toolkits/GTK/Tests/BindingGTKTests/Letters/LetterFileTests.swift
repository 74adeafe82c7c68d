import Binding
import BindingOperators
import CGTK
import Glibc
import LettersViewModels
import Testing

/// Files of letters.
@MainActor @Suite struct LetterFileTests {
    // Documents have another one.
    private typealias Letter = LettersViewModels.Letter

    /// Reads a text as a file.
    private func read(_ text: String) async throws -> [Letter] {
        let folder = try #require(takenText(g_dir_make_tmp("binding-letters-XXXXXX", nil)))
        let path = "\(folder)/a.mbox"
        try #require(g_file_set_contents(path, text, -1, nil) != 0)
        defer {
            unlink(path)
            rmdir(folder)
        }
        let command = Command { (path: String, progress: CommandProgress) in
            try await LetterFile(path: path).read(reporting: progress)
        }
        return try await command.execute(path)
    }

    @Test func lettersAreReadWithTheirHeaders() async throws {
        let letters = try await read(
            """
            From ada@example.org Thu Nov 26 09:30:00 2026
            From: Ada Lovelace <ada@example.org>
            To: grace@example.org
            Subject: The engine: notes
            Date: Thu, 26 Nov 2026 09:30:00 +0100

            Dear Grace,
            From here it looks well.
            >From there, too.

            From grace@example.org Thu Nov 26 10:00:00 2026\r
            SUBJECT: Re\r
            \r
            Good.\r

            """)
        #expect(letters.map(\.id) == [0, 1] && letters.allSatisfy { $0.folder == .inbox })
        #expect(letters[0].sender == "Ada Lovelace <ada@example.org>" && letters[0].address == "ada@example.org")
        #expect(letters[0].subject == "The engine: notes" && letters[0].recipient == "grace@example.org")
        #expect(letters[0].text == "Dear Grace,\nFrom here it looks well.\nFrom there, too.")
        // date -u -d '2026-11-26 08:30' +%s
        #expect(letters[0].sent == 1_795_681_800)
        #expect(letters[1].subject == "Re" && letters[1].text == "Good." && letters[1].sent == 0)
        #expect(letters[1].address == "@example.org")
    }

    @Test func manyLettersAreReadInPieces() async throws {
        let texts = (0..<3_000).map {
            "From a\nFrom: Ada\nSubject: Größe \($0)\n\n\(String(repeating: "ä", count: $0 % 90))\n\n"
        }
        let letters = try await read(texts.joined())
        #expect(letters.count == 3_000)
        #expect(letters.enumerated().allSatisfy { $1.subject == "Größe \($0)" && $1.text.count == $0 % 90 })
    }

    @Test func whatIsNoFileOfLettersIsRefused() async {
        await #expect(throws: UnreadableLetters.self) { try await read("Dear Grace,\n\nno letter has no header\n") }
        let missing = LetterFile(path: "/nowhere/a.mbox")
        let command = Command { (_: Void, progress: CommandProgress) in try await missing.read(reporting: progress) }
        await #expect(throws: UnreadableLetters(path: "/nowhere/a.mbox", reason: "No such file or directory")) {
            try await command.execute()
        }
    }
}
