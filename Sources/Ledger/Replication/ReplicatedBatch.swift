public import LMDB
public import Merkle

/// The additions of one commit of a ledger: the unit in which a cluster puts a history in order.
///
/// Its bytes are the same on every node. They hold the records as they are stored, and the changes of tables next to the
/// log, such as profiles and free text, which no proof covers and every node needs.
public struct ReplicatedBatch: Hashable, Sendable {
    /// The identity of a batch, and its place.
    public struct Heading: Hashable, Sendable {
        /// Counts the batches of a cluster, 1 for the first after its founding.
        public var number: UInt64
        /// The epoch of the node that made it.
        public var epoch: UInt64
        /// Chosen at random for each batch, so that no two nodes ever make the same bytes.
        public var nonce: UInt64
        /// The position of its first record, and the ledger's size before it.
        public var first: Position
        /// How many records it has; 0 for one that changes tables only.
        public var count: UInt32
        /// The root of the ledger before it.
        public var rootBefore: TreeHash
        /// The root of the ledger with it.
        public var rootAfter: TreeHash

        /// The ledger's size with it.
        public var size: Position { first + Position(count) }

        public init(
            number: UInt64, epoch: UInt64, nonce: UInt64, first: Position, count: UInt32, rootBefore: TreeHash,
            rootAfter: TreeHash
        ) {
            (self.number, self.epoch, self.nonce) = (number, epoch, nonce)
            (self.first, self.count, self.rootBefore, self.rootAfter) = (first, count, rootBefore, rootAfter)
        }
    }

    /// Changes of the tables of one store.
    public struct StoreChanges: Hashable, Sendable {
        /// The name of the store; ``ledgerStore`` for tables in the ledger's own file.
        public var store: String
        public var changes: [TableChange]

        public init(store: String, changes: [TableChange]) { (self.store, self.changes) = (store, changes) }
    }

    /// The store that is the ledger's own file.
    public static let ledgerStore = "ledger"

    /// The largest batch in bytes: the limit of a request to etcd as it is installed is 1.5 MiB.
    public static let sizeLimit = 1 << 20

    public let heading: Heading
    /// The records, as they are stored.
    public let records: [[UInt8]]
    public let changes: [StoreChanges]

    public init(heading: Heading, records: [[UInt8]], changes: [StoreChanges]) {
        (self.heading, self.records, self.changes) = (heading, records, changes)
    }

    private static let magic: [UInt8] = Array("dlb1".utf8)
}

extension ReplicatedBatch {
    /// The bytes that every node gets.
    public var bytes: [UInt8] {
        var bytes = Self.magic
        func add(_ integer: some FixedWidthInteger) { withUnsafeBytes(of: integer.littleEndian) { bytes += $0 } }
        func add(text: String) {
            add(UInt16(text.utf8.count))
            bytes += text.utf8
        }
        func add(value: [UInt8]) {
            add(UInt32(value.count))
            bytes += value
        }
        add(heading.number)
        add(heading.epoch)
        add(heading.nonce)
        add(heading.first)
        add(heading.count)
        heading.rootBefore.withUnsafeBytes { bytes += $0 }
        heading.rootAfter.withUnsafeBytes { bytes += $0 }
        for record in records {
            add(UInt16(record.count))
            bytes += record
        }
        add(UInt16(changes.count))
        for store in changes {
            add(text: store.store)
            add(UInt32(store.changes.count))
            for change in store.changes {
                add(text: change.table)
                add(UInt8(change.isInteger ? 1 : 0))
                switch change.kind {
                case .put(let key, let value):
                    add(UInt8(1))
                    add(value: key)
                    add(value: value)
                case .remove(let key):
                    add(UInt8(2))
                    add(value: key)
                case .removeAll: add(UInt8(3))
                }
            }
        }
        return bytes
    }

    /// Reads a batch.
    ///
    /// - Returns: nil for bytes that no node has made; nothing of them is to be believed.
    public init?(bytes: [UInt8]) {
        var reader = BatchReader(bytes: bytes)
        guard reader.take(4) == Self.magic, let number: UInt64 = reader.integer(), let epoch: UInt64 = reader.integer(),
            let nonce: UInt64 = reader.integer(), let first: UInt64 = reader.integer(),
            let count: UInt32 = reader.integer(), let before = reader.hash(), let after = reader.hash(),
            first.addingReportingOverflow(UInt64(count)).overflow == false
        else { return nil }
        var records: [[UInt8]] = []
        for _ in 0..<count {
            guard let size: UInt16 = reader.integer(), RecordHeader.recordSizes.contains(Int(size)),
                let record = reader.take(Int(size))
            else { return nil }
            records.append(record)
        }
        guard let storeCount: UInt16 = reader.integer() else { return nil }
        var stores: [StoreChanges] = []
        for _ in 0..<storeCount {
            guard let store = reader.text(), let changeCount: UInt32 = reader.integer() else { return nil }
            var changes: [TableChange] = []
            for _ in 0..<changeCount {
                guard let change = reader.change() else { return nil }
                changes.append(change)
            }
            stores.append(StoreChanges(store: store, changes: changes))
        }
        guard reader.isAtEnd else { return nil }
        self.init(
            heading: Heading(
                number: number, epoch: epoch, nonce: nonce, first: first, count: count, rootBefore: before,
                rootAfter: after),
            records: records, changes: stores)
    }
}

/// Reads the bytes of a batch, whose lengths may be anything.
private struct BatchReader {
    let bytes: [UInt8]
    private var place = 0

    init(bytes: [UInt8]) { self.bytes = bytes }

    var isAtEnd: Bool { place == bytes.count }

    mutating func take(_ count: Int) -> [UInt8]? {
        guard count <= bytes.count - place else { return nil }
        defer { place += count }
        return Array(bytes[place..<place + count])
    }

    mutating func integer<Value: FixedWidthInteger>() -> Value? {
        take(MemoryLayout<Value>.size)?.withUnsafeBytes { Value(littleEndian: $0.loadUnaligned(as: Value.self)) }
    }

    mutating func hash() -> TreeHash? { take(32).flatMap { TreeHash($0) } }

    mutating func text() -> String? {
        guard let count: UInt16 = integer(), let bytes = take(Int(count)) else { return nil }
        return String(validating: bytes, as: UTF8.self)
    }

    private mutating func value() -> [UInt8]? {
        guard let count: UInt32 = integer() else { return nil }
        return take(Int(count))
    }

    mutating func change() -> TableChange? {
        guard let table = text(), let isInteger: UInt8 = integer(), isInteger <= 1, let kind: UInt8 = integer() else {
            return nil
        }
        let change: TableChange.Kind
        switch kind {
        case 1:
            guard let key = value(), let value = value() else { return nil }
            change = .put(key: key, value: value)
        case 2:
            guard let key = value() else { return nil }
            change = .remove(key: key)
        case 3: change = .removeAll
        default: return nil
        }
        return TableChange(table: table, isInteger: isInteger == 1, kind: change)
    }
}
