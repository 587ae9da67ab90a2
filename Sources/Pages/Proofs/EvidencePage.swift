package import Replay
package import TextFormats

/// The whole answer to `evidence verify`.
package struct EvidencePage: Page {
    var report: EvidenceReport

    package init(report: EvidenceReport) {
        self.report = report
    }

    package func text(on terminal: Terminal) -> [StyledText] {
        var lines: [StyledText] = []
        if let claim = report.claim {
            lines.append(StyledText(claim.words.prefix(1).uppercased() + claim.words.dropFirst(), .bold))
        }
        lines += report.results.flatMap(lines(of:))
        lines += [.empty, conclusion]
        guard !report.cannotProve.isEmpty else { return lines }
        lines += [.empty, StyledText("What it cannot prove:", .bold)]
        return lines + report.cannotProve.map { StyledText("  \($0)", .dim) }
    }

    private func lines(of result: EvidenceReport.Result) -> [StyledText] {
        let style: TextStyle =
            switch result.outcome {
            case .passed: .colored(.runningBack, bold: true)
            case .failed: .alarm
            case .skipped, .notCompared: .dim
            }
        let unit = result.count == 1 ? result.check.unit.one : result.check.unit.many
        let count =
            result.outcome != .passed
            ? "" : result.count == 0 ? "not applicable: no \(unit)" : "\(Figures.grouped(result.count)) \(unit)"
        let head =
            StyledText((result.outcome == .notCompared ? "note" : result.outcome.rawValue).rightPadded(to: 8), style)
            + StyledText(result.check.rawValue.rightPadded(to: 13)) + StyledText(count, .dim)
        return [head] + result.messages.map { StyledText("        \($0)", result.outcome == .failed ? .alarm : .dim) }
    }

    private var conclusion: StyledText {
        let verdict = report.verdict.map { " By the rules the claim is \($0.name)\(condition)." } ?? ""
        let genuine = report.hasComparedDocuments ? "The bundle is genuine" : "The records of the bundle are genuine"
        if report.isIncomplete {
            return StyledText(
                "The bundle is incomplete: records of the signed ledger that belong to it are missing, or a statement about "
                    + "them is false. No verdict follows from it, for either side. Ask for the whole bundle, or for the ledger.",
                .alarm)
        }
        if !report.unusableProofs.isEmpty {
            return StyledText(
                "A proof given with --held proves nothing about this bundle. Verify without it, or with the right key.",
                .alarm)
        }
        if report.isProven, report.showsBreach {
            return StyledText("\(genuine), and shows that the claimant is right.\(verdict)", .alarm)
        }
        if report.isProven {
            return StyledText("\(genuine), and the rules were followed.\(verdict)", .bold)
        }
        if report.isGenuine {
            return StyledText("\(genuine), and shows that rules were broken.\(verdict)", .alarm)
        }
        return StyledText("The bundle does not match the signed ledger. Do not trust its content.", .alarm)
    }

    /// The condition of the verdict, which stands in its sentence.
    private var condition: String {
        report.statesEnds
            ? ", if the operator's signed statement of where the histories end is true"
            : ", if no later record was left out"
    }

    /// `{"ok","genuine","incomplete","claim":{"origin","room","pickNumber","seat"},"verdict","size","checks":[{"check","outcome","count",
    /// "messages"}],"cannotProve":[…]}`; a claim about a week is `{"origin","entry","week","room","seat"}`.
    package var json: JSON {
        [
            "ok": .of(report.isProven), "genuine": .of(report.isGenuine), "incomplete": .of(report.isIncomplete),
            "claim": .of(report.claim.map(Self.json)),
            "verdict": .of(report.verdict?.name), "size": .of(report.size),
            "checks": .array(report.results) { result in
                [
                    "check": .of(result.check.rawValue), "outcome": .of(result.outcome.rawValue),
                    "count": .of(result.count), "messages": .of(result.messages),
                ]
            },
            "cannotProve": .of(report.cannotProve),
        ]
    }

    private static func json(_ claim: EvidenceClaim) -> JSON {
        switch claim.subject {
        case .pick(let pick):
            [
                "origin": .of(claim.origin), "room": .of(claim.room), "pickNumber": .of(pick), "seat": .of(claim.seat),
            ]
        case .week(let week):
            [
                "origin": .of(claim.origin), "entry": .of(claim.entry), "week": .of(week), "room": .of(claim.room),
                "seat": .of(claim.seat),
            ]
        }
    }

    package var csv: CSVTable {
        CSVTable(
            ["check", "outcome", "count", "messages"],
            report.results.map { result in
                [
                    .of(result.check.rawValue), .of(result.outcome.rawValue), .of(result.count),
                    .of(result.messages.joined(separator: " ")),
                ]
            })
    }
}

extension EvidenceReport.Check {
    /// The things that it counts, for people.
    fileprivate var unit: (one: String, many: String) {
        switch self {
        case .archive, .documents: ("file", "files")
        case .signatures: ("checkpoint", "checkpoints")
        case .consistency: ("earlier checkpoint", "earlier checkpoints")
        case .records: ("record", "records")
        case .streams: ("history", "histories")
        case .rules: ("event", "events")
        case .founders: ("founder in the policy", "founders in the policy")
        case .commands: ("signed command or approval request", "signed commands or approval requests")
        case .postings: ("posting", "postings")
        case .completeness: ("receipt or proof of yours", "receipts or proofs of yours")
        }
    }
}
