public import Draft
import Ledger
import Projections
import Records

/// Questions over the whole ledger, answered on all cores.
extension DraftLedger {
    /// Calls `body` with one event after the other that a filter asks for, until it returns false.
    ///
    /// The events of some streams are found by their links. Everything else is a scan on all cores, between the positions that
    /// the filter's times mean; a record that does not fit costs a look at its header, some 20 ns. `body` is called as
    /// that of `events(from:limit:stream:type:_:)`.
    ///
    /// - Parameters:
    ///   - filter: what is asked for.
    ///   - streams: only events of these streams; all streams if empty. For more than one, all matches are held in memory.
    ///   - start: the first position.
    ///   - limit: the maximum number of events.
    ///   - progress: called with the progress of a scan.
    ///   - body: takes the next event; false ends it.
    public func events(
        matching filter: EventFilter, in streams: [StreamKey] = [], from start: UInt64 = 0, limit: Int? = nil,
        progress: ProgressHandler? = nil, _ body: (RecordedEvent) throws -> Bool
    ) throws {
        var left = limit ?? .max
        func take(_ event: RecordedEvent) throws -> Bool {
            left -= 1
            return try body(event) && left > 0
        }
        guard left > 0 else { return }
        let filter = try resolved(filter)
        let stretch = try stretch(of: filter, from: start)
        try reading {
            if streams.count > 1 {
                for event in try fitting(filter, in: streams, within: stretch) {
                    guard try take(event) else { return }
                }
            } else if let stream = streams.first {
                try log.walk(stream, within: stretch) { record in
                    guard filter.mayFit(record) else { return true }
                    let event = try record.decoded()
                    return filter.fits(event) ? try take(event) : true
                }
            } else {
                try WideScan(ledger: ledger).run(stretch, progress: progress) {
                    filter.mayFit($0)
                } _: { record in
                    let event = try record.decoded()
                    return filter.fits(event) ? try take(event) : true
                }
            }
        }
    }

    /// The events of several streams that a filter asks for, in the order of the ledger.
    private func fitting(
        _ filter: EventFilter, in streams: [StreamKey], within stretch: Range<UInt64>
    ) throws -> [RecordedEvent] {
        var events: [RecordedEvent] = []
        for stream in streams {
            try log.walk(stream, within: stretch) { record in
                guard filter.mayFit(record) else { return true }
                let event = try record.decoded()
                if filter.fits(event) { events.append(event) }
                return true
            }
        }
        return events.sorted { $0.position < $1.position }
    }

    /// Returns the positions of the events of several streams, in the order of the ledger, without ticks. With them,
    /// the events can be read in small portions.
    ///
    /// About 0.7 microseconds for each record that is not below where its stream is wanted from, ticks as well; eight bytes
    /// of memory for each that is found.
    ///
    /// - Parameters:
    ///   - streams: each with the first position that is wanted of it.
    ///   - end: events at or above it are left out.
    ///   - limit: the maximum number; the first ones are taken.
    package func positions(
        of streams: [(stream: StreamKey, start: UInt64)], below end: UInt64, limit: Int
    ) throws -> [UInt64] {
        var positions: [UInt64] = []
        try reading {
            for (stream, start) in streams {
                try ledger.walkBack(StreamID(stream)) { position, _, record in
                    guard position >= start else { return false }
                    guard position < end else { return true }
                    let isTick = try record.withUnsafeBytes { try RecordView($0, position: position).isTick }
                    if !isTick { positions.append(position) }
                    return true
                }
            }
        }
        return Array(positions.sorted().prefix(limit))
    }

    /// Calls `body` with the events at some positions, in the order given, as far as a filter asks for them, until it
    /// returns false.
    package func events(
        at positions: [UInt64], matching filter: EventFilter = EventFilter(),
        _ body: (RecordedEvent) throws -> Bool
    ) throws {
        let filter = try resolved(filter)
        let stretch = try stretch(of: filter, from: 0)
        try reading {
            for position in positions where stretch.contains(position) {
                guard let record = try ledger.record(at: position) else { continue }
                let event = try record.withUnsafeBytes { bytes -> RecordedEvent? in
                    let view = try RecordView(bytes, position: position)
                    return filter.mayFit(view) ? try view.decoded() : nil
                }
                guard let event, filter.fits(event) else { continue }
                guard try body(event) else { return }
            }
        }
    }

    /// The recorded cases, by number; those that were only ever refused among them.
    public func cases() throws(DraftLedgerError) -> [CaseID] {
        try rethrowing {
            let last = StreamKey.dispute(CaseID(StreamKey.maximumNumber))
            return try ledger.streams(in: StreamID(.dispute(0))...StreamID(last)).compactMap { stream in
                if case .dispute(let id)? = StreamKey(rawValue: stream.rawValue) { id } else { nil }
            }
        }
    }

    /// The filter with the rooms of its contest.
    private func resolved(_ filter: EventFilter) throws -> EventFilter {
        guard let contest = filter.contest else { return filter }
        var filter = filter
        filter.rooms = Set(try rooms().lazy.filter { $0.tournament == contest }.map(\.room.number))
        return filter
    }

    /// The positions between which a filter's times lie.
    private func stretch(of filter: EventFilter, from start: UInt64) throws -> Range<UInt64> {
        let moment = Interval(microseconds: 1)
        let first = try filter.since.map { try position(of: .time($0 - moment)) } ?? 0
        let end = try filter.until.map { try position(of: .time($0 - moment)) } ?? size
        return max(start, first)..<max(start, first, end)
    }

    /// Errors of the log as the ledger's; what `body` throws stays what it is.
    func reading(_ work: () throws -> Void) throws {
        do {
            try work()
        } catch let error as LedgerError {
            throw DraftLedgerError(error)
        } catch let error as RecordError {
            throw DraftLedgerError(wrapping: error)
        }
    }
}
