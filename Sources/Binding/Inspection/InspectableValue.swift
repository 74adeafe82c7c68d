/// A value of the library's own, in place of which an inspector shows what it stands for.
package protocol InspectableValue {
    var inspected: Any { get }
}
