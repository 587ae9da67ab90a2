import Draft
import DraftLedger
import Foundation
import LedgerTesting
import Merkle
import Records
import TestSupport
import Testing

@testable import Replay  // files of a bundle are left out and changed

/// Bundles about a room in which members sign, and in which staff have acted on each other's approval.
@Suite struct SignedEvidenceTests {
    /// Pick 1 is disputed, the claim upheld by two founders, the room paused because of it, and the pick
    /// corrected by a measure.
    private struct Scene {
        let house: SignedScene
        let seat: Seat
        let bundle: EvidenceBundle

        init(pausing: Bool = true) async throws {
            house = try await SignedScene()
            seat = try #require(try house.house.room.seatOnClock)
            let pick = try await house.pick(3)
            let user = try #require(pick.origin?.actor.user)
            let opened = DisputeOpened(
                room: 1, pick: 1, seat: seat, roomVersion: pick.version, claimant: user, claim: "I tapped another one.")
            try await house.accept(.dispute(5, .openDispute(opened)), as: .user(user))
            let upheld = DisputeResolved(verdict: .upheld, resolvedBy: 901, reason: "The ledger bears it out.")
            try await house.approve(.dispute(5, .resolveDispute(upheld)), as: 2, because: nil)
            if pausing {
                try await house.accept(
                    .room(1, .pauseRoom(kind: .manual, reason: "Until it is settled.")), as: .admin(904), dispute: 5)
                try await house.accept(.room(1, .resumeRoom), as: .admin(904), dispute: 5)
            }
            let correction = CorrectPick(
                pick: 1, mode: .lastOnly, player: 5, dispute: 5, requestedBy: 901, approvedBy: 902,
                reason: "The wrong row.")
            try await house.approve(.room(1, .correctPick(correction)), as: 3, because: 5)
            try await house.pick(6)
            try house.ledger.publishCheckpoint()
            let latest = try #require(try house.ledger.publishedCheckpoint())
            bundle = try EvidenceBundle(
                of: 1, pick: 1, seat: seat, in: house.ledger, latest: latest,
                published: try house.ledger.checkpointHistory())
        }

        func archive() throws -> [UInt8] { try bundle.archive(signedBy: try house.ledger.verifierKey()) }

        func policy(founders: [SealingKey] = []) throws -> TrustPolicy {
            let lines = founders.map { "founder \($0.publicKey.bytes.hexadecimal)\n" }.joined()
            return try TrustPolicy(
                Array("log \(try house.ledger.verifierKey().text)\n\(lines)quorum none\n".utf8))
        }
    }

    private func outcomes(_ report: EvidenceReport) -> [EvidenceReport.Check: EvidenceReport.Outcome] {
        Dictionary(uniqueKeysWithValues: report.results.map { ($0.check, $0.outcome) })
    }

    @Test func aBundleHoldsWhatItsSignaturesAndMeasuresRestOn() async throws {
        let scene = try await Scene()
        #expect(try Audit(scene.house.ledger).run().findings == [])
        #expect(try Audit(scene.house.ledger).run(room: 1).findings == [])
        #expect(try SignatureAudit(scene.house.ledger).run().findings == [])
        let archive = try scene.archive()
        #expect(try scene.archive() == archive)
        let founders = [1, 2, 3].map { SignedScene.key($0) }
        let report = EvidenceBundle.verify(archive, policy: try scene.policy(founders: founders))
        #expect(report.isProven, "\(report.results)")
        let names = try TarArchive(archive).files.map(\.name)
        #expect(names.contains("details.json") && names.contains("earlier.txt"))
        #expect(scene.bundle.records.contains { $0.section == .authority })
        // Of the other member's stream only the key is in it.
        let others = try scene.bundle.records.filter { $0.section == .keys }.map { try $0.decoded() }
            .filter { $0.stream != scene.bundle.claim.claimant.map { .user($0) } }
        #expect(others.map(\.event.type) == [.deviceKeyAdded])
        let commands = try #require(report.results.first { $0.check == .commands })
        // Pick 1 and 2, the pause and its end, the case, both keys, and three measures from two people each.
        #expect(commands.count == 13 + 3)
    }

