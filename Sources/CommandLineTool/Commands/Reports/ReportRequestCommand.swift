import ArgumentParser
import Draft
import DraftLedger
import Interchange
import Pages
import Reports
import ToolSupport

/// The command of a report: its options are the parameters of its request.
struct ReportRequestCommand<Request: TabledReport>: ConsoleCommand {
    static var configuration: CommandConfiguration {
        let help = Request.help
        let examples = "EXAMPLE:\n" + help.examples.map { "  draftledger \(help.name) \($0)" }.joined(separator: "\n")
        return CommandConfiguration(
            commandName: help.name, abstract: help.abstract,
            discussion: help.discussion.isEmpty ? examples : help.discussion + "\n\n" + examples)
    }

    @OptionGroup var parameters: ParameterOptions<Request>
    @OptionGroup var options: ReportOptions

    func validate() throws {
        do {
            _ = try call()
        } catch let error as ReportArgumentError {
            throw ValidationError(error.onCommandLine(of: Request.parameters))
        }
    }

    /// The report with the entries that the options name.
    func call() throws -> ReportCall { try ReportCall(options.question, Request(parameters.given)) }

    func execute(on console: Console) throws -> ExitStatus {
        let files = try parameters.files(on: console)
        let draft = try options.ledger.open(console, makingFiguresOf: Request.rows)
        defer { draft.close() }
        do {
            return try options.show(try table(of: draft, with: files, on: console), on: console)
        } catch let error as ReportArgumentError {
            throw ToolError(.usage, error.onCommandLine(of: Request.parameters))
        }
    }

    private func table(of draft: DraftLedger, with files: ReportFiles, on console: Console) throws -> FigureTable {
        let call = try call()
        let request = call.request
        return try options.analyse(
            draft, on: console, listing: request.position, ownOnly: request.needsOnlyOwn,
            sitesPositions: request.needsSitesPositions
        ) { analysis, filter in
            var source = ReportSource(draft, analysis, filter)
            source.entryWords = options.fileWords
            source.files = files
            source.warn = { console.note(StyledText($0, .alarm)) }
            source.showingProgress = { try console.withProgress(Request.name, unit: "seasons", $0) }
            var table = try call.table(of: source)
            if table.rows.isEmpty, table.reason == nil { table.reason = options.reason(analysis, filter) }
            switch table.lacks {
            case .prizes: console.note("The prizes are not known: name them with --prizes FILE.")
            case .teams: console.note("Teams and bye weeks can come from a file: --players FILE.")
            case nil: break
            }
            return table
        }
    }
}

extension TabledReport {
    static var command: any ParsableCommand.Type { ReportRequestCommand<Self>.self }
}

extension ReportArgumentError {
    /// The reason with the names of options.
    ///
    /// - Parameter parameters: those of the report, whose options can have other names than the parameters in addresses.
    func onCommandLine(of parameters: [ReportParameter]) -> String {
        described { name, value in
            let option = (parameters.first { $0.name == name }?.publicName ?? name).asOption
            return value.map { "\(option) \($0)" } ?? option
        }
    }
}

extension String {
    /// The option of a parameter: `--level-error` of `levelError`.
    fileprivate var asOption: String {
        "--" + map { $0.isUppercase ? "-\($0.lowercased())" : "\($0)" }.joined()
    }
}

/// The options that the parameters of a request describe.
///
/// The parser finds options by a mirror of the type that holds them, and hands their values to its decoder: both are made
/// here from the list of parameters.
struct ParameterOptions<Request: TabledReport>: ParsableArguments, CustomReflectable {
    /// Texts by the names of parameters.
    private(set) var given: [String: [String]] = [:]

    init() {}

    init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: ParameterKey.self)
        for parameter in Self.parameters {
            let key = ParameterKey(stringValue: parameter.name)
            if case .flag = parameter.kind {
                if try values.decode(Flag<Bool>.self, forKey: key).wrappedValue { given[parameter.name] = ["true"] }
            } else if parameter.isRepeated {
                let texts = try values.decode(Option<[String]>.self, forKey: key).wrappedValue
                if !texts.isEmpty { given[parameter.name] = texts }
            } else if let text = try values.decode(Option<String?>.self, forKey: key).wrappedValue {
                given[parameter.name] = [text]
            }
        }
    }

    var customMirror: Mirror {
        Mirror(self, children: Self.parameters.map { Mirror.Child(label: "_" + $0.name, value: Self.option($0)) })
    }

    func validate() throws {
        guard !Request.listsPlayers, let position = given[ReportRows.position.parameter.name]?.first else { return }
        let others = ReportCatalogue.all.filter { $0.listsPlayers }.map { $0.name } + ["report"]
        throw ValidationError(
            "--position \(position): \(Request.name) counts whole rosters. "
                + "\(others.dropLast().joined(separator: ", ")) and report take a position.")
    }

    /// Reads the files that the options name.
    ///
    /// - Throws: `InterchangeError`, or `ToolError` for what is wrong in one.
    func files(on console: Console) throws -> ReportFiles {
        var files = ReportFiles()
        for parameter in Request.parameters {
            guard case .file(let file, _) = parameter.kind, let paths = given[parameter.name] else { continue }
            for path in paths { try files.read(file, at: path, on: console) }
        }
        return files
    }

    /// The request's own, and hidden ones: the position that a report of whole rosters does not take, to say so.
    private static var parameters: [ReportParameter] {
        Request.parameters + (Request.listsPlayers ? [] : [ReportRows.position.parameter])
    }

    private static func option(_ parameter: ReportParameter) -> Any {
        let isHidden = !Request.parameters.contains(parameter)
        let standard = parameter.standard.map { " (default: \($0))" } ?? ""
        let help = ArgumentHelp(
            parameter.help + standard, valueName: parameter.valueName, visibility: isHidden ? .hidden : .default)
        let name = NameSpecification.customLong(String(parameter.publicName.asOption.dropFirst(2)))
        if case .flag = parameter.kind { return Flag<Bool>(wrappedValue: false, name: name, help: help) }
        var completion: CompletionKind?
        if case .file(let file, _) = parameter.kind {
            completion = file == .prizes ? .file() : .file(extensions: ["csv"])
        }
        if parameter.isRepeated {
            return Option<[String]>(
                wrappedValue: [], name: name, parsing: .singleValue, help: help, completion: completion)
        }
        return Option<String?>(name: name, parsing: .next, help: help, completion: completion)
    }
}

/// The name of a parameter, for the parser's decoder.
private struct ParameterKey: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }

    init(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
}
