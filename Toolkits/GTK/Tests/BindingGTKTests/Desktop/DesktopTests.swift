import Binding
import BindingGTK
import BindingOperators
import CGTK
import Testing

@MainActor @Suite struct DesktopTests {
    @Test func textIsCopiedAndPasted() async {
        var count = 0
        let binding = Clipboard.standard.rx.changed => { count += 1 }
        Clipboard.standard.write("Grüße")
        #expect(count > 0)
        #expect(await Clipboard.standard.text == "Grüße")
        binding.dispose()
        gdk_clipboard_set_content(Clipboard.selection.opaque, nil)
        #expect(await Clipboard.selection.text == nil)
        let cancelled = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            return await Clipboard.selection.text
        }
        #expect(await cancelled.value == nil)
    }

    @Test func whoIsCancelledBeforeItBeginsPastesNothing() async {
        Clipboard.standard.write("Grüße")
        let cancelled = Task { await Clipboard.standard.text }
        cancelled.cancel()
        #expect(await cancelled.value == nil)
    }

    @Test func whoIsCancelledDoesNotWaitForTheOwnerOfTheText() async throws {
        let other = SilentProgram()
        other.copy()
        try await eventually("there is a text") {
            let formats = gdk_clipboard_get_formats(Clipboard.standard.opaque)
            return gdk_content_formats_contain_mime_type(formats, "text/plain;charset=utf-8") != 0
                && gdk_clipboard_is_local(Clipboard.standard.opaque) == 0
        }
        var pasted: [String?] = []
        let cancelled = Task { pasted.append(await Clipboard.standard.text) }
        try await eventually("it is asked for") { other.isAsked }
        #expect(pasted.isEmpty)
        cancelled.cancel()
        try await eventually("the task has gone on") { pasted == [nil] }
        // Too late.
        other.answer()
        Clipboard.standard.write("Grüße")
        #expect(await Clipboard.standard.text == "Grüße")
        #expect(pasted == [nil])
    }

    @Test func windowsAreDarkOrNot() {
        let isDark = BehaviorRelay(value: true)
        let bag = DisposeBag { isDark <=> Settings.standard.rx.prefersDarkTheme }
        #expect(Settings.standard.properties.gtkApplicationPreferDarkTheme)
        Settings.standard.properties.set("gtk-application-prefer-dark-theme", false)
        #expect(!isDark.value)
        bag.dispose()
    }

    @Test func aStyleIsLoadedAndTakenBack() async throws {
        let label = Label("Large").addClass("binding-test-large")
        let window = Window("Style")
        window.child = label
        window.present()
        func width() -> Int32 {
            var width: Int32 = 0
            gtk_widget_measure(label.widget, GTK_ORIENTATION_HORIZONTAL, -1, &width, nil, nil, nil)
            return width
        }
        let plain = width()
        let style = Style.load(".binding-test-large { min-width: 777px; }")
        try await eventually("it is large") { width() == 777 }
        style.dispose()
        try await eventually("it is as it was") { width() == plain }
        window.destroy()
    }

    @Test func aPictureIsMadeOfPixelsAndDecoded() async throws {
        let red: [UInt8] = [255, 0, 0, 255]
        let texture = Texture(pixels: red + red + red + red + red + red, width: 3)
        #expect(texture.properties.width == 3 && texture.properties.height == 2)
        let bytes = gdk_texture_save_to_png_bytes(texture.opaque)!
        defer { g_bytes_unref(bytes) }
        var size: gsize = 0
        let data = g_bytes_get_data(bytes, &size)!
        let png = [UInt8](UnsafeRawBufferPointer(start: data, count: Int(size)))
        let decoded = try await Texture.decoding(png)
        #expect(decoded.properties.width == 3 && decoded.properties.height == 2)
        await #expect(throws: TextureError.self) { try await Texture.decoding([1, 2, 3]) }
        await #expect(throws: TextureError.self) { try await Texture.reading(file: "/nowhere.png") }
    }

    @Test func aPictureIsShownAndGoesWithItsWindow() async throws {
        weak var texture: Texture?
        weak var window: Window?
        func show() {
            let newTexture = Texture(pixels: [0, 0, 255, 255], width: 1)
            let (picture, image) = (Picture(), Image(icon: "edit-copy"))
            let shown = BehaviorRelay<Texture?>(value: newTexture)
            let bag = DisposeBag {
                shown => picture.rx.texture
                shown => image.rx.texture
            }
            #expect(gtk_picture_get_paintable(picture.opaque) == newTexture.opaque)
            #expect(gtk_image_get_paintable(image.opaque) == newTexture.opaque)
            #expect(picture.texture === newTexture && image.texture === newTexture)
            bag.dispose()
            let newWindow = Window("Picture")
            newWindow.child = Box(.vertical, [picture, image])
            newWindow.present()
            (texture, window) = (newTexture, newWindow)
        }
        show()
        #expect(texture != nil)
        window?.destroy()
        try await eventually("window and texture have gone") { texture == nil && window == nil }
    }
}
