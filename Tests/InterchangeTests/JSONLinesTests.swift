import Draft
import DraftLedger
import Foundation
import Interchange
import LedgerTesting
import Records
import TestSupport
import Testing

@Suite struct JSONLinesTests {
    @Test func outAndInAgainGivesTheSameRoot() throws {
        let house = try TemporaryLedger.forImports()
        try house.importing(Sheet.later(drafts: (1...40).map { "d\($0)" }))
        let path = house.directory("all.jsonl")
        let size = try house.ledger.size
        #expect(try JSONLinesExport().run(house.ledger, to: path) == size)
        let copy = try TemporaryLedger.forImports(origin: nil)
        let summary = try copy.importing([path], as: .jsonl)
        #expect(summary.refused.isEmpty && summary.events == size)
        #expect(try copy.ledger.size == size && copy.ledger.root == house.ledger.root)
        // Once more it is a prefix that is there already.
        #expect(try copy.importing([path], as: .jsonl).events == 0)
        #expect(try copy.ledger.size == size)
        // And it takes up what came since.
        try house.importing(Sheet.later(drafts: ["late"]))
        try JSONLinesExport().run(house.ledger, to: path)
        let rest = try copy.importing([path], as: .jsonl)
        #expect(try rest.events == house.ledger.size - size)
        #expect(try copy.ledger.root == house.ledger.root)
    }

    /// A copy stays a copy. The mark comes before the ledger's first event of its own, once.
    @Test func importedEventsAreMarkedBeforeTheLedgersOwn() throws {
        let house = try TemporaryLedger.forImports()
        try house.importing(Sheet())
        let path = house.directory("all.jsonl")
        let size = try JSONLinesExport().run(house.ledger, to: path)
        let copy = try TemporaryLedger.forImports(origin: nil)
        try copy.importing([path], as: .jsonl)
        #expect(try copy.ledger.size == size && copy.ledger.firstUnmarkedImport() == 0)
        try copy.reopen()
        try copy.importing(Sheet.later(drafts: ["own"]))
        try copy.importing(Sheet.later(drafts: ["another"]))
        let mark = try copy.events[Int(size)]
        #expect(mark.event == .importedAsFound(ImportedAsFound(findings: 0, first: 0)))
        #expect(mark.recordedAt >= (try copy.events[Int(size) - 1].recordedAt))
        #expect(try copy.events.count { $0.event.type == .importedAsFound } == 1)
        #expect(try copy.ledger.firstUnmarkedImport() == nil && copy.ledger.verify().findings == [])
        #expect(try house.ledger.firstUnmarkedImport() == nil)
    }

    @Test func linesMayBeginWhereTheLedgerEnds() throws {
        let house = try TemporaryLedger.forImports()
        try house.importing(Sheet())
        let lines = try house.events.map(\.jsonLine)
        let copy = try TemporaryLedger.forImports(origin: nil)
        let cut = 13
        let first = try copy.file(lines[..<cut].joined(separator: "\n"), "1.jsonl")
        let second = try copy.file(lines[cut...].joined(separator: "\r\n") + "\r\n", "2.jsonl")
        #expect(try copy.importing([second], as: .jsonl).refused.first?.found == "position \(cut)")
        #expect(try copy.importing([first], as: .jsonl).events == UInt64(cut))
        #expect(try copy.importing([second], as: .jsonl).events == UInt64(lines.count - cut))
        #expect(try copy.ledger.root == house.ledger.root)
    }

