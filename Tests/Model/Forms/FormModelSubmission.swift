extension FormModel {
    // MARK: Snapshots

    mutating func takeSnapshot() {
        snapshot = (fields.map(\.value), rows.map { ($0.id, $0.field.value) })
    }

    mutating func markSnapshotPristine() {
        for index in fields.indices { fields[index].first = snapshot.values[index] }
        for (id, value) in snapshot.rows {
            absent[id]?.first = value
            for index in rows.indices where rows[index].id == id { rows[index].field.first = value }
        }
        firstRows = snapshot.rows.map(\.id)
    }

    // MARK: Submissions

    /// Begins a submission that waits for the rules.
    mutating func startSubmission() {
        submit()
        isSubmitting = true
        if formStatus != "invalid" { hold() }
    }

    /// Whether the submission has nothing more to wait for.
    var isSubmissionDue: Bool { formStatus != "pending" }

    /// Ends the submission: it is sent if the form is valid.
    ///
    /// - Parameter isCancelled: Whether the form is being reset.
    mutating func endSubmission(isCancelled: Bool = false) {
        if !isCancelled, formStatus == "valid" { sent += 1 }
        isSubmitting = false
        for index in fields.indices { fields[index].isHeld = false }
        for index in rows.indices { rows[index].field.isHeld = false }
        settle()
    }

    /// Has what counts go on counting until the submission is over.
    mutating func hold() {
        for index in fields.indices { fields[index].isHeld = fields[index].isEnabled }
        for index in rows.indices { rows[index].field.isHeld = rows[index].field.isEnabled }
    }
}
