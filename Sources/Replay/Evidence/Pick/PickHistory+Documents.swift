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

    /// How to check one signature of the claimant's without any of this software.
    private static func text(_ signed: KeysDocument.SignedCommand) -> String {
        """

        A command that the claimant has signed (position \(signed.position); there are three such files for each). The \
        message begins with `draft-ledger/command@v1` and the ledger's name; then come who sent it, because of which case, \
        the SHA-256 of the key, how many events the sender had seen and their root, what was asked for, its id and the \
        version that stood on the screen. The key stands in `keys/statement.json` with the record by which it came.

            openssl pkeyutl -verify -pubin -keyform DER -inkey \(signed.name).der -rawin -in \(signed.name).message \
        -sigfile \(signed.name).signature

        """
    }

    private static let drawing = """
        The order in which the seats draft can be drawn again by anybody who has SHA-256 and HMAC. `RoomOpened` states the \
        SHA-256 of a secret, `DraftOrderDrawn` the secret itself. The key is HMAC-SHA256, by that secret, of the room's \
        number and the numbers of the entries in the order in which they joined, 64 bits each and big-endian; where \
        `RoomOpened` states draw version 2, what the members brought follows as it is: the `entropy` of `SeatTaken`, or of \
        `EntropyRevealed` where that is only its SHA-256. \(VerifyText.shuffle)
        """

    private var contents: [(String, String)] {
        [
            (
                "`records/`",
                "every record of the room and of the claimant's own queue, with proofs; \(VerifyText.schema)"
            ),
            ("`pool/`, `cases/`", "the players that could be picked; the dispute as it was recorded"),
            (
                "`keys/`",
                "the claimant's own records, by which every key came or went, and a list of them; of others who signed "
                    + "the records about their keys"
            ),
            (
                "`authority/`",
                "who acts for the house, and what two of them agreed on, as far as the room rests on it"
            ),
            VerifyText.anchors,
            ("`signed/`", "what the claimant has signed: the bytes, the signature, the key"),
            (
                "`money/`",
                "the records that move the entry's money, payments for cases about it among them, and a statement of "
                    + "them"
            ),
            ("`state/`", "the room before and after the pick, with the digest of its whole state"),
        ]
    }
}
