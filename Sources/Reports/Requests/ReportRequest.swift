package import Draft
package import DraftLedger
import Projections

/// A report that somebody asks for: which one, and with which values of its parameters.
///
/// The command, the route, the form, the OpenAPI parameters, the quota and the attestation of a report follow from what is
/// stated here. A report is named in four places: its request, the table of it in `Pages`, the list of all there, and a
/// golden file.
///
/// ```swift
/// let request = try ExposureRequest(["by": ["slot"]])
/// let table = try request.table(of: ReportSource(ledger, analysis, filter))
/// ```
package protocol ReportRequest: Sendable {
    /// Its names and texts.
    static var help: ReportHelp { get }

    /// Its own parameters; those of `ReportFilter` are everybody's.
    static var parameters: [ReportParameter] { get }

    /// The projections whose stored rows it is made of.
    static var rows: [String] { get }

    /// Whether differences between reference data and pools are noted under it.
    static var notesSideFindings: Bool { get }

    /// Whether it is only made of one user's entries.
    static var needsUser: Bool { get }

    var asked: ReportArguments { get }

    /// - Throws: for values that contradict each other.
    init(_ asked: ReportArguments) throws(ReportArgumentError)

    /// Refuses what contradicts the filter.
    func check(user: String?, since: Timestamp?, until: Timestamp?) throws(ReportArgumentError)

    /// Whether the report of a user tells nothing about other users' entries, except the places of a draft that is over.
    var isAboutOwn: Bool { get }

    /// Whether a user's entries are all that it is made of.
    var needsOnlyOwn: Bool { get }

    /// Whether sites' ADPs by day are asked about.
    var needsSitesPositions: Bool { get }

    /// The contest besides that of the filter that it is made of, as it was named; nil for none.
    var otherContest: String? { get }
}

extension ReportRequest {
    package static var rows: [String] { ["rosters"] }
    package static var notesSideFindings: Bool { true }
    package static var needsUser: Bool { false }
    package func check(user: String?, since: Timestamp?, until: Timestamp?) throws(ReportArgumentError) {}
    package var isAboutOwn: Bool { false }
    package var needsOnlyOwn: Bool { isAboutOwn }
    package var needsSitesPositions: Bool { false }
    package var otherContest: String? { nil }

    package static var name: String { help.name }

    /// Whether it can be signed: it is made of the rosters alone, whose digest the signature covers.
    package static var isAttestable: Bool { rows == ["rosters"] }

    /// The players that it lists; nil for those of all positions, and for a report of whole rosters.
    package var position: PlayerPosition? { asked[ReportRows.position] }

    /// Whether it takes a position.
    package static var listsPlayers: Bool { parameters.contains(ReportRows.position.parameter) }

    package init(_ given: [String: [String]]) throws(ReportArgumentError) {
        try self.init(ReportArguments(given, of: Self.parameters))
    }
}

/// The names and texts of a report.
package struct ReportHelp: Sendable {
    /// In commands and addresses.
    package var name: String
    /// Over a page.
    package var title: String
    /// In one sentence.
    package var abstract: String
    /// The subject of the figures.
    package var discussion: String
    /// Options of commands that show it.
    package var examples: [String]

    package init(_ name: String, title: String, _ abstract: String, discussion: String = "", examples: [String]) {
        (self.name, self.title, self.abstract) = (name, title, abstract)
        (self.discussion, self.examples) = (discussion, examples)
    }
}

/// All that a report is made of.
package struct ReportSource {
    package let ledger: DraftLedger
    package var analysis: Analysis
    package var filter: ReportFilter
    /// The user, as named.
    package var user: String?
    /// The entries that were asked for.
    package var entryWords = ""
    /// The same with the position that is listed.
    package var words = ""
    package var files = ReportFiles()
    package var limits = ExpectLimits.none
    /// Takes a warning about the figures.
    package var warn: (String) -> Void = { _ in }
    /// Whether ADPs of any season will do, as in reports of clv that earlier versions attested.
    package var takesAnySeason = false
    /// Shows how many seasons are simulated.
    package var showingProgress: (_ body: (ProgressHandler?) throws -> ExpectReport) throws -> ExpectReport = {
        try $0(nil)
    }

    package init(_ ledger: DraftLedger, _ analysis: Analysis, _ filter: ReportFilter) {
        (self.ledger, self.analysis, self.filter) = (ledger, analysis, filter)
    }

    /// The ids of entries at their sources.
    package func externalIDs(of rooms: some Sequence<RoomID>) throws -> [EntryID: String] {
        try ledger.externalIDs(of: Set(rooms), upTo: analysis.rosters.position)
    }
}

/// The content of files that somebody named besides the ledger.
package struct ReportFiles {
    /// ADPs by day.
    package var positions: [PlayerNote] = []
    package var schedule: GameSchedule?
    package var prizes: [PrizeTier] = []
    /// Points by player and week of a season.
    package var projections: ((SeasonID) throws -> [WeekProjection])?

    package init() {}
}

