import Draft
import DraftLedger
import LedgerTesting
import Merkle
import Records
import TestSupport
import Testing

/// Commands with signatures against a ledger on disk, from the first founder to the last restart.
@Suite struct SignedCommandTests {
    private static func key(_ number: UInt8) -> SealingKey {
        SealingKey(seed: Array(repeating: number, count: 32)) ?? SealingKey()
    }

    private static let founders: [(person: UserID, key: SealingKey)] = [
        (901, key(1)), (902, key(2)), (903, key(3)),
    ]

    private func begunHouse() async throws -> LiveHouse {
        let house = try await LiveHouse()
        let founders = Self.founders.map { AuthorityBegan.Founder(person: $0.person, key: $0.key.publicKey) }
        try await house.accept(
            .staff(.beginAuthority(AuthorityBegan(founders: founders, recoveryKey: Self.key(9).publicKey))),
            as: .admin(nil))
        return house
    }

    /// Where the ledger stands, as a client would know it from a checkpoint.
    private func sight(of house: LiveHouse) throws -> CommandSight {
        let root = try #require(Digest256(bytes: try house.ledger.root.bytes))
        return CommandSight(anchor: try house.ledger.size, root: root, seenVersion: 0)
    }

    private func send(
        _ command: Command, as sender: Sender, by key: SealingKey, dispute: CaseID? = nil,
        at sight: CommandSight? = nil,
        in house: LiveHouse, forging: (inout CommandSeal) -> Void = { _ in }
    ) async throws -> Outcome {
        let id = house.newID()
        let command = try house.ledger.pinningWords(of: command, as: sender, id: id)
        let signable = SignableCommand(
            command, id: id, actor: sender, dispute: dispute, ledger: try house.ledger.origin ?? "")
        var seal = try key.seal(signable, at: try sight ?? self.sight(of: house))
        forging(&seal)
        return try await house.ledger.send(command, as: sender, id: id, dispute: dispute, seal: seal)
    }

    private let opening = Command.room(
        7, .openRoom(OpenRoom(tournament: nil, pool: 1, entryFee: nil, ruleset: .fast(teams: 2, rounds: 2))))

    @Test func whoSignsActsForTheHouseAlsoAfterARestart() async throws {
        let house = try await begunHouse()
        try house.reopen()
        let founder = Self.founders[0]
        let events = try await send(opening, as: .admin(founder.person), by: founder.key, in: house).get()
        let signature = try #require(events.first?.origin?.signature)
        #expect(signature.anchor == events[0].position)
        #expect(try house.ledger.stream(.room(7)).first?.origin?.signature == signature)
        #expect(try house.ledger.verify().findings == [])
    }

    @Test func aWrongSignatureIsRefusedAndKeptAsItCame() async throws {
        let house = try await begunHouse()
        let founder = Self.founders[0]
        let forgeries: [(inout CommandSeal) -> Void] = [
            { $0.signature[5] ^= 1 }, { $0.sight.seenVersion += 1 }, { $0.sight.anchor -= 1 },
            { $0.sight.root = .zero }, { $0.sight.anchor = 1 << 40 }, { $0.key = Self.key(2).publicKey },
        ]
        for forge in forgeries {
            let outcome = try await send(
                opening, as: .admin(founder.person), by: founder.key, in: house, forging: forge)
            guard case .refused(let refusal, let record?, _) = outcome else {
                Issue.record("\(outcome)")
                continue
            }
            #expect(refusal.code == .badSignature)
            #expect(record.origin?.signature?.bytes.count == 64)
            let stored = try house.ledger.stream(record.stream).first { $0.position == record.position }
            #expect(stored?.origin == record.origin)
        }
        // A genuine one by somebody else's key is no better, and none is none.
        for outcome in [
            try await send(opening, as: .admin(founder.person), by: Self.founders[1].key, in: house),
            try await house.send(opening, as: .admin(founder.person)),
        ] {
            guard case .refused(let refusal, _, _) = outcome else {
                Issue.record("\(outcome)")
                continue
            }
            #expect(refusal.code == .badSignature)
        }
        #expect(try house.ledger.room(7) == nil)
    }

    @Test func twoFoundersAppointAThirdWhoThenActs() async throws {
        let house = try await begunHouse()
        let cashier = Self.key(4)
        let appointed = Command.staff(
            .appointStaff(StaffAppointed(person: 904, roles: [.operator], key: cashier.publicKey)))
        let proposal = Command.measure(1, .proposeMeasure(ProposeMeasure(appointed, reason: "rooms to open")))
        _ = try await send(proposal, as: .admin(901), by: Self.founders[0].key, in: house).get()
        try house.reopen()
        let events = try await send(.measure(1, .approveMeasure), as: .admin(902), by: Self.founders[1].key, in: house)
            .get()
        #expect(events.map(\.event.type) == [.measureApproved, .staffAppointed])
        #expect(events.map { $0.origin?.signature != nil } == [true, false])
        try house.reopen()
        _ = try await send(opening, as: .admin(904), by: cashier, in: house).get()
        #expect(try house.ledger.room(7) != nil)
        #expect(try house.ledger.verify().findings == [])
    }

    @Test func aMembersDeviceSignsThePick() async throws {
        let house = try await LiveHouse()
        _ = try await house.startDraft()
        let user = try house.userOnClock()
        let phone = Self.key(7)
        _ = try await send(.user(user, .addDeviceKey(phone.publicKey)), as: .user(user), by: phone, in: house).get()
        let pick = Command.room(1, .makePick(MakePick(pick: 1, player: 0)))
        let forged = try await send(pick, as: .user(user), by: Self.key(8), in: house)
        #expect(throws: Refusal.self) { try forged.get() }
        let events = try await send(pick, as: .user(user), by: phone, in: house).get()
        #expect(events.first?.event.type == .pickMade)
        #expect(events.first?.origin?.signature != nil)
        #expect(events.dropFirst().allSatisfy { $0.origin?.signature == nil })
    }
}
