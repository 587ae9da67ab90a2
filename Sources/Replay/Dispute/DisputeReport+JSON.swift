import Draft
import DraftLedger
import Records
public import TextFormats

extension DisputeReport {
    /// As others script against it:
    /// `{"room","pickNumber","label","seat","claimant","verdict","headline","case","terms","reasons":[{"rule","bearing","text","positions"}],
    /// "timeline":[…]}`. A missing value is null; so is `case`, as of a pick without one.
    public var json: JSON { Self.members.json(of: Judged(report: self)) }

    /// The report with the case that was judged; nil for a pick without one.
    package struct Judged: Sendable {
        package var report: DisputeReport
        package var record: CaseRecord?

        package init(report: DisputeReport, record: CaseRecord? = nil) { (self.report, self.record) = (report, record) }
    }

    package static let members = Members<Judged>(
        "PickDispute",
        [
            .init("room") { $0.report.room }, .init("pickNumber") { $0.report.pickNumber },
            .init("label") { $0.report.label }, .init("seat") { $0.report.seat },
            .init("claimant") { $0.report.claimant }, .init("verdict") { $0.report.verdict.name },
            .init("headline") { $0.report.headline }, .init("case", CaseRecord.members, orNull: \.record),
            .init("terms") { $0.report.terms }, .init("reasons", each: Reason.members) { $0.report.reasons },
            .init("timeline", each: moment) { $0.report.timeline },
        ])

    private static let moment: Members<Moment> = [
        .init("position") { $0.position }, .init("type") { $0.type.name }, .init("occurredAt") { $0.occurredAt },
        .init("recordedAt") { $0.recordedAt }, .init("seat") { $0.seat }, .init("isClaimants") { $0.isClaimants },
        .init("marginToDeadlineMicroseconds") { $0.marginToDeadline },
        .init("marginToGraceMicroseconds") { $0.marginToGrace }, .init("text") { $0.text },
    ]
}

extension DisputeReport.Reason {
    package static let members = Members<Self>(
        "DisputeReason",
        [
            .init("rule") { $0.rule.rawValue }, .init("bearing") { $0.bearing?.name }, .init("text") { $0.text },
            .init("positions") { $0.positions },
        ])
}
