package import BetLedger
import Bets
import DraftLedger
import Merkle
import Statements
import TextFormats
import Values

/// A ledger in a directory as the source of a server.
struct LedgerSource: BetSource {
    let ledger: BetLedger

    func snapshot() throws -> BetSnapshot {
        let (state, size) = ledger.snapshot
        return BetSnapshot(state: state, size: size)
    }

    func send(_ command: BetCommand, of user: UserID, id: CommandID, occurredAt: Timestamp) async throws -> BetAnswer {
        do throws(BetLedgerError) {
            switch try await ledger.send(command, as: .user(user), id: id, occurredAt: occurredAt) {
            case .accepted(let positions): return .accepted(positions)
            case .refused(let refusal): return .refused(refusal)
            }
        } catch {
            guard error.code == .commandReused else { throw error }
            throw BetProblem(
                .validationError, "This Idempotency-Key was sent with another bet. Send a new one.",
                details: ["code": "duplicateCommand"])
        }
    }

    func sendTogether(_ commands: [SentBetCommand]) async throws -> BetOutcomeOfBatch {
        do throws(BetLedgerError) {
            return try await ledger.sendTogether(commands)
        } catch {
            guard error.code == .commandReused else { throw error }
            throw FeedDesk.reused
        }
    }

    func bet(of user: UserID, sentAs id: CommandID) throws -> BetState.Bet? {
        guard case .accepted(let positions)? = ledger.outcome(of: id, by: .user(user)) else { return nil }
        return ledger.state.bets[BetID(positions.lowerBound)]
    }

    func receipt(of bet: BetID) throws -> String { try ledger.receipt(of: bet).description }

    func verifierKeys() throws -> LedgerKeys {
        let isPublished = try ledger.statements.publishedCheckpoint() != nil
        return LedgerKeys(
            origin: ledger.origin, checkpoint: isPublished ? try ledger.statements.verifierKey().text : nil,
            receipt: try ledger.ensureReceiptKey().text)
    }

    func analyse(_ game: GameID) async throws {
        do throws(BetLedgerError) {
            // A refusal is not an error: the last analysis is recent, or the game has started.
            _ = try await ledger.analyse(game, id: .random())
        } catch {
            // Without an offer or a model there is nothing to analyse.
            guard error.code == .unknown || error.code == .foreignModel else { throw error }
        }
    }

    func notes(of bets: [BetState.Bet]) throws -> [BetID: String] {
        var notes: [BetID: String] = [:]
        for bet in bets where bet.terms.notes.digest != nil || !bet.terms.notes.text.isEmpty {
            if case .told(let text) = try ledger.notes(of: bet.id) { notes[bet.id] = text }
        }
        return notes
    }

    func eraseNotes(of user: UserID) throws { try ledger.eraseNotes(of: user) }

    func follow(_ changed: @escaping @Sendable ([GameID]) throws -> Void) async throws {
        for try await events in ledger.events(from: ledger.snapshot.size) {
            guard let last = events.last else { continue }
            // The log has a commit some microseconds before its state is published.
            while ledger.snapshot.size <= last.position { try await Task.sleep(for: .milliseconds(1)) }
            try changed(events.compactMap(\.stream.game))
        }
    }

    func publish() throws { _ = try ledger.statements.publishCheckpoint() }

    func checkpoint() throws -> String? { try ledger.statements.publishedCheckpoint()?.description }

    func tile(_ path: String) throws -> [UInt8]? {
        guard case .tile(let id)? = try? TilePath("tile/" + path) else { return nil }  // nil for any other text
        let size = try ledger.statements.publishedCheckpoint()?.unverified.size ?? 0
        let last = id.node(at: id.width - 1)
        // The last tile of the highest level would end after the last possible number.
        guard last.index < size >> UInt64(last.level) else { return nil }
        return try Tile(id, from: ledger.statements.hashSource).bytes
    }
}

extension BetServer {
    /// - Parameter ledger: open for writing; the server does not close it.
    package init(_ ledger: BetLedger, _ options: BetServerOptions) { self.init(LedgerSource(ledger: ledger), options) }
}
