import Binding
import BindingGTK
import BindingOperators
import CGTK
import CMemory
import Testing

/// Settings, with a schema that is compiled for these tests and values that are kept in memory.
@MainActor @Suite struct ApplicationSettingsTests {
    enum Theme: String, SettingsValue { case light, dark }

    /// Settings with the schema's values.
    private static func make(path: String = "/org/example/letters/") throws -> ApplicationSettings {
        let settings = ApplicationSettings("org.example.Letters", in: try SchemaFolder.compiled.get(), path: path)
        for key in settings.keys { settings.reset(key) }
        return settings
    }

    /// Sets a key as another program does.
    private func setOutside(_ key: String, _ value: OpaquePointer) throws {
        let source = g_settings_schema_source_new_from_directory(try SchemaFolder.compiled.get(), nil, 0, nil)!
        defer { g_settings_schema_source_unref(source) }
        let schema = g_settings_schema_source_lookup(source, "org.example.Letters", 0)!
        defer { g_settings_schema_unref(schema) }
        let settings = g_settings_new_full(schema, nil, "/org/example/letters/")!
        defer { g_object_unref(settings) }
        #expect(g_settings_set_value(settings, key, value) != 0)
    }

    @Test func aKeyIsBoundBothWaysAndWhatIsRememberedWins() throws {
        let settings = try Self.make()
        settings.set("font-size", 20)
        let size = BehaviorRelay(value: 0)
        let spin = SpinButton(6...48)
        let bag = DisposeBag {
            settings["font-size"] <=> size
            settings["shows-preview"] <=> spin.rx.sensitive
        }
        #expect(size.value == 20 && spin.properties.sensitive)
        size.accept(12)
        #expect(settings.get("font-size") == 12)
        spin.properties.sensitive = false
        #expect(!settings.get("shows-preview"))
        try setOutside("font-size", g_variant_new_int32(13))
        #expect(size.value == 13 && settings["font-size"].value == 13)
        settings.reset("font-size")
        #expect(size.value == 11)
        bag.dispose()
        settings["font-size"].accept(14)
        #expect(size.value == 11 && settings.get("font-size") == 14)
        size.accept(15)
        #expect(settings.get("font-size") == 14)
    }

    @Test func theSettingsOfASchemaAreTheSameEverywhere() throws {
        let relay: BehaviorRelay<Int> = try Self.make()["font-size"]
        let same: BehaviorRelay<Int> = try Self.make()["font-size"]
        #expect(relay === same)
        let theme: BehaviorRelay<Theme> = try Self.make()["theme"]
        let text: BehaviorRelay<String> = try Self.make()["theme"]
        theme.accept(.dark)
        #expect(text.value == "dark")
        let complaints = try bindingWarnings { try Self.make()["theme"].accept("red") }
        #expect(complaints.count == 1)
        #expect(text.value == "light" && theme.value == .light)
    }

    @Test func eachTypeIsReadAndWritten() throws {
        let settings = try Self.make()
        func expect<Value: SettingsValue>(
            _ key: String, _ values: Value..., sourceLocation: SourceLocation = #_sourceLocation
        ) {
            #expect(settings.get(key) == values[0], sourceLocation: sourceLocation)
            for value in values {
                settings.set(key, value)
                #expect(settings.get(key) == value, sourceLocation: sourceLocation)
            }
        }
        expect("shows-preview", true, false)
        expect("name", "Ada", "", "Grüße")
        expect("zoom", 1.0, 0.1)
        expect("theme", Theme.light, .dark)
        expect("recent", [], ["a", "b"])
        expect("numbers", [1], [2, 3], [])
        expect("signature", String?.none, "Ada", nil)
        for (key, largest) in [
            ("byte", 255), ("short", 32767), ("word", 65535), ("count", Int(UInt32.max)), ("long", Int.max),
            ("size", Int.max),
        ] {
            expect(key, 0, largest)
        }
    }

    @Test func whatAKeyCannotHoldIsTheNearestNumberOrLeftAsItIs() throws {
        let settings = try Self.make()
        let (size, byte, zoom) = (BehaviorRelay(value: 0), BehaviorRelay(value: 0), BehaviorRelay(value: 0.0))
        let theme = BehaviorRelay(value: Theme.dark)
        let bag = DisposeBag {
            settings["font-size"] <=> size
            settings["byte"] <=> byte
            settings["zoom"] <=> zoom
            settings["theme"] <=> theme
        }
        let complaints = bindingWarnings {
            size.accept(100)
            byte.accept(-1)
            zoom.accept(.nan)
        }
        #expect(size.value == 48 && settings.get("font-size") == 48)
        #expect(byte.value == 0 && settings.get("byte") == 0)
        #expect(zoom.value == 1)
        #expect(complaints.count == 3)
        #expect(complaints.first?.contains("'font-size' of ApplicationSettings was set to 100, and holds 48") == true)
        bag.dispose()
    }

    /// A theme that another version of the program may have chosen.
    enum Themes: String, SettingsValue { case light, dark, sepia }
    enum OldTheme: String, SettingsValue { case light }

    @Test func aChoiceThatOnlyOneSideKnowsIsTheDefaultOrRefused() throws {
        let settings = try Self.make()
        settings.set("theme", Theme.dark)
        #expect(settings.get("theme") == OldTheme.light)
        let complaints = bindingWarnings { settings.set("theme", Themes.sepia) }
        #expect(settings.get("theme") == Theme.dark)
        #expect(complaints.count == 1)
    }

