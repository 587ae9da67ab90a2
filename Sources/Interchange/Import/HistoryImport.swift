import Draft
package import DraftLedger

/// Brings history from files into a ledger.
///
/// Data of other sites is turned into commands, and the rules that decide everything else decide on them too. Command
/// ids derive from the source's own ids, so an import that is repeated, or taken up again after a crash, appends what is
/// missing and nothing twice. `jsonl` alone takes events as they are: a ledger's own, which the rules have seen once;
/// a review tells whether they kept them.
package struct HistoryImport {
    package var source: ImportSource

    /// Of `bbm`, the rounds of all drafts, 1-30; nil to go by their picks: those that most drafts of a year have, and 18
    /// for drafts of twelve. A draft with fewer is cut, and refused.
    package var rounds: UInt8?

    /// The names of columns in the files. A `table` has its own map.
    package var columns = ColumnMap()

    /// The drafts that files of one kind may have; nil for any number.
    package var mostDrafts: Int?

    /// Do everything but append.
    package var isDryRun: Bool

    /// Told how far the import has come: drafts, or lines of `jsonl`.
    package var progress: ProgressHandler?

    /// The review of `jsonl` before it is imported; nil imports it without a review.
    package var review: (any HistoryReview)?

    /// Whether `jsonl` is imported whatever the review finds. Only into an empty ledger, which is marked permanently.
    package var takesAsFound: Bool

    package init(
        _ source: ImportSource, isDryRun: Bool = false, review: (any HistoryReview)? = nil, takesAsFound: Bool = false,
        rounds: UInt8? = nil,
        columns: ColumnMap = ColumnMap(), progress: ProgressHandler? = nil
    ) {
        self.columns = columns
        self.rounds = rounds
        self.source = source
        self.isDryRun = isDryRun
        self.review = review
        self.takesAsFound = takesAsFound
        self.progress = progress
    }

    /// Imports files as one batch: a draft's rows may be spread over them.
    ///
    /// - Parameters:
    ///   - paths: "-" stands for standard input. Whatever gzip packed is unpacked.
    ///   - ledger: opened for writing, or, for a dry run, for reading; nil, for a dry run, for an empty one.
    /// - Returns: what went in, and why the rest did not.
    /// - Throws: `InterchangeError` for files that cannot be read and for `rounds` that no draft can have,
    ///   `DraftLedgerError` for a ledger that cannot be written. Whole batches that went in before it stay in.
    package func run(_ paths: [String], into ledger: DraftLedger?) throws -> ImportSummary {
        // A history of events brings its own signatures.
        if let ledger, source.dialect != .jsonl, ledger.importSigning == nil { try ledger.signImports(by: nil) }
        return try accepting(paths, as: source.dialect) { try read($0, into: ledger) }
    }

    /// Records files about a season in a place that may be a ledger elsewhere: of each week, of each day or of each file what it
    /// does not have yet.
    ///
    /// - Parameters:
    ///   - paths: "-" stands for standard input. Whatever gzip packed is unpacked.
    ///   - place: is asked once for the season, and takes one part after the other.
    /// - Returns: what went in, and why the rest did not.
    /// - Throws: `InterchangeError` for files that cannot be read, and for a source that is not about a season; what the place
    ///   throws. What was imported before stays; a repeated import continues after it.
    package func run(_ paths: [String], into place: any SeasonPlace) throws -> ImportSummary {
        try accepting(paths, as: source.dialect) { try read($0, into: place) }
    }

    private func read(_ paths: [String], into place: any SeasonPlace) throws -> ImportSummary {
        switch source {
        case .scores(let terms): return try ScoresImporter(terms, to: place).run(paths, columns)
        case .adp(let terms): return try NotesImporter(terms, to: place).runPositions(paths, columns)
        case .players(let terms): return try NotesImporter(terms, to: place).runFacts(paths, columns)
        case .schedule(let terms): return try NotesImporter(terms, to: place).runGames(paths, columns)
        default:
            throw InterchangeError(.unfitOption, "\(source.dialect.rawValue) is not about a season.")
        }
    }

    /// Reads the files that are what they are taken for.
    private func accepting(
        _ paths: [String], as dialect: ImportDialect, _ read: ([String]) throws -> ImportSummary
    ) throws -> ImportSummary {
        var mistakes: [ImportIssue] = []
        let right = try paths.filter { path in
            let mistake = try Self.mistake(about: path, takenFor: dialect, hasMap: !columns.isEmpty)
            if let mistake { mistakes.append(mistake) }
            return mistake == nil
        }
        var summary = right.isEmpty && !mistakes.isEmpty ? ImportSummary() : try read(right)
        summary.refused = mistakes + summary.refused
        return summary
    }

    private func read(_ paths: [String], into ledger: DraftLedger?) throws -> ImportSummary {
        try Self.checkRounds(rounds)
        switch source {
        case .bbm:
            var parser = BBMParser(rounds: rounds)
            for path in paths { try parser.read(try InputFile(path: path, columns: columns)) }
            return try add(parser.finish(), to: ledger)
        case .underdog(let user, let rounds):
            try Self.checkRounds(rounds)
            var parser = UnderdogParser(user: user, rounds: rounds)
            for path in paths { try parser.read(try InputFile(path: path, columns: columns)) }
            return try add(parser.finish(), to: ledger)
        case .picks(let table, let terms): return try importTable(table, terms, paths, into: ledger)
        case .sleeper(let rounds):
            try Self.checkRounds(rounds)
            var parser = SleeperParser(rounds: rounds)
            for path in paths {
                var file = try InputFile(path: path, columns: columns)
                parser.read(try file.rest(), path: file.path)
            }
            return try add(parser.finish(), to: ledger)
        case .mfl(let players): return try importMFL(paths, players: players, into: ledger)
        case .rankings: return try RankingsImporter(appender(for: ledger)).run(paths, columns, into: ledger)
        case .scores, .adp, .players, .schedule:
            return try read(paths, into: LedgerSeasons(ledger: ledger, appender: appender(for: ledger)))
        case .jsonl:
            return try JSONLinesImporter(
                ledger: ledger, isDryRun: isDryRun, review: review, takesAsFound: takesAsFound, progress: progress
            ).run(paths)
        }
    }

    private static func checkRounds(_ rounds: UInt8?) throws(InterchangeError) {
        guard let rounds, !Ruleset.allowedRounds.contains(rounds) else { return }
        throw InterchangeError(
            .unfitOption, "A draft has \(Ruleset.allowedRounds.dashed) rounds; \(rounds) were stated.")
    }

    private func importTable(
        _ table: PickTable, _ terms: TableTerms, _ paths: [String], into ledger: DraftLedger?
    ) throws -> ImportSummary {
        try Self.checkRounds(terms.rounds)
        if let teams = terms.teams, !Ruleset.allowedTeams.contains(teams) {
            throw InterchangeError(
                .unfitOption, "A draft has \(Ruleset.allowedTeams.dashed) teams; \(teams) were stated.")
        }
        var parser = PickTableParser(table, terms)
        for path in paths { try parser.read(try InputFile(path: path, columns: columns)) }
        switch parser.finish() {
        case .own(let batch): return try add(batch, to: ledger)
        case .dump(let batch): return try add(batch, to: ledger)
        }
    }

    private func importMFL(_ paths: [String], players: String?, into ledger: DraftLedger?) throws -> ImportSummary {
        var list: MFLPlayerList?
        if let players {
            var file = try InputFile(path: players)
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
            var file = try InputFile(path: path, columns: columns)
            parser.read(try file.rest(), path: file.path)
        }
        var summary = try add(parser.finish(), to: ledger)
        if list == nil {
            summary.notes.append("Without the site's player list (--player-list) players are named by their IDs.")
        }
        return summary
    }

    private func add(_ batch: some ImportBatch, to ledger: DraftLedger?) throws -> ImportSummary {
        if let mostDrafts, batch.drafts.count > mostDrafts {
            throw InterchangeError(
                .tooLarge,
                "There are \(batch.drafts.count) drafts in the files; at most \(mostDrafts) are taken at a time.")
        }
        let importer = DraftImporter(
            batch, known: try ledger.map(KnownHistory.init) ?? KnownHistory(), ledger: ledger,
            appender: appender(for: ledger))
        return try importer.run(progress: progress)
    }

    private func appender(for ledger: DraftLedger?) -> ImportAppender {
        ImportAppender(ledger: isDryRun ? nil : ledger)
    }
}
