import ArgumentParser
import Draft
import DraftLedger
import Pages
import Reports
import TextFormats
import ToolSupport

/// Reports that can be attested: they compute from the ledger alone, and their calls say all that they depend on.
enum AttestableReports {
    static var names: [String] { ReportCatalogue.all.filter { $0.isAttestable }.map { $0.name } }

    /// Returns the report of a name; nil if this version has none of that name that can be attested.
    static func named(_ name: String) -> (any TabledReport.Type)? {
        ReportCatalogue.named(name).flatMap { $0.isAttestable ? $0 : nil }
    }
}

extension TabledReport {
    /// Reads the options of a report that is to be attested.
    ///
    /// - Returns: the call with users and contests by their numbers: names may be erased, or come to mean another one.
    /// - Throws: for options that are not this report's, and for a form that would not be attested.
    static func attestedCall(_ options: [String], in ledger: DraftLedger) throws -> ReportCall {
        let command = try ReportRequestCommand<Self>.parse(options)
        try command.checkOfLedgerAlone()
        guard command.options.format.format == .text else {
            throw ValidationError("An attested report is always JSON: leave out --format.")
        }
        var call = try command.call()
        if call.request.needsSitesPositions, call.request.asked[ReportPricing.season] == nil {
            throw ValidationError(
                "--reference \(call.request.asked[ReportPricing.reference].rawValue): name the season of the ADPs with "
                    + "--season.")
        }
        call.question.user = try call.question.user.map { "\(try ledger.resolveUser($0))" }
        call.question.contest = try call.question.contest.map { "\(try ledger.resolveTournament($0))" }
        call.question.at = .latest
        return call
    }

    /// Reads the options that an earlier version attested. Its reports took ADPs of the only season on record, whatever the
    /// drafts were of.
    ///
    /// - Throws: for options that are not this report's, and for those that name files to be read here.
    static func attestedCall(earlier options: [String]) throws -> ReportCall {
        let command = try ReportRequestCommand<Self>.parse(
            FormerNames.options(in: options.countingSlotsAsAttested(), of: [Self.name]))
        try command.checkOfLedgerAlone()
        var call = try command.call()
        call.question.at = .latest
        return call
    }
}

extension ReportRequestCommand {
    /// Side data is in no ledger: somebody who checks the report could not compute it again, and options from elsewhere may
    /// not name files to be read here.
    fileprivate func checkOfLedgerAlone() throws {
        let files = Request.parameters.filter { $0.isFile && parameters.given[$0.name] != nil }
        guard options.playerFiles.isEmpty, files.isEmpty else {
            throw ValidationError(
                "An attested report is computed from the ledger alone. Leave out --players, --adp and "
                    + "--schedule.")
        }
    }
}

extension ReportCall {
    /// Reads the request of a signed statement.
    ///
    /// - Throws: `ReportArgumentError` for anything but the request of a report of that name.
    init(attested json: String, as name: String) throws {
        let root = (try? JSONDocument(Array(json.utf8)))?.root
        guard let root, root["report"]?.string == name else {
            throw ReportArgumentError(.text("The request is not one for \(name)."))
        }
        try self.init(root)
    }

    /// Makes the report for programs, as of a number of events.
    ///
    /// - Returns: its JSON on one line.
    func json(
        of draft: DraftLedger, at size: UInt64, takesAnySeason: Bool = false, on console: Console
    ) throws -> String {
        var call = self
        call.question.at = .position(size)
        let user = try question.user.map { try draft.resolveUser($0) }
        let contest = try question.contest.map { try draft.resolveTournament($0) }
        let analysis = try console.withProgress("rosters") { progress in
            try Analysis(
                of: draft, at: .position(size), onlyOf: request.needsOnlyOwn ? user : nil,
                sitesPositions: request.needsSitesPositions, progress: progress)
        }
        var source = ReportSource(
            draft, analysis,
            ReportFilter(question.filter(user: user, contest: contest), position: request.position))
        source.takesAnySeason = takesAnySeason
        return try call.table(of: source).json.compact
    }
}

extension [String] {
    /// The options of an attested report, in words of today: those of earlier versions count `--slot` from 0, and what they
    /// say of `--pick-order` too.
    fileprivate func countingSlotsAsAttested() -> [String] {
        var options = self
        let name = "--\(ReportOptions.nameFromZero)"
        options.rename("--slot", to: name) { $0 }
        options.rename("--pick-order", to: name) { place in UInt8(place).flatMap { $0 > 0 ? "\($0 - 1)" : nil } ?? place
        }
        return options
    }

    /// Gives an option that is among these arguments another name, and its value another form.
    fileprivate mutating func rename(_ option: String, to name: String, _ value: (String) -> String) {
        for index in indices {
            if self[index] == option {
                self[index] = name
                if index + 1 < endIndex { self[index + 1] = value(self[index + 1]) }
            } else if self[index].hasPrefix(option + "=") {
                self[index] = name + "=" + value(String(self[index].dropFirst(option.count + 1)))
            }
        }
    }
}
