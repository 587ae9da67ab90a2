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
    static let formatVersion: UInt16 = 8

    static let softwareFile = "software.json"

    init(_ history: some EvidenceHistory, in bundle: EvidenceBundle, key: VerifierKey) {
        let verify = VerifyDocument(bundle, by: key, history.verifyText(in: bundle), since: history.began)
        files =
            [
                ("VERIFY.md", Array(verify.text.utf8)), ("verify.py", PackageResources.verify_py),
                ("schema.xml", Array(RecordSchema.xml.utf8)), (Self.softwareFile, Self.software),
            ] + history.documents(in: bundle)
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
