package import Draft
package import Reports
package import TextFormats

/// The answer to `what-if` about a contest: who would have gone on, and how each entry stands and would stand.
package struct ContestWhatIfPage: Page {
    var report: ContestWhatIfReport

    /// By entry, the id that its source knows it by.
    var externalIDs: [EntryID: String]

    /// The entry that is listed; nil for all.
    var entry: EntryID?

    /// So many rows of a round are shown to people; programs get all.
    var top: Int

    package init(_ report: ContestWhatIfReport, externalIDs: [EntryID: String], entry: EntryID?, top: Int) {
        self.report = report
        self.externalIDs = externalIDs
        self.entry = entry
        self.top = top
    }

    package func text(on terminal: Terminal) -> [StyledText] {
        let head = StyledText(report.title, .bold) + StyledText("  as of pos:\(report.ledgerPosition)", .dim)
        var lines = [head] + (changes + FigureTable.findingNotes(report.findings)).map { StyledText($0, .dim) }
        for round in report.rounds { lines += [.empty] + self.lines(of: round, on: terminal) }
        if let end = report.end { lines += [.empty, StyledText(words(end), .alarm)] }
        return lines + prizes(on: terminal)
    }

    // MARK: Words

    /// What is changed, and what that takes for granted.
    private var changes: [String] {
        var words: [String] = []
        switch report.change.scoring {
        case nil: break
        case .recorded(let name): words.append("by \(name) points instead of \(report.scoring.scoring)")
        case .statistics(let points, _): words.append("scoring: " + Self.words(points))
        }
        if let lineup = report.change.lineup {
            words.append("lineup: \(Self.words(lineup)) instead of \(Self.words(report.scoring.lineup))")
        }
        if let exchange = report.exchange {
            words.append(
                "pick \(exchange.pick) of entry \(exchange.entry): \(exchange.becomes.name) instead of "
                    + exchange.was.name)
            if let pick = exchange.laterPick, let other = exchange.laterEntry {
                words.append(
                    "pick \(pick) of entry \(other), which took \(exchange.becomes.name), takes "
                        + "\(exchange.was.name)")
            }
        }
        return words
    }

    /// "receptions 1.00, rushingYards 0.10": all that counts.
    private static func words(_ points: StatisticPoints) -> String {
        Statistic.allCases.filter { points[$0] != 0 }
            .map { "\($0.rawValue) \(Figures.hundredths(points[$0]))" }.joined(separator: ", ")
    }

    /// "1 QB, 2 RB, 3 WR, 1 TE, 1 FLEX"
    private static func words(_ lineup: Lineup) -> String {
        LineupSlot.starting.filter { lineup.count(of: $0) > 0 }
            .map { "\(lineup.count(of: $0)) \($0.abbreviation)" }.joined(separator: ", ")
    }

    private func words(_ end: ContestWhatIfReport.End) -> String {
        switch end {
        case .notPlayed(let round): "Round \(round) is not shown: none of its weeks has points."
        case .notClosed(let round):
            "Later rounds are not shown: the standings of round \(round) are not recorded."
        case .notDrawn(let round):
            "Round \(round) is not shown: its pods are not drawn."
        case .pointsMissing(let round, let lack): "Round \(round) is not shown. \(lack.description)"
        }
    }

    // MARK: Rounds

    private func lines(of round: ContestWhatIfReport.Round, on terminal: Terminal) -> [StyledText] {
        let through = round.throughWeek.map { "through week \($0)" } ?? "before its first week"
        var head = "Round \(round.number), \(through): "
        if round.terms.advancing > 0 {
            head +=
                round.gained + round.lost == 0
                ? "the same entries would advance."
                : "\(Figures.plural(round.gained, "entry", "entries")) would advance instead of "
                    + "\(Figures.grouped(round.lost))."
        } else {
            let moved = round.entries.count(where: \.isAffected)
            head += "\(Figures.plural(moved, "entry", "entries")) would have another place."
        }
        var notes: [String] = []
        if round.isRedrawn {
            notes.append("other entries would play it: its pods are drawn with the contest's secret")
        }
        if !round.isFinal { notes.append("not all of the round is final") }
        // Changes of advancing entries come first: they are the main question.
        let affected =
            entry.map { entry in round.entries.filter { $0.entry == entry } }
            ?? (round.entries.filter { $0.wouldGoOn || $0.wouldGoOut }
                + round.entries.filter { $0.isAffected && !$0.wouldGoOn && !$0.wouldGoOut })
        return [StyledText(head, .bold)] + notes.map { StyledText($0, .dim) } + table(affected, on: terminal)
    }

    private func table(_ entries: [ContestWhatIfReport.Entry], on terminal: Terminal) -> [StyledText] {
        guard !entries.isEmpty else { return [] }
        var table = TextTable([
            .init("room", .trailing), .init("entry", .trailing), .init("external id", shrinks: true),
            .init("user", .trailing), .init("points", .trailing), .init("would be", .trailing),
            .init("place", .trailing), .init("would be", .trailing), .init("advances"), .init("would"),
        ])
        for entry in entries.prefix(top) {
            let (was, becomes) = (entry.was, entry.becomes)
            table.rows.append([
                StyledText("\(entry.entry.room)"), StyledText("\(entry.entry)"),
                StyledText(externalIDs[entry.entry] ?? ""), StyledText(entry.user.map { "\($0)" } ?? ""),
                StyledText(was.map { Figures.hundredths($0.points) } ?? ""),
                StyledText(becomes.map { Figures.hundredths($0.points) } ?? "", .bold),
                StyledText(was?.place.map { "\($0)" } ?? ""), StyledText(becomes?.place.map { "\($0)" } ?? "", .bold),
                StyledText(was?.advances == true ? "yes" : ""),
                StyledText(becomes?.advances == true ? "yes" : "", .bold),
            ])
        }
        table.dropEmptyColumns()
        let hidden = entries.count - table.rows.count
        return table.lines(on: terminal)
            + (hidden > 0 ? [StyledText("and \(Figures.plural(hidden, "entry", "entries")) more", .dim)] : [])
    }

    private func prizes(on terminal: Terminal) -> [StyledText] {
        guard let prizes = report.prizes else { return [] }
        let listed = entry.map { entry in prizes.filter { $0.entry == entry } } ?? prizes
        guard !listed.isEmpty else { return [.empty, StyledText("No prize would change.", .bold)] }
        var table = TextTable([
            .init("entry", .trailing), .init("external id", shrinks: true), .init("user", .trailing),
            .init("place", .trailing), .init("wins", .trailing), .init("would be", .trailing),
            .init("would win", .trailing),
        ])
        for prize in listed.prefix(top) {
            table.rows.append([
                StyledText("\(prize.entry)"), StyledText(externalIDs[prize.entry] ?? ""),
                StyledText(prize.user.map { "\($0)" } ?? ""), StyledText(prize.was.map { "\($0.place)" } ?? ""),
                StyledText(prize.was.map { Figures.money($0.amount) } ?? ""),
                StyledText(prize.becomes.map { "\($0.place)" } ?? "", .bold),
                StyledText(prize.becomes.map { Figures.money($0.amount) } ?? "", .bold),
            ])
        }
        table.dropEmptyColumns()
        let count = Figures.plural(prizes.count, "entry", "entries")
        return [.empty, StyledText("\(count) would win another prize, by the contest's prize table.", .bold)]
            + table.lines(on: terminal)
    }
}

