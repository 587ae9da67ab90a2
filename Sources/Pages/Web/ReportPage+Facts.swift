package import Draft
package import DraftLedger
import Projections
package import Reports

extension ReportPage {
    /// The data besides the drafts, and the place that the drafts come from.
    package struct Facts: Sendable {
        /// The reference of picks; nil for the first that any pick has: a site's ADP on the day, its last one, the closing
        /// line, the ADP at the pick.
        package var reference: ValueReport.Reference?
        /// A site's ADPs by day; nil if there are none.
        package var dated: DatedPositions?
        /// The outcomes of contests, as far as they are known.
        package var outcomes: [ContestOutcome] = []
        /// The games of the season; nil if they are not known.
        package var schedule: GameSchedule?
        /// The one entry that the page is about; nil for all of the filter.
        package var entry: EntryID?
        package var source = Source.ledger
        /// Sentences under the heading, such as which drafts are left out.
        package var remarks: [String] = []

        package init() {}

        /// Something that a page lacks, and that a reader may add.
        enum Missing { case positions, teams, byes, schedule, outcomes, field }

        /// The place that the drafts come from, which decides the advice on missing data.
        package enum Source: Sendable {
            case ledger
            /// Files on a command line.
            case files
            /// A server, whose readers cannot add files.
            case server

            /// Returns a sentence that says how to add the missing data; nil if nothing can be added.
            func advice(on missing: Missing) -> String? {
                switch (self, missing) {
                case (.ledger, .positions):
                    "Record a site's ADPs with `import FILE --input-format adp --season YEAR`, or name a file with --adp."
                case (.files, .positions): "Name a CSV file with a site's ADPs with --adp."
                case (.server, .positions): "No site's ADPs of that season are on record here."
                case (.ledger, .teams), (.ledger, .byes):
                    "Name a CSV file with teams and bye weeks with --players, or record it with `import FILE --input-format players "
                        + "--season YEAR`."
                case (.files, .teams), (.files, .byes): "Name a CSV file with teams and bye weeks with --players."
                case (.ledger, .schedule): "Record the games with `import FILE --input-format schedule --season YEAR`."
                case (.files, .schedule): "Name a CSV file with the games with --schedule."
                case (.ledger, .outcomes):
                    "Record points with `import FILE --input-format scores --season YEAR`, and the rounds with `contest rounds`."
                case (.ledger, .field): "Import a dump of the whole field."
                case (.server, .teams), (.server, .byes), (.server, .schedule), (_, .outcomes), (_, .field): nil
                }
            }
        }
    }

    /// Takes in what a ledger knows besides the drafts: outcomes, ADPs by day, games.
    ///
    /// - Parameters:
    ///   - reference: the reference of picks; nil for the first that any pick has.
    ///   - site: the site whose recorded ADPs count; nil for the only one.
    ///   - season: the year of ADPs and games; nil for that of the drafts.
    ///   - files: ADPs of files, which count instead of those on record unless a site is named too.
    ///   - warn: takes a warning about the figures.
    /// - Throws: `ReportArgumentError` for ADPs that the reference does not use, `RecordedNotesError`, `DraftLedgerError`.
    package mutating func complete(
        from ledger: DraftLedger, reference: ValueReport.Reference? = nil, site: String? = nil,
        season: SeasonID? = nil, files: [PlayerNote] = [], warn: (String) -> Void = { _ in }
    ) throws {
        try Self.check(reference, site: site, hasFiles: !files.isEmpty)
        let drafts = analysis.seasons(of: filter.entries)
        let isNeeded = reference?.needsDatedPositions ?? (site != nil)
        facts.reference = reference
        // A season that is named for the games alone needs no ADPs.
        let isAsked = isNeeded || site != nil || !files.isEmpty
        facts.dated =
            isAsked
            ? try analysis.dated(
                site: site, season: season, for: drafts, files: files, isNeeded: isNeeded, warn: warn)
            // If they were not asked for, a page does without them.
            : try? analysis.dated(site: nil, season: season, for: drafts, isNeeded: false)
        facts.outcomes = try analysis.outcomes(of: filter.entries.tournament, in: ledger).known
        facts.schedule = (season ?? (drafts.count == 1 ? drafts.first : nil)).flatMap {
            analysis.recordedSchedule(of: $0)
        }
    }

    private static func check(
        _ reference: ValueReport.Reference?, site: String?, hasFiles: Bool
    ) throws(ReportArgumentError) {
        guard let reference, !reference.needsDatedPositions, site != nil || hasFiles else { return }
        let named = hasFiles ? ReportPricing.adp : nil
        throw ReportArgumentError(
            .parameter(named?.parameter.name ?? ReportPricing.site.parameter.name),
            .text(" needs the reference at-date or latest: name it with "),
            .parameter(ReportPricing.reference.parameter.name), .text("."))
    }
}

extension ValueReport.Reference {
    /// The reference in a sentence.
    var words: String {
        switch self {
        case .atPick: "the ADP that was shown at the pick"
        case .closing:
            "closing, the mean pick over the last two weeks of the contest's drafts with all seats known"
        case .atDate: "a site's ADP on the day of the draft"
        case .latest: "a site's latest ADP"
        }
    }

    /// The reference as a noun of a scale.
    var noun: String {
        switch self {
        case .atPick: "ADP at the pick"
        case .closing: "closing ADP"
        case .atDate: "ADP on the day"
        case .latest: "latest ADP"
        }
    }
}
