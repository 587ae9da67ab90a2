import Draft
import DraftLedger
import Records
import TextFormats

extension PickHistory {
    func documents(in bundle: EvidenceBundle) -> [(name: String, bytes: [UInt8])] {
        [
            ("state/before.json", state(asOf: moments.before)), ("state/after.json", state(asOf: moments.after)),
            ("money/statement.json", EntryStatement(money, of: claim).json),
            ("verdict.json", bundle.tellingWithheld(in: report.json)),
            ("VERDICT.md", Array(PickVerdict(self, bundle).text.utf8)),
        ] + KeysDocument(self, in: bundle).files
    }

    /// The room and the claimant's queue as of a position, with the digest of the room's whole state.
    private func state(asOf position: UInt64) -> [UInt8] {
        let view = facts.view(before: position)
        let room = view.room
        let digest = LedgerCryptography(drawMaster: []).sha256(room?.foldedBytes ?? [])
        let queue = view.queue(claim.room, facts.seat)
        let state: JSON = [
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
        return state.line
    }

    func verifyText(in bundle: EvidenceBundle) -> VerifyText {
        let signed = KeysDocument(self, in: bundle).signed.first
        return VerifyText(byHand: signed.map(Self.text) ?? "", drawing: Self.drawing, contents: contents)
    }

    /// Instructions to check one of the claimant's signatures without this software.
    private static func text(_ signed: KeysDocument.SignedCommand) -> String {
        """

        A command that the claimant signed (position \(signed.position); each signed command has three such files). The \
        message starts with `draft-ledger/command@v1` and the ledger's name. Then follow the sender, the case, the SHA-256 \
        of the key, the number of events that the sender had observed and their root, the command, its id and the version \
        on the sender's screen. `keys/statement.json` has the key and the record that added it.

            openssl pkeyutl -verify -pubin -keyform DER -inkey \(signed.name).der -rawin -in \(signed.name).message \
        -sigfile \(signed.name).signature

        """
    }

    private static let drawing = """
        You can recompute the draft order with SHA-256 and HMAC. `RoomOpened` states the SHA-256 of a secret, \
        `DraftOrderDrawn` the secret itself. The key is HMAC-SHA256, with that secret, of the room's number and the numbers \
        of the entries in the order in which they joined, 64 bits each and big-endian. If `RoomOpened` states draw version \
        2, the members' entropy follows unchanged: the `entropy` of `SeatTaken`, or of `EntropyRevealed` if that is only \
        its SHA-256. \(VerifyText.shuffle)
        """

    private var contents: [(String, String)] {
        [
            (
                "`records/`",
                "every record of the room and of the claimant's own queue, with proofs; \(VerifyText.schema)"
            ),
            ("`pool/`, `cases/`", "the players of the pool; the recorded case"),
            (
                "`keys/`",
                "the claimant's own records, which added and removed keys, and a list of the keys; the key records of other "
                    + "signers"
            ),
            (
                "`authority/`",
                "the staff and their approved requests, as far as they affect the room"
            ),
            VerifyText.anchors,
            ("`signed/`", "the claimant's signed commands: the bytes, the signature, the key"),
            (
                "`money/`",
                "the records that move the entry's money, including payments for cases about it, and a statement of "
                    + "them"
            ),
            ("`state/`", "the room before and after the pick, with the digest of its whole state"),
        ]
    }
}
