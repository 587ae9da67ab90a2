import Draft
import DraftLedger
import Foundation
import Records

/// Decides an importer's commands in memory, on the state that the decisions before them have made.
///
/// A value: a copy is a trial that can be thrown away when a draft breaks a rule halfway.
struct ImportDesk {
    private var desk: Desk<ImportStore>
    private let dialect: String
    private let now: Timestamp
    private let signing: ImportSigning?

    /// - Parameters:
    ///   - cryptography: the ledger's. Nothing that an importer sends draws an order, so a dry run, which may
    ///     not know the ledger's secrets, decides the same.
    ///   - signing: the account that signs the commands; nil if the ledger has no account of the importer.
    init(dialect: String, cryptography: LedgerCryptography?, signing: ImportSigning? = nil) {
        self.dialect = dialect
        self.signing = signing
        desk = Desk(
            ImportStore(
                cryptography: cryptography ?? LedgerCryptography(drawMaster: [UInt8](repeating: 0, count: 32))))
        now = Timestamp(microseconds: Int64(Date().timeIntervalSince1970 * 1_000_000))
        for event in signing?.staff ?? [] { desk.store.state.fold(event) }
    }

    /// A pool as the desk's decisions leave it.
    func pool(_ id: PoolID) -> PoolState? { desk.store.state.pool(id) }

    mutating func adopt(_ pool: PoolState) { desk.store.state.adopt(pool) }

    /// A tournament as the desk's decisions leave it.
    func tournament(_ id: TournamentID) -> TournamentState? { desk.store.state.tournament(id) }

    mutating func adopt(_ tournament: TournamentState) {
        desk.store.state.adopt(tournament, books: ContestBooks(), waiting: [], counting: [])
    }

    /// A season as the desk's decisions leave it.
    func season(_ id: SeasonID) -> SeasonState? { desk.store.state.season(id) }

    mutating func adopt(_ season: SeasonState) { desk.store.state.adopt(season) }

    /// A season's notes as the desk's decisions leave them.
    func notes(_ id: SeasonID) -> NotesState? { desk.store.state.notes(id) }

    mutating func adopt(_ notes: NotesState) { desk.store.state.adopt(notes) }

    mutating func adopt(_ room: RoomState) { desk.store.state.adopt(room) }

    /// Lets go of a finished room.
    mutating func forget(_ room: RoomID) { desk.store.state.forget(room: room) }

    /// Decides a command and folds what it comes to.
    ///
    /// - Parameters:
    ///   - subject: what the command is about at its source: with the dialect it makes the command's id, so that the
    ///     same thing imported again is the same command.
    ///   - time: the source's own; nil where it has none.
    mutating func decide(
        _ command: Command, about subject: String, at time: Timestamp?
    ) throws(Refusal) -> [PendingEvent] {
        var origin = CommandOrigin(
            occurredAt: time, actor: .importer, commandID: commandID(subject), fingerprint: command.fingerprint)
        // A command without a signature is refused.
        if let signed = try? signing?.signing(command, origin) { origin = signed }
        return try desk.attempt(command, origin: origin, at: now).get()
    }

    /// The first 128 bits of the SHA-256 of dialect and subject.
    private func commandID(_ subject: String) -> CommandID {
        let digest = desk.store.cryptography.sha256(Array("draft-ledger import\n\(dialect)\n\(subject)".utf8))
        return CommandID(high: digest.words.0, low: digest.words.1)
    }
}

/// The states that an import's commands are decided on; their events wait for the ledger.
private struct ImportStore: DeskStore, Sendable {
    var state = LedgerState()
    let cryptography: LedgerCryptography

    /// Events decided so far: the import's own log.
    private var size: UInt64 = 0

    init(cryptography: LedgerCryptography) { self.cryptography = cryptography }

    func decide(_ command: Command, origin: CommandOrigin, now: Timestamp) -> Decision {
        Draft.decide(command, origin: origin, now: now, state: state, cryptography: cryptography)
    }

    mutating func record(_ decided: DecidedEvents, at now: Timestamp) -> [PendingEvent] {
        for event in decided.events {
            state.fold(
                event.event,
                at: EventPlace(stream: event.stream, position: size, recordedAt: now, origin: decided.origin))
            size += 1
        }
        var pending: [PendingEvent] = []
        decided.forEachCaused { pending.append(PendingEvent(stream: $0.stream, event: $0.event, origin: $1)) }
        return pending
    }
}
