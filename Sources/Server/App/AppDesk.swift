import Draft
import DraftLedger
import HTTPTypes
import Hummingbird
import HummingbirdCore
import Pages
import TextFormats

/// What the app's routes share.
struct AppDesk: Sendable {
    let pools = AppPools()
    let lobby = AppLobby()
    let joins = AppJoins()
}

extension House {
    /// Sends a command of the app's, which has an id only where a client chose one.
    ///
    /// - Returns: its events.
    /// - Throws: the refusal as a problem.
    func sendForApp(
        _ command: Command, as user: UserID, id: CommandID?, at arrival: Timestamp, in exchange: Exchange
    ) async throws -> [RecordedEvent] {
        switch try await outcomeForApp(command, as: user, id: id, at: arrival, in: exchange) {
        case .accepted(let events, _): return events
        case .refused(let refusal, let record, _): throw Problem(refusal, position: record?.position)
        }
    }

    func outcomeForApp(
        _ command: Command, as user: UserID, id: CommandID?, at arrival: Timestamp, in exchange: Exchange
    ) async throws -> Outcome {
        let sent = SentCommand(line: 1, command: command, actor: .user(user), id: id ?? .random(), occurredAt: arrival)
        try await operations.admit(sent, for: exchange, in: ledger)
        do throws(DraftLedgerError) {
            let outcome = try await ledger.send(command, as: sent.actor, id: sent.id, occurredAt: arrival)
            health.note(nil)
            return outcome
        } catch {
            let problem = Problem(error, ofLedgerAt: ledger.path)
            if problem.status != .badRequest { health.note(error) }
            throw problem
        }
    }
}

extension RecordedEvent {
    /// When it happened as far as that is known, else when it was recorded.
    var moment: Timestamp { origin?.occurredAt ?? recordedAt }
}
