/// A kind of file that can be imported.
public enum ImportDialect: String, Sendable, CaseIterable {
    /// The public pick dumps of Best Ball Mania, CSV.
    case bbm
    /// A user's own export, CSV: that user's picks and no others.
    case underdog
    /// MyFantasyLeague's `draftResults`, JSON.
    case mfl
    /// A site's rankings, CSV: a player pool.
    case rankings
    /// Our own events, a JSON object a line.
    case jsonl
}
