import Binding
import BindingForms
import BindingGTK
import BindingOperators
import CGTK
import CGTKAccessibility
import Testing

/// What screen readers are told. The tests run with GTK_A11Y=test, which keeps it in memory.
@MainActor @Suite struct AccessibilityTests {
    private func name(of widget: Widget, is text: String) -> Bool {
        accessibility_has_text(widget.widget, GTK_ACCESSIBLE_PROPERTY_LABEL, text) != 0
    }

    private func description(of widget: Widget, is text: String) -> Bool {
        accessibility_has_text(widget.widget, GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, text) != 0
    }

    private func hasDescription(_ widget: Widget) -> Bool {
        gtk_test_accessible_has_property(widget.opaque, GTK_ACCESSIBLE_PROPERTY_DESCRIPTION) != 0
    }

    private func isInvalid(_ widget: Widget) -> Bool {
        accessibility_has_state(
            widget.widget, GTK_ACCESSIBLE_STATE_INVALID, Int32(GTK_ACCESSIBLE_INVALID_TRUE.rawValue)) != 0
    }

    private func isRelated(
        _ widget: Widget, _ relation: GtkAccessibleRelation, to first: Widget, _ second: Widget? = nil
    ) -> Bool {
        gtk_test_accessible_has_relation(widget.opaque, relation) != 0
            && accessibility_has_relation(widget.widget, relation, first.widget, second?.widget) != 0
    }

    @Test func nameAndDescriptionFollowTheModelUntilTheBindingEnds() {
        let (title, remark) = (BehaviorRelay(value: "Play"), BehaviorRelay(value: "The song of the day"))
        let button = Button(icon: "media-playback-start-symbolic")
        let bag = DisposeBag {
            title => button.rx.accessibleLabel
            remark => button.rx.accessibleDescription
        }
        #expect(name(of: button, is: "Play") && description(of: button, is: "The song of the day"))
        title.accept("Pause")
        remark.accept("Grüße")
        #expect(name(of: button, is: "Pause") && description(of: button, is: "Grüße"))
        remark.accept("")
        #expect(!hasDescription(button))
        bag.dispose()
        title.accept("Play")
        #expect(name(of: button, is: "Pause"))
    }

    @Test func aCaptionNamesItsFieldAndItsLetterMovesTheFocusThere() async throws {
        let (other, name) = (Entry(), Entry())
        let caption = Label("_Name", for: name)
        #expect(isRelated(name, GTK_ACCESSIBLE_RELATION_LABELLED_BY, to: caption))
        #expect(self.name(of: caption, is: "Name"))
        let window = Window("Form")
        window.child = Box(.vertical, [other, caption, name])
        try await User.look(at: window)
        other.grabFocus()
        try await User.press("alt+n")
        try await eventually { name.isFocused }
        window.destroy()
    }

    @Test func widgetsAreRelatedToOthersAndDoNotKeepThem() {
        let field = Entry()
        let (first, second) = (Label("Width"), Label("in mm"))
        field.accessible(.labelledBy, [first, second]).accessible(.describedBy, [second]).accessible(.details, [first])
        #expect(isRelated(field, GTK_ACCESSIBLE_RELATION_LABELLED_BY, to: first, second))
        #expect(!isRelated(field, GTK_ACCESSIBLE_RELATION_LABELLED_BY, to: second))
        #expect(isRelated(field, GTK_ACCESSIBLE_RELATION_DESCRIBED_BY, to: second))
        #expect(isRelated(field, GTK_ACCESSIBLE_RELATION_DETAILS, to: first))
        field.accessible(.labelledBy, [second]).accessible(.describedBy, []).accessible(.details, [])
        #expect(isRelated(field, GTK_ACCESSIBLE_RELATION_LABELLED_BY, to: second))
        #expect(gtk_test_accessible_has_relation(field.opaque, GTK_ACCESSIBLE_RELATION_DESCRIBED_BY) == 0)
        #expect(gtk_test_accessible_has_relation(field.opaque, GTK_ACCESSIBLE_RELATION_DETAILS) == 0)

        weak var former: Label?
        func relate() {
            let label = Label("For a moment")
            field.accessible(.labelledBy, [label, second]).accessible(.errorMessage, [label])
            former = label
        }
        let complaints = warnings {
            relate()
            #expect(former == nil)
            #expect(isRelated(field, GTK_ACCESSIBLE_RELATION_LABELLED_BY, to: second))
            field.accessible(.errorMessage, [second])
        }
        #expect(complaints.isEmpty)
        #expect(isRelated(field, GTK_ACCESSIBLE_RELATION_ERROR_MESSAGE, to: second))
    }

