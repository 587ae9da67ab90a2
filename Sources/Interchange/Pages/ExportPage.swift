package import Draft
import DraftLedger
import Foundation
package import Pages
import Projections
package import Reports

/// One page about a drafter's own exports, made without a ledger of that drafter's.
///
/// The files of several sites may be mixed: all their drafts count together. They are read into a ledger in a directory for
/// temporary files, by the same rules and for the same figures as every other ledger; the directory is removed before the
/// page is returned.
///
///     let page = try ExportPage(of: ["underdog.csv"]) { _ in ExportPage.Reference() }
///     print(page.html)
package struct ExportPage: Sendable {
    /// The terms of a page that the exports do not state.
    package struct Question: Sendable {
        /// The reference of picks; nil for the first that any pick has.
        package var reference: ValueReport.Reference?
        /// The only entry that the page is about, by its ID in the export; nil for all.
        package var entry: String?
        /// Only drafts that started in this year; nil for all.
        package var season: SeasonID?
        /// The drafts that the files of one site may have; nil for any number.
        package var mostDrafts: Int?
        /// The directory for temporary files; nil for the system's.
        package var folder: String?
        /// The place that the files come from, which decides the advice on missing data.
        package var source = ReportPage.Facts.Source.files

        package init() {}
    }

    /// ADPs, teams, bye weeks and games that the exports do not have.
    package struct Reference: Sendable {
        package var positions: [PlayerNote] = []
        package var facts: [PlayerNote] = []
        package var schedule: GameSchedule?

        package init() {}
    }

    /// The page.
    package let html: String
    /// The entries that count.
    package let entries: Int
    /// The drafts and files that are left out, each with the reason.
    package let refused: [ImportIssue]
    /// Notes for the reader, though nothing is wrong.
    package let notes: [String]

    /// Makes the page.
    ///
    /// Costs about 2 ms an entry on one core.
    ///
    /// - Parameters:
    ///   - paths: exports of Underdog, DraftKings or Drafters, CSV.
    ///   - question: what the exports do not say.
    ///   - reference: returns what else is known, for the seasons of the drafts.
    /// - Throws: `InterchangeError` for files that are no such exports or have too many drafts, and where none of their drafts
    ///   can be taken; `ReportArgumentError` for an entry that is not in them; what `reference` throws.
    package init(
        of paths: [String], _ question: Question = Question(),
        comparedWith reference: (Set<SeasonID>) throws -> Reference
    ) throws {
        let files = try Self.dialects(of: paths)
        let folder = try TemporaryFolder(in: question.folder)
        defer { folder.remove() }
        let ledger = try DraftLedger.create(
            at: folder.path + "/ledger", origin: "draft-ledger.example/page", upkeep: .none)
        defer { ledger.close() }
        var (refused, notes): ([ImportIssue], [String]) = ([], [])
        for (dialect, paths) in files {
            var importing = HistoryImport(dialect.table.map { .picks($0, TableTerms()) } ?? .underdog())
            importing.mostDrafts = question.mostDrafts
            let summary = try importing.run(paths, into: ledger)
            refused += summary.refused
            notes += summary.notes
        }
        let analysis = try Analysis(of: ledger)
        if analysis.rosters.count == 0, let first = refused.first {
            throw InterchangeError(.badData, "No draft can be read. \(first)")
        }
        let pages = try Self.page(of: analysis, in: ledger, question, reference)
        var page = pages.page
        let lost = refused.reduce(0) { $0 + max($1.draftCount, 1) }
        if lost > 0 { page.facts.remarks.append("Left out: \(Figures.plural(lost, "draft")) that cannot be read.") }
        if pages.unfinished > 0 {
            page.facts.remarks.append(
                "Left out: \(Figures.plural(pages.unfinished, "entry", "entries")) of drafts that are still under way.")
        }
        (html, entries, self.refused, self.notes) = (page.html, pages.entries, refused, notes)
    }

    /// - Returns: the page with the entries that count, and how many entries of drafts under way do not.
    private static func page(
        of plain: Analysis, in ledger: DraftLedger, _ question: Question,
        _ reference: (Set<SeasonID>) throws -> Reference
    ) throws -> (page: ReportPage, entries: Int, unfinished: Int) {
        var filter = ReportFilter(RosterFilter(user: plain.onlyUser, includeUnfinished: true))
        if let season = question.season {
            filter.entries.startedFrom = Timestamp(iso8601: "\(season)-01-01T00:00:00Z")
            filter.entries.startedBefore = Timestamp(iso8601: "\(season.number + 1)-01-01T00:00:00Z")
        }
        let all = plain.exposure(filter).scope.entries
        filter.entries.includeUnfinished = false
        let finished = plain.exposure(filter).scope.entries
        // Without a complete draft, those under way are all that there is.
        filter.entries.includeUnfinished = finished == 0
        let known = try reference(plain.seasons(of: filter.entries))
        let analysis = known.facts.isEmpty ? plain : plain.supplemented(by: known.facts)
        let entry = try question.entry.map { try Self.entry(named: $0, of: analysis, in: ledger) }
        if let entry, !analysis.isCounted(entry, by: filter) { filter.entries.includeUnfinished = true }
        let counted = analysis.exposure(filter).scope.entries
        var page = ReportPage(
            analysis, filter, heading: entry == nil ? "My drafts" : "Entry \(question.entry ?? "")",
            filterWords: (filter.entries.includeUnfinished ? "all drafts, also those under way" : "all complete drafts")
                + (question.season.map { " of \($0)" } ?? ""))
        page.facts.reference = question.reference
        page.facts.entry = entry
        page.facts.schedule = known.schedule
        page.facts.source = question.source
        if !known.positions.isEmpty {
            page.facts.dated = DatedPositions(known.positions, of: analysis.players)
        } else if question.reference?.needsDatedPositions == true {
            throw ReportArgumentError(
                .parameter(ReportPricing.reference.parameter.name, question.reference?.rawValue),
                .text(" needs a site's ADPs: name a file with "), .parameter(ReportPricing.adp.parameter.name),
                .text("."))
        }
        return (page, counted, all - counted)
    }

    /// Returns the entry with an ID of the export.
    ///
    /// - Throws: `ReportArgumentError` that names IDs there are.
    private static func entry(named name: String, of analysis: Analysis, in ledger: DraftLedger) throws -> EntryID {
        let entries = analysis.entries
        let ids = try ledger.externalIDs(of: Set(entries.map(\.room)), upTo: analysis.rosters.position)
        let found = entries.filter { ids[$0] == name }
        if let entry = found.last { return entry }
        let known = Set(ids.values).sorted()
        let some = known.prefix(3).joined(separator: ", ") + (known.count > 3 ? ", …" : "")
        throw ReportArgumentError(
            .parameter("entry", name),
            .text(": the exports have no such entry.\(NearestName.hint(for: name, among: known)) They have \(some)."))
    }

    /// The files by their kind, in the order in which the kinds first come.
    private static func dialects(of paths: [String]) throws -> [(dialect: ImportDialect, paths: [String])] {
        var groups: [(dialect: ImportDialect, paths: [String])] = []
        for path in paths {
            let kind = try FileKind.of(path: path)
            guard case .dialect(let dialect)? = kind, Self.sites.contains(dialect) else {
                // Without the option of another command.
                let words = kind?.words.replacing(#/ \(--[^)]*\)/#, with: "")
                throw InterchangeError(
                    .badData,
                    "\(path) is not a drafter's own export\(words.map { ", but \($0)" } ?? ""). Export your drafts at Underdog, "
                        + "DraftKings or Drafters as CSV, and use that file.")
            }
            if let place = groups.firstIndex(where: { $0.dialect == dialect }) {
                groups[place].paths.append(path)
            } else {
                groups.append((dialect, [path]))
            }
        }
        return groups
    }

    /// The kinds of files that are drafters' own exports.
    private static let sites: [ImportDialect] = [.underdog] + ImportDialect.tables
}

/// A directory that exists for the time of one call.
private struct TemporaryFolder {
    let path: String

    init(in parent: String?) throws {
        let parent = parent ?? FileManager.default.temporaryDirectory.path()
        path = URL(filePath: parent).appending(path: "draftledger-page-\(UUID().uuidString)").path()
        try FileManager.default.createDirectory(
            atPath: path, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o700])
    }

    func remove() {
        try? FileManager.default.removeItem(atPath: path)  // of temporary files the system takes care as well
    }
}
