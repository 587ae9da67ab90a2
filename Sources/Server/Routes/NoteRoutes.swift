import Draft
import DraftLedger
import Hummingbird
import HummingbirdCore
import Pages
import Reports

/// The reference data of seasons, which sites and schedules publish in addition to drafts and scores: the results of
/// the commands `reference-data` and `reference-data show`.
///
/// Like scores, reference data is public. Only callers that may see the staff learn which of them recorded it.
struct NoteRoutes: RouteGroup {
    let reader: LedgerReader

    init(_ server: ServerServices) { reader = server.reader }

    static var routes: [Route] {
        [
            route(
                .get, "/v1/reference-data", id: "listReferenceDataSources", tag: .seasons,
                "List the sources of ADPs, teams and games.",
                cost: .report, access: .anyone, privacy: .open,
                query: [.season("Only this season."), .at],
                answers: .page("ReferenceDataSources")
            ) { try await $0.sources($1) }.formerly("/v1/notes"),
            route(
                .get, "/v1/seasons/{season}/reference-data", id: "getSeasonReferenceData", tag: .seasons,
                "List the ADPs, teams and games of a season.", cost: .report, access: .anyone, privacy: .open,
                query: [
                    .choice("kind", of: NotesPage.Kind.self, "Only data of this kind."),
                    .text("site", "Only data of this site or file."),
                    .text("day", length: 1...200, "Only ADPs of this day, such as 2026-05-24."), .offset,
                    .limitFormerlyTop, .at,
                ], answers: .page("SeasonReferenceData")
            ) { try await $0.notes($1) }.formerly("/v1/seasons/{season}/notes"),
        ]
    }

    /// `?season=2026`: the sources of reference data with their days.
    @Sendable
    private func sources(_ exchange: Exchange) async throws -> Response {
        let (season, moment) = (try exchange.season(), try exchange.momentOfLedger())
        let (ledger, showsSenders) = (reader.ledger, exchange.caller.maySeeStaff)
        return try await exchange.longPage(from: reader) { interest in
            let position = try ledger.position(of: moment)
            let events = try ledger.noteEvents(of: season, at: .position(position))
            try interest.check()
            return (NoteSourcesPage(events, showsSenders: showsSenders), "p\(position).\(showsSenders)")
        }
    }

    /// `?kind=adp&site=underdog&day=2026-05-24&offset=1000&limit=1000`: the reference data itself.
    @Sendable
    private func notes(_ exchange: Exchange) async throws -> Response {
        let id = SeasonID(try exchange.number("season", upTo: StreamKey.maximumNumber))
        let filter = NotesPage.Filter(
            kind: try exchange.choice("kind", of: NotesPage.Kind.self), source: exchange.query("site"),
            day: try exchange.day("day"))
        let (first, top) = (try exchange.number(ofQuery: "offset"), try exchange.number(ofQuery: "limit"))
        let (moment, ledger) = (try exchange.momentOfLedger(), reader.ledger)
        return try await exchange.longPage(from: reader) { interest in
            let position = try ledger.position(of: moment)
            guard let notes = try ledger.notes(of: id, at: .position(position)) else {
                throw Problem(.notFound, "Season \(id) has no reference data.")
            }
            try interest.check()
            return (NotesPage(notes, filter, first: first, top: top, at: position), "p\(position)")
        }
    }
}
