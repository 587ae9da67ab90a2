import ToolSupport

#if Server
    import BetServer
    import Bets
    import Delivery
    import Foundation
    import Records
    import Server
    import TextFormats
    import Values

    /// A report that waits to be sent, with its place in a file.
    struct PlacedReport {
        /// "tonight.jsonl, line 12".
        var place: String
        var json: String
    }

    /// The reports of files, in the order of their times.
    struct FeedReports {
        private(set) var all: [PlacedReport] = []

        /// Reads all files, before the first report is sent.
        ///
        /// - Parameters:
        ///   - feed: the name of the feed.
        ///   - known: the teams and games that rows of CSV files can refer to.
        ///   - now: the time in microseconds since 1970, UTC.
        /// - Throws: `ToolError` for a file that cannot be read; `FeedErrors` for wrong rows.
        init(_ paths: [String], of feed: String, known: FeedImport.Known, at now: Int64) throws {
            let lines = paths.filter { $0.lowercased().hasSuffix(".jsonl") }
            let tables = paths.filter { !lines.contains($0) }
            if !tables.isEmpty {
                let read = try FeedImport(
                    try FeedFiles.read(tables), feed: feed, known: known, now: Timestamp(microseconds: now))
                all = read.commands.compactMap { command in
                    command.command.reportJSON.map { PlacedReport(place: command.place, json: $0) }
                }
            }
            for file in lines.isEmpty ? [] : try FeedFiles.read(lines) { try read(file, of: feed) }
        }

        private mutating func read(_ file: FeedImport.File, of feed: String) throws {
            for (index, line) in file.bytes.split(separator: 10, omittingEmptySubsequences: false).enumerated() {
                let bytes = Array(line)
                guard !bytes.allSatisfy({ $0 == 32 || $0 == 13 || $0 == 9 }) else { continue }
                let place = "\(file.name), line \(index + 1)"
                do {
                    // A report that the server would refuse is found before anything is sent.
                    let command = try BetCommand(report: try JSONDocument(bytes).root, of: feed)
                    all.append(PlacedReport(place: place, json: command.reportJSON ?? ""))
                } catch {
                    throw ToolError(.badData, "\(place): \(error). Nothing was sent.")
                }
            }
        }
    }

    /// The outcome of sending.
    struct FeedSendOutcome {
        var messages = 0
        var reports = 0
        var events = 0
        /// Messages that the server had received before.
        var repeats = 0
        var refusals: [(place: String, code: String, message: String)] = []
    }

    /// Sends signed messages to a server.
    struct FeedSender {
        let address: String
        let feed: String
        let key: WebhookPrivateKey
        /// Part of the IDs of messages: with another one, equal reports are new messages.
        let salt: String
        let now: @Sendable () -> Int64

        /// Attempts after an answer that asks for one, and seconds between two without a time of the server's.
        private static let attempts = 10
        private static let wait = 2

        /// Sends reports in one message. If one of them is refused, the others are sent again without it.
        ///
        /// - Throws: `ToolError` if the server cannot be reached, or does not accept the key.
        func send(_ reports: [PlacedReport], into outcome: inout FeedSendOutcome) async throws {
            var left = reports
            while !left.isEmpty {
                let (status, answer) = try await answer(to: FeedMessage(left.map(\.json), salt: salt))
                outcome.messages += 1
                if status == 200 {
                    outcome.reports += left.count
                    outcome.events += answer["data"]?["events"]?.integer(as: Int.self) ?? 0
                    outcome.repeats += answer["data"]?["isRepeat"]?.boolean == true ? 1 : 0
                    return
                }
                let (error, details) = (answer["error"], answer["error"]?["details"])
                let message = error?["message"]?.string ?? "no reason is given"
                guard let index = details?["report"]?.integer(as: Int.self), left.indices.contains(index) else {
                    throw ToolError(.found, "\(address) does not take the message (\(status)): \(message)")
                }
                outcome.refusals.append((left[index].place, details?["code"]?.string ?? "refused", message))
                left.remove(at: index)
            }
        }

        /// The answer to a message, after the waits that the server asks for.
        private func answer(to message: FeedMessage) async throws -> (status: Int, body: JSONValue) {
            var attempt = 0
            while true {
                attempt += 1
                let headers = try message.headers(at: Timestamp(microseconds: now()), signedBy: key)
                let answer: (status: Int, retryAfter: Int?, body: [UInt8])
                do {
                    answer = try await ServerTransport().send(
                        "POST", to: "\(address)/v1/feeds/\(feed)/events", headers: headers, body: message.body)
                } catch {
                    throw ToolError(.inputOutput, "\(address) cannot be reached: \(error)")
                }
                guard [429, 503].contains(answer.status), attempt < Self.attempts else {
                    // The fault of the text says less than its status.
                    guard let root = try? JSONDocument(answer.body).root else {
                        throw ToolError(
                            .inputOutput, "\(address) answers \(answer.status), and not as a server of bets does.")
                    }
                    return (answer.status, root)
                }
                try await Task.sleep(for: .seconds(answer.retryAfter ?? Self.wait))
            }
        }
    }
#endif
