import Draft
import DraftLedger
import Merkle
import Records
import TextFormats

/// The files of a bundle that follow from its records: written by who makes it, and once more, to be compared, by who
/// verifies it.
struct EvidenceDocuments {
    /// In no particular order.
    let files: [(name: String, bytes: [UInt8])]

    /// The version of the files' form. Another one may say the same in other words.
    static let formatVersion: UInt16 = 4

    static let softwareFile = "software.json"

    init(_ history: EvidenceHistory, in bundle: EvidenceBundle, key: VerifierKey) {
        let keys = KeysDocument(history, in: bundle)
        files =
            [
                ("policy", Array(Self.policy(key, FormerKey.all(in: bundle, but: key), history.began).utf8)),
                ("state/before.json", Self.state(history, asOf: history.moments.before)),
                ("state/after.json", Self.state(history, asOf: history.moments.after)),
                ("money/statement.json", EntryStatement(history.money, of: bundle.claim).json),
                ("verdict.json", Self.verdict(history.report, in: bundle)),
                ("VERDICT.md", Array(VerdictDocument(history, bundle).text.utf8)),
                ("VERIFY.md", Array(VerifyDocument(bundle, key, keys.signed.first, history.began).text.utf8)),
                ("verify.py", PackageResources.verify_py),
                ("schema.xml", Array(RecordSchema.xml.utf8)),
                (Self.softwareFile, Self.software),
            ] + keys.files
    }

    /// The report, with the positions that it rests on without their having been shown.
    private static func verdict(_ report: DisputeReport, in bundle: EvidenceBundle) -> [UInt8] {
        report.json.adding(["statedNotShown": .array(bundle.withheld) { .of($0) }]).line
    }

    private static func policy(_ key: VerifierKey, _ formerKeys: [FormerKey], _ began: AuthorityBegan?) -> String {
        let founders = (began?.founders ?? []).map { "\nfounder \($0.key.bytes.hexadecimal)" }.joined()
        let former = formerKeys.map {
            "\n# Checkpoints from before a change of the key ask for another line: log \($0)+…"
        }
        return """
            # What whoever made this bundle suggests. Whom you trust is for you to say: take the key from a source
            # of your own, and name the witnesses that you know.
            log \(key.text)\(former.joined())\(founders)
            quorum none

            """
    }

    /// With what the documents were written.
    private static var software: [UInt8] {
        let software: JSON = [
            "software": "draft-ledger", "bundleFormat": .of(formatVersion), "fold": "room",
            "foldVersion": .of(RoomFold.version), "autopickPolicy": .of(Autopick.currentPolicy),
        ]
        return software.line
    }

    /// The room and the claimant's queue as of a position, with the digest of the room's whole state.
    private static func state(_ history: EvidenceHistory, asOf position: UInt64) -> [UInt8] {
        let facts = history.facts
        let view = facts.view(before: position)
        let room = view.room
        let digest = LedgerCryptography(drawMaster: []).sha256(room?.canonicalBytes ?? [])
        let queue = view.queue(history.room.room, facts.seat)
        let state: JSON = [
            "position": .of(position), "room": .of(history.room.room), "version": .of(room?.version ?? 0),
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
}
