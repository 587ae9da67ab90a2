import CommandTesting
import Draft
import DraftLedger
import Foundation
import Records
import Replay
import TestSupport
import Testing

@testable import CommandLineTool  // the versions that it prints
@testable import Ledger  // the version of its tables

/// The table of formats promises versions: they are those of the formats.
@Suite struct FormatTableTests {
    private struct Row {
        var version: String
        var since: String
    }

    private let formats: String
    private let rows: [String: Row]

    init() throws {
        formats = try ConsoleDocument.text(of: ".github/FORMATS.md")
        var rows: [String: Row] = [:]
        for line in formats.split(separator: "\n") where line.hasPrefix("| ") {
            let cells = line.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
            if cells.count == 4 { rows[cells[0]] = Row(version: cells[1], since: cells[3]) }
        }
        self.rows = rows
    }

    private func row(_ format: String) throws -> Row { try #require(rows[format], "no row \(format)") }

    /// A version after the first says what came with it.
    private func expect(_ format: String, _ version: some BinaryInteger) throws {
        let row = try row(format)
        #expect(row.version == "\(version)", "\(format)")
        #expect(version == 1 || row.since.contains("\(version): "), "\(format) says nothing of version \(version)")
    }

    @Test func theRecordSchemaIsTheOneThatIsPrinted() throws {
        let schema = RecordSchema.xml
        let version = try #require(schema.firstMatch(of: /<sbe:messageSchema[^>]* version="(\d+)"/)?.output.1)
        try expect("record schema (SBE, id 17491)", try #require(Int(version)))
        let since = try row("record schema (SBE, id 17491)").since
        let versions = Set(schema.matches(of: /sinceVersion="(\d+)"/).map { String($0.output.1) })
        #expect(versions.contains(String(version)), "nothing came with the version of the schema")
        for version in versions { #expect(since.contains("\(version): "), "version \(version) is not mentioned") }
    }

    /// Fields and events by their names, since that is what a reader of records looks for.
    @Test func theLastFieldsAreNamed() throws {
        let fields = RecordSchema.xml.matches(of: /name="(\w+)"[^>]* sinceVersion="(\d+)"/)
            .filter { (Int($0.output.2) ?? 0) >= 8 }.map { String($0.output.1) }
        #expect(fields.contains("withinPool"))
        // Salts are of all private records, and `value` is the one field of a list.
        for name in Set(fields).subtracting(["recordSalt", "value"]) {
            #expect(formats.contains("`\(name)`"), "\(name) is not in FORMATS.md")
        }
    }

    @Test func theProgramStatesTheFormatOfLedgers() {
        #expect(ProgramVersion.ledgerFormat == Int(LedgerFormat.version))
    }

    /// The program states the newest version of the changelog, as a prerelease until it is tagged.
    @Test func theProgramHasTheNewestVersionOfTheChangelog() throws {
        let changelog = try ConsoleDocument.text(of: ".github/CHANGELOG.md")
        let headings = changelog.matches(of: /(?m)^## \[(\d+)\.(\d+)\.(\d+)\] - (.+)$/)
        let versions = try headings.map { heading in
            [try #require(Int(heading.1)), try #require(Int(heading.2)), try #require(Int(heading.3))]
        }
        let newest = try #require(versions.max { $0.lexicographicallyPrecedes($1) })
        #expect(versions.first == newest, "the newest version is the first one")
        let isTagged = headings.first?.4 != "not tagged yet"
        let number = newest.map(String.init).joined(separator: ".") + (isTagged ? "" : "-dev")
        #expect(ProgramVersion.number == number)
        #expect(changelog.firstMatch(of: /(?m)^## \[Unreleased\]$/) != nil)
        #expect(Ran(["--version"]).output.contains(number))
    }

    @Test func otherFormatsAreThoseOfTheProgram() throws {
        try expect("state of a room", RoomFold.version)
        try expect("rules", SoftwareStarted.currentRules)
        try expect("autopick policy", Autopick.currentPolicy)
        let scratch = TemporaryDirectory()
        let simulate = ["simulate", "--rooms", "1", "--teams", "2", "--rounds", "1", "--seed", "7"]
        #expect(Ran(["--ledger", scratch("ledger")] + simulate).status == 0)
        let bundle = scratch("b.tar")
        #expect(
            Ran(["--ledger", scratch("ledger"), "evidence", "create", "1", "--pick", "1", "-o", bundle]).status == 0)
        let archive = String(decoding: try Data(contentsOf: URL(filePath: bundle)), as: UTF8.self)
        let format = try #require(archive.firstMatch(of: /"bundleFormat":(\d+)/)?.output.1)
        try expect("evidence bundle", try #require(Int(format)))
        let status = Ran(["--ledger", scratch("ledger"), "status", "--format", "json"]).json as? [String: Any]
        let projections = try #require(status?["projections"] as? [[String: Any]])
        #expect(projections.count >= 5)
        for projection in projections {
            let (name, version) = (projection["name"] as? String ?? "", projection["version"] as? Int ?? 0)
            let format = try #require(rows.keys.first { $0.hasPrefix("rows: ") && $0.contains("`\(name)`") }, "\(name)")
            try expect(format, version)
        }
    }
}
