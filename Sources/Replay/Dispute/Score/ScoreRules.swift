import Draft
import DraftLedger

/// Whether a round closed as the contest's rules have it, as far as one week and one pod are concerned.
struct ScoreRules {
    private let facts: ScoreFacts

    init(_ facts: ScoreFacts) { self.facts = facts }

    var reasons: [DisputeReport.Reason] {
        let corrections = facts.tellings.filter(\.isCorrection)
        var reasons = corrections.flatMap { unexplained($0) + window(of: $0) }
        reasons += closing(corrections) + facts.draws.flatMap(drawn)
        if !corrections.isEmpty {
            reasons.append(
                .init(
                    .evidence, for: nil, "Whether a source told the truth of a game, no record shows.",
                    corrections.flatMap { $0.events.map(\.position) }))
        }
        return reasons
    }

    /// The rules take a reason for a correction; in a record that may be the digest of it.
    private func unexplained(_ telling: ScoreFacts.Telling) -> [DisputeReport.Reason] {
        let silent = telling.events.filter { recorded in
            guard case .scored(let scored) = recorded.event.score else { return false }
            return scored.reason.text.isEmpty && scored.reason.digest == nil
        }
        guard !silent.isEmpty else { return [] }
        return [
            .init(
                .window, for: .upheld, "Points of a final week were changed without a reason.", silent.map(\.position))
        ]
    }

    private func window(of telling: ScoreFacts.Telling) -> [DisputeReport.Reason] {
        let positions = telling.events.map(\.position)
        guard let end = facts.correctionsEnd else {
            return [
                .init(
                    .window, for: nil,
                    "The contest's rules name no days in which corrections count: one counts that is on record when the "
                        + "round closes.", positions)
            ]
        }
        let margin = (telling.recordedAt - end).magnitudeText
        return [
            facts.isLate(telling)
                ? .init(
                    .window, for: .rejected,
                    "The correction was recorded \(margin) after \(end.iso8601), until when corrections of the week "
                        + "count: it changes nothing.", positions)
                : .init(
                    .window, for: .rejected,
                    "The correction was recorded \(margin) before \(end.iso8601), until when corrections of the week "
                        + "count: the rules allow it.", positions)
        ]
    }

    private func closing(_ corrections: [ScoreFacts.Telling]) -> [DisputeReport.Reason] {
        guard let closing = facts.closing, let version = facts.closedVersion else {
            return [
                .init(
                    .closing, for: .undecidable,
                    "Round \(facts.round) is not closed: what counts is decided when it is.", [])
            ]
        }
        return early(closing) + leftOut(corrections, closing, version) + standings(closing, version)
    }

    /// While corrections count, a round is not to be closed.
    private func early(_ closing: RecordedEvent) -> [DisputeReport.Reason] {
        guard let days = facts.rounds.correctionDays else { return [] }
        let ends = facts.terms.weeks.compactMap { week in
            facts.season.correctionsEnd(week: week, scoring: facts.scoring.scoring, days: days)
        }
        guard let end = ends.max(), closing.recordedAt <= end else { return [] }
        return [
            .init(
                .closing, for: .upheld,
                "Round \(facts.round) closed \((closing.recordedAt - end).magnitudeText) before corrections of its weeks "
                    + "had ended, \(end.iso8601).", [closing.position])
        ]
    }

    /// Whether the version as of which the round closed has what counts, and which it left out.
    private func leftOut(
        _ corrections: [ScoreFacts.Telling], _ closing: RecordedEvent, _ version: UInt32
    ) -> [DisputeReport.Reason] {
        corrections.filter { $0.version > version }.compactMap { telling in
            let positions = telling.events.map(\.position)
            // The first portion of a round fixes the version for all of them.
            if telling.recordedAt > (facts.closings.first ?? closing).recordedAt {
                return .init(
                    .closing, for: nil, "The correction came when round \(facts.round) was closed, which stands.",
                    positions)
            }
            if facts.isLate(telling) { return nil }
            guard facts.rounds.correctionDays == nil else {
                return .init(
                    .closing, for: .upheld,
                    "Round \(facts.round) closed as of version \(version) of the season, which leaves out this correction, "
                        + "recorded in time.", positions + [closing.position])
            }
            let chosen = place(facts.points(asOf: version, isWindowed: false))
            let latest = place(facts.points(asOf: telling.version, isWindowed: false))
            return .init(
                .closing, for: chosen == latest ? nil : .undecidable,
                "Round \(facts.round) closed as of version \(version) of the season, although this correction was on record "
                    + "by then: the rules leave it to the house as of which version. By the one the entry is at place "
                    + "\(chosen), by the other at place \(latest).", positions + [closing.position])
        }
    }

