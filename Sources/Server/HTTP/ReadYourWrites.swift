import Draft
import DraftLedger
import HTTPTypes
import Hummingbird
import HummingbirdCore

extension House {
    /// So long a request may wait for a position, in seconds.
    private static let longestWait = 10.0

    /// From one look to the next: half as often each time, so that many who wait for what never comes cost little.
    private static let pauses = (first: Duration.milliseconds(5), last: Duration.milliseconds(320))

    /// `?after=991` with `Prefer: wait=2`: waits until the ledger has as many events as an earlier answer's
    /// `Ledger-Position` said, as a copy of it may have only a little later.
    ///
    /// - Throws: `unavailable` where it has not got there in time.
    func wait(for exchange: Exchange) async throws {
        guard let seconds = Self.preferredWait(in: exchange.request.headers[.prefer] ?? ""),
            let position = try exchange.natural("after")
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

    /// The `wait` among the preferences of a request (RFC 7240), in seconds; nil where there is none.
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
