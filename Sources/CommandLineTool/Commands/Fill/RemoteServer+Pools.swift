import Draft
import DraftLedger
import Records
import Remote
import TextFormats
import ToolSupport

/// Pools of players over a server.
extension RemoteServer {
    /// Returns whether a pool has an external ID.
    ///
    /// - Throws: `ToolError` if the server does not answer.
    func knowsPool(_ externalID: String) throws -> Bool {
        try reading("/v1/pools").elements.contains { $0["externalID"]?.string == externalID }
    }

    /// Publishes a pool under the next free number.
    ///
    /// - Parameter key: the signing key; nil if nothing is signed.
    /// - Returns: the number of events.
    /// - Throws: `ToolError` with the refusal.
    func publish(_ pool: PublishPool, by key: SealingKey?) throws -> UInt64 {
        let sender = Sender.admin(try waiting { try await $0.user() })
        var events = 0
        _ = try underFreeNumber(in: "/v1/pools", of: "pool") { number in
            let answer = try outcome(of: .pool(PoolID(number), .publishPool(pool)), as: sender, by: key)
            if answer.isAccepted { events = try answer.events.count }
            return answer
        }
        return UInt64(events)
    }
}