// MARK: Programs

extension ContestWhatIfPage {
    private func isListed(_ other: EntryID) -> Bool { entry == nil || entry == other }

    /// `{"contest","tournament","season","change":{"scoring","statistics","lineup","pick"},"rounds":[{"round",
    /// "throughWeek","isFinal","isClosed","isRedrawn","gained","lost","entries":[{"entry","externalID","room","user","was",
    /// "becomes"}]}],"end":{"round","reason","message"},"prizes":[…],"position"}`; `prizes` is null where they are not known.
    package var json: JSON {
        [
            "contest": .of(report.title), "tournament": .of(report.tournament), "season": .of(report.season),
            "scoring": .of(report.scoring.scoring), "change": change,
            "rounds": .array(report.rounds) { round in
                [
                    "round": .of(round.number), "throughWeek": .of(round.throughWeek),
                    "isFinal": .of(round.isFinal), "isClosed": .of(round.isClosed),
                    "isRedrawn": .of(round.isRedrawn), "gained": .of(round.gained), "lost": .of(round.lost),
                    "entries": .array(round.entries.filter { isListed($0.entry) }) { entry in
                        identity(entry.entry, entry.user).adding([
                            "was": entry.was.map(side) ?? .null, "becomes": entry.becomes.map(side) ?? .null,
                        ])
                    },
                ]
            },
            "end": report.end.map { ["round": .of(round($0)), "reason": .of(reason($0)), "message": .of(words($0))] }
                ?? .null,
            "prizes": report.prizes.map { prizes in
                .array(prizes.filter { isListed($0.entry) }) { prize in
                    identity(prize.entry, prize.user).adding([
                        "was": prize.was.map(award) ?? .null, "becomes": prize.becomes.map(award) ?? .null,
                    ])
                }
            } ?? .null, "position": .of(report.ledgerPosition),
        ]
    }

