import Draft
import DraftLedger
import Platform
import Projections
import Records
import TextFormats

/// Chooses the numbers of contests whose senders leave that to the server.
///
/// The same command that comes again gets the number that it had: by memory, and after a restart by the ledger.
final class ContestNumbers: Sendable {
    private struct State {
        var last: UInt64 = 0
        var chosen: [CommandID: ContestDefaults] = [:]
    }

    private let state = Guarded(State())

    /// Commands that are remembered; more than clients send again.
    private static let most = 10_000

    /// The members that a `createTournament` leaves out.
    func defaults(for json: JSONValue, _ key: String?, in ledger: DraftLedger) throws -> ContestDefaults {
        let text = json["id"]?.string ?? key?.filter { $0 != "\"" }
        let id = text.flatMap { CommandID($0) }
        if let id, let known = try state.withLock({ $0.chosen[id] }) ?? recorded(id, in: ledger) { return known }
        let free = try ledger.freeNumbers()
        return state.withLock { state in
            state.last = max(free.tournament.number, state.last + 1)
            let pool = PoolID(max(1, free.pool.number - 1))
            let defaults = ContestDefaults(number: TournamentID(state.last), pool: pool)
            if state.chosen.count >= Self.most { state.chosen.removeAll() }
            if let id { state.chosen[id] = defaults }
            return defaults
        }
    }

    /// The numbers of a contest that a command created before.
    private func recorded(_ id: CommandID, in ledger: DraftLedger) throws -> ContestDefaults? {
        for contest in try ledger.tournaments().reversed() {
            guard let first = try ledger.stream(.tournament(contest.tournament)).first, first.origin?.commandID == id,
                case .created(let details) = first.event.contest
            else { continue }
            return ContestDefaults(number: contest.tournament, pool: details.pool)
        }
        return nil
    }
}
