/// Whether a stage should make its output anew instead of editing it in some places. An edited output shares its nodes
/// with the previous one, so that observers find the changes faster: measurements show that this pays up to an eighth
/// of the rows.
@inlinable
func isRebuildingCheaper(edits: Int, rows: Int) -> Bool { edits > 16 && edits > rows / 8 }
