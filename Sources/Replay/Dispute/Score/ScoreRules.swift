import Draft
import DraftLedger

/// Checks whether a round closed by the contest's rules, for one week and one pod.
struct ScoreRules {
    private let facts: ScoreFacts

    init(_ facts: ScoreFacts) { self.facts = facts }

    var reasons: [DisputeReport.Reason] {
        let corrections = facts.tellings.filter(\.isCorrection)
        var reasons = corrections.flatMap { unexplained($0) + window(of: $0) }
        reasons += assigned() + closing(corrections) + facts.draws.flatMap(drawn)
        if !corrections.isEmpty {
            reasons.append(
                .init(
                    .evidence, for: nil, "No record shows whether a source reported a game correctly.",
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
                    "The contest's rules set no days for corrections: a correction counts if it is recorded when the "
                        + "round closes.", positions)
            ]
        }
        let margin = (telling.recordedAt - end).words
        return [
            facts.isLate(telling)
                ? .init(
                    .window, for: .rejected,
                    "The correction was recorded \(margin) after \(end.iso8601), the end of corrections of "
                        + "the week: it does not count.", positions, about: .correction,
                    answer:
                        "The correction\(words(of: telling)) came after the time for corrections, which ended on "
                        + "\(end.spokenDay), so it does not count.\(outcome)")
                : .init(
                    .window, for: .rejected,
                    "The correction was recorded \(margin) before \(end.iso8601), the end of corrections of "
                        + "the week: it counts.", positions, about: .correction,
                    answer: "The correction\(words(of: telling)) came within the time for corrections, which ended "
                        + "on \(end.spokenDay), so it counts.\(outcome)")
        ]
    }

    private func closing(_ corrections: [ScoreFacts.Telling]) -> [DisputeReport.Reason] {
        guard let closing = facts.closing, let version = facts.closedVersion else {
            return [
                .init(
                    .closing, for: .undecidable,
                    "Round \(facts.round) is not closed: closing decides which points count.", [])
            ]
        }
        return early(closing) + leftOut(corrections, closing, version) + standings(closing, version)
    }

    /// A round must not be closed while corrections count.
    private func early(_ closing: RecordedEvent) -> [DisputeReport.Reason] {
        guard let days = facts.rounds.correctionDays else { return [] }
        let ends = facts.terms.weeks.compactMap { week in
            facts.season.correctionsEnd(week: week, scoring: facts.scoring.scoring, days: days)
        }
        guard let end = ends.max(), closing.recordedAt <= end else { return [] }
        return [
            .init(
                .closing, for: .upheld,
                "Round \(facts.round) closed \((closing.recordedAt - end).words) before the end of corrections "
                    + "of its weeks, \(end.iso8601).", [closing.position])
        ]
    }

    /// Checks whether the round's version includes the corrections that count.
    private func leftOut(
        _ corrections: [ScoreFacts.Telling], _ closing: RecordedEvent, _ version: UInt32
    ) -> [DisputeReport.Reason] {
        corrections.filter { $0.version > version }.compactMap { telling in
            let positions = telling.events.map(\.position)
            // The first portion of a round fixes the version for all of them.
            if telling.recordedAt > (facts.closings.first ?? closing).recordedAt {
                return .init(
                    .closing, for: nil,
                    "The correction was recorded after round \(facts.round) was closed, so it has no effect.",
                    positions,
                    about: .correction,
                    answer:
                        "The correction\(words(of: telling)) came after round \(facts.round) was closed, so it changes "
                        + "nothing.\(outcome)")
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
                "Round \(facts.round) closed as of version \(version) of the season, although this correction was recorded "
                    + "by then: the operator may choose the version. By the first version the entry is at place "
                    + "\(chosen), by the second at place \(latest).", positions + [closing.position])
        }
    }

    private func place(_ points: SeasonPoints) -> Int {
        (facts.standings(points).firstIndex { $0.entry == facts.entry } ?? 0) + 1
    }

