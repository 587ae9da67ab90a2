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
    static let formatVersion: UInt16 = 6

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
}
