import Binding
import BindingGTK
import CAdwaita
import CGTK

extension AdwComboRow {
    /// Makes a row with a choice of texts; `rx.selected` is the index of the one that is chosen.
    public convenience init(title: String, choices: [String]) {
        self.init()
        properties.title = title
        setChoices(choices)
    }

    /// Sets the texts to choose from. The first one is chosen.
    public final func setChoices(_ choices: [String]) {
        let list = gtk_string_list_new(nil)
        for choice in choices { gtk_string_list_append(list, choice) }
        adw_combo_row_set_model(pointer(self), list)
        g_object_unref(UnsafeMutableRawPointer(list))
    }
}
