import Draft
import DraftLedger
import DraftTesting
import Foundation
import LedgerTesting
import Merkle
import Records
import Testing

/// A house whose founders and whose two members sign, on a ledger on disk, by the machine's clock; room 1 drafts.
final class SignedScene {
    let house: LiveHouse

    static func key(_ number: UInt8) -> SealingKey {
        SealingKey(seed: Array(repeating: number, count: 32)) ?? SealingKey()
    }

    /// Founders 901 to 903 sign by the keys 1 to 3, user n by the key 10 + n.
    static func key(of person: UserID) -> SealingKey {
        key(UInt8(person.number > 900 ? person.number - 900 : person.number + 10))
    }

    var ledger: DraftLedger { house.ledger }

    /// Authority has begun, founders have appointed 904, and both users have a key.
    init() async throws {
        var plan = HousePlan(.slow(teams: 2, rounds: 2))
        plan.ruleset.countdown = .zero
        // A moment of its own: so another ledger can begin with the same record.
        house = try await LiveHouse(
            plan, createdAt: Timestamp(microseconds: Int64(Date.now.timeIntervalSince1970 * 1e6)), isSlow: true)
        let founders = ([901, 902, 903] as [UserID]).map {
            AuthorityBegan.Founder(person: $0, key: Self.key(of: $0).publicKey)
        }
        try await house.accept(
            .staff(.beginAuthority(AuthorityBegan(founders: founders, recoveryKey: Self.key(9).publicKey))),
            as: .admin(nil))
        try await approve(
            .staff(.appointStaff(StaffAppointed(person: 904, roles: [.operator], key: Self.key(of: 904).publicKey))),
            as: 1, because: nil)
        for user in [1, 2] as [UserID] {
            try await accept(.user(user, .addDeviceKey(Self.key(of: user).publicKey)), as: .user(user))
        }
        _ = try await house.startDraft()
    }

    /// Where the ledger stands, as a client would know it from a checkpoint.
    func sight() throws -> CommandSight {
        let root = try #require(Digest256(bytes: try ledger.root.bytes))
        return CommandSight(anchor: try ledger.size, root: root, seenVersion: 0)
    }

    /// Signs by the sender's own key and sends.
    @discardableResult
    func send(
        _ command: Command, as sender: Sender, by key: SealingKey? = nil, dispute: CaseID? = nil,
        at sight: CommandSight? = nil, forging: (inout CommandSeal) -> Void = { _ in }
    ) async throws -> Outcome {
        let id = house.newID()
        let key = key ?? Self.key(of: sender.user ?? 0)
        let command = try ledger.pinningWords(of: command, as: sender, id: id)
        let signable = SignableCommand(
            command, id: id, actor: sender, dispute: dispute, ledger: try ledger.origin ?? "")
        var seal = try key.seal(signable, at: try sight ?? self.sight())
        forging(&seal)
        return try await ledger.send(command, as: sender, id: id, dispute: dispute, seal: seal)
    }

    @discardableResult
    func accept(
        _ command: Command, as sender: Sender, by key: SealingKey? = nil, dispute: CaseID? = nil
    ) async throws -> [RecordedEvent] {
        try await send(command, as: sender, by: key, dispute: dispute).get()
    }

    /// Founder 901 proposes, founder 902 approves.
    func approve(_ command: Command, as id: MeasureID, because dispute: CaseID?) async throws {
        let proposal = ProposeMeasure(command, dispute: dispute, reason: "It has to be.")
        try await accept(.measure(id, .proposeMeasure(proposal)), as: .admin(901))
        try await accept(.measure(id, .approveMeasure), as: .admin(902))
    }

    /// The user on the clock picks, signing by a key.
    @discardableResult
    func pick(_ player: PlayerIndex, by key: SealingKey? = nil) async throws -> RecordedEvent {
        let user = try house.userOnClock()
        let pick = try house.room.currentPickNumber
        let events = try await accept(
            .room(1, .makePick(MakePick(pick: pick, player: player))), as: .user(user), by: key)
        return try #require(events.first)
    }

    var events: [RecordedEvent] { get throws { try house.events } }

    /// What a change makes of the ledger: another one, whose records up to the change are the same.
    func tampered(_ change: (inout [RecordedEvent]) throws -> Void) throws -> TemporaryLedger {
        var events = try events
        try change(&events)
        return try TemporaryLedger(
            createdAt: events[0].recordedAt, events.dropFirst().map { PendingEvent($0) })
    }
}
