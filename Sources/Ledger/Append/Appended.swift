/// What became of an accepted request. It has been synced, unless the ledger was opened with a weaker durability.
public struct Appended: Hashable, Sendable {
    /// The positions of the request's records, in its order.
    public let positions: Range<Position>
    /// The last record's time in microseconds since 1970 UTC; the ledger's last time for a request without records.
    public let recordedAt: Int64
    /// The heads, after the request, of the streams that its expectations named and that have events.
    public let heads: [StreamID: StreamHead]
}