    @Test func otherFoundersThanThePolicysFail() async throws {
        let scene = try await Scene(pausing: false)
        let founders = [1, 2, 8].map { SignedScene.key($0) }
        let report = EvidenceBundle.verify(try scene.archive(), policy: try scene.policy(founders: founders))
        #expect(outcomes(report)[.founders] == .failed)
        #expect(!report.isGenuine)
        let unpinned = EvidenceBundle.verify(try scene.archive(), policy: try scene.policy())
        #expect(unpinned.isProven)
        #expect(unpinned.results.first { $0.check == .founders }?.messages.isEmpty == false)
    }

    @Test func aForgedSignatureInTheLedgerShowsInItsBundle() async throws {
        let scene = try await Scene(pausing: false)
        let house = try scene.house.tampered { events in
            let last = try #require(events.lastIndex { $0.event.type == .pickMade })
            events[last].origin?.signature?.bytes[7] ^= 1
        }
        try house.ledger.publishCheckpoint()
        let latest = try #require(try house.ledger.publishedCheckpoint())
        let bundle = try EvidenceBundle(of: 1, pick: 1, seat: scene.seat, in: house.ledger, latest: latest)
        let key = try house.ledger.verifierKey()
        let report = EvidenceBundle.verify(try bundle.archive(signedBy: key), policy: TrustPolicy(log: key))
        #expect(outcomes(report)[.commands] == .failed)
        #expect(report.isGenuine && !report.isProven)
    }

    /// What is left out makes the bundle unreadable, or breaks a rule that it would have kept.
    @Test func whatTheRoomRestsOnCannotBeLeftOut() async throws {
        let scene = try await Scene()
        let bundle = scene.bundle
        let key = try scene.house.ledger.verifierKey()
        let policy = TrustPolicy(log: key)
        func verify(_ records: [EvidenceRecord], _ earlier: [EarlierTree]? = nil) throws -> EvidenceReport {
            let proven = try bundle.with(records, provenBy: scene.house.ledger)
            let less = EvidenceBundle(
                claim: bundle.claim, latest: bundle.latest, earlier: earlier ?? bundle.earlier, ends: bundle.ends,
                records: records,
                proofs: proven.proofs)
            // Its documents are those of the whole bundle: what they are has no part in this.
            return EvidenceBundle.verify(TarArchive(less.primaryFiles).bytes, policy: policy)
        }
        let anchors = try verify(bundle.records, bundle.earlier.filter { $0.checkpoint != nil })
        #expect(outcomes(anchors)[.rules] == .failed)
        let keys = try verify(bundle.records.filter { $0.section != .keys })
        #expect(keys.isIncomplete && !keys.isGenuine)
        let measures = try bundle.records.filter { record in
            if case .measure = try record.decoded().stream { return false }
            return true
        }
        #expect(try verify(measures).isIncomplete)
        let authority = try verify(bundle.records.filter { $0.section != .authority })
        #expect(!authority.isGenuine)
        var forged = bundle.earlier
        forged[0] = EarlierTree(size: forged[0].size, root: TreeHash(), proof: forged[0].proof)
        #expect(outcomes(try verify(bundle.records, forged))[.consistency] == .failed)
    }

    @Test func theSignaturesAreCheckedWithOpenSSLAlone() async throws {
        guard let python = EvidenceScene.program("python3"), EvidenceScene.program("openssl") != nil,
            let tar = EvidenceScene.program("tar")
        else {
            try Test.cancel("python3, openssl or tar is not installed: an outsider's check is not tried")
        }
        let scene = try await Scene(pausing: false)
        let folder = TemporaryDirectory()
        try Data(try scene.archive()).write(to: URL(filePath: folder("bundle.tar")))
        try #expect(EvidenceScene.run(tar, ["xf", "bundle.tar"], in: folder.path).status == 0)
        let check = ["verify.py", "--key", try scene.house.ledger.verifierKey().text]
        let sound = try EvidenceScene.run(python, check, in: folder.path)
        #expect(sound.status != 1 && sound.output.contains("signatures of the claimant"), "\(sound.output)")
        let details = URL(filePath: folder("details.json"))
        let text = try String(contentsOf: details, encoding: .utf8)
        let message = try #require(text.firstMatch(of: #/"message":"(.)/#)).range
        var forged = text
        let last = forged.index(before: message.upperBound)
        forged.replaceSubrange(last...last, with: forged[last] == "A" ? "B" : "A")
        try forged.write(to: details, atomically: true, encoding: .utf8)
        let found = try EvidenceScene.run(python, check, in: folder.path)
        #expect(found.status == 1 && found.output.contains("is not valid"), "\(found.output)")
    }
}
