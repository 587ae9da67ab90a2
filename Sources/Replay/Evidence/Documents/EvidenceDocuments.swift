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
    static let formatVersion: UInt16 = 10

    /// The first format with the files of today. Later ones have other words.
    private static let firstFormatOfFiles: UInt16 = 8

    static let softwareFile = "software.json"
    static let verdictFile = "verdict.json"

    /// The format of documents that an earlier program wrote with other words; nil for today's.
    static func formerFormat(in archive: TarArchive) -> UInt16? {
        guard let bytes = archive[softwareFile], let software = try? JSONDocument(bytes).root,
            let format: UInt16 = software["bundleFormat"]?.integer()
        else { return nil }
        return (firstFormatOfFiles..<formatVersion).contains(format) ? format : nil
    }

    /// The verdict that the documents of an archive state; nil if they state none, or two.
    static func statedVerdict(in archive: TarArchive) -> String? {
        guard let bytes = archive[verdictFile], let verdict = (try? JSONDocument(bytes).root)?["verdict"]?.string,
            let text = archive["VERDICT.md"].map({ String(decoding: $0, as: UTF8.self) }),
            text.prefix(while: { $0 != "\n" }).hasSuffix(": \(verdict)")
        else { return nil }
        return verdict
    }

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
