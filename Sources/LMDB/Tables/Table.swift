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