    @Test func everyKindOfAttributeIsTold() {
        let bar = ProgressBar().accessible(.valueNow, 0.5).accessible(.valueMin, 0).accessible(.valueMax, 2)
        for (property, number) in [
            (GTK_ACCESSIBLE_PROPERTY_VALUE_NOW, 0.5), (GTK_ACCESSIBLE_PROPERTY_VALUE_MIN, 0),
            (GTK_ACCESSIBLE_PROPERTY_VALUE_MAX, 2),
        ] {
            #expect(accessibility_has_number(bar.widget, property, number) != 0)
        }
        let label = Label("Chapter").accessible(.level, 2).accessible(.required, true).accessible(.readOnly, true)
        for (property, number) in [
            (GTK_ACCESSIBLE_PROPERTY_LEVEL, 2), (GTK_ACCESSIBLE_PROPERTY_REQUIRED, 1),
            (GTK_ACCESSIBLE_PROPERTY_READ_ONLY, 1),
        ] {
            #expect(accessibility_has_integer(label.widget, property, Int32(number)) != 0)
        }
        let isBusy = BehaviorRelay(value: true)
        let bag = DisposeBag { isBusy => label.rx.accessible(.busy) }
        label.accessible(.expanded, true).accessible(.hidden, true)
        for state in [GTK_ACCESSIBLE_STATE_BUSY, GTK_ACCESSIBLE_STATE_EXPANDED, GTK_ACCESSIBLE_STATE_HIDDEN] {
            #expect(accessibility_has_state(label.widget, state, 1) != 0)
        }
        isBusy.accept(false)
        #expect(accessibility_has_state(label.widget, GTK_ACCESSIBLE_STATE_BUSY, 0) != 0)
        bag.dispose()
        label.accessible(.keyShortcuts, "b").accessible(.placeholder, "c").accessible(.roleDescription, "d").accessible(
            .valueText, "e")
        for (property, text) in [
            (GTK_ACCESSIBLE_PROPERTY_KEY_SHORTCUTS, "b"), (GTK_ACCESSIBLE_PROPERTY_PLACEHOLDER, "c"),
            (GTK_ACCESSIBLE_PROPERTY_ROLE_DESCRIPTION, "d"), (GTK_ACCESSIBLE_PROPERTY_VALUE_TEXT, "e"),
        ] {
            #expect(accessibility_has_text(label.widget, property, text) != 0)
        }
    }

    @MainActor private final class SignUp {
        @Validated(.notEmpty.message("Enter your e-mail address.")) var email = ""
    }

    @Test func anErrorOfAFormIsToldAndTheDescriptionComesBack() {
        let model = SignUp()
        let entry = Entry().with(\.tooltipText, "A tip").accessible(.description, "For messages")
        let bag = DisposeBag {
            model.$email <=> entry.rx.text
            model.$email.messageText => entry.rx.error
        }
        #expect(!isInvalid(entry) && description(of: entry, is: "For messages"))
        #expect(entry.properties.tooltipText == "A tip")
        entry.properties.text = "a"
        entry.properties.text = ""
        model.$email.touch()
        #expect(isInvalid(entry))
        #expect(description(of: entry, is: "Enter your e-mail address. For messages"))
        entry.accessible(.description, "For letters")
        #expect(description(of: entry, is: "Enter your e-mail address. For letters"))
        entry.properties.text = "ada@example.org"
        #expect(!isInvalid(entry) && description(of: entry, is: "For letters"))
        #expect(entry.properties.tooltipText == "A tip")
        bag.dispose()
    }

    @Test func aWidgetThatGoesWhileItIsBoundIsLeftAlone() async throws {
        let (title, error) = (BehaviorRelay(value: "a"), BehaviorRelay(value: "wrong"))
        weak var former: Entry?
        let bag = DisposeBag()
        func show() {
            let window = Window("Form")
            let entry = Entry()
            window.child = Box(.vertical, [entry, Label("_Name", for: entry)])
            bag.insert {
                title => entry.rx.accessibleLabel
                error => entry.rx.error
            }
            window.present()
            former = entry
            window.destroy()
        }
        show()
        try await eventually { former == nil }
        title.accept("b")
        error.accept("")
        bag.dispose()
    }

    @Test func aButtonIsNamedWithoutTheUnderscore() throws {
        let buttons: [Button] = [Button("_Go"), ToggleButton("_Go")]
        for button in buttons {
            #expect(name(of: button, is: "Go"))
            button.properties.label = "_Save__all"
            #expect(name(of: button, is: "Save_all"))
            button.accessible(.label, "Keep")
            #expect(name(of: button, is: "Keep"))
        }
        #expect(name(of: CheckButton("I _agree"), is: "I agree"))
        let text = """
            <interface><object class="GtkButton" id="go"><property name="label">_Go</property>
            <property name="use-underline">1</property></object></interface>
            """
        #expect(name(of: try Builder(text: text).widget("go", as: Button.self), is: "Go"))
        // An underscore of its own.
        let plain = Button("")
        plain.properties.useUnderline = false
        plain.properties.label = "a_b"
        #expect(name(of: plain, is: "a_b"))
    }

    @Test func theButtonInAMenuButtonHasItsName() throws {
        let button = MenuButton(icon: "open-menu-symbolic", PopoverMenu(Menu([.item("_Open", "win.open")])))
        button.accessible(.label, "Main Menu")
        let inside = try #require(GObject.of(gtk_widget_get_first_child(button.widget)) as? Widget)
        #expect(name(of: button, is: "Main Menu") && name(of: inside, is: "Main Menu"))
    }
}
