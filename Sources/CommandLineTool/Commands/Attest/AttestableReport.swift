import ArgumentParser
import Draft
import DraftLedger
import Pages
import Reports

/// A report that can be attested: it computes from the ledger alone, and its options say all that it depends on.
protocol AttestableReport: ConsoleCommand {
    var options: ReportOptions { get set }
}

extension ExposureCommand: AttestableReport {}
extension OwnershipCommand: AttestableReport {}
extension DraftPositionCommand: AttestableReport {}
extension PairsCommand: AttestableReport {}
extension StacksCommand: AttestableReport {}
extension ValueCommand: AttestableReport {}
extension ConstructionCommand: AttestableReport {}
extension ByesCommand: AttestableReport {}
extension DuplicatesCommand: AttestableReport {}

/// The reports that can be attested, by the names of their commands.
enum AttestableReports {
    static let all: [any AttestableReport.Type] = [
        ExposureCommand.self, OwnershipCommand.self, DraftPositionCommand.self, PairsCommand.self,
        StacksCommand.self, ValueCommand.self, ConstructionCommand.self, ByesCommand.self, DuplicatesCommand.self,
    ]

    /// - Returns: nil for a report that this version does not have.
    static func named(_ name: String) -> (any AttestableReport.Type)? { all.first { $0._commandName == name } }
}

extension AttestableReport {
    /// Makes the report of some options, for programs, as of a number of events.
    ///
    /// - Returns: its JSON on one line.
    static func json(_ options: [String], of ledger: String, at size: UInt64, on console: Console) throws -> String {
        let old = self == ValueCommand.self ? ["--\(SiteOptions.anySeasonName)"] : []
        var report = try parse(options.countingSlotsAsAttested() + old)
        try report.checkOfLedgerAlone()
        // Whatever the options say of these, the caller's are meant.
        report.options.ledger.path = ledger
        report.options.moment.at = .position(size)
        report.options.format.format = .json
        var memory = console
        memory.output = TextSink()
        _ = try report.execute(on: memory)
        try memory.output.flush()
        var bytes = memory.output.contents
        if bytes.last == 0x0A { bytes.removeLast() }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Side data is in no ledger: who checks the report could not compute it again, and a stranger's options may not name
    /// files to be read here.
    private func checkOfLedgerAlone() throws {
        let files =
            options.playerFiles + ((self as? ValueCommand)?.pricing.sites.adp ?? [])
            + [(self as? StacksCommand)?.schedule].compactMap { $0 }
        guard files.isEmpty else {
            throw ValidationError(
                "An attested report is made of the ledger alone: leave out --players, --adp and "
                    + "--schedule.")
        }
    }

    /// The options with users and contests by their numbers: names may be erased, or come to mean another one.
    ///
    /// - Throws: for options that are not this report's, and for a form that would not be attested.
    static func normalized(_ options: [String], in ledger: DraftLedger) throws -> [String] {
        let report = try parse(options)
        try report.checkOfLedgerAlone()
        guard report.options.format.format == .text else {
            throw ValidationError("An attested report is always JSON: leave out --format.")
        }
        if let value = report as? ValueCommand, value.pricing.reference.needsDatedPositions,
            value.pricing.sites.season == nil
        {
            throw ValidationError(
                "--reference \(value.pricing.reference.rawValue): name the season of the ADPs with --season.")
        }
        var options = options
        if let user = report.options.user {
            options.setValue(of: "--user", to: "\(try ledger.resolveUser(user))")
        }
        if let contest = report.options.contest {
            options.setValue(of: "--contest", to: "\(try ledger.resolveTournament(contest))")
        }
        for name in ["--slot", "--pick-order"] { options.rename(name, to: "--\(ReportOptions.attestedName)") { $0 } }
        return options
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

    /// Replaces the value of an option that is among these arguments.
    fileprivate mutating func setValue(of option: String, to value: String) {
        for index in indices {
            if self[index] == option, index + 1 < endIndex { self[index + 1] = value }
            if self[index].hasPrefix(option + "=") { self[index] = "\(option)=\(value)" }
        }
    }
}
