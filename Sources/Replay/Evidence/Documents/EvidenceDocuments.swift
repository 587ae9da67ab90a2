import Draft
import DraftLedger
import Merkle
import Records
import TextFormats

/// The files of a bundle that are derived from its records. The author writes them; the verifier derives them again and
/// compares.
struct EvidenceDocuments {
    /// In no particular order.
    let files: [(name: String, bytes: [UInt8])]

    /// The version of the files' format. Versions can differ in their text alone.
    static let formatVersion: UInt16 = 7

    static let softwareFile = "software.json"

    init(_ history: some EvidenceHistory, in bundle: EvidenceBundle, key: VerifierKey) {
        let verify = VerifyDocument(bundle, by: key, history.verifyText(in: bundle), since: history.began)
        files =
            [
                ("policy", Array(Self.policy(key, FormerKey.all(in: bundle, but: key), history.began).utf8)),
                ("VERIFY.md", Array(verify.text.utf8)), ("verify.py", PackageResources.verify_py),
                ("schema.xml", Array(RecordSchema.xml.utf8)), (Self.softwareFile, Self.software),
            ] + history.documents(in: bundle)
    }

    private static func policy(_ key: VerifierKey, _ formerKeys: [FormerKey], _ began: AuthorityBegan?) -> String {
        let founders = (began?.founders ?? []).map { "\nfounder \($0.key.bytes.hexadecimal)" }.joined()
        let former = formerKeys.map {
            "\n# Checkpoints from before a change of the key need another line: log \($0)+…"
        }
        return """
            # A suggestion by the author of this bundle. You decide which key to trust: obtain it independently of
            # this bundle, and name the witnesses that you know.
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
}
