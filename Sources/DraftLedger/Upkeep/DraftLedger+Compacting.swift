public import Draft
import Foundation
import LMDB
import Ledger
import Platform
import TextFormats

/// The erased data of a user in an archive or a backup.
public struct ArchiveErasure: Sendable {
    public var path: String
    public var hadProfile: Bool
    /// The number of erased texts.
    public var texts: Int
    /// The number of texts that are left: staff wrote them, and their erasure needs an approval.
    public var textsLeft: Int
}

extension DraftLedger {
    /// Replaces the file of a ledger by a copy without free pages, so that no byte of an erased profile or text is left in it.
    ///
    /// Readers that have the ledger open keep reading the old file until they close it. The file system frees the blocks of the old
    /// file; a disk may keep their content until it writes over them.
    ///
    /// - Throws: `lockedByAnotherWriter` if a process writes to the ledger; `noSuchLedger`, `damaged`, `diskFull`, `readOnly`,
    ///   `inputOutput`. The old file is unchanged then.
    public static func compact(at path: String) throws(DraftLedgerError) {
        try rethrowing {
            let ledger = try Ledger.open(at: path, mode: .readWrite, options: Ledger.Options(checksPages: true))
            defer { ledger.close() }
            try ledger.compact()
        }
    }

    /// The file that lists the erasures of an archive or a backup, one JSON object a line.
    private static func erasuresFile(in path: String) -> String { path + "/erased.jsonl" }

    /// Erases the profile of a user and the text about the user from an archive or a backup, and rewrites its file, so that none of
    /// the bytes is left in it.
    ///
    /// The log is not touched: an archive keeps its root, and no key is needed. The file `erased.jsonl` in its directory lists what
    /// was erased and when. The ledger in use records the erasure as an event: see `erasure(about:ofStaff:by:)`.
    ///
    /// - Parameters:
    ///   - user: the user.
    ///   - path: of the archive or the backup. No process may write to it.
    ///   - isOfStaff: whether text that staff wrote goes too.
    ///   - moment: the time of the erasure; now by default.
    /// - Throws: `lockedByAnotherWriter`, `noSuchLedger`, `damaged`, `diskFull`, `readOnly`, `inputOutput`.
    public static func erase(
        _ user: UserID, fromArchive path: String, ofStaff isOfStaff: Bool, at moment: Timestamp? = nil
    ) throws(DraftLedgerError) -> ArchiveErasure {
        try rethrowing {
            let ledger = try Ledger.open(at: path, mode: .readWrite, options: Ledger.Options(checksPages: true))
            defer { ledger.close() }
            let archive = try DraftLedger(
                ledger: ledger, access: .writing, cryptography: nil, clock: Ledger.Options.systemClock)
            let hadProfile = try archive.profile(of: user) != nil
            if hadProfile { try archive.setProfiles([(user, nil)]) }
            let texts = try archive.eraseWords(about: user, ofStaff: isOfStaff)
            let erasure = ArchiveErasure(
                path: path, hadProfile: hadProfile, texts: texts, textsLeft: try archive.countWords(about: user))
            if hadProfile || texts > 0 { try note(erasure, of: user, at: moment ?? archive.now) }
            try ledger.compact()
            return erasure
        }
    }

    private static func note(_ erasure: ArchiveErasure, of user: UserID, at moment: Timestamp) throws {
        let file = erasuresFile(in: erasure.path)
        let line: JSON = [
            "user": .of(user.number), "erasedAt": .string(moment.iso8601), "profile": .bool(erasure.hadProfile),
            "texts": .of(erasure.texts),
        ]
        let before = try SideFile.openContents(of: file, upTo: 1 << 30) ?? []
        try DurableFile.replace(file, with: before + line.line, permissions: 0o600)
    }
}

extension DraftLedger {
    /// The text about a user that is stored outside the log, with its digest in the log. In the order of the digests.
    public func texts(about user: UserID) throws(DraftLedgerError) -> [(digest: Digest256, text: StoredText)] {
        let keys = try rethrowing { try rows(about: user).map(\.key) }
        var texts: [(digest: Digest256, text: StoredText)] = []
        for digest in keys.compactMap({ Digest256(hexadecimal: $0) }) {
            texts.append((digest, try words(pinnedBy: digest)))
        }
        return texts
    }
}
