import Draft
import DraftLedger
import Merkle
import TextFormats

/// The files of a bundle that follow from its records: written by who makes it, and once more, to be compared, by who
/// verifies it.
struct EvidenceDocuments {
    /// In no particular order.
    let files: [(name: String, bytes: [UInt8])]

    /// The version of the files' form. Another one may say the same in other words.
    static let formatVersion: UInt16 = 2

    static let softwareFile = "software.json"

    init(_ history: EvidenceHistory, in bundle: EvidenceBundle, key: VerifierKey) {
        var verdict = JSONWriter()
        verdict.value(history.report)
        verdict.endLine()
        files = [
            ("policy", Array(Self.policy(key, FormerKey.all(in: bundle, but: key)).utf8)),
            ("state/before.json", Self.state(history, asOf: history.moments.before)),
            ("state/after.json", Self.state(history, asOf: history.moments.after)),
            ("money/statement.json", EntryStatement(history.money, of: bundle.claim).json),
            ("verdict.json", verdict.bytes),
            ("VERDICT.md", Array(VerdictDocument(history, bundle).text.utf8)),
            ("VERIFY.md", Array(VerifyDocument(bundle, key).text.utf8)),
            ("verify.py", PackageResources.verify_py),
            ("schema.xml", Array(RecordSchema.xml.utf8)),
            (Self.softwareFile, Self.software),
        ]
    }

    private static func policy(_ key: VerifierKey, _ formerKeys: [FormerKey]) -> String {
        let former = formerKeys.map {
            "\n# Checkpoints from before a change of the key ask for another line: log \($0)+…"
        }
        return """
            # What whoever made this bundle suggests. Whom you trust is for you to say: take the key from a source
            # of your own, and name the witnesses that you know.
            log \(key.text)\(former.joined())
            quorum none

            """
    }

    /// With what the documents were written.
    private static var software: [UInt8] {
        var writer = JSONWriter()
        writer.beginObject()
        writer.name("software")
        writer.value("draft-ledger")
        writer.name("bundleFormat")
        writer.value(formatVersion)
        writer.name("fold")
        writer.value("room")
        writer.name("foldVersion")
        writer.value(RoomFold.version)
        writer.name("autopickPolicy")
        writer.value(Autopick.currentPolicy)
        writer.endObject()
        writer.endLine()
        return writer.bytes
    }

    /// The room and the claimant's queue as of a position, with the digest of the room's whole state.
    private static func state(_ history: EvidenceHistory, asOf position: UInt64) -> [UInt8] {
        let view = history.facts.view(before: position)
        let room = view.room
        let cryptography = LedgerCryptography(drawMaster: [])
        var writer = JSONWriter()
        writer.beginObject()
        writer.name("position")
        writer.value(position)
        writer.name("room")
        writer.value(history.room.room.number)
        writer.name("version")
        writer.value(room?.version ?? 0)
        writer.name("digest")
        let digest = cryptography.sha256(room?.canonicalBytes ?? []).words
        writer.hexadecimal(digest.0, digest.1, digest.2, digest.3)
        writer.name("status")
        writer.value(room?.status.name ?? "none")
        writer.name("currentPickNumber")
        writer.value(room?.currentPickNumber ?? 0)
        writer.name("picks")
        writer.array(room?.board ?? []) { writer, pick in
            writer.beginObject()
            writer.name("pickNumber")
            writer.value(pick.number)
            writer.name("label")
            writer.value(pick.label)
            writer.name("seat")
            writer.value(pick.pick.seat)
            writer.name("player")
            writer.optional(pick.pick.player) { $0.value($1) }
            writer.name("playerName")
            writer.optional(pick.pick.player.map { history.facts.name($0) }) { $0.value($1) }
            writer.name("source")
            writer.value(pick.pick.source.name)
            writer.endObject()
        }
        let queue = view.queue(history.room.room, history.facts.seat)
        writer.name("claimantsQueue")
        writer.beginObject()
        writer.name("version")
        writer.value(queue.version)
        writer.name("players")
        writer.array(queue.players) { $0.value(history.facts.name($1)) }
        writer.endObject()
        writer.endObject()
        writer.endLine()
        return writer.bytes
    }
}
