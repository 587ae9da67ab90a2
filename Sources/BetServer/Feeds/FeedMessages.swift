import Crypto
import Foundation
import LMDB
import Values

/// The messages of feeds that were recorded: a message that is sent again gets its first answer, and another message under
/// its ID is refused.
///
/// They are in an LMDB environment of their own with the accounts. They are kept for ``lifetime``. Later the ledger itself
/// knows each report that has left an event, for all time.
final class FeedMessages: Sendable {
    /// The first answer to a message.
    struct Answer: Hashable, Sendable {
        /// The number of reports in the message.
        var reports: UInt64
        /// The positions of the events; empty if the reports said nothing new.
        var positions: Range<UInt64>
    }

    /// Another message has the ID.
    struct Reused: Error {}

    /// Seconds for which an answer is kept: senders of Standard Webhooks give up after some days.
    static let lifetime: Int64 = 7 * 86_400

    private let environment: Environment
    private let messages: Table<[UInt8]>

    /// - Parameter path: the directory of the table, which exists.
    init(at path: String) throws(LMDBError) {
        environment = try .open(at: path, options: .init(maximumTables: 2, initialMapSize: 16 << 20))
        messages = try environment.table(named: "messages")
    }

    func close() { environment.close() }

    private static func key(_ id: String, of feed: String) -> [UInt8] {
        Array(SHA256.hash(data: Array(feed.utf8) + [0] + Array(id.utf8)))
    }

    private static func digest(_ body: [UInt8]) -> [UInt8] { Array(SHA256.hash(data: body)) }

    /// The first answer to a message; nil for one that is new.
    ///
    /// - Throws: `Reused` if the ID had another body.
    func answer(to body: [UInt8], id: String, of feed: String) throws -> Answer? {
        let key = Self.key(id, of: feed)
        guard let bytes = try environment.read({ try $0.value(at: key, in: messages) }), let row = Row(bytes) else {
            return nil
        }
        guard row.digest == Self.digest(body) else { throw Reused() }
        return row.answer
    }

    /// Keeps the first answer to a message.
    ///
    /// - Parameter now: seconds since 1970.
    func keep(_ answer: Answer, to body: [UInt8], id: String, of feed: String, at now: Int64) throws {
        let row = Row(at: now, digest: Self.digest(body), answer: answer)
        try environment.write { try $0.put(row.bytes, at: Self.key(id, of: feed), in: messages) }
    }

    /// Removes answers that are older than ``lifetime``.
    ///
    /// - Parameter now: seconds since 1970.
    func removeOld(at now: Int64) throws {
        try environment.write { transaction in
            var old: [[UInt8]] = []
            try transaction.withCursor(on: messages) { cursor in
                var found = try cursor.first()
                while found {
                    let row = cursor.withValue { Row($0.copied) }
                    if row.map({ $0.at + Self.lifetime <= now }) ?? true { old.append(try cursor.key) }
                    found = try cursor.next()
                }
            }
            for key in old { try transaction.remove(key, in: messages) }
        }
    }

    /// The stored form of an answer.
    private struct Row {
        var at: Int64
        var digest: [UInt8]
        var answer: Answer

        init(at: Int64, digest: [UInt8], answer: Answer) { (self.at, self.digest, self.answer) = (at, digest, answer) }

        init?(_ bytes: [UInt8]) {
            guard bytes.count == 64 else { return nil }
            let numbers = stride(from: 0, to: 32, by: 8).compactMap {
                UInt64(bigEndianBytes: Array(bytes[$0..<$0 + 8]))
            }
            guard numbers.count == 4, numbers[2] <= numbers[3] else { return nil }
            at = Int64(bitPattern: numbers[0])
            answer = Answer(reports: numbers[1], positions: numbers[2]..<numbers[3])
            digest = Array(bytes[32...])
        }

        var bytes: [UInt8] {
            [UInt64(bitPattern: at), answer.reports, answer.positions.lowerBound, answer.positions.upperBound]
                .flatMap(\.bigEndianBytes) + digest
        }
    }
}
