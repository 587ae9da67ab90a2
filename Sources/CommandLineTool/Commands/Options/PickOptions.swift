import ArgumentParser
import Draft
import DraftLedger
import Pages
import ToolSupport

/// A pick as people name it: by its number in the draft, or by round and pick of the round.
enum PickArgument: Hashable, ExpressibleByArgument {
    /// The number in the draft, from 1.
    case number(PickNumber)
    /// Round and pick of the round, such as 4.06.
    case label(round: Int, pick: Int)

    /// Reads `24` or `4.06`.
    init?(argument: String) {
        let parts = argument.split(separator: ".", omittingEmptySubsequences: false)
        if parts.count == 1, let number = PickNumber(argument) {
            self = .number(number)
        } else if parts.count == 2, let round = UInt8(parts[0]), let pick = UInt8(parts[1]), round > 0, pick > 0 {
            self = .label(round: Int(round), pick: Int(pick))
        } else {
            return nil
        }
    }

    /// Returns the number of the pick in a draft.
    ///
    /// - Throws: `ToolError` if a round of the draft has fewer picks.
    func number(teams: Int, room: RoomID) throws -> PickNumber {
        switch self {
        case .number(let number): return number
        case .label(let round, let pick):
            guard pick <= teams, let number = PickNumber(exactly: (round - 1) * teams + pick) else {
                throw ToolError(
                    .noInput,
                    "--pick \(self): a round of room \(room) has \(teams) picks. Name round and pick, such as 4.06, or the "
                        + "number in the draft, such as 24.")
            }
            return number
        }
    }

    /// Returns the number of the pick in a room of a ledger.
    ///
    /// - Throws: `ToolError` if a round of the draft has fewer picks.
    func number(in room: RoomID, of draft: DraftLedger) throws -> PickNumber {
        if case .number(let number) = self { return number }
        return try number(teams: Int(try draft.room(room)?.ruleset.teams ?? 0), room: room)
    }

    static let help = ArgumentHelp("The pick: its number (24), or round and pick (4.06).", valueName: "pick")
}

extension PickArgument: CustomStringConvertible {
    var description: String {
        switch self {
        case .number(let number): "\(number)"
        case .label(let round, let pick): "\(round).\(pick < 10 ? "0" : "")\(pick)"
        }
    }
}

/// The seat of a room that is meant: by its user, or by its draft position.
struct SeatOptions: ParsableArguments {
    @Option(help: ArgumentHelp("The user whose seat is meant.", valueName: "user")) var user: String?
    @Option(
        parsing: .unconditional, help: ArgumentHelp("The seat's draft position, from 1.", valueName: "n"))
    var draftPosition: UInt8?
    /// The number of the seat, from 0, as earlier versions took it.
    @Option(parsing: .unconditional, help: .hidden) var seat: Seat?

    /// Whether a seat is named.
    var isGiven: Bool { user != nil || draftPosition != nil || seat != nil }

    func validate() throws {
        if draftPosition == 0 { throw ValidationError("--draft-position 0: draft positions count from 1.") }
        if draftPosition != nil, user != nil || seat != nil {
            throw ValidationError("--draft-position and --user both name a seat: give one of them.")
        }
    }

    /// Returns the seat in a room; nil if none is named.
    ///
    /// - Parameter room: as it was when the seat is asked for.
    /// - Throws: `ToolError` if the room has no such seat.
    func seat(in room: RoomState, of draft: DraftLedger) throws -> Seat? {
        if let seat { return seat }
        if let draftPosition { return try Self.seat(at: draftPosition, seatOfSlot: room.seatOfSlot, room: room.id) }
        guard let name = user else { return nil }
        let user = try draft.resolveUser(name)
        return try Self.only(
            room.members.indices.filter { room.members[$0]?.user == user }.map { Seat($0) }, of: name, room: room.id)
    }

    /// Returns the seat with a draft position.
    ///
    /// - Parameter seatOfSlot: empty until the order of the draft is drawn.
    static func seat(at draftPosition: UInt8, seatOfSlot: [Seat], room: RoomID) throws -> Seat {
        guard (1...seatOfSlot.count + 1).contains(Int(draftPosition)), Int(draftPosition) <= seatOfSlot.count else {
            throw ToolError(
                .noInput,
                seatOfSlot.isEmpty
                    ? "--draft-position \(draftPosition): the order of room \(room) is not drawn yet. Name the --user."
                    : "--draft-position \(draftPosition): room \(room) has the draft positions 1 to \(seatOfSlot.count)."
            )
        }
        return seatOfSlot[Int(draftPosition) - 1]
    }

    /// Returns the one seat of a user.
    static func only(_ seats: [Seat], of user: String, room: RoomID) throws -> Seat {
        guard let seat = seats.first, seats.count == 1 else {
            throw ToolError(
                .noInput,
                seats.isEmpty
                    ? "--user \(user): this user has no seat in room \(room). `draftledger room \(room)` lists the members."
                    : "--user \(user): this user has \(seats.count) seats in room \(room). Name the --draft-position.")
        }
        return seat
    }
}
