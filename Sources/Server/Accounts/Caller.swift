package import Draft
import DraftLedger
import Foundation

/// The sender of a request.
package struct Caller: Hashable, Sendable {
    /// Nil without a token.
    package var user: UserID?
    /// The staff roles of the caller.
    var roles: StaffRoles
    /// Whether the ledger records the roles. If staff roles are not enabled there, the server compares the roles with
    /// the table of authority here, because no decision does.
    var rolesAreRecorded = true
    var credential = Credential.none

    init(user: UserID?, roles: StaffRoles, rolesAreRecorded: Bool = true, credential: Credential = .none) {
        (self.user, self.roles) = (user, roles)
        (self.rolesAreRecorded, self.credential) = (rolesAreRecorded, credential)
    }

    /// A user without a staff role.
    package init(user: UserID) { self.init(user: user, roles: []) }

    package static let anonymous = Caller(user: nil, roles: [])

    /// - Throws: `unauthenticated`.
    package func known() throws -> UserID {
        guard let user else { throw Problem(.unauthenticated, "No token was sent.") }
        return user
    }
}

/// The proof of identity that came with a request, as it can be checked again later.
enum Credential: Hashable, Sendable {
    case none
    case token(TokenProof)
    /// - Parameters:
    ///   - ownRoles: the roles in the list of tokens.
    ///   - digest: the digest of the token in the list.
    case machine(ownRoles: StaffRoles, digest: String)
    case session(Sessions.Key)

    /// Whether a browser sends it along without being asked.
    var isAmbient: Bool { if case .session = self { true } else { false } }
}

extension RoomState {
    /// Whether everybody may see what everybody in the room can.
    var isPublic: Bool { status.isTerminal || spectators == .live }
}

/// The access rules of the design. They apply to every encoded answer.
extension Caller {
    var isOfficer: Bool { roles.contains(.officer) }

    /// A room that drafts or fills is its members' and the officers', and everybody's where the contest was created with
    /// spectators; one that is over is everybody's.
    func maySee(_ room: RoomState) -> Bool {
        room.isPublic || isOfficer || user.flatMap(room.seat) != nil
    }

    /// Whether the caller may see a seat's queue, and the players that its autopicks skipped. The seat's user may, and
    /// officers may when the draft is over.
    ///
    /// - Parameter room: the state at the time of the data. While a room fills, a seat may have had another user
    ///   before.
    func maySeeQueue(of seat: Seat, in room: RoomState) -> Bool {
        (user != nil && room.member(at: seat)?.user == user) || (isOfficer && room.status.isTerminal)
    }

    /// Whether the caller may see an event of a room's own stream. Refusals are visible to their sender, and to
    /// officers when the draft is over.
    func maySee(_ recorded: RecordedEvent, of room: RoomState) -> Bool {
        guard recorded.event.refusal != nil else { return true }
        if isOfficer, room.status.isTerminal { return true }
        return user != nil && recorded.origin?.actor.user == user && recorded.origin?.actor.role == .user
    }

    /// Whether a stream is the queue of another member whose draft is not over: then the caller learns neither its
    /// length nor its version.
    func isKeptFrom(_ stream: StreamKey, in ledger: DraftLedger) throws(DraftLedgerError) -> Bool {
        guard case .queue(let id, let seat) = stream, let room = try ledger.room(id) else { return false }
        return !room.status.isTerminal && !maySeeQueue(of: seat, in: room)
    }

    /// Money, statements, profiles.
    func maySeeAccount(of user: UserID) -> Bool { self.user == user || isOfficer }

    /// Whether the caller may see the staff, the approval requests and the pools. Staff that propose, approve or check
    /// may.
    var maySeeStaff: Bool { !roles.isDisjoint(with: [.operator, .officer, .cashier, .auditor]) }

    /// All events as they are, and what the tree was made of.
    var maySeeAll: Bool { isOfficer || roles.contains(.auditor) }

    /// - Throws: `unauthenticated` without a user, `forbidden` for other users.
    func demand(_ may: Bool, _ what: @autoclosure () -> String) throws {
        if may { return }
        _ = try known()
        let what = what()
        throw Problem(.forbidden, "You may not see \(what.prefix(1).lowercased())\(what.dropFirst()).")
    }
}

extension DraftLedger {
    /// Returns the position at which the current user of a seat took it; 0 for an empty seat. Seats change hands only
    /// while a room fills, so that only the beginning of its stream is read.
    func position(ofTaking seat: Seat, in room: RoomID) throws -> UInt64 {
        var position: UInt64 = 0
        try events(from: 0, stream: .room(room)) { (recorded: RecordedEvent) in
            if case .taken(let taken) = recorded.event.membership, taken.seat == seat { position = recorded.position }
            if case .begun = recorded.event.preparation { return false }
            return true
        }
        return position
    }
}
