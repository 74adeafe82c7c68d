/// Whether a stage had better make its output anew than edit it at some places. What is edited shares its nodes with what it
/// was, so that those who observe it find the changes sooner: measured, that pays up to an eighth.
@inlinable
func isRebuildingCheaper(edits: Int, rows: Int) -> Bool { edits > 16 && edits > rows / 8 }
