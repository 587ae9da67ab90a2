package import Draft
package import DraftLedger
package import Records

/// The target of imported data about a season: a ledger, or a server that holds one.
package protocol SeasonPlace {
    /// The ledger's own, where it is here.
    var cryptography: LedgerCryptography? { get }

    /// The account that signs the commands there; nil if they are not signed, or elsewhere.
    var signing: ImportSigning? { get }

    /// The points that it has of a season; nil where it has none.
    func season(_ id: SeasonID) throws -> SeasonState?

    /// Returns the reference data of a season; nil if nothing is recorded.
    func notes(_ id: SeasonID) throws -> NotesState?

    /// Has commands that belong together happen, in their order.
    ///
    /// - Parameter events: what the rules make of them here.
    /// - Throws: `PlaceRefused` where the place takes them not, or some of them.
    mutating func record(_ commands: [Command], events: [PendingEvent]) throws

    /// Has everything happen that still waits.
    mutating func finish() throws
}

extension SeasonPlace {
    package var signing: ImportSigning? { nil }
}

/// That a place has refused what a file tells.
package struct PlaceRefused: Error {
    /// Why, in a sentence.
    package var reason: String

    package init(_ reason: String) { self.reason = reason }
}

/// The desk for a ledger on this machine.
struct LedgerSeasons: SeasonPlace {
    /// Nil, for a dry run, for an empty one.
    let ledger: DraftLedger?
    var appender: ImportAppender

    var cryptography: LedgerCryptography? { ledger?.cryptography }

    var signing: ImportSigning? { ledger?.importSigning }

    func season(_ id: SeasonID) throws -> SeasonState? { try ledger?.season(id) }

    func notes(_ id: SeasonID) throws -> NotesState? { try ledger?.notes(of: id) }

    mutating func record(_ commands: [Command], events: [PendingEvent]) throws { try appender.add(events) }

    mutating func finish() throws { try appender.flush() }
}
