import Draft

/// What the id of a command of this program says about it.
struct Request {
    /// From here on senders append.
    static let firstAppender: UInt64 = 100

    var run: UInt64
    var sender: UInt64
    var number: UInt64
    /// Entries of a join, 0 for a deposit; events of an append.
    var size: UInt8

    var id: CommandID { CommandID(high: run, low: sender << 48 | number << 8 | UInt64(size)) }
}
