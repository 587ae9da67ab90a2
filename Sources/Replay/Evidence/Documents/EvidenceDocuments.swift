import CTexts
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

    /// The SHA-256 of each verify.py that programs of these earlier formats wrote. Recipients run it, so it may be no other.
    static let formerScripts: Set<String> = [
        "9a5682a7d9d4c3da07c2ede0d3aafd3bbe2e44b6aa6b4cac1d838726d0455e4e",
        "fd643f8d018347203883ca9ede59bf85ad2aa158fe3c4d5040d839f58f5cf44b",
        "17177764559b223e73003c3b4d965e69a2d71036f89ee168fc9ea27bc8165c49",
    ]

    static let scriptFile = "verify.py"
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
                ("VERIFY.md", Array(verify.text.utf8)),
                (Self.scriptFile, Array(String(cString: ctexts_verifier()).utf8)),
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
