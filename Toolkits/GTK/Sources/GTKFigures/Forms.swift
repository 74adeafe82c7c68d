import Binding
import BindingGTK
import BindingOperators
import CGTK

/// The model of the form.
@MainActor
final class FormModel {
    @Mutable var name = "Ada Lovelace"
    @Mutable var password = ""
    @Mutable var note = "Mathematician"
    @Mutable var seats = 3.0
    @Mutable var volume = 40.0
    @Mutable var isMember = true
    @Mutable var isPublic = false
    @Bindable var status = "Ready"
    @Bindable var progress = 0.3
}

/// A window with a field of each kind, all bound.
final class Form: Window, BindingContext {
    let disposeBag = DisposeBag()
    private(set) static var alive = 0
    /// The number of closures that are connected to something.
    static var connections: Int { Token.alive }

    init(_ model: FormModel) {
        super.init("Form", width: 400)
        Self.alive += 1
        let (name, password, note) = (Entry(placeholder: "Name"), PasswordEntry(), TextView())
        let (seats, volume) = (SpinButton(0...100), Scale(0...100, step: 1))
        let (member, isPublic) = (CheckButton("Member"), Switch())
        let (status, progress, button) = (Label(), ProgressBar(), Button("_Save"))
        let grid = Grid()
        let rows: [(String, Widget)] = [
            ("Name", name), ("Password", password), ("Note", note), ("Seats", seats), ("Volume", volume),
            ("Member", member), ("Public", isPublic), ("Status", status), ("Progress", progress), ("", button),
        ]
        for (row, (title, widget)) in rows.enumerated() {
            grid.attach(Label(title), column: 0, row: row)
            grid.attach(widget, column: 1, row: row)
        }
        child = grid.margin(12)
        let token = Token()
        binding {
            model.$name <=> name.rx.text
            model.$password <=> password.rx.property("text")
            model.$note <=> note.rx.text
            model.$seats <=> seats.rx.value
            model.$volume <=> volume.rx.value
            model.$isMember <=> member.rx.active
            model.$isPublic <=> isPublic.rx.active
            model.$status => status.rx.label
            model.$progress => progress.rx.fraction
            model.$name.asDriver().map { !$0.isEmpty } => button.rx.sensitive
            button.rx.clicked => { withExtendedLifetime(token) { model.status = "Saved" } }
        }
    }

    isolated deinit { Self.alive -= 1 }

    /// Counts a connection: whatever holds the token holds the connection.
    @MainActor
    private final class Token {
        static var alive = 0
        init() { Self.alive += 1 }
        isolated deinit { Self.alive -= 1 }
    }

    /// The same window made by plain C calls, without bindings.
    static func plain() -> UnsafeMutablePointer<GtkWindow> {
        let window = cast(gtk_window_new(), GtkWindow.self)
        gtk_window_set_title(window, "Form")
        gtk_window_set_default_size(window, 400, -1)
        let name = gtk_entry_new()
        gtk_entry_set_placeholder_text(cast(name, GtkEntry.self), "Name")
        gtk_editable_set_text(OpaquePointer(name), "Ada Lovelace")
        let password = gtk_password_entry_new()
        gtk_password_entry_set_show_peek_icon(OpaquePointer(password), 1)
        let note = gtk_text_view_new()
        gtk_text_view_set_wrap_mode(cast(note, GtkTextView.self), GTK_WRAP_WORD_CHAR)
        gtk_text_buffer_set_text(gtk_text_view_get_buffer(cast(note, GtkTextView.self)), "Mathematician", -1)
        let seats = gtk_spin_button_new_with_range(0, 100, 1)
        gtk_spin_button_set_value(OpaquePointer(seats), 3)
        let volume = gtk_scale_new_with_range(GTK_ORIENTATION_HORIZONTAL, 0, 100, 1)
        gtk_scale_set_draw_value(cast(volume, GtkScale.self), 1)
        gtk_range_set_value(cast(volume, GtkRange.self), 40)
        let member = gtk_check_button_new_with_mnemonic("Member")
        gtk_check_button_set_active(cast(member, GtkCheckButton.self), 1)
        let isPublic = gtk_switch_new()
        gtk_widget_set_halign(isPublic, GTK_ALIGN_START)
        gtk_widget_set_valign(isPublic, GTK_ALIGN_CENTER)
        let progress = gtk_progress_bar_new()
        gtk_progress_bar_set_fraction(OpaquePointer(progress), 0.3)
        let grid = gtk_grid_new()!
        gtk_grid_set_row_spacing(cast(grid, GtkGrid.self), 6)
        gtk_grid_set_column_spacing(cast(grid, GtkGrid.self), 12)
        gtk_widget_set_margin_top(grid, 12)
        gtk_widget_set_margin_bottom(grid, 12)
        gtk_widget_set_margin_start(grid, 12)
        gtk_widget_set_margin_end(grid, 12)
        let rows = [
            ("Name", name), ("Password", password), ("Note", note), ("Seats", seats), ("Volume", volume),
            ("Member", member), ("Public", isPublic), ("Status", label("Ready")), ("Progress", progress),
            ("", gtk_button_new_with_mnemonic("_Save")),
        ]
        for (row, (title, widget)) in rows.enumerated() {
            gtk_grid_attach(cast(grid, GtkGrid.self), label(title), 0, Int32(row), 1, 1)
            gtk_grid_attach(cast(grid, GtkGrid.self), widget, 1, Int32(row), 1, 1)
        }
        gtk_window_set_child(window, grid)
        return window
    }

    private static func label(_ text: String) -> UnsafeMutablePointer<GtkWidget> {
        let label = gtk_label_new(text)!
        gtk_label_set_xalign(OpaquePointer(label), 0)
        return label
    }
}

/// Casts a C widget to another C type.
func cast<Structure>(
    _ widget: UnsafeMutablePointer<GtkWidget>?, _: Structure.Type = Structure.self
) -> UnsafeMutablePointer<Structure> {
    UnsafeMutableRawPointer(widget!).assumingMemoryBound(to: Structure.self)
}
