/// A log's statement of its size and root. C2SP tlog-checkpoint v1.0.0, the note's text.
///
///     <origin>
///     <size>
///     <base64 root>
///     <extension lines of other logs; ours write none>
public struct Checkpoint: Sendable {
    /// The log's identity, and the name of the key that signs for it.
    public let origin: String
    /// The number of records.
    public let size: UInt64
    /// The tree's root over exactly these records.
    public let root: TreeHash
    /// Further lines, as other logs may have them. They are signed, and mean nothing here.
    public let extensionLines: [String]

    /// States a log's size and root.
    public init(origin: KeyName, size: UInt64, root: TreeHash) {
        self.init(checkedOrigin: origin.text, size: size, root: root, extensionLines: [])
    }

    private init(checkedOrigin origin: String, size: UInt64, root: TreeHash, extensionLines: [String]) {
        self.origin = origin
        self.size = size
        self.root = root
        self.extensionLines = extensionLines
    }

    /// Reads a note's text. An empty tree must have the root of the empty tree.
    ///
    /// - Throws: `FormatError` with the line that breaks the format.
    public init(_ text: String) throws(FormatError) {
        try self.init(text, firstLine: 1)
    }

    init(_ text: String, firstLine: Int) throws(FormatError) {
        var reader = LineReader(Array(text.utf8)[...], format: .checkpoint, firstLine: firstLine)
        let origin = try reader.next(expecting: "the log's origin")
        guard !origin.isEmpty else { throw reader.refusal(of: origin, expected: "the log's origin") }

        let sizeText = try reader.next(expecting: "the size as a decimal number")
        guard let size = UInt64(decimal: sizeText) else {
            throw reader.refusal(of: sizeText, expected: "the size as a decimal number without leading zeros")
        }
        let rootText = try reader.next(expecting: "the root in base64")
        guard let root = TreeHash(base64: rootText) else {
            throw reader.refusal(of: rootText, expected: "the root, 32 bytes in canonical base64")
        }
        guard size > 0 || root == .emptyRoot else {
            throw reader.refusal(of: rootText, expected: "\(TreeHash.emptyRoot.base64), the root of an empty tree")
        }
        var extensionLines: [String] = []
        while !reader.isAtEnd {
            let line = try reader.next(expecting: "an extension line")
            guard !line.isEmpty else { throw reader.refusal(of: line, expected: "an extension line that is not empty") }
            extensionLines.append(String(decoding: line, as: UTF8.self))
        }
        self.init(
            checkedOrigin: String(decoding: origin, as: UTF8.self), size: size, root: root,
            extensionLines: extensionLines)
    }

    /// The text to be signed, byte for byte.
    public var text: String {
        ([origin, "\(size)", root.base64] + extensionLines).map { $0 + "\n" }.joined()
    }
}

extension Checkpoint: Hashable {
    /// Byte for byte; `String` would take different spellings of an origin for the same.
    public static func == (lhs: Checkpoint, rhs: Checkpoint) -> Bool { lhs.text.utf8.elementsEqual(rhs.text.utf8) }

    public func hash(into hasher: inout Hasher) {
        hasher.combine(size)
        hasher.combine(root)
    }
}
