import CGTK

/// Scrolls a table while something is dragged near its upper or lower edge. A list does that by itself.
@MainActor
final class EdgeScroll {
    /// How near to an edge, and how far at most in a step.
    private static let (reach, most) = (40.0, 14.0)
    private static let pause = Duration.milliseconds(16)

    private weak var table: ColumnViewBase?
    private let moved: @MainActor () -> Void
    private var point: (x: Double, y: Double)?
    private var steps: Task<Void, Never>?

    /// - Parameters:
    ///   - table: The table, which must be in a ``ScrolledWindow`` to scroll.
    ///   - moved: Called when other rows are under the pointer.
    init(_ table: ColumnViewBase, moved: @escaping @MainActor () -> Void) {
        (self.table, self.moved) = (table, moved)
    }

    isolated deinit { steps?.cancel() }

    /// Notes where the pointer is; `nil` if it is not over the table, or lets go.
    func point(at point: (x: Double, y: Double)?) {
        self.point = point
        guard let point, speed(at: point.y) != 0 else {
            steps?.cancel()
            steps = nil
            return
        }
        guard steps == nil else { return }
        steps = Task { [weak self] in
            while !Task.isCancelled, self?.step() == true { try? await Task.sleep(for: Self.pause) }
            if !Task.isCancelled { self?.steps = nil }
        }
    }

    /// Scrolls a little.
    ///
    /// - Returns: Whether there is more.
    private func step() -> Bool {
        guard let point, let table, let adjustment = gtk_scrollable_get_vadjustment(table.opaque) else { return false }
        let former = gtk_adjustment_get_value(adjustment)
        gtk_adjustment_set_value(adjustment, former + speed(at: point.y))
        guard gtk_adjustment_get_value(adjustment) != former else { return false }
        moved()
        return true
    }

    /// How far a step goes: the farther the nearer to the edge; negative for upwards.
    private func speed(at y: Double) -> Double {
        guard let table else { return 0 }
        var rows = graphene_rect_t()
        guard gtk_widget_compute_bounds(listWidget(of: table.widget), table.widget, &rows) != 0 else { return 0 }
        let (above, below) = (y - max(0, Double(rows.origin.y)), Double(gtk_widget_get_height(table.widget)) - y)
        if below < Self.reach { return Self.most * (1 - max(0, below) / Self.reach) }
        if above < Self.reach { return -Self.most * (1 - max(0, above) / Self.reach) }
        return 0
    }
}