    private func place(_ points: SeasonPoints) -> Int {
        (facts.standings(points).firstIndex { $0.entry == facts.entry } ?? 0) + 1
    }

    /// Counts the pod once more, as the rules have it and as of the version that the closing names.
    private func standings(_ closing: RecordedEvent, _ version: UInt32) -> [DisputeReport.Reason] {
        let ranked = facts.standings(facts.points(asOf: version, isWindowed: true))
        let counted = ranked.enumerated().map { place, score in
            RoundStanding(
                entry: score.entry, points: Int32(clamping: score.points),
                bestWeek: Int32(clamping: score.bestWeek ?? 0), place: UInt32(place + 1))
        }
        guard let own = counted.first(where: { $0.entry == facts.entry }),
            let stated = facts.recorded.first(where: { $0.entry == facts.entry })
        else { return [] }
        let text = "\(own.points.pointsText) points and place \(own.place) of \(counted.count)"
        if own != stated {
            return [
                .init(
                    .standing, for: .upheld,
                    "By the rules the entry has \(text) in round \(facts.round); on record are "
                        + "\(stated.points.pointsText) points and place \(stated.place).", [closing.position])
            ]
        }
        let others = Set(counted).symmetricDifference(facts.recorded).map(\.entry)
        var reasons = [
            DisputeReport.Reason(
                .standing, for: .rejected,
                "Round \(facts.round) closed as of version \(version) of the season: by the rules the entry has \(text), and "
                    + "that is on record. \(facts.terms.advancing) of \(counted.count) go on.", [closing.position])
        ]
        if !others.isEmpty {
            reasons.append(
                .init(
                    .standing, for: nil,
                    "Of others in the pod the record says otherwise than the rules: entries "
                        + Set(others).sorted().map { "\($0)" }.joined(separator: ", ") + ".", [closing.position]))
        }
        return reasons
    }

    /// Whether the entry plays against whom the draw has it play against: the secret is the one that the contest had
    /// committed to, and draws what is on record out of those who came through.
    private func drawn(_ drawing: PodDrawing) -> [DisputeReport.Reason] {
        let round = drawing.round
        guard let commitment = drawing.commitment else {
            return [
                .init(
                    .draw, for: .upheld,
                    "The pods of round \(round) were drawn by a secret to which the contest had not committed.",
                    drawing.positions)
            ]
        }
        let positions = [commitment.position] + drawing.positions
        guard drawing.isCommitted else {
            return [
                .init(
                    .draw, for: .upheld,
                    "The pods of round \(round) were drawn by another secret than the contest had committed to.",
                    positions)
            ]
        }
        if let difference = drawing.difference(in: facts.contest.id) {
            return [
                .init(
                    .draw, for: .upheld,
                    "The pods of round \(round) are not those that its secret draws: at place \(difference.place) of the "
                        + "draw \(Self.words(difference.onRecord)) stands on record; drawn once more, it is "
                        + "\(Self.words(difference.drawnAgain)).", positions)
            ]
        }
        let pod = drawing.pod(of: facts.entry).map { "the entry is in pod \($0)" } ?? "the entry is in none"
        return [
            .init(
                .draw, for: nil,
                "Drawn once more from the secret that the contest had committed to, out of the \(drawing.entrants.count) "
                    + "entries that came through, the \(drawing.pods.count) pods of round \(round) are the same: \(pod).",
                positions)
        ]
    }

    private static func words(_ entry: EntryID?) -> String { entry.map { "entry \($0)" } ?? "nobody" }
}

extension BinaryInteger {
    /// Hundredths of a point in words: "-1.05".
    var pointsText: String {
        let (whole, rest) = magnitude.quotientAndRemainder(dividingBy: 100)
        return (self < 0 ? "-" : "") + "\(whole)." + (rest < 10 ? "0" : "") + "\(rest)"
    }
}
