import LMDB

/// How far a ledger has come in the order of its cluster. Stored in the transaction that commits a batch, so that a crash
/// leaves both or neither.
public struct ClusterMark: Hashable, Sendable {
    /// The name of the node whose ledger this is: 1 to 64 letters, digits, `-`, `_` and `.`.
    public var node: String
    /// The number of the last batch that the ledger has; 0 after the founding.
    public var number: UInt64
    /// The epoch of that batch.
    public var epoch: UInt64
    /// The number of events with that batch. A ledger of another size is between two batches: it is being copied.
    public var size: Position

    public init(node: String, number: UInt64, epoch: UInt64, size: Position) {
        (self.node, self.number, self.epoch, self.size) = (node, number, epoch, size)
    }

    /// The mark of a ledger that is to be copied from another node before anything else.
    public static func toBeCopied(to node: String) -> ClusterMark {
        ClusterMark(node: node, number: 0, epoch: 0, size: .max)
    }

    /// Whether a text can be the name of a node.
    public static func isName(_ text: String) -> Bool {
        (1...64).contains(text.utf8.count)
            && text.utf8.allSatisfy { byte in
                switch byte {
                case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                    UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"), UInt8(ascii: "."):
                    true
                default: false
                }
            }
    }

    static let table = "cluster"
    private static let key = "mark"
    private static let version: UInt8 = 1

    private var bytes: [UInt8] {
        var bytes = [Self.version]
        for number in [number, epoch, size] { withUnsafeBytes(of: number.littleEndian) { bytes += $0 } }
        return bytes + Array(node.utf8)
    }

    private init?(bytes: [UInt8]) {
        guard bytes.count > 25, bytes[0] == Self.version, let node = String(validating: bytes[25...], as: UTF8.self)
        else { return nil }
        func number(_ offset: Int) -> UInt64 {
            bytes.withUnsafeBytes { UInt64(littleEndian: $0.loadUnaligned(fromByteOffset: offset, as: UInt64.self)) }
        }
        self.init(node: node, number: number(1), epoch: number(9), size: number(17))
    }

    /// Reads the mark of a ledger; nil for one that is in no cluster.
    ///
    /// - Throws: `damaged` for a mark that no version has written.
    static func read(in environment: Environment) throws -> ClusterMark? {
        guard let table: Table<String> = try environment.existingTable(named: table) else { return nil }
        return try environment.read { try read(table, in: $0) }
    }

    static func read(_ table: Table<String>, in transaction: borrowing ReadTransaction) throws -> ClusterMark? {
        guard let bytes = try transaction.value(at: key, in: table) else { return nil }
        guard let mark = ClusterMark(bytes: bytes) else {
            throw LedgerError(
                .damaged, path: transaction.environment.path, detail: "the mark of the cluster is malformed")
        }
        return mark
    }

    func write(in transaction: borrowing WriteTransaction) throws(LMDBError) {
        let table: Table<String> = try transaction.createTable(named: Self.table)
        try transaction.put(bytes, at: Self.key, in: table)
    }

    static func remove(in transaction: borrowing WriteTransaction) throws(LMDBError) {
        let table: Table<String> = try transaction.createTable(named: Self.table)
        try transaction.remove(key, in: table)
    }
}