    /// A line that does not fit refuses the whole file, with its place; nothing is appended.
    @Test(arguments: [
        (#""position":5,"#, #""position":6,"#, "position 6", "position 5"),
        (#""version":3,"previous":2"#, #""version":4,"previous":2"#, "version 4 of pool/1", "version 3"),
        (#""version":4,"previous":3"#, #""version":4,"previous":2"#, "previous 2 of pool/1", "3"),
        (#""version":2,"previous":1"#, #""version":2,"previous":null"#, "previous null of pool/1", "1"),
        (#""type":"PoolPublished""#, #""type":"PoolDrained""#, "the event type is \"PoolDrained\"", "an event"),
        (#""slot":1,"#, #""slot":"1","#, #"the member 'slot' is "1""#, "a whole number from 0 to 255"),
    ])
    func whatDoesNotFitIsRefusedWhole(find: String, put: String, found: String, expected: String) throws {
        let house = try TemporaryLedger.forImports()
        try house.importing(Sheet())
        let text = try house.events.map(\.jsonLine).joined(separator: "\n")
        let broken = text.replacing(find, with: put, maxReplacements: 1)
        try #require(broken != text)
        let copy = try TemporaryLedger.forImports(origin: nil)
        let summary = try copy.importing([try copy.file(broken)], as: .jsonl)
        let issue = try #require(summary.refused.first)
        let line = zip(1..., zip(text.split(separator: "\n"), broken.split(separator: "\n"))).first { $1.0 != $1.1 }?.0
        #expect(issue.line == line && issue.found.contains(found) && issue.expected.contains(expected), "\(issue)")
        #expect(try copy.ledger.size == 0 && summary.events == 0)
    }

    @Test func anotherLedgersLinesAreRefused() throws {
        let house = try TemporaryLedger.forImports()
        try house.importing(Sheet())
        let other = try TemporaryLedger.forImports(origin: "else.example")
        let lines = try house.events.map(\.jsonLine).joined(separator: "\n")
        let issue = try other.importing([try other.file(lines)], as: .jsonl).refused.first
        #expect(issue?.line == 1 && issue?.found == "another event than the ledger has at position 0")
        #expect(try other.ledger.size == 1)
    }

    /// Such a ledger could never have a key.
    @Test(arguments: ["a b", "a\nb", "a+b", ""])
    func anOriginThatNamesNoKeyIsRefused(origin: String) throws {
        let house = try TemporaryLedger.forImports()
        var events = try house.events
        events[0].event = .ledgerCreated(LedgerCreated(origin: origin))
        let copy = try TemporaryLedger.forImports(origin: nil)
        let path = try copy.file(events.map(\.jsonLine).joined(separator: "\n"))
        let issue = try copy.importing([path], as: .jsonl).refused.first
        #expect(issue?.line == 1 && issue?.found.hasPrefix("the origin ") == true, "\(String(describing: issue))")
        #expect(try copy.ledger.size == 0)
    }

    @Test func timesThatRunBackwardsAreRefused() throws {
        let house = try TemporaryLedger.forImports()
        try house.importing(Sheet())
        var events = try house.events
        events[7].recordedAt = events[6].recordedAt - .seconds(1)
        let copy = try TemporaryLedger.forImports(origin: nil)
        let path = try copy.file(events.map(\.jsonLine).joined(separator: "\n"))
        let issue = try copy.importing([path], as: .jsonl).refused.first
        #expect(issue?.line == 8 && issue?.expected.contains("or later") == true)
    }

    @Test func oneStreamAlone() throws {
        let house = try TemporaryLedger.forImports()
        try house.importing(Sheet(drafts: ["d1", "d2"]))
        let path = house.directory("room.jsonl")
        let count = try JSONLinesExport(room: 2).run(house.ledger, to: path)
        let lines = try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n")
        #expect(lines.count == Int(count))
        #expect(lines.allSatisfy { $0.contains("\"stream\":\"room/2\"") })
        #expect(try lines.map { try RecordedEvent(jsonLine: String($0)).version } == Array(1...UInt32(count)))
    }

    @Test func anExportReplacesItsFileInOneStepOrNotAtAll() throws {
        let house = try TemporaryLedger.forImports()
        let path = try house.file("old", "out.jsonl")
        do {
            let file = try AtomicFile(path: path)
            try file.write([1, 2, 3])
        }
        #expect(try String(contentsOfFile: path, encoding: .utf8) == "old")
        try JSONLinesExport().run(house.ledger, to: path)
        #expect(try String(contentsOfFile: path, encoding: .utf8).hasPrefix("{\"position\":0"))
        let left = try FileManager.default.contentsOfDirectory(atPath: house.directory.path)
        #expect(!left.contains { $0.hasSuffix(".part") })
        let nowhere = house.directory("no/such/place.jsonl")
        let error = #expect(throws: InterchangeError.self) { try JSONLinesExport().run(house.ledger, to: nowhere) }
        #expect(error?.code == .cannotCreate)
    }
}
