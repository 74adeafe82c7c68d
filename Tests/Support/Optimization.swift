/// Whether the libraries are compiled with optimization. Then preconditions stop a program without a message, and assertions
/// are not checked.
package enum Optimization {
    package static let isOn: Bool = {
        var isOn = true
        assert(
            {
                isOn = false
                return true
            }())
        return isOn
    }()
}
