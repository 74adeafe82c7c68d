/// The command line options.
struct Options {
    /// Take fewer and shorter samples.
    var isShort = false
    /// Measure only cases whose names contain this.
    var only: String?
    /// Measure growth rather than ratios.
    var isGrowth = false
    /// Measure on a worker of dispatch that drains the main queue, as in a program whose asynchronous `main` has
    /// suspended, rather than on the first thread.
    var isOnWorker = false
    /// Run one contender repeatedly for some seconds, for a profiler.
    var profiled: String?

    static let usage = """
        usage: Compare [--short] [--only TEXT] [--growth] [--on-worker] [--profile SIDE]

          --short         fewer and shorter samples
          --only TEXT     only cases whose names contain the text
          --growth        how cost grows, rather than ratios
          --on-worker     on the main actor, but not on the thread that the program began on
          --profile SIDE  only the work of one side (floor, binding, openCombine, observation, rxSwift) for 3 seconds,
                          for a profiler
        """

    /// - Returns: `nil` if the arguments make no sense.
    init?(_ arguments: some Sequence<String>) {
        var arguments = arguments.makeIterator()
        while let argument = arguments.next() {
            switch argument {
            case "--short": isShort = true
            case "--growth": isGrowth = true
            case "--on-worker": isOnWorker = true
            case "--only":
                guard let text = arguments.next() else { return nil }
                only = text
            case "--profile":
                guard let side = arguments.next() else { return nil }
                profiled = side
            default: return nil
            }
        }
    }

    func includes(_ name: String) -> Bool {
        guard let only else { return true }
        return name == only || name.contains(only)
    }
}
