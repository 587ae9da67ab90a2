import Draft
import DraftLedger
import Records
public import TextFormats

extension ScoreReport {
    /// As others script against it. A missing value is null.
    public var json: JSON { Self.members.json(of: self) }

    package static let members: Members<ScoreReport> = [
        .init("entry") { $0.entry }, .init("claimant") { $0.claimant },
        .init("contest") { $0.contest }.former(today: "tournament"), .init("season") { $0.season },
        .init("week") { $0.week }, .init("round") { $0.round }, .init("podSize") { $0.podSize },
        .init("advancing") { $0.advancing }, .init("correctionsEnd") { $0.correctionsEnd },
        .init("closedAsOf") { $0.closedAsOf }, .init("recordedPointsHundredths") { $0.recorded?.points },
        .init("recordedPlace") { $0.recorded?.place }, .init("verdict") { $0.verdict.name },
        .init("headline") { $0.headline }, .init("reasons", each: DisputeReport.Reason.members) { $0.reasons },
        .init("steps", each: step) { $0.steps }, .init("podEntries", each: podEntry) { $0.podEntries },
        .init("draws", each: draw) { $0.draws },
    ]

    private static let step: Members<Step> = [
        .init("positions") { $0.positions }, .init("seasonVersion") { $0.seasonVersion },
        .init("recordedAt") { $0.recordedAt }, .init("isCorrection") { $0.isCorrection },
        .init("counts") { $0.counts }, .init("weekPointsHundredths") { $0.standing.week },
        .init("roundPointsHundredths") { $0.standing.round }, .init("place") { $0.standing.place },
        .init("changes", each: change) { $0.changes }, .init("lineup", each: Starter.members) { $0.lineup },
    ]

    private static let change: Members<Change> = [
        .init("playerName") { $0.name }, .init("beforeHundredths") { $0.before },
        .init("afterHundredths") { $0.after }, .init("isClaimants") { $0.isClaimants }, .init("source") { $0.source },
        .init("reason") { $0.reason },
    ]

    private static let podEntry: Members<PodEntry> = [
        .init("entry") { $0.entry }, .init("weekPointsHundredths") { $0.standing.week },
        .init("roundPointsHundredths") { $0.standing.round }, .init("bestWeekHundredths") { $0.bestWeek },
        .init("place") { $0.standing.place }, .init("recordedPointsHundredths") { $0.recorded?.points },
        .init("recordedPlace") { $0.recorded?.place }, .init("lineup", each: Starter.members) { $0.lineup },
    ]

    private static let draw: Members<Draw> = [
        .init("round") { $0.round }, .init("positions") { $0.positions },
        .init("secret") { $0.secret.hexadecimal }, .init("commitment") { $0.commitment?.hexadecimal },
        .init("committedAt") { $0.committedAt }, .init("entrants") { $0.entrants }, .init("pods") { $0.pods },
        .init("pod") { $0.pod },
    ]
}

extension ScoreReport.Starter {
    package static let members = Members<Self>(
        "Starter",
        [
            .init("playerName") { $0.name }, .init("slot") { $0.slot.abbreviation },
            .init("pointsHundredths") { $0.points },
        ])
}
