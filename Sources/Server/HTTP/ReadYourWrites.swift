import Draft
import DraftLedger
import HTTPTypes
import Hummingbird
import HummingbirdCore
import Platform

extension LedgerReader {
    /// The maximum time that a request may wait for a position, in seconds.
    private static let longestWait = 10.0

    /// The pauses between two checks. Each pause doubles, so that many clients with endless waits cost little.
    private static let pauses = (first: Duration.milliseconds(5), last: Duration.milliseconds(320))

    /// `?minPosition=991` with `Prefer: wait=2`: waits until the ledger has as many events as the `Ledger-Position` of
    /// an earlier answer. A copy of the ledger may have them only a little later.
    ///
    /// - Throws: `unavailable` if it does not get there in time.
    func wait(for exchange: Exchange) async throws {
        guard let seconds = Self.preferredWait(in: exchange.request.headers[.prefer] ?? ""),
            let position = try exchange.minPosition()
        else { return }
        let end = ContinuousClock.now + .seconds(min(seconds, Self.longestWait))
        var pause = Self.pauses.first
        while try ledger.size < position {
            guard ContinuousClock.now < end else {
                throw Problem(.unavailable, "The ledger has \(try ledger.size) events, not yet \(position).")
            }
            try await Task.sleep(for: pause)
            pause = min(pause * 2, Self.pauses.last)
        }
    }

    /// Returns the `wait` preference of a request (RFC 7240) in seconds; nil if it is missing.
    static func preferredWait(in preferences: String) -> Double? {
        for preference in preferences.split(separator: ",") {
            let parts = (preference.split(separator: ";").first ?? "").split(separator: "=", maxSplits: 1)
            guard parts.count == 2, Self.trimmed(parts[0]).lowercased() == "wait" else { continue }
            return Double(Self.trimmed(parts[1]).filter { $0 != "\"" }).flatMap { $0 >= 0 && $0.isFinite ? $0 : nil }
        }
        return nil
    }

    private static func trimmed(_ text: Substring) -> Substring {
        let start = text.drop { $0 == " " }
        return start.prefix { $0 != " " }
    }
}

extension Exchange {
    /// The number of events that the answer has to take account of; nil for any.
    ///
    /// `after` is its old name, except where it is a cursor.
    func minPosition() throws -> UInt64? { try natural("minPosition") ?? (hasCursor ? nil : natural("after")) }

    /// Whether `after` is the cursor of a list. A list without `limit` took it for a position when the client waits.
    private var hasCursor: Bool {
        guard operation?.parameters.contains(where: { $0.name == "after" }) == true else { return false }
        return query("limit") != nil || !prefersToWait
    }

    /// Whether the client waits for a position that the ledger does not have yet.
    var prefersToWait: Bool { LedgerReader.preferredWait(in: request.headers[.prefer] ?? "") != nil }

    /// The items of a list that the request asks for: those after the cursor `after`, `limit` of them at most. `Link` then
    /// leads to the rest. Without both the list is whole.
    ///
    /// - Parameters:
    ///   - key: a number that no other item has; the cursor.
    ///   - descending: whether the list begins with the largest key.
    func cut<Item>(_ items: [Item], descending: Bool = false, by key: (Item) -> UInt64) throws -> [Item] {
        let after = hasCursor ? try natural("after") : nil
        let limit = try natural("limit").map { Int($0) }
        guard after != nil || limit != nil else { return items }
        var rest = items.sorted { descending ? key($0) > key($1) : key($0) < key($1) }
        if let after { rest = rest.filter { descending ? key($0) < after : key($0) > after } }
        guard let limit, rest.count > limit else { return rest }
        let cut = Array(rest.prefix(limit))
        if let last = cut.last {
            let address = address(replacing: "after", by: "\(key(last))")
            next.withLock { $0 = address }
        }
        return cut
    }

    /// The most items of a list at a time.
    static let longestList: UInt64 = 10_000
}
