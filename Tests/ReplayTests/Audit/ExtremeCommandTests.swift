import Draft
import DraftLedger
import DraftTesting
import Foundation
import LedgerTesting
import TestSupport
import Testing

@testable import Records  // the fields of every command, as its coders walk them
@testable import Replay  // the audit of events that are in no ledger

/// Everything that the rules and the command desk write passes the audit: commands of every kind with the values at the
/// edges of their fields, accepted or refused, kept whole, as a digest, or only counted.
///
/// The values are drawn by a seed, which each failure names:
///
///     EXTREME_SEEDS=1-50 swift test --filter ExtremeCommandTests
@Suite(.serialized) struct ExtremeCommandTests {
    private static let seeds: [UInt64] = {
        let given = ProcessInfo.processInfo.environment["EXTREME_SEEDS"]?.split(separator: "-").compactMap {
            UInt64($0)
        }
        guard let first = given?.first, let last = given?.last, first <= last else { return [1, 2] }
        return Array(first...last)
    }()

    private static let senders: [Sender] = [
        .user(1), .user(2), .user(77), .admin(900), .admin(nil, onBehalfOf: 1), .scheduler, .importer,
        .provider(onBehalfOf: 1), .provider(onBehalfOf: nil),
    ]

    @Test(arguments: seeds)
    func whatTheDeskWritesPassesTheAudit(seed: UInt64) async throws {
        let house = try await LiveHouse(teams: 2, rounds: 4, isSlow: true)
        for (command, sender) in HousePlan(.slow(teams: 2, rounds: 4)).joins {
            try await house.accept(command, as: sender)
        }
        var random = SeededGenerator(digest: seed)
        var written: Set<Trace> = []
        for kind in CommandKind.allCases {
            for round in 0..<8 {
                var fields = ExtremeFields(random: random, plain: round % 2 == 0)
                var command = kind.blank
                command.fields(&fields)
                random = fields.random
                let sender = Self.senders[Int(random.next() % UInt64(Self.senders.count))]
                // As a client in a hurry does it: what is refused so often is only counted.
                for _ in 0..<(round == 1 ? Int(RefusalRecorder.limit) + 2 : 1) {
                    do throws(DraftLedgerError) {
                        let id = CommandID.random(using: &random)
                        switch try await house.ledger.send(command, as: sender, id: id) {
                        case .accepted: written.insert(.accepted)
                        case .refused(_, nil, _): written.insert(.counted)
                        case .refused(_, let record?, _):
                            guard case .commandRejected(let rejected) = record.event else { break }
                            written.insert(rejected.refusedCommand == nil ? .digest : .content)
                        }
                    } catch {
                        // Nothing of it is recorded.
                        #expect(error.code == .invalidValue, "seed \(seed): \(kind.name): \(error)")
                    }
                }
            }
        }
        #expect(written == Set(Trace.allCases), "seed \(seed)")
        try house.reopen()
        let report = try Audit(house.ledger).run()
        let findings = report.findings.map { "\($0.rule) \($0.message) \($0.expected) \($0.actual)".prefix(600) }
        #expect(findings == [], "seed \(seed)")
    }

    /// What became of a command.
    private enum Trace: CaseIterable {
        case accepted, content, digest, counted
    }

    /// Also what takes an approval: every kind is proposed, with whatever values, and nothing of it ends the process.
    @Test(arguments: seeds)
    func noCommandEndsTheProcessOfAStaffedHouse(seed: UInt64) {
        var random = SeededGenerator(digest: seed)
        for base in [HouseScript.staffed, HouseScript.drafting] {
            var house = base
            for kind in CommandKind.allCases {
                for round in 0..<6 {
                    var fields = ExtremeFields(random: random, plain: round % 2 == 0)
                    var command = kind.blank
                    command.fields(&fields)
                    random = fields.random
                    let proposal = Command.measure(
                        MeasureID(1_000 + random.next() % 1_000_000),
                        .proposeMeasure(ProposeMeasure(command, reason: "why")))
                    let person = UserID(901 + random.next() % 4)
                    for asked in [command, proposal]
                    where asked.malformation == nil && CommandRejected(Refusal(.forbidden, ""), of: asked).isRecordable
                    {
                        guard asked.kind == .proposeMeasure || house.state.hasEvents(asked.anchor) else { continue }
                        let isNew = !house.state.hasEvents(asked.anchor)
                        if isNew, house.refusal(of: asked, by: person) != nil { continue }
                        house.send(asked, by: person)
                    }
                }
            }
            let findings = ForgeryAudit.findings(in: house.events).filter { $0.rule != .idempotency }
            #expect(findings.map { "\($0.rule) \($0.message)".prefix(600) } == [], "seed \(seed)")
        }
    }

    /// A count that was written by earlier software, and a digest of a command that was too long, are explained.
    @Test func aDigestOfEarlierSoftwareIsExplainedAndOneOfTodaysIsFound() throws {
        for (detail, isFound) in [(nil, false), ("It is not yours.", true)] as [(String?, Bool)] {
            var table = DraftTable()
            let command = Command.room(1, .revealEntropy([UInt8](repeating: 7, count: 500)))
            var rejected = CommandRejected(Refusal(.wrongStatus, ""), of: command)
            #expect(!rejected.isRecordable)
            rejected.detail = detail
            table.record(
                [StreamEvent(.room(1), .commandRejected(rejected))], of: command, as: .user(1), at: DraftTable.at(5))
            let house = try table.ledger()
            let report = try withExtendedLifetime(house) { try Audit(house.ledger).run() }
            #expect(report.findings.map(\.rule) == (isFound ? [.refusal] : []))
            #expect(report.remarks.contains { $0.message.contains("longer than any valid one") } == !isFound)
        }
    }
}

