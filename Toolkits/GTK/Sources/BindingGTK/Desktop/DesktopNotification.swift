import CGTK

/// A message that the desktop shows outside the program's windows.
///
/// ```swift
/// let notification = DesktopNotification("Letter of Ada", body: letter.subject, action: "app.open::\(letter.id)")
/// application.send(notification, id: "letter-\(letter.id)")
/// ```
public struct DesktopNotification: Sendable, Hashable {
    /// How much it wants to be seen.
    public enum Priority: Sendable, Hashable, CaseIterable {
        case low, normal, high, urgent
    }

    /// A button of a notification.
    public struct Button: Sendable, Hashable {
        /// The text.
        public var text: String
        /// The action of the application that it activates, such as `app.reply::42`.
        public var action: String

        /// Makes a button.
        public init(_ text: String, action: String) {
            (self.text, self.action) = (text, action)
        }
    }

    /// The first line.
    public var title: String
    /// The text below it.
    public var body: String?
    /// The name of an icon of the theme, in place of the program's.
    public var icon: String?
    /// How much it wants to be seen.
    public var priority: Priority
    /// The action of the application that a click activates, such as `app.open::42`; `nil` to activate the application.
    public var action: String?
    /// The buttons.
    public var buttons: [Button]

    /// Makes a notification.
    public init(
        _ title: String, body: String? = nil, icon: String? = nil, priority: Priority = .normal, action: String? = nil,
        buttons: [Button] = []
    ) {
        (self.title, self.body, self.icon, self.priority) = (title, body, icon, priority)
        (self.action, self.buttons) = (action, buttons)
    }

    /// Makes the C object, with a reference for the caller.
    @MainActor
    fileprivate func make() -> OpaquePointer {
        let notification = g_notification_new(title)!
        if let body { g_notification_set_body(notification, body) }
        if let icon {
            let object = g_themed_icon_new(icon)
            g_notification_set_icon(notification, object)
            g_object_unref(UnsafeMutableRawPointer(object))
        }
        g_notification_set_priority(notification, priority.inC)
        if let action {
            requireApplicationAction(action)
            g_notification_set_default_action(notification, action)
        }
        for button in buttons {
            requireApplicationAction(button.action)
            g_notification_add_button(notification, button.text, button.action)
        }
        return notification
    }

    @MainActor
    private func requireApplicationAction(_ action: String) {
        requireAction(action, "DesktopNotification(\"\(title)\"): '\(action)'")
        require(
            action.hasPrefix("app."),
            """
            DesktopNotification("\(title)"): '\(action)' is not an action of the application, whose names begin with 'app.'. \
            The window may be gone when the user clicks.
            """)
    }
}

extension DesktopNotification.Priority {
    fileprivate var inC: GNotificationPriority {
        switch self {
        case .low: G_NOTIFICATION_PRIORITY_LOW
        case .normal: G_NOTIFICATION_PRIORITY_NORMAL
        case .high: G_NOTIFICATION_PRIORITY_HIGH
        case .urgent: G_NOTIFICATION_PRIORITY_URGENT
        }
    }
}

extension Application {
    /// Shows a notification. The application needs an id, for which there is a desktop file, and has to run.
    ///
    /// - Parameters:
    ///   - notification: What is shown.
    ///   - id: A name, by which a later notification takes the place of this one, and ``withdrawNotification(_:)``
    ///     takes it back.
    public func send(_ notification: DesktopNotification, id: String? = nil) {
        require(
            g_application_get_application_id(typed()) != nil,
            "Application.send: a program without an id has no notifications. Make it by Application(id: \"org.example.…\")."
        )
        require(
            g_application_get_is_registered(typed()) != 0,
            "Application.send: the program does not run yet. Send notifications after run() has begun.")
        let object = notification.make()
        g_application_send_notification(typed(), id, object)
        g_object_unref(UnsafeMutableRawPointer(object))
    }

    /// Takes a notification back, if it is still shown.
    ///
    /// - Parameter id: The name that ``send(_:id:)`` was given.
    public func withdrawNotification(_ id: String) { g_application_withdraw_notification(typed(), id) }
}