    private func identity(_ entry: EntryID, _ user: UserID?) -> JSON {
        [
            "entry": .of(entry), "externalID": .name(externalIDs[entry] ?? ""), "room": .of(entry.room),
            "user": .of(user),
        ]
    }

    private var change: JSON {
        var scoring: String?
        var statistics: JSON = .null
        switch report.change.scoring {
        case nil: break
        case .recorded(let name): scoring = name
        case .statistics(let points, _):
            statistics = .object(Statistic.allCases.map { JSON.Member($0.rawValue, .of(points[$0])) })
        }
        return [
            "scoring": .of(scoring), "statistics": statistics,
            "lineup": report.change.lineup.map { lineup in
                .object(LineupSlot.starting.map { JSON.Member($0.abbreviation, .of(lineup.count(of: $0))) })
            } ?? .null,
            "pick": report.exchange.map { exchange in
                [
                    "pickNumber": .of(exchange.pick), "entry": .of(exchange.entry),
                    "was": .of(exchange.was.name), "becomes": .of(exchange.becomes.name),
                    "laterPickNumber": .of(exchange.laterPick), "laterEntry": .of(exchange.laterEntry),
                ]
            } ?? .null,
        ]
    }

    private func side(_ side: ContestWhatIfReport.Side) -> JSON {
        [
            "pointsHundredths": .of(side.points), "bestWeekHundredths": .of(side.bestWeek), "place": .of(side.place),
            "advances": .of(side.advances), "pod": .of(side.pod),
        ]
    }

    private func award(_ award: ContestWhatIfReport.Award) -> JSON {
        ["place": .of(award.place), "cents": .of(award.amount.value)]
    }

    private func round(_ end: ContestWhatIfReport.End) -> Int {
        switch end {
        case .notPlayed(let round), .notClosed(let round), .notDrawn(let round), .pointsMissing(let round, _): round
        }
    }

    private func reason(_ end: ContestWhatIfReport.End) -> String {
        switch end {
        case .notPlayed: "notPlayed"
        case .notClosed: "notClosed"
        case .notDrawn: "notDrawn"
        case .pointsMissing: "pointsMissing"
        }
    }

    /// One row an entry and round.
    package var csv: CSVTable {
        CSVTable(
            [
                "round", "entry", "externalID", "room", "user", "pointsHundredthsWas", "placeWas", "advancesWas",
                "pointsHundredthsBecomes", "placeBecomes", "advancesBecomes",
            ],
            report.rounds.flatMap { round in
                round.entries.filter { isListed($0.entry) }.map { entry in
                    [
                        .of(round.number), .of(entry.entry), .name(externalIDs[entry.entry] ?? ""),
                        .of(entry.entry.room), .of(entry.user), .of(entry.was?.points), .of(entry.was?.place),
                        .of(entry.was?.advances), .of(entry.becomes?.points), .of(entry.becomes?.place),
                        .of(entry.becomes?.advances),
                    ]
                }
            })
    }
}
