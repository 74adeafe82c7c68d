/// What goes into a stream: relays, subjects and observers, as properties.
///
/// From outside they can only be sent to.
public protocol InputType {}