    @Test func whatMayBeChangedIsToldFromTheBackend() throws {
        let settings = try Self.make()
        var isWritable: [Bool] = []
        let bag = DisposeBag { settings.isWritable("font-size") => { isWritable.append($0) } }
        #expect(isWritable == [true])
        bag.dispose()
    }

    @Test func aWindowHasTheSizeThatItHadTheLastTime() async throws {
        let settings = try Self.make()
        settings.set("window-width", 321)
        let window = Window("Letters", width: 500, height: 400)
        window.rememberSize(in: settings)
        #expect(settings.get("window-width") == 321)
        try await User.look(at: window)
        try await eventually { gtk_widget_get_width(window.widget) == 321 }
        #expect(gtk_widget_get_height(window.widget) == 400)
        try await User.resize(window, width: 555, height: 444)
        try await eventually("it is recorded") { settings.get("window-width") == 555 }
        try await eventually("it is recorded") { settings.get("window-height") == 444 }
        #expect(!settings.get("window-maximized"))

        // A second one begins with the same size, and each keeps its own.
        let second = Window("Letters")
        second.rememberSize(in: settings)
        try await User.look(at: second)
        try await eventually { gtk_widget_get_width(second.widget) == 555 }
        try await User.resize(second, width: 400, height: 300)
        try await eventually { settings.get("window-width") == 400 }
        #expect(gtk_widget_get_width(window.widget) == 555)
        window.destroy()
        second.destroy()

        settings.set("window-maximized", true)
        let third = Window("Letters")
        third.rememberSize(in: settings)
        third.present()
        try await eventually("it is maximized") { third.properties.maximized }
        #expect(settings.get("window-width") == 400)
        third.destroy()
    }

    @Test func aWindowThatIsMaximizedIsRemembered() async throws {
        let settings = try Self.make()
        let window = Window("Letters")
        window.rememberSize(in: settings)
        gtk_window_maximize(window.typed())
        window.present()
        try await eventually { settings.get("window-maximized") }
        window.destroy()
    }

    @Test func aThousandBindingsAndWindowsLeaveNothing() throws {
        let settings = try Self.make()
        let size = BehaviorRelay(value: 11)
        func bind() {
            let bag = DisposeBag { settings["font-size"] <=> size }
            size.accept(12)
            settings.set("font-size", 11)
            settings.set("recent", ["a"])
            bag.dispose()
        }
        weak var former: Window?
        func show() {
            let window = Window("Letters")
            window.rememberSize(in: settings)
            window.destroy()
            former = window
        }
        for _ in 0..<1_000 { bind() }
        let before = mallinfo2().uordblks
        for _ in 0..<1_000 { bind() }
        let bytes = (Int(mallinfo2().uordblks) - Int(before)) / 1_000
        #expect(bytes < 8, "\(bytes) bytes each")
        for _ in 0..<100 {
            show()
            #expect(former == nil)
        }
        settings.set("window-width", 600)
    }

    enum Mistake: String, Codable, CaseIterable, Sendable {
        case schema, folder, key, boundKey, type, sizeKey, sizeType, pathless, path
    }

    @Test(arguments: Mistake.allCases)
    func aMistakeStopsTheProgramAndSaysWhatThereIs(_ mistake: Mistake) async throws {
        let result = try await #require(processExitsWith: .failure, observing: [\.standardErrorContent]) { [mistake] in
            try await MainActor.run {
                if mistake == .schema { _ = ApplicationSettings("org.example.Letrers") }
                if mistake == .folder { _ = ApplicationSettings("org.example.Letters", in: "/nowhere") }
                let folder = try SchemaFolder.compiled.get()
                if mistake == .pathless { _ = ApplicationSettings("org.example.Letters", in: folder) }
                if mistake == .path { _ = ApplicationSettings("org.example.Letters", in: folder, path: "letters") }
                let settings = ApplicationSettings("org.example.Letters", in: folder, path: "/a/")
                switch mistake {
                case .key: _ = settings.get("font") as Int
                case .boundKey: _ = settings["font"] as BehaviorRelay<Int>
                case .type: settings.set("font-size", "large")
                case .sizeKey: Window("Letters").rememberSize(in: settings, width: "width")
                case .sizeType: Window("Letters").rememberSize(in: settings, width: "name")
                default: break
                }
            }
        }
        let message =
            switch mistake {
            case .schema:
                "there is no schema 'org.example.Letrers' among the installed ones. Install it and run glib-comp"
            case .folder: "no schemas in the folder '/nowhere'"
            case .key, .boundKey:
                "the schema 'org.example.Letters' has no key 'font'. Its keys are: byte, count, font-size,"
            case .type: "the key 'font-size' of the schema 'org.example.Letters' is of type 'i', not String"
            case .sizeKey: "the schema 'org.example.Letters' has no key 'width'"
            case .sizeType: "the key 'name' of the schema 'org.example.Letters' is of type 's', not Int"
            case .pathless: "the schema 'org.example.Letters' has no path. Say by 'path' where its values are kept."
            case .path: "the path 'letters' has to begin and to end with a slash"
            }
        let text = String(decoding: result.standardErrorContent, as: UTF8.self)
        #expect(text.contains(message), "\(text)")
    }
}
