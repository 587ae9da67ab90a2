import Draft
import DraftLedger
import Foundation
import LedgerTesting
import Merkle
import Records
import Testing

@testable import DraftClient  // the bytes that are signed are the module's own

/// What a device signs, held equal to the ledger's own description of its commands.
@Suite struct SignatureTests {
    private static let key = SoftwareKey(.p256).publicKey
    private static let entropy = [UInt8](0..<16)

    /// A client's command with the ledger's own.
    private static let commands: [(MemberCommand, Command)] = {
        guard let other = PublicKey(bytes: key.bytes) else { return [] }
        return [
            (
                .joinTournament(user: 7, tournament: 3, entries: 2, entropy: entropy),
                .wallet(7, .joinTournament(3, entries: 2, entropy: entropy))
            ),
            (
                .joinTournament(user: 7, tournament: 3, entries: 1, entropy: []),
                .wallet(7, .joinTournament(3, entries: 1, entropy: []))
            ),
            (.leaveRoom(user: 7, room: 12), .wallet(7, .leaveRoom(12))),
            (
                .makePick(room: 12, pick: 17, player: 300, claimedAt: nil),
                .room(12, .makePick(MakePick(pick: 17, player: 300)))
            ),
            (
                .makePick(room: 12, pick: 1, player: 0, claimedAt: Date(timeIntervalSince1970: 1_769_835_722.000125)),
                .room(
                    12,
                    .makePick(
                        MakePick(pick: 1, player: 0, claimedAt: Timestamp(microseconds: 1_769_835_722_000_125))))
            ),
            (.setAutodraft(room: 1, seat: 11, on: true), .room(1, .setAutodraft(seat: 11, on: true))),
            (.setAutodraft(room: 1, seat: 0, on: false), .room(1, .setAutodraft(seat: 0, on: false))),
            (.revealEntropy(room: 9, entropy: entropy), .room(9, .revealEntropy(entropy))),
            (
                .setQueue(room: 9, seat: 3, players: [5, 4, 300], expectedVersion: 8),
                .queue(9, 3, .setQueue(players: [5, 4, 300], expectedVersion: 8))
            ),
            (
                .setQueue(room: 9, seat: 0, players: [], expectedVersion: nil),
                .queue(9, 0, .setQueue(players: [], expectedVersion: nil))
            ),
            (.addDeviceKey(user: 7, key), .user(7, .addDeviceKey(other))),
            (.removeDeviceKey(user: 7, key), .user(7, .removeDeviceKey(other))),
        ]
    }()

    @Test func theJSONOfACommandIsTheLedgersOwn() throws {
        #expect(Self.commands.count == 12)
        for (own, theirs) in Self.commands {
            let members = own.members.filter { if case .null = $0.value { false } else { true } }
            let json = Array(try JSONEncoder().encode(members))
            #expect(try CommandRequest(json: json).command == theirs)
        }
    }

    @Test func theBytesThatAreSignedAreTheLedgersOwn() throws {
        let id = UUID()
        let head = LedgerHead(size: 991, root: SHA256Digest.of([1, 2, 3]))
        let sight = CommandSight(
            anchor: 991, root: try #require(Digest256(bytes: head.root)), seenVersion: 70_000)
        for key in [Self.key, SoftwareKey(.ed25519).publicKey] {
            let theirKey = try #require(PublicKey(bytes: key.bytes))
            for (own, theirs) in Self.commands {
                let signable = SignableCommand(
                    theirs, id: try #require(CommandID(id.uuidString)), actor: .user(7), ledger: "example.com/drafts")
                let message = own.message(
                    from: 7, id: id, by: key, ledger: "example.com/drafts", anchor: head, seenVersion: 70_000)
                #expect(message == signable.message(for: theirKey, at: sight), "\(own)")
            }
        }
    }

    @Test func signaturesOfBothSchemesAreGenuine() async throws {
        let id = CommandID.random()
        for scheme in [SoftwareKey.Scheme.ed25519, .p256] {
            let key = SoftwareKey(scheme)
            let theirKey = try #require(PublicKey(bytes: key.publicKey.bytes))
            let signable = SignableCommand(.room(1, .startDraft), id: id, actor: .user(7), ledger: "a")
            let signature = try await key.signature(for: signable.message(for: theirKey, at: .nothing))
            #expect(CommandSeal(key: theirKey, sight: .nothing, signature: signature).isGenuine(for: signable))
        }
    }

    @Test func aHeadIsContinuedByLaterOnesOfItsOwnLedgerAlone() throws {
        let temporary = try TemporaryLedger()
        for user in 1...20 as ClosedRange<UInt64> {
            _ = try temporary.ledger.sendBlocking(
                .user(UserID(user), .registerUser), as: .user(UserID(user)), id: .random())
        }
        let size = try temporary.ledger.size
        #expect(size > 20)
        func head(_ size: UInt64) throws -> LedgerHead {
            LedgerHead(size: size, root: Array(try temporary.ledger.treeEdge(at: size).root.bytes))
        }
        for first in 1...size {
            let old = try head(first)
            for second in first...size {
                let proof = try temporary.ledger.consistencyProof(from: first, to: second).hashes.map {
                    Array($0.bytes)
                }
                let new = try head(second)
                #expect(old.isContinued(by: new, proof: proof), "\(first) to \(second)")
                var forged = new
                forged.root[0] ^= 1
                #expect(!old.isContinued(by: forged, proof: proof))
                #expect(!LedgerHead(size: first, root: forged.root).isContinued(by: new, proof: proof))
                #expect(!old.isContinued(by: new, proof: proof + [new.root]))
            }
        }
        #expect(LedgerHead.nothing.isContinued(by: try head(size), proof: []))
        #expect(!(try head(size)).isContinued(by: try head(size - 1), proof: []))
    }
}
