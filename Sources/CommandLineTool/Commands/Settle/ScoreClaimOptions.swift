import ArgumentParser
import Draft
import DraftLedger

/// Which score is disputed: that of an entry, or of whoever sits on a seat of a room.
struct ScoreClaimOptions: ParsableArguments {
    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("The entry whose score is disputed, by number, instead of a room.", valueName: "entry"))
    var entry: UInt64?
    @Option(
        parsing: .unconditional, help: ArgumentHelp("The week whose score is disputed.", valueName: "number"))
    var week: UInt8?

    /// What is to be named with a week.
    static let expected = "With --week name --entry, or a room and --seat."

    /// Whether one entry is named, by itself or by where it drafted.
    func isClear(room: String?, seat: Seat?) -> Bool { (entry == nil) == (room != nil && seat != nil) }

    /// The entry that is meant.
    ///
    /// - Parameters:
    ///   - room: by number or external id; needed where no entry is named.
    ///   - seat: in that room.
    /// - Throws: `ToolError` where nobody sits there.
    func disputedEntry(room: String?, seat: Seat?, in draft: DraftLedger) throws -> EntryID {
        if let entry { return EntryID(entry) }
        let id = try draft.resolveRoom(room ?? "")
        guard let member = try seat.flatMap({ try draft.room(id)?.member(at: $0) }) else {
            throw ToolError(.noInput, "Nobody sits on seat \(seat ?? 0) of room \(id).")
        }
        return member.entry
    }
}