extension HouseScript {
    /// Why a command would be refused now.
    fileprivate func refusal(of command: Command, by person: UserID) -> Refusal? {
        var copy = self
        return copy.send(command, by: person)
    }
}

/// Fills the fields of a command with values at their edges.
private struct ExtremeFields: CommandCoder {
    var random: SeededGenerator
    /// Whether names and texts are mostly such as there are: what is wrong elsewhere is then found by the rules.
    var plain: Bool

    private mutating func draw(_ count: Int) -> Int { Int(random.next() % UInt64(count)) }

    private mutating func wire<Value: WireScalar>(_ value: Value) -> Value {
        if case .names(let names) = Value.wireType.shape {
            return Value(wire: Value.Wire(truncatingIfNeeded: names[draw(names.count)].value)) ?? value
        }
        let edges: [Value.Wire] = [
            0, 1, 2, .max, .min, .max - 1, .min + 1, Value.Wire(truncatingIfNeeded: random.next()),
            Value.Wire(truncatingIfNeeded: UInt64(1) << 53), Value.Wire(truncatingIfNeeded: UInt64(1) << 48),
        ]
        let known: [Value.Wire] = [0, 1, 1, 2, Value.Wire(truncatingIfNeeded: UInt64(901))]
        return Value(wire: plain ? known[draw(known.count)] : edges[draw(edges.count)]) ?? value
    }

    mutating func anchor<Value: WireScalar>(_ name: StaticString, _ value: inout Value) {
        if draw(4) == 0 {
            value = wire(value)
        } else if let one = Value(wire: 1) {
            value = one
        }
    }
    mutating func remark<Value: WireScalar>(_ name: StaticString, _ value: inout Value?) { optional(name, &value) }
    mutating func scalar<Value: WireScalar>(_ name: StaticString, _ value: inout Value) { value = wire(value) }
    mutating func optional<Value: WireScalar>(_ name: StaticString, _ value: inout Value?) {
        guard draw(3) > 0, let zero = Value(wire: 0) ?? Value(wire: 1) else { return value = nil }
        value = wire(zero)
    }
    mutating func appendix<Value: WireScalar>(_ name: StaticString, _ value: inout Value?, since _: UInt16) {
        optional(name, &value)
    }
    mutating func digest(_ name: StaticString, _ value: inout Digest256) {
        value =
            [.zero, Digest256(words: (.max, .max, .max, .max)), Digest256(words: (1, 2, 3, random.next()))][draw(3)]
    }
    mutating func optionalDigest(_ name: StaticString, _ value: inout Digest256?) {
        var drawn = Digest256.zero
        digest(name, &drawn)
        value = draw(2) == 0 ? nil : drawn
    }
    mutating func digestAppendix(_ name: StaticString, _ value: inout Digest256?, since _: UInt16) {
        optionalDigest(name, &value)
    }
    mutating func list<Value: WireScalar>(_ name: StaticString, _ values: inout [Value]) {
        guard let zero = Value(wire: 0) ?? Value(wire: 1) else { return }
        values = (0..<[0, 1, 2, 300, plain ? 3 : 16_385][draw(5)]).map { _ in wire(zero) }
    }
    mutating func group<Element: GroupElement>(_ name: StaticString, _ elements: inout [Element]) {
        elements = (0..<[0, 1, 2, plain ? 3 : 60][draw(4)]).map { _ in
            var element = Element.blank
            element.fields(&self)
            return element
        }
    }
    mutating func group<Element: GroupElement>(_ name: StaticString, _ elements: inout [Element?]) {
        var known: [Element] = []
        group(name, &known)
        elements = known.map { draw(3) == 0 ? nil : $0 }
    }
    private static let texts = [
        "", "Zoë 🏈", String(repeating: "x", count: 60_000), String(repeating: "\u{0}", count: 300), "\u{FEFF}\r\n\"\\",
    ]
    mutating func text(_ name: StaticString, _ value: inout String) {
        value = plain ? ["bank", "a", "why", ""][draw(4)] : Self.texts[draw(5)]
    }
    mutating func addition(text name: StaticString, _ value: inout String) { text(name, &value) }
    mutating func bytes(_ name: StaticString, _ value: inout [UInt8]) {
        value = [UInt8](repeating: 0xAB, count: [0, 16, 32, plain ? 16 : 64, plain ? 32 : 500][draw(5)])
    }
    mutating func addition(bytes name: StaticString, _ value: inout [UInt8]) { bytes(name, &value) }
    mutating func later<Part: LaterPart>(_ part: inout Part?) {
        guard draw(2) == 0 else { return part = nil }
        var drawn = Part.blank
        drawn.fields(&self)
        part = drawn
    }
    mutating func command(_ name: StaticString, _ command: inout Command) {
        let kinds = CommandKind.allCases.filter { $0 != .proposeMeasure }
        command = kinds[draw(kinds.count)].blank
        command.fields(&self)
    }
}
