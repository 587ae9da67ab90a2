package import Draft
import DraftLedger
import Foundation
import TextFormats

/// Publishes a site's rankings as a player pool.
///
/// A pool never changes once it is published, so its id is a digest of the rankings: the same ones again are the same
/// pool, whatever the file is called, and other ones are another pool.
struct RankingsImporter {
    private var appender: ImportAppender

    init(_ appender: ImportAppender) { self.appender = appender }

    consuming func run(_ paths: [String], _ columns: ColumnMap, into ledger: DraftLedger?) throws -> ImportSummary {
        var summary = ImportSummary()
        var known = try ledger.map(KnownHistory.init) ?? KnownHistory()
        for path in paths {
            let file = try InputFile(path: path, columns: columns)
            do {
                let pool = try PublishPool(rankings: file, named: path)
                let externalID = pool.externalID
                if known.contests.pools[externalID] != nil {
                    summary.skipped += 1
                    continue
                }
                let id = known.contests.nextPool
                var desk = ImportDesk(
                    dialect: ImportDialect.rankings.rawValue, cryptography: ledger?.cryptography,
                    signing: ledger?.importSigning)
                try appender.add(
                    try desk.decide(.pool(id, .publishPool(pool)), about: "pool \(externalID)", at: nil))
                known.contests.pools[externalID] = id
                known.contests.nextPool = PoolID(id.number + 1)
                summary.imported += 1
            } catch let issue as ImportIssue {
                summary.refused.append(issue)
            } catch let refusal as Refusal {
                summary.refused.append(
                    ImportIssue(
                        file: file.path, place: nil, found: refusal.message,
                        expected: "a pool that keeps to the rules"))
            }
        }
        try appender.flush()
        summary.events = appender.count
        return summary
    }
}

extension PublishPool {
    /// A site's rankings as a player pool that somebody can publish.
    ///
    /// - Parameters:
    ///   - path: the file; - is standard input.
    ///   - columns: what the file calls its columns.
    /// - Throws: `ImportIssue` for what is wrong in the file, `InterchangeError` where it cannot be read.
    package init(rankingsAt path: String, columns: ColumnMap = ColumnMap()) throws {
        try self.init(rankings: try InputFile(path: path, columns: columns), named: path)
    }

    fileprivate init(rankings file: InputFile, named path: String) throws {
        let players = try RankingsParser.players(CSVReader(file), path: file.path)
        let title = URL(filePath: path).deletingPathExtension().lastPathComponent
        self.init(
            externalID: Self.externalID(of: players), title: path == "-" ? "Rankings" : title,
            players: players.enumerated().map { $1.listing(at: PlayerIndex(truncatingIfNeeded: $0)) })
    }

    /// "rankings-" and 16 hexadecimal digits of the SHA-256 of everything that the rankings say.
    private static func externalID(of players: [ImportedPlayer]) -> String {
        let content = players.map { player in
            let numbers = [
                player.byeWeek.map(Int.init), player.adp.map(Int.init), player.projectedPoints.map(Int.init),
            ]
            return [player.externalID, player.name, player.position.abbreviation, player.team].joined(
                separator: "\u{1F}")
                + numbers.map { $0.map(String.init) ?? "-" }.joined(separator: "\u{1F}")
        }
        let digest = LedgerCryptography(drawMaster: []).sha256(Array(content.joined(separator: "\u{1E}").utf8))
        let digits = String(digest.words.0, radix: 16)
        return "rankings-" + String(repeating: "0", count: 16 - digits.count) + digits
    }
}
