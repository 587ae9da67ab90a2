import Draft

/// The way a pick was made, by its comment.
///
/// The site writes its own notes in brackets, several of them on lines of their own, and leaves the rest of the field
/// to the drafter. Only what stands in brackets is the site's: a drafter may type what he likes behind it.
///
/// | in brackets | means |
/// |---|---|
/// | `Pick made from Pre-Draft List`, `Pick made based on Pre-Draft List` | the site picked from the drafter's queue |
/// | `Timer expired: Pick skipped` | no pick in time; a commissioner may have picked later for the drafter |
enum MFLComment {
    /// - Parameter hasPlayer: whether the pick has a player in the end.
    static func manner(_ comment: String, hasPlayer: Bool) -> ImportedPick.Manner {
        let notes = notes(in: comment)
        if notes.contains(where: { $0.hasPrefix("Timer expired: Pick skipped") }) {
            return .automated(hasPlayer ? .admin : .clockExpired, .skipped)
        }
        if notes.contains(where: { $0.hasPrefix("Pick made") && $0.hasSuffix("Pre-Draft List") }) {
            return .automated(.autodraft, .queue)
        }
        return .byHand
    }

    private static func notes(in comment: String) -> [Substring] {
        var notes: [Substring] = []
        var rest = comment[...]
        while let open = rest.firstIndex(of: "["), let close = rest[open...].firstIndex(of: "]") {
            notes += rest[rest.index(after: open)..<close].split(separator: "\n")
            rest = rest[rest.index(after: close)...]
        }
        return notes
    }
}
