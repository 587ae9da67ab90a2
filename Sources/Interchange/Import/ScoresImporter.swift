package import Draft
import DraftLedger
import Foundation
import Records
import TextFormats

/// Facts that a file of scores does not contain.
package struct ScoreTerms: Hashable, Sendable {
    /// The year in which the season begins.
    package var season: SeasonID

    /// The name of the scoring by which the points are.
    package var scoring: String

    /// Why points are others than the ledger has; nil to leave out weeks with such.
    package var reason: String?

    /// Whether the weeks of the file are complete by it.
    package var isFinal: Bool

    package init(
        season: SeasonID, scoring: String = ScoringSet.halfPPR, reason: String? = nil, isFinal: Bool = false
    ) {
        self.season = season
        self.scoring = scoring
        self.reason = reason
        self.isFinal = isFinal
    }
}

/// Records what players scored in a season: of each week what the place does not have yet.
///
/// A score that it has otherwise is corrected, if somebody says why; else its week stays out. A player goes by the name
/// that the season knows him by, where the file only spells it otherwise.
struct ScoresImporter {
    private let terms: ScoreTerms
    private var place: any SeasonPlace
    private var desk: ImportDesk
    private var summary = ImportSummary()
    private var corrections = 0

    /// The players of the season by name and position, in the spelling that came first.
    private var spellings: [PlayerNaming.Key: [PlayerScore]] = [:]
    private var known: Set<SeasonPlayer> = []

    init(_ terms: ScoreTerms, to place: any SeasonPlace) throws {
        (self.terms, self.place) = (terms, place)
        desk = ImportDesk(
            dialect: ImportDialect.scores.rawValue, cryptography: place.cryptography, signing: place.signing)
        guard let season = try place.season(terms.season) else { return }
        desk.adopt(season)
        for scored in season.scores {
            remember(
                PlayerScore(
                    position: scored.position, points: scored.points, externalID: scored.externalID,
                    name: scored.name))
        }
    }

    consuming func run(_ paths: [String], _ columns: ColumnMap) throws -> ImportSummary {
        for path in paths {
            let file = try InputFile(path: path, columns: columns)
            let source = path == "-" ? "standard input" : URL(filePath: path).lastPathComponent
            do {
                let (weeks, passedOver) = try ScoresParser.weeks(
                    CSVReader(file), path: file.path, season: terms.season, scoring: terms.scoring)
                summary.notes += [passedOver.note(in: file.path)].compactMap(\.self)
                for week in weeks { try record(week, from: source, path: file.path) }
            } catch let issue as ImportIssue {
                summary.refused.append(issue)
            }
        }
        try place.finish()
        if corrections > 0 {
            summary.notes.append("\(corrections) \(corrections == 1 ? "score is" : "scores are") corrected.")
        }
        return summary
    }

    /// A week of a file, held against what the ledger has.
    private struct News {
        var week: UInt8
        var source: String
        var isFinal: Bool
        /// The players that the ledger has in that week, and the file does not.
        var missing: [String] = []
        var new: [PlayerScore] = []
        var changed: [(score: PlayerScore, known: Int32)] = []
    }