    /// Recomputes the pod by the rules and as of the version that the closing names.
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
                    "By the rules the entry has \(text) in round \(facts.round); recorded are "
                        + "\(stated.points.pointsText) points and place \(stated.place).", [closing.position])
            ]
        }
        let others = Set(counted).symmetricDifference(facts.recorded).map(\.entry)
        var reasons = [
            DisputeReport.Reason(
                .standing, for: .rejected,
                "Round \(facts.round) closed as of version \(version) of the season: by the rules the entry has \(text), and "
                    + "this is recorded. \(advancement(of: counted.count))", [closing.position],
                answer: "Round \(facts.round) was closed by the rules.\(outcome)")
        ]
        if !others.isEmpty {
            reasons.append(
                .init(
                    .standing, for: nil,
                    "The record differs from the rules for other entries of the pod: entries "
                        + Set(others).sorted().map { "\($0)" }.joined(separator: ", ") + ".", [closing.position]))
        }
        return reasons
    }

    /// Names the statements of staff on whose points are whose. Where they take points from a player whom the rules would give
    /// them, and the entry's result depends on it, two people decided it: no record shows that they were right.
    private func assigned() -> [DisputeReport.Reason] {
        guard !facts.assignments.isEmpty else { return [] }
        let version = facts.closedVersion ?? facts.season.version
        let with = own(facts.points(asOf: version, isWindowed: true))
        let without = own(facts.points(asOf: version, isWindowed: true, isAssigned: false))
        return facts.assignments.filter { $0.version <= version }.map { assignment in
            let (statement, position) = (assignment.statement, assignment.recorded.position)
            let staff = assignment.recorded.origin?.actor.words ?? "staff"
            let claim =
                "the points of \(statement.name) are \(statement.belongs ? "" : "not ")those of "
                + "\(facts.name(statement.player.player)) of the pool"
            let reason = statement.reason.text.isEmpty ? "" : " Reason: \(statement.reason.text)"
            guard let denied = assignment.denied, with.points != without.points || with.place != without.place else {
                return .init(.standing, for: nil, "Stated by \(staff): \(claim).\(reason)", [position])
            }
            let result =
                "without such statements the entry has \(without.points.pointsText) points and place \(without.place) of "
                + "\(facts.pod.count); with them, \(with.points.pointsText) points and place \(with.place)"
            return .init(
                .standing, for: .undecidable,
                "Stated by \(staff), with the approval of user \(statement.approvedBy): \(claim), although "
                    + "\(statement.reasonOfFit(to: denied)). By the rules alone the points are \(denied.name)'s: \(result). "
                    + "No record shows whose points they are.\(reason)", [position],
                answer: "Staff stated that \(claim), and your result depends on it: \(result).")
        }
    }

    private func own(_ points: SeasonPoints) -> (points: Int64, place: Int) {
        let standings = facts.standings(points)
        let place = standings.firstIndex { $0.entry == facts.entry } ?? 0
        return (standings[place].points, place + 1)
    }

    private func advancement(of count: Int) -> String {
        isFinal ? "It is the final round." : "\(facts.terms.advancing) of \(count) advance."
    }

    private var isFinal: Bool { facts.round == facts.rounds.rounds.count || facts.terms.advancing == 0 }

    /// " Your entry has 2,329.60 points, is at place 2 of 4, and advances."; empty before the round is closed.
    private var outcome: String {
        guard let stated = facts.recorded.first(where: { $0.entry == facts.entry }) else { return "" }
        let fate = isFinal ? "" : stated.place <= facts.terms.advancing ? ", and advances" : ", and does not advance"
        return
            " Your entry has \(stated.points.pointsText) points and place \(stated.place) of \(facts.pod.count)\(fate)."
    }

    /// " of Alab Benbason (5.30 to 33.00) and 2 other players", a player of the entry first.
    private func words(of telling: ScoreFacts.Telling) -> String {
        let scores = telling.events.compactMap { recorded in
            if case .scored(let scored) = recorded.event.score { scored } else { nil }
        }
        let points = facts.points(asOf: telling.version, isWindowed: false)
        let own = Set((facts.rosters[facts.entry] ?? []).flatMap { points.subjects(of: $0) })
        guard let scored = scores.first(where: { own.contains(SeasonPlayer($0)) }) ?? scores.first else { return "" }
        let before = scored.replaces.map { $0.pointsText } ?? "no points"
        let others = scores.count - 1
        return " of \(scored.name) (\(before) to \(scored.points.pointsText))"
            + (others == 0 ? "" : " and \(others) other player\(others == 1 ? "" : "s")")
    }

    /// Whether the entry plays against whom the draw has it play against: the secret is the one that the contest had
    /// committed to, and draws what is on record out of those who came through.
    private func drawn(_ drawing: PodDrawing) -> [DisputeReport.Reason] {
        let round = drawing.round
        guard let commitment = drawing.commitment else {
            return [
                .init(
                    .draw, for: .upheld,
                    "The pods of round \(round) were drawn with a secret that the contest had not committed to.",
                    drawing.positions)
            ]
        }
        let positions = [commitment.position] + drawing.positions
        guard drawing.isCommitted else {
            return [
                .init(
                    .draw, for: .upheld,
                    "The pods of round \(round) were drawn with another secret than the contest had committed to.",
                    positions)
            ]
        }
        if let difference = drawing.difference(in: facts.contest.id) {
            return [
                .init(
                    .draw, for: .upheld,
                    "The pods of round \(round) differ from the draw by its secret: at place \(difference.place) of the "
                        + "draw \(Self.words(difference.onRecord)) is recorded; recomputed, it is "
                        + "\(Self.words(difference.drawnAgain)).", positions)
            ]
        }
        let pod = drawing.pod(of: facts.entry).map { "the entry is in pod \($0)" } ?? "the entry is not in a pod"
        return [
            .init(
                .draw, for: nil,
                "Recomputed from the committed secret and the \(drawing.entrants.count) "
                    + "advancing entries, the \(drawing.pods.count) pods of round \(round) are the same: \(pod).",
                positions)
        ]
    }

    private static func words(_ entry: EntryID?) -> String { entry.map { "entry \($0)" } ?? "no entry" }
}

extension ScoresAssigned {
    /// Why points would be a player's by the rules: "the names and the positions are the same".
    func reasonOfFit(to listing: PlayerListing) -> String {
        !externalID.isEmpty && listing.externalID == externalID
            ? "both have the external ID \(externalID)" : "the names and the positions are the same"
    }
}

extension BinaryInteger {
    /// Hundredths in words: "-1.05", "2,329.60".
    var pointsText: String {
        let (whole, rest) = magnitude.quotientAndRemainder(dividingBy: 100)
        return (self < 0 ? "-" : "") + "\(whole.grouped)." + (rest < 10 ? "0" : "") + "\(rest)"
    }

    /// In decimal digits with a comma before each three: "1,234".
    private var grouped: String {
        let digits = String(magnitude)
        return digits.enumerated().reduce(into: "") { text, digit in
            if digit.offset > 0, (digits.count - digit.offset) % 3 == 0 { text.append(",") }
            text.append(digit.element)
        }
    }
}
