import Draft
import DraftLedger
import Hummingbird
import HummingbirdCore
import Pages
import Reports

/// What sites and schedules say of seasons beside drafts and scores: what the commands `notes` and `notes show` say.
///
/// As scores, notes are everybody's. Who of the house has recorded them is for who sees who acts for it.
struct NoteRoutes {
    let house: House

    var routes: [Route] {
        [Route(.get, "/v1/notes", sources), Route(.get, "/v1/seasons/{season}/notes", notes)]
    }

    /// `?season=2026`: whose notes of which days there are.
    @Sendable
    private func sources(_ exchange: Exchange) async throws -> Response {
        try exchange.checkParameters(["season", "at", "after"])
        let (season, moment) = (try exchange.season(), try exchange.momentOfLedger())
        let (ledger, showsSenders) = (house.ledger, exchange.caller.maySeeHouse)
        return try await exchange.longPage(from: house) { interest in
            let position = try ledger.position(of: moment)
            let events = try ledger.noteEvents(of: season, at: .position(position))
            try interest.check()
            return (NoteSourcesPage(events, showsSenders: showsSenders), "p\(position).\(showsSenders)")
        }
    }

    /// `?kind=adp&site=underdog&day=2026-05-24&from=1000&top=1000`: what is said itself.
    @Sendable
    private func notes(_ exchange: Exchange) async throws -> Response {
        try exchange.checkParameters(["kind", "site", "day", "from", "top", "at", "after"])
        let id = SeasonID(try exchange.number("season", upTo: StreamKey.maximumNumber))
        let filter = NotesPage.Filter(
            kind: try exchange.choice("kind", of: NotesPage.Kind.self), source: exchange.query("site"),
            day: try exchange.day("day"))
        let first = Int(try exchange.natural("from", upTo: UInt64(UInt32.max)) ?? 0)
        let top = Int(try exchange.natural("top", upTo: 10_000) ?? 1_000)
        let (moment, ledger) = (try exchange.momentOfLedger(), house.ledger)
        return try await exchange.longPage(from: house) { interest in
            let position = try ledger.position(of: moment)
            guard let notes = try ledger.notes(of: id, at: .position(position)) else {
                throw Problem(.notFound, "Of season \(id) nothing is on record beside drafts and scores.")
            }
            try interest.check()
            return (NotesPage(notes, filter, first: first, top: top, at: position), "p\(position)")
        }
    }
}
