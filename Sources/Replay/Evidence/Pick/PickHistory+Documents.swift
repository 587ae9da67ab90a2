import Draft
import DraftLedger
import Records
import TextFormats

extension PickHistory {
    func documents(in bundle: EvidenceBundle) -> [(name: String, bytes: [UInt8])] {
        let details: JSON = [
            "before": state(asOf: moments.before), "after": state(asOf: moments.after),
            "money": EntryStatement(money, of: claim).json, "keys": KeysDocument(self, in: bundle).json,
        ]
        return [
            ("details.json", details.line),
            (EvidenceDocuments.verdictFile, bundle.tellingWithheld(in: report.json)),
            ("VERDICT.md", Array(PickVerdict(self, bundle).text.utf8)),
            ("records.csv", Array(RecordTable(self, in: bundle).csv.utf8)),
        ]
    }

    /// The room and the claimant's queue as of a position, with the digest of the room's whole state.
    private func state(asOf position: UInt64) -> JSON {
        let view = facts.view(before: position)
        let room = view.room
        let digest = LedgerCryptography(drawMaster: []).sha256(room?.foldedBytes ?? [])
        let queue = view.queue(claim.room, facts.seat)
        return [
            "position": .of(position), "room": .of(claim.room), "version": .of(room?.version ?? 0),
            "digest": .of(digest.hexadecimal), "status": .of(room?.status.name ?? "none"),
            "currentPickNumber": .of(room?.currentPickNumber ?? 0),
            "picks": .array(room?.board ?? []) { placed in
                let player = placed.pick.player
                return [
                    "pickNumber": .of(placed.number), "label": .of(placed.label), "seat": .of(placed.pick.seat),
                    "player": .of(player), "playerName": .of(player.map { facts.name($0) }),
                    "source": .of(placed.pick.source.name),
                ]
            },
            "claimantsQueue": [
                "version": .of(queue.version), "players": .array(queue.players) { .of(facts.name($0)) },
            ],
        ]
    }

    func verifyText(in bundle: EvidenceBundle) -> VerifyText {
        VerifyText(
            byHand: "", drawing: Self.drawing,
            records:
                "every record of the room and of the claimant's own queue, the ticks of the disputed turn, the players of "
                + "the pool, the recorded case, the records that move the entry's money, the keys of the claimant and of other "
                + "signers, and the staff with their approved requests",
            details:
                "the room before and after the pick with the digest of its whole state, the entry's money, the claimant's "
                + "keys and signed commands")
    }

    private static let drawing = """
        You can recompute the draft order with SHA-256 and HMAC. `RoomOpened` states the SHA-256 of a secret, \
        `DraftOrderDrawn` the secret itself. The key is HMAC-SHA256 with that secret. Its input is the room's number, \
        then the numbers of the entries in the order of joining, 64 bits each and big-endian. If `RoomOpened` states \
        draw version 2, the members' entropy follows unchanged: the `entropy` of `SeatTaken`, or of `EntropyRevealed` \
        if that is only its SHA-256. \(VerifyText.shuffle)
        """
}
