import ToolSupport

#if Server
    import ArgumentParser
    import BetLedger
    import BetServer
    import Bets
    import Delivery
    import Foundation
    import Pages
    import Platform
    import Server
    import TextFormats
    import Values

    struct FeedSendCommand: ToolCommand {
        static let configuration = CommandConfiguration(
            commandName: "send", abstract: "Send files to a server as a feed.",
            discussion: """
                Sends the CSV files that `import` reads, and files of JSON lines (.jsonl) with a report in each line. The reports \
                go in signed messages, whose reports are recorded together or not at all. A report that the rules refuse is \
                printed, and its message is sent again without it. Sending a file twice records nothing new. The exit status \
                is 1 if a report was refused.

                EXAMPLE:
                  statdiscute feed send league tonight.jsonl --server http://127.0.0.1:8000 --key league.key
                """)

        @Argument(help: ArgumentHelp("The feed, such as league.", valueName: "name")) var name: String
        @Argument(help: "Files or folders.", completion: .file()) var files: [String]
        @Option(help: ArgumentHelp("The address of the server.", valueName: "url")) var server: String
        @Option(help: ArgumentHelp("The file with the secret key.", valueName: "file"), completion: .file())
        var key: String
        @Option(help: ArgumentHelp("The number of reports in a message, 1 to 500.", valueName: "count")) var batch = 100
        @Flag(help: "Report again what was sent before, such as a second withdrawal of an offer.") var again = false
        @OptionGroup var ledger: LedgerOptions
        @OptionGroup var output: OutputOptions

        func validate() throws {
            guard FeedBook.isName(name) else {
                throw ValidationError("'\(name)' is not the name of a feed. Use one such as league.")
            }
            guard (1...BetLedger.largestBatch).contains(batch) else {
                throw ValidationError("--batch is \(batch). Write 1 to \(BetLedger.largestBatch).")
            }
            guard let url = URL(string: server), ["http", "https"].contains(url.scheme ?? ""), url.host != nil else {
                throw ValidationError("'\(server)' is not the address of a server, such as https://bets.example.com.")
            }
        }

        func execute(on console: Console) async throws -> ExitStatus {
            let reports = try FeedReports(files, of: name, known: try known(console), at: console.now())
            let sender = FeedSender(
                address: server.hasSuffix("/") ? String(server.dropLast()) : server, feed: name, key: try secret(),
                salt: again ? "\(console.now())" : "", now: console.now)
            var outcome = FeedSendOutcome()
            var rest = reports.all[...]
            while !rest.isEmpty {
                let next = Array(rest.prefix(batch))
                rest = rest.dropFirst(batch)
                try await sender.send(next, into: &outcome)
                if console.terminal.isInteractive || rest.isEmpty {
                    console.note("\(reports.all.count - rest.count) of \(reports.all.count) reports sent")
                }
            }
            try console.present(FeedSendPage(outcome: outcome), as: output.format)
            return outcome.refusals.isEmpty ? .done : .found
        }

        private func secret() throws -> WebhookPrivateKey {
            let bytes: [UInt8]
            do {
                bytes = try OpenFile.regular(key, followsLinks: true).contents(upTo: 4_096)
            } catch {
                throw ToolError(.noInput, "\(key) cannot be read: \(error). Name the file with the feed's key.")
            }
            let text = String(decoding: bytes, as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines)
            guard let secret = WebhookPrivateKey(text) else {
                throw ToolError(
                    .badData, "\(key) is not the secret key of a feed. `statdiscute feed key` makes one.")
            }
            return secret
        }

        /// The teams and games of a ledger on this machine, to which rows of files can refer.
        private func known(_ console: Console) throws -> FeedImport.Known {
            guard LedgerOptions.isThere(ledger.path(console)) else { return FeedImport.Known() }
            let ledger = try ledger.open(console)
            defer { ledger.close() }
            return FeedImport.Known(ledger.state)
        }
    }

    /// The answer to `feed send`.
    struct FeedSendPage: Page {
        let outcome: FeedSendOutcome

        private static let shown = 20

        func text(on terminal: Terminal) -> [StyledText] {
            var lines = [
                StyledText(
                    "Sent \(Figures.plural(outcome.reports, "report")) in \(Figures.plural(outcome.messages, "message")): "
                        + "\(Figures.plural(outcome.events, "event")), "
                        + "\(Figures.plural(outcome.repeats, "message")) received before.")
            ]
            if outcome.repeats > 0 {
                lines.append("Nothing was recorded for messages received before. --again reports the same again.")
            }
            if !outcome.refusals.isEmpty {
                lines.append(
                    StyledText("The server refused \(Figures.plural(outcome.refusals.count, "report")):", .bold))
                lines += outcome.refusals.prefix(Self.shown).map {
                    StyledText("  \($0.place): \($0.code): \($0.message)")
                }
            }
            return lines
        }

        private var objects: [JSON] {
            outcome.refusals.map {
                ["place": .string($0.place), "code": .string($0.code), "message": .string($0.message)]
            }
        }

        var json: JSON {
            [
                "messages": .of(outcome.messages), "reports": .of(outcome.reports), "events": .of(outcome.events),
                "repeats": .of(outcome.repeats), "refusals": .array(objects),
            ]
        }

        var csv: CSVTable { CSVTable(["place", "code", "message"], objects: objects) }
    }

    /// The answer to `feed list`.
    struct FeedsPage: ListPage {
        let entries: [FeedBook.Entry]

        func text(on terminal: Terminal) -> [StyledText] {
            guard !entries.isEmpty else { return ["There are no feeds. `statdiscute feed add` accepts one."] }
            var table = TextTable([.init("feed"), .init("status"), .init("key"), .init("added"), .init("removed")])
            table.rows = entries.map { entry in
                [
                    StyledText(entry.feed, .bold), StyledText(entry.removedAt == nil ? "accepted" : "removed"),
                    StyledText(entry.key.text), StyledText(entry.addedAt.iso8601),
                    StyledText(entry.removedAt?.iso8601 ?? ""),
                ]
            }
            table.dropEmptyColumns()
            return table.lines(on: terminal)
        }

        var listName: String { "feeds" }

        var objects: [JSON] {
            entries.map { entry in
                [
                    "feed": .string(entry.feed), "key": .string(entry.key.text),
                    "addedAt": .string(entry.addedAt.iso8601),
                    "removedAt": .of(entry.removedAt?.iso8601),
                ]
            }
        }

        var csv: CSVTable { CSVTable(["feed", "key", "addedAt", "removedAt"], objects: objects) }
    }
#endif
