import Draft
import DraftLedger
import Records
import Remote
import TextFormats

/// Pools of players over a server.
extension RemoteServer {
    /// Whether there is a pool of that outside id.
    ///
    /// - Throws: `ToolError` where the server does not tell.
    func knowsPool(_ externalID: String) throws -> Bool {
        try reading("/v1/pools").elements.contains { $0["externalID"]?.string == externalID }
    }

    /// Publishes a pool under the next number that is free.
    ///
    /// - Parameter key: signs; nil where nothing is signed.
    /// - Returns: how many events that are.
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