/// Rows that are listed, of those that a report has; no part of what it counts.
package enum ReportRows {
    package static let position = ReportKey<PlayerPosition?>.position(
        "position", help: "Only players of this position.")
    package static let top = ReportKey<Int?>.number(
        "top", help: "List at most this many rows.", label: "How many rows", optionName: "limit")
    package static let entries = ReportKey<Int?>.number(
        "top", help: "List at most this many rows.", label: "How many rows", optionName: "limit")
    package static let minimum = ReportKey<Int>.number(
        "minimum", standard: 1, help: "Leave out rows with a smaller count.", label: "Drafted at least")
}

extension Array {
    /// Sorts by a figure; equal rows stay in their order.
    mutating func sort<Figure: Comparable>(by figure: (Element) -> Figure, descending: Bool = false) {
        let keyed = enumerated().map { (figure: figure($1), place: $0, element: $1) }
        self = keyed.sorted { one, other in
            if one.figure != other.figure { return (one.figure < other.figure) != descending }
            return one.place < other.place
        }.map(\.element)
    }
}

/// The prices that picks are compared with.
package enum ReportPricing {
    package static let reference = ReportKey<ValueReport.Reference>.choice(
        "reference", standard: .closing, help: "The reference of a pick; at-date and latest are a site's ADPs by day.")
    package static let curve = ReportKey<ValueReport.Curve>.choice(
        "curve", standard: .linear, help: "How the distance from the reference counts.")
    package static let adp = ReportKey<[String]>.files(
        "adp", .positions, isRepeated: true,
        help:
            "A CSV file with a site's ADP by day: name, position, adp, date (or a day in its name). May be "
            + "repeated.")
    package static let site = ReportKey<String?>.text(
        "site", help: "The site whose recorded ADPs count (default: the only site).")
    package static let season = ReportKey<Int?>.number(
        "season", in: 0...StreamKey.maximumNumber,
        help: "The year in which the season begins.", valueName: "year")

    package static let parameters = [
        reference.parameter, curve.parameter, adp.parameter, site.parameter, season.parameter,
    ]

    package static func check(_ asked: ReportArguments) throws(ReportArgumentError) {
        guard !asked[reference].needsDatedPositions else { return }
        let named = [adp.parameter.name, site.parameter.name, season.parameter.name].first { asked.values[$0] != nil }
        guard let named else { return }
        throw ReportArgumentError(
            .parameter(named), .text(" needs the reference at-date or latest: name it with "),
            .parameter(reference.parameter.name), .text("."))
    }
}

extension Analysis {
    /// Returns the ADPs by day that picks are compared with: those of files, else those of a site on record. If a site is
    /// named too, both count.
    ///
    /// - Parameters:
    ///   - site: the name of one on record; nil for the only one.
    ///   - season: the year of those on record; nil for that of the drafts.
    ///   - drafts: the seasons of the drafts; empty if any will do.
    ///   - isNeeded: whether nothing can be said without; else several sites of which none is named are none.
    ///   - warn: takes a warning if the ADPs are of another season than the drafts.
    /// - Returns: nil without files, and without a site on record.
    /// - Throws: `RecordedNotesError`.
    package func dated(
        site: String?, season: SeasonID?, for drafts: Set<SeasonID>, files: [PlayerNote] = [], isNeeded: Bool,
        warn: (String) -> Void = { _ in }
    ) throws(RecordedNotesError) -> DatedPositions? {
        // A file that somebody names is what they mean: what is on record joins it only if that is named too.
        let isRecordAsked = files.isEmpty || site != nil || season != nil
        let recorded =
            try isRecordAsked ? recordedSite(site, of: season, for: drafts, isNeeded: isNeeded && files.isEmpty) : nil
        guard recorded != nil || !files.isEmpty else { return nil }
        let others = Set(
            files.compactMap { $0.day.flatMap { UInt64($0.iso8601.prefix(4)) } } + [season?.number].compactMap { $0 }
        ).filter { !drafts.contains(SeasonID($0)) }
        if !drafts.isEmpty, !others.isEmpty {
            func words(_ seasons: some Sequence<UInt64>) -> String {
                "season " + seasons.sorted().map(String.init).joined(separator: ", ")
            }
            warn("the drafts are of \(words(drafts.map(\.number))), ADPs of \(words(others)) too")
        }
        return DatedPositions(
            (recorded.map { recordedPositions(of: $0) } ?? []) + files, of: players,
            season: files.isEmpty && season == nil && !drafts.isEmpty ? recorded?.season : nil)
    }
}

extension ReportSource {
    /// Returns the ADPs by day of a request for prices; nil if its reference is not made of any.
    package func dated(_ asked: ReportArguments) throws(RecordedNotesError) -> DatedPositions? {
        guard asked[ReportPricing.reference].needsDatedPositions else { return nil }
        return try analysis.dated(
            site: asked[ReportPricing.site], season: asked[ReportPricing.season].map { SeasonID(UInt64($0)) },
            for: takesAnySeason ? [] : analysis.seasons(of: filter.entries), files: files.positions, isNeeded: true,
            warn: warn)
    }
}
