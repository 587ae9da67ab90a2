package import Draft
import DraftLedger
import Timekeeping

/// The private data of members that a route's answers can contain, and how the server guards it.
///
/// The description of each ``Route`` contains it, so that a new operation has to be classified.
package enum RoutePrivacy: Hashable, Sendable {
    /// Nothing private, except the caller's own.
    case open
    /// The route passes events through ``Withholding``, or looks itself, and notes reads by staff.
    case filtered
    /// About the user in the path: for that user and for officers, whose reads are recorded as this kind.
    case account(PrivateDataRead.Kind)
    /// About the draft of the room or the entry in the path, with queues and refusals of its members: refused until the
    /// draft is over. Then a read by staff is recorded for each member.
    case afterDraft
}

/// Guards the private data of members in answers.
final class PrivateData: Sendable {
    /// Records reads of private data by staff.
    let accesses: AccessRecorder
    private let reader: LedgerReader
    private let health: Health

    init(_ reader: LedgerReader, _ health: Health) {
        self.reader = reader
        self.health = health
        accesses = AccessRecorder(reader.ledger, now: reader.clock.now)
    }

    /// Refuses a route about a live draft to everybody.
    ///
    /// - Throws: `forbidden`, and `unauthenticated` without a token.
    func checkIsOver(_ privacy: RoutePrivacy, for exchange: Exchange) async throws {
        guard case .afterDraft = privacy, let id = exchange.draft else { return }
        let caller = exchange.caller
        try await reader.read { ledger in
            guard let room = try ledger.room(id), !room.status.isTerminal else { return }
            _ = try caller.known()
            throw Problem(
                .forbidden,
                "The draft of room \(id) is not over. Until then its queues and refusals are for its members alone.")
        }
    }

    /// Records that staff sign a member out, before it happens.
    ///
    /// - Throws: `unavailable` if it cannot be stored.
    func recordSignOut(of user: UserID, by caller: Caller) async throws {
        try await accesses.recordSignOut(of: user, by: caller, whileWaiting: health.delay)
    }

    /// Records the reads of private data that an answer is: before the answer leaves.
    ///
    /// - Throws: `unavailable` if they cannot be stored.
    func recordReads(_ privacy: RoutePrivacy, for exchange: Exchange) async throws {
        let caller = exchange.caller
        guard !caller.roles.isEmpty else { return }
        switch privacy {
        case .open, .filtered: break
        case .account(let kind):
            // A path without a valid number is refused by the route itself.
            if let user = try? exchange.number("user", upTo: UserID.maximum.number) {
                exchange.reads.note(UserID(user), kind)
            }
        case .afterDraft:
            if let id = exchange.draft {
                let members = try await reader.read { try $0.room(id)?.members.compactMap { $0?.user } ?? [] }
                for member in members { exchange.reads.note(member, .draft, room: id) }
            }
        }
        try await accesses.record(exchange.reads.take(), by: caller, whileWaiting: health.delay)
    }
}

extension Exchange {
    /// The room in the path, or that of the entry in the path.
    fileprivate var draft: RoomID? {
        if let room = try? number("room") { return RoomID(room) }
        return (try? number("entry", upTo: UInt64(Int64.max))).map { EntryID($0).room }
    }
}