    private mutating func record(_ week: ScoresParser.Week, from source: String, path: String) throws {
        let season = desk.season(terms.season)
        var news = News(
            week: week.week, source: source,
            isFinal: season?.isFinal(week: week.week, scoring: terms.scoring) ?? false)
        var seen: Set<SeasonPlayer> = []
        var named: [PlayerNaming.Key: PlayerScore] = [:]
        for (index, row) in week.scores.enumerated() {
            var score = spelled(row)
            let other = named[Self.key(score)]
            // A player that is new in the season has the first spelling.
            if let other, !known.contains(SeasonPlayer(score)), score.externalID.isEmpty, other.externalID.isEmpty {
                score.name = other.name
            }
            named[Self.key(score)] = other ?? score
            guard seen.insert(SeasonPlayer(score)).inserted else {
                let issue = ImportIssue(
                    file: path, place: week.places[index],
                    found: "\(row.name) (\(row.position.abbreviation)), another spelling of \(score.name)",
                    expected: "each player once in week \(week.week); a column player_id tells namesakes apart")
                return summary.refused.append(issue)
            }
            let known = season?.score(of: SeasonPlayer(score), week: week.week, scoring: terms.scoring)?.points
            if let known, known != score.points { news.changed.append((score, known)) }
            if known == nil { news.new.append(score) }
        }
        if terms.isFinal {
            let told = Set(week.scores.map { SeasonPlayer(spelled($0)) })
            news.missing = (season?.scores ?? []).filter {
                $0.week == week.week && $0.scoring == terms.scoring && !told.contains(SeasonPlayer($0))
            }.map(\.name)
        }
        if let objection = objection(to: news) {
            let issue = ImportIssue(
                file: path, place: nil, found: objection.found, expected: objection.expected)
            return summary.refused.append(issue)
        }
        var trial = desk
        let commands = commands(for: news)
        let events: [PendingEvent]
        do throws(Refusal) {
            events = try decide(commands, at: &trial)
        } catch {
            let issue = ImportIssue(
                file: path, place: nil, found: "in week \(week.week) what the rules refuse (\(error.message))",
                expected: "points that keep to the rules")
            return summary.refused.append(issue)
        }
        if !news.missing.isEmpty {
            let names = news.missing.prefix(5).joined(separator: ", ") + (news.missing.count > 5 ? ", …" : "")
            summary.notes.append(
                "Week \(week.week): \(news.missing.count) with points in the ledger are not in \(source) and keep them: \(names)."
            )
        }
        guard !events.isEmpty else { return summary.skipped += 1 }
        do {
            try place.record(commands.map { .season(terms.season, $0) }, events: events)
        } catch let refused as PlaceRefused {
            let issue = ImportIssue(
                file: path, place: nil, found: "in week \(week.week) data that was refused (\(refused.reason))",
                expected: "valid data. Earlier weeks were imported; import the corrected file again to continue")
            return summary.refused.append(issue)
        }
        desk = trial
        for score in news.new { remember(score) }
        corrections += news.changed.count
        summary.imported += 1
        summary.events += UInt64(events.count)
    }

    /// The objection to a week that differs without a reason.
    private func objection(to news: News) -> (found: String, expected: String)? {
        guard terms.reason == nil else { return nil }
        if let first = news.changed.first {
            return (
                "\(Self.points(first.score.points)) points for \(first.score.name) in week \(news.week)",
                "\(Self.points(first.known)), as in the ledger, or --reason with the reason of the correction"
            )
        }
        guard news.isFinal, let first = news.new.first else { return nil }
        return (
            "points for \(first.name) in week \(news.week), which was final without this player",
            "no points, or --reason with the reason of the correction"
        )
    }

    /// First what is new, then what differs, then that the week is final.
    private func commands(for news: News) -> [SeasonCommand] {
        var commands: [SeasonCommand] = []
        let parts = [(news.new, news.isFinal), (news.changed.map(\.score), true)]
        for (scores, needsReason) in parts where !scores.isEmpty {
            commands.append(
                .recordScores(
                    RecordScores(
                        week: news.week, scoring: terms.scoring, source: news.source, scores: scores,
                        reason: Wording(needsReason ? terms.reason ?? "" : ""))))
        }
        if terms.isFinal, !news.isFinal { commands.append(.closeWeek(week: news.week, scoring: terms.scoring)) }
        return commands
    }

    private func decide(_ commands: [SeasonCommand], at desk: inout ImportDesk) throws(Refusal) -> [PendingEvent] {
        var events: [PendingEvent] = []
        for command in commands {
            // A season's version makes each of its commands one of its own, whatever comes back later.
            let version = desk.season(terms.season)?.version ?? 0
            events += try desk.decide(
                .season(terms.season, command), about: "season \(terms.season) version \(version)", at: nil)
        }
        return events
    }

    // MARK: Names

    private mutating func remember(_ score: PlayerScore) {
        guard known.insert(SeasonPlayer(score)).inserted else { return }
        spellings[Self.key(score), default: []].append(score)
    }

    private static func key(_ score: PlayerScore) -> PlayerNaming.Key {
        PlayerNaming(name: score.name, position: score.position, team: "").key
    }

    /// A score under the name that the season has for its player, where there is one such player and one of the two goes
    /// without an id.
    private func spelled(_ score: PlayerScore) -> PlayerScore {
        guard !known.contains(SeasonPlayer(score)) else { return score }
        guard let others = spellings[Self.key(score)], others.count == 1,
            score.externalID.isEmpty || others[0].externalID.isEmpty
        else { return score }
        var score = score
        (score.name, score.externalID) = (others[0].name, others[0].externalID)
        return score
    }

    /// "-0.40"
    private static func points(_ hundredths: Int32) -> String {
        let (whole, rest) = hundredths.magnitude.quotientAndRemainder(dividingBy: 100)
        return (hundredths < 0 ? "-" : "") + "\(whole)." + (rest < 10 ? "0" : "") + "\(rest)"
    }
}
