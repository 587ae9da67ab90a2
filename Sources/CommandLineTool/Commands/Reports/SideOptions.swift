import ArgumentParser
import Draft
import Interchange
import Pages
import Reports
import ToolSupport

/// A file of an analyst, besides the ledger.
enum SideFile {
    static let playersHelp = ArgumentHelp(
        "A CSV file with teams and bye weeks: name, position, team, bye.", valueName: "file")

    /// - Throws: `InterchangeError`, or `ToolError` for what is wrong in it.
    /// - Parameter site: the site whose ADPs are meant, of a file that has a column for each of several.
    static func read(
        _ path: String, for purpose: PlayerNoteFile.Purpose, site: String? = nil
    ) throws -> [PlayerNote] {
        do {
            return try PlayerNoteFile.read(path, for: purpose, site: site)
        } catch let issue as ImportIssue {
            throw ToolError(.badData, issue.description)
        }
    }

    /// - Throws: likewise.
    static func schedule(_ path: String) throws -> GameSchedule {
        do {
            return try ScheduleFile.read(path)
        } catch let issue as ImportIssue {
            throw ToolError(.badData, issue.description)
        }
    }

    /// Reads the results that a site states of entries in a round, by their IDs there.
    ///
    /// - Throws: likewise.
    static func results(_ path: String, round: Int) throws -> [String: StatedEntry] {
        do {
            return try StatedResultsFile.read(path, round: round)
        } catch let issue as ImportIssue {
            throw ToolError(.badData, issue.description)
        }
    }
}

/// Options for ADPs by day: those of named files, else those of a site on record. If a site is named too, both count.
struct SiteOptions: ParsableArguments {
    @Option(help: ArgumentHelp(ReportPricing.adp.parameter), completion: .file(extensions: ["csv"]))
    var adp: [String] = []
    @Option(help: ArgumentHelp(ReportPricing.site.parameter)) var site: String?
    @Option(help: ArgumentHelp(ReportPricing.season.parameter)) var season: UInt64?
}

extension ArgumentHelp {
    init(_ parameter: ReportParameter) { self.init(parameter.help, valueName: parameter.valueName) }
}

extension ReportFiles {
    /// Reads a file, and adds what it says.
    ///
    /// - Throws: `InterchangeError`, or `ToolError` for what is wrong in it.
    mutating func read(_ file: ReportFile, at path: String, on console: Console) throws {
        switch file {
        case .positions: positions += try SideFile.read(path, for: .positions)
        case .schedule: schedule = try SideFile.schedule(path)
        case .prizes:
            prizes = try PrizeFile.tiers(in: try SmallFile.read(path, on: console), named: path)
            if let fault = PrizeTable.fault(in: prizes) { throw ToolError(.badData, "\(path): \(fault).") }
        case .projections:
            projections = { season in
                do {
                    return try ProjectionFile.read(path, season: season)
                } catch let issue as ImportIssue {
                    throw ToolError(.badData, issue.description)
                }
            }
        }
    }
}
