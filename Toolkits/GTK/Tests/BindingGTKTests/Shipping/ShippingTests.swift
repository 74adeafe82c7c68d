#if canImport(BindingAdwaita)
    import BindingGTK
    import CGTK
    import Glibc
    import Testing

    /// The example program Letters, as it is installed.
    @MainActor @Suite struct ShippingTests {
        /// The folder with what belongs to the program.
        private static let data =
            "/" + #filePath.split(separator: "/").dropLast(4).joined(separator: "/") + "/Sources/Letters/Data"

        /// Runs a command, and returns its status and its output.
        private func run(_ command: String) throws -> (status: Int, output: String) {
            var (output, errors): (UnsafeMutablePointer<CChar>?, UnsafeMutablePointer<CChar>?)
            var status: gint = -1
            try #require(g_spawn_command_line_sync("bash -c '\(command)'", &output, &errors, &status, nil) != 0)
            return (Int(status), (takenText(output) ?? "") + (takenText(errors) ?? ""))
        }

        /// Installs the program that was built with the tests, in a new folder.
        private func install() throws -> String {
            let prefix = try #require(takenText(g_dir_make_tmp("binding-prefix-XXXXXX", nil)))
            let tests = try #require(takenText(g_file_read_link("/proc/self/exe", nil)))
            let program = tests.split(separator: "/").dropLast().joined(separator: "/") + "/Letters"
            let result = try run("LETTERS_PROGRAM=/\(program) \(Self.data)/install \(prefix)")
            try #require(result.status == 0, "\(result.output)")
            return prefix
        }

        @Test func everythingThatADesktopWantsIsInstalledAndValid() throws {
            let prefix = try install()
            for file in [
                "bin/letters", "share/glib-2.0/schemas/gschemas.compiled", "share/letters/letters.gresource",
                "share/locale/de/LC_MESSAGES/letters.mo", "share/icons/hicolor/scalable/apps/org.example.Letters.svg",
                "share/icons/hicolor/symbolic/apps/org.example.Letters-symbolic.svg",
                "share/metainfo/org.example.Letters.metainfo.xml",
            ] {
                #expect(access("\(prefix)/\(file)", R_OK) == 0, "\(file)")
            }
            for check in [
                "desktop-file-validate \(prefix)/share/applications/org.example.Letters.desktop",
                "gsettings --schemadir \(prefix)/share/glib-2.0/schemas list-keys org.example.Letters",
                "gresource list \(prefix)/share/letters/letters.gresource",
            ] {
                let result = try run(check)
                #expect(result.status == 0, "\(check): \(result.output)")
            }
        }

        @Test func theDocumentHasTheFilesOfTheProgram() throws {
            let documents = "\(Self.data)/../../../../../Documentation"
            let document = try run("cat \(documents)/GTKShipping.md").output
            for file in ["desktop", "gschema.xml", "metainfo.xml"] {
                let text = try run("cat \(Self.data)/org.example.Letters.\(file)").output
                #expect(!text.isEmpty && document.contains(text), "\(file)")
            }
            #expect(try document.contains(run("cat \(Self.data)/letters.gresource.xml").output))
        }

        @Test func allTextsAreTranslated() throws {
            let texts =
                "xgettext --language=C --from-code=UTF-8 -ktranslated:1,1t -ktranslated:1,2c,2t -ktranslated:1,2,3t"
            let found = try run(
                "cd \(Self.data) && \(texts) -o /dev/stdout ../Windows/*.swift 2>/dev/null | "
                    + "msgcmp --use-untranslated po/de.po /dev/stdin && msgfmt --check-format --statistics -o /dev/null po/de.po"
            )
            #expect(found.status == 0, "\(found.output)")
            #expect(!found.output.contains("untranslated") && !found.output.contains("fuzzy"), "\(found.output)")
        }

        @Test func theInstalledProgramRunsInTheLanguageOfItsUser() async throws {
            let prefix = try install()
            let picture = "\(prefix)/letters.png"
            // It finds what belongs to it where it has been moved to, too.
            let moved = "\(prefix)-moved"
            try #require(rename(prefix, moved) == 0)
            let result = try run(
                "LANGUAGE=de LC_ALL=C.UTF-8 timeout 60 \(moved)/bin/letters --screenshot \(moved)/a.png 2>&1")
            #expect(result.status == 0 && result.output.isEmpty, "\(result.output)")
            let texture = try await Texture.reading(file: "\(moved)/a.png")
            #expect(gdk_texture_get_width(texture.opaque) > 800 && access(picture, R_OK) != 0)
            let wrong = try run("\(moved)/bin/letters --colour")
            #expect(wrong.status != 0 && wrong.output.contains("there is no option"), "\(wrong.output)")
        }
    }
#endif
