public import Draft
import DraftLedger
public import TextFormats

// The reports as the JSON that others script against; see the design's `interfaces.md`. A missing value is null.

extension JSONWriter {
    /// `{"ok","size","room","checked":{…},"findingCount","findings":[{"position","stream","rule",…}]}`
    public mutating func value(_ report: AuditReport) {
        beginObject()
        name("ok")
        value(report.isClean)
        name("size")
        value(report.size)
        name("room")
        optional(report.room?.number) { $0.value($1) }
        name("checked")
        beginObject()
        for (name, count) in report.counts.named {
            self.name(name)
            value(count)
        }
        endObject()
        name("findingCount")
        value(report.findingCount)
        name("findings")
        array(report.findings) { $0.value($1) }
        endObject()
    }

    private mutating func value(_ finding: AuditFinding) {
        beginObject()
        name("position")
        optional(finding.position) { $0.value($1) }
        name("stream")
        optional(finding.stream?.description) { $0.value($1) }
        name("rule")
        value(finding.rule.rawValue)
        name("expected")
        value(finding.expected)
        name("actual")
        value(finding.actual)
        name("message")
        value(finding.message)
        endObject()
    }

    /// `{"room","pickNumber","label","seat","claimant","verdict","case","reasons":[{"rule","bearing","text","positions"}],
    /// "timeline":[…]}`
    ///
    /// - Parameter record: the case that was judged; null where it was a pick without one.
    public mutating func value(_ report: DisputeReport, of record: CaseRecord? = nil) {
        beginObject()
        name("room")
        value(report.room.number)
        name("pickNumber")
        value(report.pickNumber)
        name("label")
        value(report.label)
        name("seat")
        value(report.seat)
        name("claimant")
        optional(report.claimant?.number) { $0.value($1) }
        name("verdict")
        value(report.verdict.name)
        name("case")
        optional(record) { $0.value($1) }
        name("reasons")
        array(report.reasons) { writer, reason in
            writer.beginObject()
            writer.name("rule")
            writer.value(reason.rule.rawValue)
            writer.name("bearing")
            writer.optional(reason.bearing?.name) { $0.value($1) }
            writer.name("text")
            writer.value(reason.text)
            writer.name("positions")
            writer.array(reason.positions) { $0.value($1) }
            writer.endObject()
        }
        name("timeline")
        array(report.timeline) { $0.value($1) }
        endObject()
    }

    /// A case about which the rules can say nothing: as a dispute, with a null verdict and the reason under `unjudged`.
    public mutating func value(_ record: CaseRecord, unjudged reason: String) {
        beginObject()
        name("room")
        value(record.opened.room.number)
        name("pickNumber")
        value(record.opened.pick)
        name("label")
        null()
        name("seat")
        value(record.opened.seat)
        name("claimant")
        optional(record.opened.claimant?.number) { $0.value($1) }
        name("verdict")
        null()
        name("unjudged")
        value(reason)
        name("case")
        value(record)
        name("reasons")
        array([String]()) { $0.value($1) }
        name("timeline")
        array([String]()) { $0.value($1) }
        endObject()
    }

    private mutating func value(_ moment: DisputeReport.Moment) {
        beginObject()
        name("position")
        value(moment.position)
        name("type")
        value(moment.type.name)
        name("occurredAt")
        optional(moment.occurredAt) { $0.value($1) }
        name("recordedAt")
        value(moment.recordedAt)
        name("seat")
        optional(moment.seat) { $0.value($1) }
        name("isClaimants")
        value(moment.isClaimants)
        name("marginToDeadlineMicroseconds")
        optional(moment.marginToDeadline?.microseconds) { $0.value($1) }
        name("marginToGraceMicroseconds")
        optional(moment.marginToGrace?.microseconds) { $0.value($1) }
        name("text")
        value(moment.text)
        endObject()
    }
}

extension JSONWriter {
    mutating func optional<Value>(_ value: Value?, _ write: (inout JSONWriter, Value) -> Void) {
        if let value { write(&self, value) } else { null() }
    }

    mutating func array<Element>(_ elements: [Element], _ write: (inout JSONWriter, Element) -> Void) {
        beginArray()
        for element in elements { write(&self, element) }
        endArray()
    }
}

extension DisputeResolved.Verdict {
    /// The stable string: `upheld`, `rejected`, `undecidable`.
    public var name: String { String(describing: self) }
}
