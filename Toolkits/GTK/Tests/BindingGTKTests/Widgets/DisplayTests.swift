import Binding
import BindingGTK
import BindingOperators
import CGTK
import Testing

@MainActor @Suite struct DisplayTests {
    @Test func label() async throws {
        try await expectBound(
            ["a", "b", "c"], make: { Label() }, property: { $0.rx.label },
            read: { String(cString: gtk_label_get_text($0.opaque)) }, write: { gtk_label_set_text($0.opaque, $1) })
    }

    @Test func progressBar() async throws {
        try await expectBound(
            [0.25, 0.5, 1], make: { ProgressBar() }, property: { $0.rx.fraction },
            read: { gtk_progress_bar_get_fraction($0.opaque) },
            write: { gtk_progress_bar_set_fraction($0.opaque, $1) })
    }

    @Test func spinner() async throws {
        try await expectBound(
            [true, false, true], make: { Spinner() }, property: { $0.rx.spinning },
            read: { gtk_spinner_get_spinning($0.opaque) != 0 },
            // GTK's function for it does not notify.
            write: { $0.properties.set("spinning", $1) })
    }

    @Test func levelBar() async throws {
        try await expectBound(
            [1, 2, 3], make: { LevelBar(0...5) }, property: { $0.rx.value },
            read: { gtk_level_bar_get_value($0.opaque) }, write: { gtk_level_bar_set_value($0.opaque, $1) })
    }

    @Test func image() async throws {
        try await expectBound(
            ["edit-copy", "edit-cut", "edit-paste"], make: { Image(icon: "edit-copy") }, property: { $0.rx.iconName },
            read: { gtk_image_get_icon_name($0.opaque).map { String(cString: $0) } },
            write: { gtk_image_set_from_icon_name($0.opaque, $1) })
    }

    @Test func whatIsSeenOfAnyWidget() async throws {
        try await expectBound(
            [true, false, true], make: { Label() }, property: { $0.rx.visible },
            read: { gtk_widget_get_visible($0.widget) != 0 }, write: { gtk_widget_set_visible($0.widget, $1 ? 1 : 0) })
        try await expectBound(
            [true, false, true], make: { Label() }, property: { $0.rx.sensitive },
            read: { gtk_widget_get_sensitive($0.widget) != 0 },
            write: { gtk_widget_set_sensitive($0.widget, $1 ? 1 : 0) })
        try await expectBound(
            ["a", nil, "b"], make: { Label() }, property: { $0.rx.tooltipText },
            read: { gtk_widget_get_tooltip_text($0.widget).map { String(cString: $0) } },
            write: { gtk_widget_set_tooltip_text($0.widget, $1) })
    }
}
