import Draft
public import DraftLedger

/// Brings history from files into a ledger.
///
/// What other sites tell is turned into commands, and the rules that decide everything else decide on them too. Command
/// ids derive from the source's own ids, so an import that is repeated, or taken up again after a crash, appends what is
/// missing and nothing twice. `jsonl` alone takes events as they are: a ledger's own, which the rules have seen once;
/// whether they kept them, `audit` tells.
public struct HistoryImport: Sendable {
    public var dialect: ImportDialect

    /// For `mfl`: the file with the site's players; nil to let ids stand for names.
    public var playersFile: String?

    /// For `underdog`: what the export's owner is called, since the file does not say.
    public var user = "me"

    /// For `underdog`: the rounds of all drafts in the files, 1-30; nil to go by their picks. An export does not say how
    /// many rounds a draft has. Its contest's longest entry shows it; but while each entry of that length belongs to a slow
    /// draft (more than two minutes a pick) that was picked for in the last seven days before the newest pick of the
    /// files, its drafts are taken for ones of 18 rounds. Where
    /// a later import shows or states other rounds, the importer voids the room and the draft gets another one.
    public var rounds: UInt8?

    /// Do everything but append.
    public var isDryRun = false

    /// Told how far the import has come: drafts, or lines of `jsonl`.
    public var progress: ProgressHandler?

    public init(_ dialect: ImportDialect) { self.dialect = dialect }

    /// Imports files as one batch: a draft's rows may be spread over them.
    ///
    /// - Parameters:
    ///   - paths: "-" stands for standard input. Whatever gzip packed is unpacked.
    ///   - ledger: opened for writing, or, for a dry run, for reading; nil, for a dry run, for an empty one.
    /// - Returns: what went in, and why the rest did not.
    /// - Throws: `InterchangeError` for files that cannot be read and for `rounds` that no draft of the dialect can have,
    ///   `DraftLedgerError` for a ledger that cannot be written. Whole batches that went in before it stay in.
    public func run(_ paths: [String], into ledger: DraftLedger?) throws -> ImportSummary {
        try checkRounds()
        switch dialect {
        case .bbm:
            var parser = BBMParser()
            for path in paths { try parser.read(try InputFile(path: path)) }
            return try add(parser.finish(), to: ledger)
        case .underdog:
            var parser = UnderdogParser(user: user, rounds: rounds)
            for path in paths { try parser.read(try InputFile(path: path)) }
            return try add(parser.finish(), to: ledger)
        case .mfl: return try importMFL(paths, into: ledger)
        case .rankings: return try RankingsImporter(appender(for: ledger)).run(paths, into: ledger)
        case .jsonl:
            return try JSONLinesImporter(ledger: ledger, isDryRun: isDryRun, progress: progress).run(paths)
        }
    }

    private func checkRounds() throws(InterchangeError) {
        guard let rounds else { return }
        guard dialect == .underdog else {
            throw InterchangeError(.unfitOption, "Rounds can be stated for underdog; a file of \(dialect) has its own.")
        }
        guard Ruleset.allowedRounds.contains(rounds) else {
            throw InterchangeError(.unfitOption, "A draft has 1-30 rounds; \(rounds) were stated.")
        }
    }

    private func importMFL(_ paths: [String], into ledger: DraftLedger?) throws -> ImportSummary {
        var list: MFLPlayerList?
        if let playersFile {
            var file = try InputFile(path: playersFile)
            do throws(ImportIssue) {
                list = try MFLPlayerList(try file.restOrIssue(), path: file.path)
            } catch {
                var summary = ImportSummary()
                summary.refused = [error]
                return summary
            }
        }
        var parser = MFLParser(players: list)
        for path in paths {
            var file = try InputFile(path: path)
            parser.read(try file.rest(), path: file.path)
        }
        var summary = try add(parser.finish(), to: ledger)
        if list == nil {
            summary.notes.append("Without the site's player list (--players) the players' ids stand for their names.")
        }
        return summary
    }

    private func add(_ batch: some ImportBatch, to ledger: DraftLedger?) throws -> ImportSummary {
        let importer = DraftImporter(
            batch, known: try ledger.map(KnownHistory.init) ?? KnownHistory(), ledger: ledger,
            appender: appender(for: ledger))
        return try importer.run(progress: progress)
    }

    private func appender(for ledger: DraftLedger?) -> ImportAppender {
        ImportAppender(ledger: isDryRun ? nil : ledger)
    }
}
