#if canImport(BindingAdwaita)
    import Binding
    import BindingAdwaita
    import BindingGTK
    import BindingOperators
    import CGTK
    import Glibc
    import Testing

    // The examples of Documentation/GTKShipping.md; see DocumentExample. The program itself is Sources/Letters.

    @MainActor
    private func main() throws {
        // EXAMPLE: shipping, program
        let share = Installation.share  // such as /usr/share, for /usr/bin/letters
        try Resources.load(file: "\(share)/letters/letters.gresource")
        let application = AdwApplication(id: "org.example.Letters") { application in
            Translations.use("letters", in: "\(share)/locale")
            let settings = ApplicationSettings("org.example.Letters", in: "\(share)/glib-2.0/schemas")
            let window = AdwWindow(translated("Letters"), application: application)
            window.rememberSize(in: settings)
            window.present()
        }
        let bag = DisposeBag()
        bag.insert {
            application.rx.open => { [unowned application] paths in
                application.activate()
                for path in paths { print("open", path) }
            }
        }
        exit(application.run())
        // END
    }

    // EXAMPLE: shipping, about
    @MainActor func showAbout(over window: Window) {
        let about = AdwAboutWindow().with(\.transientFor, window).with(\.modal, true)
        about.properties.applicationName = translated("Letters")
        about.properties.applicationIcon = "org.example.Letters"
        about.properties.version = "1.0"
        about.properties.developerName = "Ada Lovelace"
        about.properties.licenseType = .mitX11
        about.present()
    }
    // END

    @MainActor @Suite struct ShippingDocumentTests {
        @Test func theWindowAboutTheProgramSaysWhatItIs() async throws {
            let window = Window("Letters")
            window.present()
            showAbout(over: window)
            let about = try await window.dialog()
            #expect(about.properties.modal && (about as? AdwAboutWindow)?.properties.version == "1.0")
            about.destroy()
            window.destroy()
        }
    }
#endif
