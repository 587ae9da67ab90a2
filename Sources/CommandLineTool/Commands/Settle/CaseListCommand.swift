import ArgumentParser
import Draft
import DraftLedger
import Foundation
import Pages
import Replay
import ToolSupport

struct CaseListCommand: ConsoleCommand {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: "List cases.",
        discussion: """
            --older-than counts from the opening of a case. --user is the claimant; with --server name their number. \
            --against-rules judges each resolved case again, which reads the whole room of each case.

            EXAMPLE:
              draftledger case list --format csv
              draftledger case list --status open --older-than 7d
              draftledger case list --against-rules
              draftledger case list --status open --server https://drafts.example.com
            """)

    @Option(help: ArgumentHelp("Only this user: number, external ID or name.", valueName: "user")) var user: String?
    @Option(
        help: ArgumentHelp(
            "Only this status.",
            valueName: "open|resolved|upheld|rejected|undecidable"),
        transform: Self.status)
    var status: CaseStatus?
    @Option(
        name: .customLong("older-than"),
        help: ArgumentHelp("Only cases opened longer ago than this, such as 36h or 7d.", valueName: "duration"),
        transform: Self.duration)
    var older: Interval?
    @Flag(help: "Only cases whose resolution contradicts the rules.") var againstRules = false
    @OptionGroup var remote: RemoteOptions
    @OptionGroup var ledger: LedgerOptions
    @OptionGroup var format: FormatOptions

    private static func status(_ text: String) throws -> CaseStatus {
        guard let status = CaseStatus(text.lowercased()) else {
            throw ValidationError("'\(text)' is not a status. Use open, resolved, upheld, rejected or undecidable.")
        }
        return status
    }

    private static func duration(_ text: String) throws -> Interval {
        let units: [Character: Int64] = ["s": 1, "m": 60, "h": 3_600, "d": 86_400, "w": 604_800]
        guard let unit = text.last.flatMap({ units[$0] }), let count = Int64(text.dropLast()),
            (0...1_000_000).contains(count)
        else {
            throw ValidationError(
                "'\(text)' is not a duration. Write a number with s, m, h, d or w, such as 36h or 7d.")
        }
        return .seconds(count * unit)
    }

    func execute(on console: Console) throws -> ExitStatus {
        let now = Timestamp(microseconds: Int64(Date().timeIntervalSince1970 * 1e6))
        if let server = try remote.remote(console) {
            try console.present(ServedList.cases(try server.reading(try path(at: now))), as: format.format)
            return .done
        }
        let draft = try ledger.open(console)
        defer { draft.close() }
        let user = try user.map { try draft.resolveUser($0) }
        var cases = try draft.cases().compactMap { CaseSummary($0, try draft.caseHistory($0)) }.filter { found in
            (user == nil || found.state.opened.claimant == user) && status?.includes(found.state) ?? true
                && older.map { now - found.openedAt > $0 } ?? true
        }
        if againstRules {
            cases = try console.withProgress("case list", unit: "cases") { progress in
                try cases.enumerated().compactMap { index, found in
                    progress?(UInt64(index), UInt64(cases.count))
                    guard found.state.resolution != nil else { return nil }
                    var found = found
                    found.rules = try draft.casePage(found.id).verdict
                    return found.isAgainstRules ? found : nil
                }
            }
        }
        let isChosen = user != nil || status != nil || older != nil || againstRules
        try console.present(
            CasesPage(cases: cases, isChosen: isChosen, names: LedgerNames(draft)), as: format.format)
        return .done
    }
}

extension CaseListCommand {
    /// The address of the same list at a server.
    private func path(at now: Timestamp) throws -> String {
        let filters = [
            try user.map { "user=\(try UserArgument.parse($0))" }, status.map { "status=\($0.name)" },
            older.map { "openedBefore=\((now - $0).iso8601)" }, againstRules ? "againstRules=true" : nil,
        ].compactMap(\.self)
        return "/v1/cases" + (filters.isEmpty ? "" : "?" + filters.joined(separator: "&"))
    }
}

struct CaseShowCommand: ConsoleCommand {
    static let configuration = CommandConfiguration(
        commandName: "show", abstract: "Show a case and what the rules say today.",
        discussion: """
            EXAMPLE:
              draftledger case show 1
              draftledger case show 1 --server https://drafts.example.com
            """)

    @Argument(help: "The number of the case.") var number: UInt64
    @OptionGroup var remote: RemoteOptions
    @OptionGroup var ledger: LedgerOptions
    @OptionGroup var format: FormatOptions

    func execute(on console: Console) throws -> ExitStatus {
        if let server = try remote.remote(console) {
            try console.present(ServedCase(number, try server.reading("/v1/cases/\(number)")), as: format.format)
            return .done
        }
        let draft = try ledger.open(console)
        defer { draft.close() }
        let id = try draft.knownCase(number)
        try console.present(try draft.casePage(id), as: format.format)
        return .done
    }
}
