package import Draft
import Platform
import Records

/// The terms under which a history is judged: the versions of its rules, and the events that were imported from a file.
///
/// Made of the events of the ledger's own stream. `sentences` say them on top of audits, disputes and evidence bundles.
package struct HistoryTerms: Hashable, Sendable {
    /// Rules that hold for all events after a position.
    package struct Rules: Hashable, Sendable {
        /// The position of the event that states them.
        package var position: UInt64
        package var version: UInt16
    }

    /// Events that were imported from a file: none of their times is by this ledger's clock.
    package struct ImportedSpan: Hashable, Sendable {
        package var positions: Range<UInt64>
        /// The time of the mark, which is not before the import; nil while there is no mark.
        package var markedAt: Timestamp?
        /// The number of broken rules that were known before the import.
        package var findings: UInt32
    }

    /// In the order of the ledger; versions rise. Empty in a ledger that states none.
    package private(set) var rules: [Rules] = []

    /// In the order of the ledger.
    package private(set) var imported: [ImportedSpan] = []

    /// The rules of the software that created the ledger; nil if the ledger does not state them.
    package private(set) var createdByRules: UInt16?

    package init() {}

    /// - Parameter events: in the order of the ledger; those that say nothing about terms are ignored.
    package init(of events: some Sequence<RecordedEvent>) {
        for event in events { add(event) }
    }

    /// Adds an event of any stream, in the order of the ledger.
    package mutating func add(_ recorded: RecordedEvent) {
        switch recorded.event.service {
        case .created(let created):
            createdByRules = created.rulesVersion
            if let version = created.rulesVersion { add(version, at: recorded.position) }
        case .software(let started): add(started.rulesVersion, at: recorded.position)
        case .imported(let mark):
            let first = min(mark.first ?? 0, recorded.position)
            imported.append(
                ImportedSpan(
                    positions: first..<recorded.position, markedAt: recorded.recordedAt, findings: mark.findings))
        case .stepped, .leader, .rotated, .statement, .payout, .erased, .closed, .begun, nil: break
        }
    }

    /// Adds imported events of which no mark tells yet.
    package mutating func add(unmarked positions: Range<UInt64>) {
        guard !positions.isEmpty else { return }
        imported.append(ImportedSpan(positions: positions, markedAt: nil, findings: 0))
    }

    /// Rules never fall: older ones change nothing.
    private mutating func add(_ version: UInt16, at position: UInt64) {
        guard version > rules.last?.version ?? 0 else { return }
        rules.append(Rules(position: position, version: version))
    }

    /// The version of the rules for an event; 0 if the ledger states none before it.
    package func rules(before position: UInt64) -> UInt16 { rules.last { $0.position < position }?.version ?? 0 }

    /// The imported events among which a position is; nil for one of the ledger's own events.
    package func importedSpan(at position: UInt64) -> ImportedSpan? {
        imported.first { $0.positions.contains(position) }
    }
}

extension HistoryTerms {
    /// The rules and the imports, one sentence each.
    package var sentences: [String] { [rulesSentence] + imported.map(\.sentence) }

    /// The rules, and the imports with one of some events, one sentence each.
    package func sentences(about events: [RecordedEvent]) -> [String] {
        [rulesSentence]
            + imported.filter { span in events.contains { span.positions.contains($0.position) } }.map(\.sentence)
    }

    /// The version of the rules by which the history is judged.
    package var rulesSentence: String {
        let current = SoftwareStarted.currentRules
        guard let first = rules.first, let last = rules.last else {
            return
                "The ledger states no version of the rules: the oldest version applies, not the current version \(current). "
                + "Requirements of later versions are not checked."
        }
        let isOlder = min(first.version, last.version) < current
        let spans =
            rules.count == 1
            ? "Version \(first.version) of the rules applies, which the ledger states at position \(first.position)."
            : "Versions of the rules apply from the positions that state them: "
                + rules.map { "\($0.version) from \($0.position)" }.joined(separator: ", ") + "."
        return spans
            + (isOlder
                ? " The current version is \(current): its additional requirements are not checked where an older one applies."
                : " It is the current version.")
    }

    /// The fault of the history by a verifier's least version of the rules, or nil.
    ///
    /// - Parameters:
    ///   - least: the version that a verifier's policy demands; nil for none.
    ///   - positions: the events that are judged. Nil for the whole history.
    package func fault(byLeastRules least: UInt16?, of positions: Range<UInt64>? = nil) -> String? {
        guard let least else { return nil }
        // The first event states its own rules.
        let version = rules(before: max(positions?.lowerBound ?? 1, 1))
        guard version < least else { return nil }
        return "The policy demands version \(least) of the rules or newer, but the ledger states "
            + (version == 0 ? "no version" : "version \(version)")
            + " for the events from position \(positions?.lowerBound ?? 0)."
    }
}

extension HistoryTerms.ImportedSpan {
    /// The import, for people.
    package var sentence: String {
        let events =
            positions.count == 1
            ? "Event \(positions.lowerBound) was" : "Events \(positions.lowerBound) to \(positions.upperBound - 1) were"
        let rules =
            findings == 0
            ? ""
            : " The history broke \(findings == 1 ? "1 rule" : "\(findings) rules") when it was imported."
        let moment = markedAt.map { ", not later than \($0.iso8601)" } ?? ""
        return "\(events) imported from a file\(moment): their times are those of the file, and "
            + "this ledger's clock confirms none of them.\(rules)"
    }
}

/// The terms of a ledger as of a version of its own stream.
struct KnownTerms: Sendable {
    var version: UInt32
    var terms: HistoryTerms
}

extension DraftLedger {
    /// The terms of the whole history, with the imported events that no mark covers yet.
    ///
    /// Cached until the ledger's own stream has another event: else one look-up.
    ///
    /// - Throws: `DraftLedgerError` when the ledger cannot be read.
    package var terms: HistoryTerms {
        get throws(DraftLedgerError) {
            let version = try version(of: .system)
            var terms: HistoryTerms
            if let known = knownTerms.withLock({ $0 }), known.version == version {
                terms = known.terms
            } else {
                terms = HistoryTerms(of: try stream(.system))
                let known = KnownTerms(version: version, terms: terms)
                knownTerms.withLock { $0 = known }
            }
            if let first = try firstUnmarkedImport() { terms.add(unmarked: first..<max(first, try size)) }
            return terms
        }
    }
}
