import ArgumentParser
import Draft
import DraftLedger
import ToolSupport

/// The disputed score: that of an entry, or of the member on a seat of a room.
struct ScoreClaimOptions: ParsableArguments {
    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("The entry whose score is disputed, by number.", valueName: "entry"))
    var entry: UInt64?
    @Option(
        parsing: .unconditional, help: ArgumentHelp("The week of the season.", valueName: "number"))
    var week: UInt8?

    /// The options that are needed with a week.
    static let expected = "With --week name --entry, or a room and --user."

    /// Whether one entry is named, by itself or by where it drafted.
    func isClear(room: String?, seat: SeatOptions) -> Bool { (entry == nil) == (room != nil && seat.isGiven) }

    /// The entry that is meant.
    ///
    /// - Parameters:
    ///   - room: its number or external ID; needed if no entry is named.
    ///   - seat: in that room.
    /// - Throws: `ToolError` if the seat is empty.
    func disputedEntry(room: String?, seat: SeatOptions, in draft: DraftLedger) throws -> EntryID {
        if let entry { return EntryID(entry) }
        let id = try draft.resolveRoom(room ?? "")
        let state = try draft.room(id)
        let wanted = try state.flatMap { try seat.seat(in: $0, of: draft) } ?? 0
        guard let member = state?.member(at: wanted) else { throw ToolError.freeSeat(wanted, of: id) }
        return member.entry
    }
}
