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

/// A name that others see on their boards.
enum AppName {
    /// Counted as Unicode has them, and not as they look: what looks like one character can be thousands.
    static let most = 40

    static func isAllowed(_ name: String) -> Bool {
        let scalars = name.unicodeScalars
        return (1...most).contains(scalars.count) && scalars.allSatisfy { !isInvisible($0) }
    }

    /// What a token brought, cut to what a board has room for.
    static func shortened(_ name: String) -> String {
        String(String.UnicodeScalarView(name.unicodeScalars.filter { !isInvisible($0) }.prefix(most)))
    }

    /// The same without blanks around it; nil where nothing is left.
    static func trimmed(_ name: String) -> String? {
        let start = shortened(name).drop { $0.isWhitespace }
        return start.lastIndex { !$0.isWhitespace }.map { String(start[...$0]) }
    }

    /// Controls, and what turns the direction of the text around it. Joiners are parts of emoji.
    private static func isInvisible(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .control, .lineSeparator, .paragraphSeparator, .surrogate, .unassigned, .privateUse: true
        case .format: scalar.value != 0x200D
        default: false
        }
    }
}
