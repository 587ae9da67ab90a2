import Draft
import DraftLedger
import Foundation
import LedgerTesting
import Records
import Replay
import Testing

/// What a house can write of signatures that nobody has made, and what it can turn away: each is found.
@Suite struct SignatureAuditTests {
    /// Who was on the clock has picked: the scene, and the pick's event.
    private func picked() async throws -> (scene: SignedScene, pick: RecordedEvent) {
        let scene = try await SignedScene()
        let pick = try await scene.pick(3)
        return (scene, pick)
    }

    /// The only finding, at a position.
    private func finding(in house: TemporaryLedger, at position: UInt64) throws -> AuditFinding {
        let report = try SignatureAudit(house.ledger).run()
        #expect(report.findingCount == 1)
        let finding = try #require(report.findings.first)
        #expect(finding.rule == .signature)
        #expect(finding.position == position)
        let room = try SignatureAudit(house.ledger).run(room: 1)
        #expect(room.findings == [finding])
        return finding
    }

    @Test func whatPeopleHaveSignedVerifies() async throws {
        let (scene, _) = try await picked()
        let user = try scene.house.userOnClock()
        let seat = try #require(try scene.house.room.seatOnClock)
        for version in [nil, 1] as [UInt32?] {
            try await scene.accept(
                .queue(1, seat, .addToQueue(player: version == nil ? 7 : 8, index: nil, expectedVersion: version)),
                as: .user(user))
        }
        try await scene.accept(.room(1, .setAutodraft(seat: seat, on: true)), as: .user(user))
        try await scene.accept(.wallet(user, .joinTournament(1, entries: 1)), as: .user(user))
        let forged = try await scene.send(.room(1, .makePick(MakePick(pick: 2, player: 9))), as: .user(user)) {
            $0.signature[40] ^= 4
        }
        #expect(throws: Refusal.self) { try forged.get() }

        let report = try SignatureAudit(scene.ledger).run()
        #expect(report.findings == [])
        // Two for the measure, two keys, the pick, two edits, autodraft and the join.
        #expect(report.counts == SignatureReport.Counts(genuine: 9, refused: 1))
        let room = try SignatureAudit(scene.ledger).run(room: 1)
        #expect(room.counts == SignatureReport.Counts(genuine: 4, refused: 1))
        #expect(try Audit(scene.ledger).run().counts.signatures == 10)
    }

    /// A house that holds no key, and writes something.
    @Test func aSignatureThatNobodyHasMadeIsFound() async throws {
        let (scene, pick) = try await picked()
        let house = try scene.tampered { events in
            events[Int(pick.position)].origin?.signature?.bytes = (0..<64).map { UInt8($0) &* 37 }
        }
        #expect(try finding(in: house, at: pick.position).message.contains("does not match this command"))
        // What a plain audit looks at is as it was.
        let (before, after) = (try Audit(scene.ledger).run(), try Audit(house.ledger).run())
        #expect(after.findings == before.findings)
        #expect(after.counts.signatures > 0)
    }

