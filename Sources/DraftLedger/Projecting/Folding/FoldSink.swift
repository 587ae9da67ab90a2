import Records

/// What a scan of the log hands on to a fold: each stream's events in their order, ticks drawn together into runs.
protocol FoldSink: ~Copyable {
    mutating func take(_ run: TickRun, ofRoom number: UInt64) throws

    /// Takes a record of a room's own stream, other than a tick, or one that can move money. It must not be kept.
    mutating func take(_ record: RecordView) throws
}
