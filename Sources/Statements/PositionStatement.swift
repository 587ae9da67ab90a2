public import Merkle

/// That a page shows the ledger as of some position, signed by the report key: a line for the page's foot.
///
///     draft-ledger/position@v1
///     <origin>
///     <number of events>
///     <base64 root>
public struct PositionStatement: Hashable, Sendable {
    /// The statement and its signature, for programs.
    public let note: SignedNote
    public let origin: String
    /// State after that many events.
    public let position: UInt64
    /// The root of the tree over exactly these.
    public let root: TreeHash
    /// The report key's.
    public let keyID: KeyID
    /// As the note's signature line has it: the key's id and the signature, in base64.
    public let signature: String

    package init(origin: String, position: UInt64, root: TreeHash, signedBy key: SignerKey) throws {
        note = try SignedNote(
            "draft-ledger/position@v1\n\(origin)\n\(position)\n\(root.base64)\n", signedBy: key)
        self.origin = origin
        self.position = position
        self.root = root
        keyID = key.verifierKey.id
        // `— <name> <signature>` and a newline.
        signature = String(note.signatures.first?.line.split(separator: " ").last?.dropLast() ?? "")
    }

    /// For people, on one line.
    public var line: String {
        "\(origin) as of pos:\(position), root \(root.base64), signed by \(origin)/report+\(keyID): \(signature)"
    }
}
