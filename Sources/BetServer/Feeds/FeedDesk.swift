import BetLedger
import Bets
import Crypto
package import Delivery
import Foundation
import Records
import Server
import TextFormats
package import Values

/// Takes the signed messages of feeds: checks the sender and whether a message is new, and records its reports.
final class FeedDesk: Sendable {
    /// A message whose signature is by a key of its feed.
    struct Message: Sendable {
        var feed: String
        var id: String
        var body: [UInt8]
        /// When its last byte arrived.
        var arrival: Timestamp
    }

    private let accounts: String
    private let messages: FeedMessages
    private let clock: SecondsClock

    /// - Parameter accounts: the directory of accounts, which exists.
    init(_ accounts: String, clock: SecondsClock) throws {
        (self.accounts, self.clock) = (accounts, clock)
        let path = accounts + "/feed-messages"
        try FileManager.default.createDirectory(
            atPath: path, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        messages = try FeedMessages(at: path)
    }

    func close() { messages.close() }

    // MARK: Checking

    /// Checks that a key of a feed has signed a message, and that it is not old.
    ///
    /// - Parameter header: returns the value of a header; nil if the request has none or several.
    /// - Throws: `NOT_FOUND` for an unknown feed; `AUTH_INVALID` for a missing or wrong signature, and for one by a key that
    ///   was removed; `VALIDATION_ERROR` for a message that was signed too long ago or is ahead of time.
    func message(
        of feed: String, _ body: [UInt8], at arrival: Timestamp, header: (String) -> String?
    ) throws -> Message {
        let keys = try keys(of: feed)
        guard !keys.isEmpty else {
            throw BetProblem(.notFound, "There is no feed '\(feed.prefix(64))'.", details: ["code": "unknownFeed"])
        }
        guard let webhook = SignedWebhook(body, header: header),
            let age = SignedWebhook.age(of: webhook.time, at: arrival)
        else {
            throw Self.unsigned(
                "It needs one \(SignedWebhook.idHeader), one \(SignedWebhook.timeHeader) in seconds and one "
                    + "\(SignedWebhook.signatureHeader).")
        }
        // Each try costs a hash of the body, which anybody can send: the current keys, and those that were removed last.
        let tried = keys.filter { $0.removedAt == nil } + keys.filter { $0.removedAt != nil }.suffix(4)
        let signers = tried.filter { key in
            webhook.signatures.prefix(4).contains { key.key.verifies($0, of: webhook.content) }
        }
        guard !signers.isEmpty else { throw Self.unsigned("No signature is by a key of the feed \(feed).") }
        guard signers.contains(where: { $0.removedAt == nil }) else {
            throw Self.unsigned("The key was removed. Sign with the current key of the feed.", "keyRemoved")
        }
        guard abs(age.microseconds) <= SignedWebhook.tolerance.microseconds else {
            let seconds = abs(age.microseconds) / 1_000_000
            throw BetProblem(
                .validationError,
                "The message was signed \(seconds) seconds \(age < .zero ? "after" : "before") the server's time. At most "
                    + "\(SignedWebhook.tolerance.microseconds / 1_000_000) are allowed: compare the clocks.",
                details: ["code": "outdated"])
        }
        return Message(feed: feed, id: webhook.id, body: body, arrival: arrival)
    }

    private static func unsigned(_ words: String, _ reason: String = "badSignature") -> BetProblem {
        BetProblem(.authInvalid, "The message is not accepted. \(words)", details: ["reason": .of(reason)])
    }

    /// All keys that a feed has or had. Without the file it is not known which keys were removed.
    private func keys(of feed: String) throws -> [FeedBook.Entry] {
        try FeedBook(contentsOf: FeedBook.path(in: accounts)).entries.filter { $0.feed == feed }
    }

    // MARK: Recording

    /// The answer to a message: what it has recorded, and whether it had been received before.
    struct Answer: Sendable {
        var recorded: FeedMessages.Answer
        var isRepeat: Bool
    }

    /// Records the reports of a message together, or none of them.
    ///
    /// - Throws: `VALIDATION_ERROR` for a body that is not a message, a report that the rules refuse, or another message under
    ///   the same ID; `FORBIDDEN` for a report in the name of another feed.
    func record(_ message: Message, in source: any BetSource) async throws -> Answer {
        do {
            if let first = try messages.answer(to: message.body, id: message.id, of: message.feed) {
                return Answer(recorded: first, isRepeat: true)
            }
        } catch is FeedMessages.Reused {
            throw Self.reused
        }
        let reports = try Self.reports(message)
        let commands = reports.enumerated().map { index, command in
            SentBetCommand(
                command, as: .provider(onBehalfOf: nil), id: Self.commandID(index, of: message),
                occurredAt: message.arrival)
        }
        switch try await source.sendTogether(commands) {
        case .refused(let index, let refusal):
            var problem = BetProblem(refusal)
            problem.details = problem.details.adding(["report": .of(index), "recorded": .bool(false)])
            throw problem
        case .accepted(let ranges):
            let events = ranges.filter { !$0.isEmpty }
            let recorded = FeedMessages.Answer(
                reports: UInt64(reports.count),
                positions: (events.map(\.lowerBound).min() ?? 0)..<(events.map(\.upperBound).max() ?? 0))
            try messages.keep(
                recorded, to: message.body, id: message.id, of: message.feed, at: Int64(clock.now()))
            return Answer(recorded: recorded, isRepeat: false)
        }
    }

    static let reused = BetProblem(
        .validationError, "The webhook-id was sent with another message. Send a new message under a new ID.",
        details: ["code": "duplicateCommand"])

    /// The ID of a report's command: the same at each attempt, and never that of another feed's report.
    private static func commandID(_ index: Int, of message: Message) -> CommandID {
        let bytes = Array(
            SHA256.hash(data: Array(message.feed.utf8) + [0] + Array(message.id.utf8) + [0] + Array("\(index)".utf8)))
        func word(_ start: Int) -> UInt64 { bytes[start..<start + 8].reduce(0) { $0 << 8 | UInt64($1) } }
        return CommandID(high: word(0), low: word(8))
    }

    /// The reports of a message, in their order.
    private static func reports(_ message: Message) throws -> [BetCommand] {
        let root: JSONValue
        do throws(JSONError) {
            root = try JSONDocument(message.body).root
        } catch {
            throw BetProblem(.validationError, "The body is not JSON: \(error).")
        }
        guard root["type"]?.string == FeedMessage.type else {
            throw BetProblem(
                field: "type", "'type' is \(root["type"]?.excerpt ?? "missing"): expected '\(FeedMessage.type)'.")
        }
        guard let list = root["data"]?["reports"], list.kind == .array,
            (1...BetLedger.largestBatch).contains(list.elements.count)
        else {
            throw BetProblem(
                field: "data.reports", "'data.reports' is not an array of 1 to \(BetLedger.largestBatch) reports.")
        }
        return try list.elements.enumerated().map { index, value in
            do throws(JSONLineError) {
                return try BetCommand(report: value, of: message.feed)
            } catch {
                let isForeign = value["feed"]?.string.map { $0 != message.feed } ?? false
                throw BetProblem(
                    isForeign ? .forbidden : .validationError, "Report \(index): \(error.message).",
                    details: [
                        "code": isForeign ? "otherFeed" : "badReport", "report": .of(index), "recorded": .bool(false),
                    ])
            }
        }
    }

    // MARK: Keeping

    /// Removes answers that nothing asks for any more every hour, until the task is cancelled.
    func run(_ note: @escaping @Sendable (any Error) -> Void) async throws {
        while true {
            do {
                try messages.removeOld(at: Int64(clock.now()))
            } catch {
                note(error)
            }
            try await Task.sleep(for: .seconds(3_600))
        }
    }
}

/// A message of a feed as a sender writes it.
package struct FeedMessage: Sendable {
    /// The only type of messages.
    package static let type = "feed.reports"

    /// The shape of a body. Its reports have the members of their events.
    static let shape: NamedShape = (
        "FeedMessage",
        .object([
            Shape.Member(name: "type", shape: .choice([type])),
            Shape.Member(
                name: "data", shape: .object([Shape.Member(name: "reports", shape: .list(.map(.any)))])),
            Shape.Member(name: "timestamp", isRequired: false, shape: .time),
        ])
    )

    /// The sender's name for the message: the same at each attempt.
    package let id: String
    package let body: [UInt8]

    /// - Parameters:
    ///   - reports: the JSON of 1 to `BetLedger.largestBatch` reports.
    ///   - salt: equal reports with an equal salt make an equal ID.
    package init(_ reports: [String], salt: String = "") {
        body = Array("{\"type\":\"\(Self.type)\",\"data\":{\"reports\":[\(reports.joined(separator: ","))]}}".utf8)
        id =
            "msg_"
            + SHA256.hash(data: Array(salt.utf8) + body).prefix(16).map { byte in
                (byte < 16 ? "0" : "") + String(byte, radix: 16)
            }.joined()
    }

    /// The headers of one attempt.
    ///
    /// - Parameter now: the time of the attempt: a server refuses old ones.
    /// - Throws: the error of the cryptography library if it cannot sign.
    package func headers(at now: Timestamp, signedBy key: WebhookPrivateKey) throws -> [(name: String, value: String)] {
        let time = "\(now.microseconds / 1_000_000)"
        return [
            ("Content-Type", "application/json"), (SignedWebhook.idHeader, id), (SignedWebhook.timeHeader, time),
            (SignedWebhook.signatureHeader, try key.signature(of: SignedWebhook.content(id, time, body))),
        ]
    }
}