    @Test func aCommandByAnothersKeyIsFound() async throws {
        let (scene, pick) = try await picked()
        let (user, other) = try (#require(pick.origin?.actor.user), scene.house.userOnClock())
        let house = try scene.tampered { events in
            events[Int(pick.position)].origin?.signature = try resigned(pick, in: scene, by: SignedScene.key(of: other))
        }
        let finding = try finding(in: house, at: pick.position)
        #expect(finding.expected == "a key that was user/\(user)'s here")
        #expect(finding.actual.contains("user/\(other)'s"))
    }

    @Test func aKeyAfterItsRemovalIsFound() async throws {
        let scene = try await SignedScene()
        let user = try scene.house.userOnClock()
        let (old, new) = (SignedScene.key(of: user), SignedScene.key(77))
        try await scene.accept(.user(user, .addDeviceKey(new.publicKey)), as: .user(user))
        try await scene.accept(.user(user, .removeDeviceKey(old.publicKey)), as: .user(user), by: new)
        let removal = try scene.ledger.size - 1
        let pick = try await scene.pick(3, by: new)
        #expect(try SignatureAudit(scene.ledger).run().isClean)
        let house = try scene.tampered { events in
            events[Int(pick.position)].origin?.signature = try resigned(pick, in: scene, by: old)
        }
        #expect(try finding(in: house, at: pick.position).actual.contains("until position \(removal)"))
    }

    /// Who has signed has seen other events before.
    @Test func anAnchorOfAnotherHistoryIsFound() async throws {
        let (scene, pick) = try await picked()
        let house = try scene.tampered { events in
            let root = Digest256(words: (1, 2, 3, 4))
            events[Int(pick.position)].origin?.signature = try resigned(
                pick, in: scene, at: CommandSight(anchor: 5, root: root, seenVersion: 0))
        }
        #expect(try finding(in: house, at: pick.position).message.contains("history of the first 5 events differs"))
    }

    @Test func anAnchorThatWasStillToComeIsFound() async throws {
        let (scene, pick) = try await picked()
        let house = try scene.tampered { events in
            events[Int(pick.position)].origin?.signature?.anchor = pick.position + 1
        }
        #expect(try finding(in: house, at: pick.position).actual == "one of \(pick.position + 1)")
    }

    @Test func anotherCommandsSignatureIsFound() async throws {
        let (scene, first) = try await picked()
        // Of the same user, so that the key is right.
        _ = try await scene.pick(4)
        _ = try await scene.pick(5)
        let last = try await scene.pick(6)
        #expect(last.origin?.actor == first.origin?.actor)
        let house = try scene.tampered { events in
            events[Int(last.position)].origin?.signature = first.origin?.signature
        }
        _ = try finding(in: house, at: last.position)
    }

    @Test func anHonestCommandThatWasTurnedAwayIsFound() async throws {
        let scene = try await SignedScene()
        let user = try scene.house.userOnClock()
        let pick = Command.room(1, .makePick(MakePick(pick: 1, player: 3)))
        let forged = try await scene.send(pick, as: .user(user)) { $0.signature[3] ^= 1 }
        guard case .refused(_, let record?, _) = forged else {
            Issue.record("\(forged)")
            return
        }
        #expect(try SignatureAudit(scene.ledger).run().isClean)
        // The signature as it came.
        let house = try scene.tampered { events in
            events[Int(record.position)].origin?.signature?.bytes[3] ^= 1
        }
        #expect(try finding(in: house, at: record.position).message.contains("which is valid"))
    }

    /// By the sender's own key unless another is given, over what the sender has seen.
    private func resigned(
        _ recorded: RecordedEvent, in scene: SignedScene, by key: SealingKey? = nil, at sight: CommandSight? = nil
    ) throws -> CommandSignature {
        guard case .pickMade(let made) = recorded.event, let origin = recorded.origin else {
            throw DraftLedgerError(.invalidValue, "It is no pick.")
        }
        let command = Command.room(1, .makePick(MakePick(pick: made.pick, player: made.player)))
        let signable = SignableCommand(
            command, id: origin.commandID, actor: origin.actor, ledger: TemporaryLedger.origin)
        return try (key ?? SignedScene.key(of: origin.actor.user ?? 0)).seal(signable, at: sight ?? .nothing).recorded
    }
}

/// How far a ledger was verified, in the file beside it.
@Suite struct VerifiedSignaturesTests {
    @Test func aSecondAuditLooksAtWhatIsNew() async throws {
        let scene = try await SignedScene()
        let first = try SignatureAudit(scene.ledger).run()
        #expect(first.before == nil)
        #expect(first.verifiedNow == first.counts.total)
        try await scene.pick(3)
        let second = try SignatureAudit(scene.ledger).run()
        #expect(second.before?.size == first.size)
        #expect(second.before?.count == first.counts.total)
        #expect(second.verifiedNow == 1)
        #expect(second.counts.genuine == first.counts.genuine + 1)
        let anew = try SignatureAudit(scene.ledger).run(ignoringCache: true)
        #expect(anew.before == nil)
        #expect(anew.counts == second.counts)
    }

    /// A member who signs later by a key of before: it is known although nothing of before is verified again.
    @Test func theFileIsForOneHistoryAlone() async throws {
        let scene = try await SignedScene()
        let pick = try await scene.pick(3)
        #expect(try SignatureAudit(scene.ledger).run().isClean)
        let house = try scene.tampered { events in events[Int(pick.position)].origin?.signature?.bytes[9] ^= 1 }
        try FileManager.default.copyItem(
            atPath: scene.house.path + "/signatures", toPath: house.path + "/signatures")
        #expect(try SignatureAudit(house.ledger).run().findings.map(\.position) == [pick.position])
        // Of what has findings nothing is kept.
        let kept = try String(contentsOfFile: house.path + "/signatures", encoding: .utf8)
        #expect(try kept == String(contentsOfFile: scene.house.path + "/signatures", encoding: .utf8))
        try Data("draft-ledger/signatures@v1\n1 \n".utf8).write(to: URL(filePath: scene.house.path + "/signatures"))
        #expect(try SignatureAudit(scene.ledger).run().before == nil)
    }
}
