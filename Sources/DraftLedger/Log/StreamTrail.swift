import Ledger
import Platform

/// A stream's links, and places at which to take them up, so that several cores can follow them at the same time.
///
/// Links lead from one record to the one before, and to find each means to wait for memory. But a room in which a clock
/// ticks leaves its records at a steady rate; so it is worth a look where a quarter, a half and three quarters of them
/// should begin. If one of the stream is found, the links can be followed from there. If not, the
/// reader follows the links from further up. Nothing is stored for this, and nothing relies on it.
struct StreamTrail: Sendable {
    private let stream: StreamID
    private let ledger: Ledger

    /// Positions of records of the stream, newest first. None when the stream has no events.
    let starts: [UInt64]

    /// Streams shorter than this are not worth a second core.
    private static let worthSharing: UInt32 = 1_024
    /// Links by which the rate is told.
    private static let sample: UInt64 = 64
    /// The maximum number of records to scan for one of the stream.
    private static let longestReach: UInt64 = 8_192

    /// - Parameters:
    ///   - stream: whose links they are.
    ///   - ledger: where it is.
    ///   - limit: what stands at or above it is not needed. It may be found nevertheless.
    ///   - parts: how many places are wanted.
    init(of stream: StreamID, in ledger: Ledger, before limit: UInt64, parts: Int = Cores.count) throws {
        self.stream = stream
        self.ledger = ledger
        guard let head = try ledger.head(of: stream) else {
            starts = []
            return
        }
        guard head.version >= Self.worthSharing, parts > 1 else {
            starts = [head.position]
            return
        }
        var starts = [head.position]
        var steps: UInt64 = 0
        var reached = head.position
        try ledger.walkBack(from: head.position) { position, _, _ in
            reached = position
            steps += 1
            return steps <= Self.sample
        }
        let pace = max(1, (head.position - reached) / Self.sample)
        let length = min(pace * UInt64(head.version), head.position)
        if limit < head.position, let start = try Self.last(of: stream, in: ledger, before: limit, pace) {
            starts = [start]
        }
        for part in 1..<UInt64(parts) {
            let guess = head.position - length * part / UInt64(parts)
            guard guess < starts[starts.count - 1],
                let start = try Self.last(of: stream, in: ledger, before: guess, pace)
            else { continue }
            starts.append(start)
        }
        self.starts = starts
    }

    /// The stream's last record below a position, if it is not far below.
    private static func last(
        of stream: StreamID, in ledger: Ledger, before position: UInt64, _ pace: UInt64
    ) throws -> UInt64? {
        var found: UInt64?
        let reach = min(position, 4 * pace, longestReach)
        try ledger.scanBackward(position - reach..<position) { at, record in
            if RecordHeader(record).stream == stream { found = at }
            return found == nil
        }
        return found
    }

    /// Calls `body` with the records from one of the starts back to the next, which is left out, until it returns false; from
    /// the last one, to the stream's beginning.
    func walkBack(from number: Int, _ body: (UInt64, RecordHeader, RawSpan) throws -> Bool) throws {
        let end = number + 1 < starts.count ? starts[number + 1] : nil
        try ledger.walkBack(from: starts[number]) { position, header, record in
            guard header.stream == stream else {
                throw DraftLedgerError(
                    .damaged, "The links of stream \(stream) lead to position \(position), an event of another stream.")
            }
            return try position != end && body(position, header, record)
        }
    }
}
