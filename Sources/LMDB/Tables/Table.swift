import CLMDB

/// A named table of an environment: values at keys, in the keys' order.
///
/// A name for use in transactions; it holds nothing open and costs nothing to copy.
public struct Table<Key: TableKey>: Sendable {
    /// The table's name in the environment.
    public let name: String
    let identifier: UInt32
}

/// A table that the environment has open.
struct OpenTable {
    let identifier: UInt32
    let isInteger: Bool
}

/// A type whose values are keys of a table.
public protocol TableKey: Sendable {
    /// Whether LMDB compares keys as native integers rather than byte by byte.
    static var isInteger: Bool { get }

    /// Reads a key as it is stored; nil if the bytes are not a key of this type.
    init?(keyBytes: UnsafeRawBufferPointer)

    /// Lends the key as it is stored: 8 bytes for an integer, 1 to 511 bytes otherwise.
    func withKeyBytes<Result>(_ body: (UnsafeRawBufferPointer) -> Result) -> Result
}

/// Integers in the machine's order, which LMDB compares in one instruction.
extension UInt64: TableKey {
    @inlinable
    public static var isInteger: Bool { true }

    @inlinable
    public init?(keyBytes: UnsafeRawBufferPointer) {
        guard keyBytes.count == MemoryLayout<UInt64>.size else { return nil }
        self = keyBytes.loadUnaligned(as: UInt64.self)
    }

    @inlinable
    public func withKeyBytes<Result>(_ body: (UnsafeRawBufferPointer) -> Result) -> Result {
        withUnsafeBytes(of: self, body)
    }
}

/// Byte strings in lexicographic order; a key that is a prefix of another comes first.
extension [UInt8]: TableKey {
    public static var isInteger: Bool { false }

    public init?(keyBytes: UnsafeRawBufferPointer) { self = Array(keyBytes) }

    public func withKeyBytes<Result>(_ body: (UnsafeRawBufferPointer) -> Result) -> Result { withUnsafeBytes(body) }
}

/// Strings in the order of their UTF-8 bytes.
extension String: TableKey {
    public static var isInteger: Bool { false }

    public init?(keyBytes: UnsafeRawBufferPointer) {
        guard let text = String(validating: keyBytes, as: UTF8.self) else { return nil }
        self = text
    }

    public func withKeyBytes<Result>(_ body: (UnsafeRawBufferPointer) -> Result) -> Result {
        var text = self
        return text.withUTF8 { body(UnsafeRawBufferPointer($0)) }
    }
}

extension MDB_val {
    /// LMDB's C declarations know no `const`; it reads keys and values and never writes through them.
    init(_ bytes: UnsafeRawBufferPointer) {
        self.init(mv_size: bytes.count, mv_data: UnsafeMutableRawPointer(mutating: bytes.baseAddress))
    }
}
