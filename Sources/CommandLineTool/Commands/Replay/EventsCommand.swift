import ArgumentParser
import Draft
import DraftLedger
import Pages
import Records
import ToolSupport

struct EventsCommand: ConsoleCommand {
    static let configuration = CommandConfiguration(
        commandName: "events", abstract: "List the events of the ledger.",
        discussion: """
            In JSON each line is one event; `import --input-format jsonl` reads it. Streams are named room/12, queue/12.3, \
            wallet/7, tournament/1, pool/1, user/7, case/1 and system. All filters have to match. --user lists events \
            of the user's account, wallet, seats, queues and cases, and refusals of the user's commands. --contest includes the rooms, queues, fees and \
            prizes of the contest.

            EXAMPLE:
              draftledger events --room 12 --type PickAutomated --limit 5
              draftledger events --user 7 --type CommandRejected --since 2026-08-01
              draftledger events --contest "Best Ball Classic" --actor admin
            """)

    @OptionGroup var wanted: EventOptions
    @Option(help: ArgumentHelp("Only this stream, such as room/12.", valueName: "stream"), transform: Self.stream)
    var stream: StreamKey?
    @Option(parsing: .unconditional, help: ArgumentHelp("Start at this ledger position.", valueName: "position"))
    var from: UInt64 = 0
    @Option(parsing: .unconditional, help: ArgumentHelp("List at most this many rows.", valueName: "count")) var limit:
        Int?
    @Option(
        help: ArgumentHelp("Only this type of event, such as PickMade.", valueName: "type"),
        completion: .list(EventType.allCases.map(\.name)), transform: Self.type)
    var type: EventType?
    @OptionGroup var ledger: LedgerOptions
    @OptionGroup var format: FormatOptions

    private static func stream(_ text: String) throws -> StreamKey {
        guard let stream = StreamKey(text) else {
            throw ValidationError("'\(text)' is not a stream. Write a name such as room/12, queue/12.3 or wallet/7.")
        }
        return stream
    }

    private static func type(_ text: String) throws -> EventType {
        let wanted = text.lowercased()
        guard let type = EventType.allCases.first(where: { $0.name.lowercased() == wanted }) else {
            let near = EventType.allCases.map(\.name).filter { $0.lowercased().contains(wanted.prefix(4)) }
            let hint = near.isEmpty ? "" : " Did you mean \(near.joined(separator: ", "))?"
            throw ValidationError("'\(text)' is not a type of event.\(hint)")
        }
        return type
    }

    func validate() throws {
        if wanted.room != nil, stream != nil {
            throw ValidationError("--room and --stream exclude each other. Name one of them.")
        }
        if let limit, limit < 0 { throw ValidationError("--limit \(limit): expected 0 or more.") }
    }

    func execute(on console: Console) throws -> ExitStatus {
        let draft = try ledger.open(console, readsAll: limit == nil && wanted.room == nil && stream == nil)
        defer { draft.close() }
        var (filter, streams) = try wanted.filter(in: draft)
        if let stream { streams = [stream] }
        filter.types = type.map { [$0] } ?? []
        let lines = EventLines(as: format.format, on: console.terminal, names: LedgerNames(draft))
        // Text explains what happened; JSON and CSV have the members of the records.
        func line(of event: RecordedEvent) throws -> String {
            lines.line(of: format.format == .text ? try draft.told(event) : event)
        }
        try console.output.write(lines.head)
        guard let user = wanted.user else {
            try console.withProgressAndOutput("events") { progress in
                try draft.events(
                    matching: filter, in: streams, from: from, limit: limit, progress: progress
                ) { event in
                    try console.output.write(line(of: event))
                    return true
                }
            }
            return .done
        }
        let owner = try draft.resolveUser(user)
        let positions = try console.withProgress("events") { try draft.positions(ofUser: owner, progress: $0) }
        var left = limit ?? .max
        try draft.events(at: positions.filter { $0 >= from }, matching: filter) { event in
            guard left > 0 else { return false }
            guard streams.isEmpty || streams.contains(event.stream) else { return true }
            left -= 1
            try console.output.write(line(of: event))
            return true
        }
        return .done
    }
}
