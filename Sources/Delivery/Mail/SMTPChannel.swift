public import Draft
import Foundation
import NIOCore
import NIOSSL
public import Notices
import Platform

/// E-mail by a relay (RFC 5321).
///
/// ```swift
/// var settings = SMTPChannel.Settings(host: "mail.example.com", from: "Drafts <drafts@example.com>")
/// settings.turnOff = "To stop these e-mails, turn off Slow draft e-mails at https://example.com/profile."
/// let channel = try SMTPChannel(settings)
/// ```
public final class SMTPChannel: NoticeChannel {
    public struct Settings: Sendable {
        public enum Encryption: String, Sendable {
            /// From the first byte, as on port 465.
            case implicit
            /// By STARTTLS before anything is said. A relay without it is refused.
            case startTLS
            /// None. A password is sent only to a loopback address.
            case plain
        }

        public var host: String
        public var port: Int
        /// By default `implicit` on port 465, `plain` to loopback addresses, `startTLS` to all others.
        public var encryption: Encryption?
        /// The name and the password, where the relay wants them.
        public var user: String?
        public var password: String?
        /// The sender: `drafts@example.com` or `Drafts <drafts@example.com>`.
        public var from: String
        /// The last line of each e-mail: how a member turns them off.
        public var turnOff = "To stop these e-mails, turn off slow-draft e-mails in your profile."
        /// The name by which this machine introduces itself; the domain of the sender unless set.
        public var helloName: String?
        /// The path of a PEM file with certificates to trust in addition to those of the system; nil without.
        public var trustedCertificates: String?
        /// The bound for the whole conversation.
        public var timeLimit = Interval.seconds(30)

        public init(host: String, port: Int = 587, from: String) {
            self.host = host
            self.port = port
            self.from = from
        }
    }

    public let kind = NoticesRecorded.Channel.email
    private let settings: Settings
    private let sender: Mailbox
    private let helloName: String
    private let encryption: Settings.Encryption
    private let tls: NIOSSLContext

    /// - Throws: `DeliverySettingsError` for a value that cannot be used.
    public init(_ settings: Settings) throws(DeliverySettingsError) {
        func fault(_ detail: String) -> DeliverySettingsError {
            DeliverySettingsError(.badValue, in: "the settings of e-mail", detail)
        }
        guard !settings.host.isEmpty, (1...65_535).contains(settings.port) else {
            throw fault("\"\(settings.host):\(settings.port)\" is not a relay. Use a host and a port such as 587.")
        }
        guard let sender = Mailbox(settings.from), !sender.address.isInternational else {
            throw fault("\"\(settings.from)\" is not a sender. Use the form Drafts <drafts@example.com>.")
        }
        let isLoopback = InternetAddress.isLoopbackName(settings.host)
        encryption = settings.encryption ?? (settings.port == 465 ? .implicit : isLoopback ? .plain : .startTLS)
        guard (settings.user == nil) == (settings.password == nil) else {
            throw fault("A user needs a password, and a password needs a user. Set both or leave both out.")
        }
        guard settings.password == nil || encryption != .plain || isLoopback else {
            throw fault("The password would be sent unencrypted to \(settings.host). Use STARTTLS or port 465.")
        }
        helloName = settings.helloName ?? String(sender.address.domain)
        guard !helloName.isEmpty, helloName.utf8.allSatisfy({ (0x21...0x7E).contains($0) }) else {
            throw fault("\"\(helloName)\" is not the name of a host. Use a name such as drafts.example.com.")
        }
        var configuration = TLSConfiguration.makeClientConfiguration()
        let trusted = try SettingsFile.certificates(in: settings.trustedCertificates)
        if !trusted.isEmpty { configuration.additionalTrustRoots = [.certificates(trusted)] }
        do {
            tls = try NIOSSLContext(configuration: configuration)
        } catch {
            throw fault("Encryption cannot be set up: \(error).")
        }
        self.settings = settings
        self.sender = sender
    }

    public func send(_ message: Message, to address: String, at now: Timestamp) async -> DeliveryResult {
        guard let recipient = MailAddress(address) else {
            return .gone("The member's address is not an address of e-mail.")
        }
        let mail = MailMessage(message, from: sender, to: recipient, turnOff: settings.turnOff, at: now)
        let connection: SMTPConnection
        let greeting: SMTPReply
        do {
            (connection, greeting) = try await SMTPConnection.open(
                to: settings.host, port: settings.port, tls: encryption == .implicit ? tls : nil,
                within: settings.timeLimit)
        } catch {
            return .retry("The relay \(settings.host) is not reached: \(Self.reason(error)).", after: nil)
        }
        defer { connection.close() }
        let progress = Guarded(false)
        do {
            try Self.demand(greeting, 2, to: "the connection")
            return try await transfer(mail, to: recipient, by: connection) { progress.withLock { $0 = true } }
        } catch let end as Ended {
            return end.result
        } catch {
            let reason = "The connection to \(settings.host) was lost: \(Self.reason(error))."
            // After the final dot, the relay may have the e-mail.
            return progress.withLock { $0 } ? .unclear(reason) : .retry(reason, after: nil)
        }
    }

    /// A reply that ends the conversation.
    private struct Ended: Error {
        let result: DeliveryResult
    }

    private func transfer(
        _ mail: MailMessage, to recipient: MailAddress, by connection: SMTPConnection,
        noting textIsSent: @Sendable () -> Void
    ) async throws -> DeliveryResult {
        var extensions = try await hello(connection)
        if encryption == .startTLS {
            guard extensions.has("STARTTLS") else {
                throw Ended(result: .refused("The relay does not offer STARTTLS. Use port 465 or another relay."))
            }
            try Self.demand(try await connection.reply(to: "STARTTLS"), 2, to: "STARTTLS")
            try await connection.encrypt(tls)
            // RFC 3207, section 4.2: what the relay said before it was encrypted counts for nothing.
            extensions = try await hello(connection)
        }
        try await connection.checkCertificate()
        try await authenticate(connection, extensions)
        guard !recipient.isInternational || extensions.has("SMTPUTF8") else {
            throw Ended(result: .refused("The relay does not take addresses with letters beyond ASCII (SMTPUTF8)."))
        }
        let option = recipient.isInternational ? " SMTPUTF8" : ""
        try Self.demand(
            try await connection.reply(to: "MAIL FROM:<\(sender.address.text)>\(option)"), 2, to: "the sender")
        let known = try await connection.reply(to: "RCPT TO:<\(recipient.text)>")
        // A relay that refuses us by its policy says nothing about the member's address.
        if known.kind == 5, !known.isAboutPolicy {
            throw Ended(result: .gone("The relay does not know the address: \(known.text)"))
        }
        try Self.demand(known, 2, to: "the recipient")
        try Self.demand(try await connection.reply(to: "DATA"), 3, to: "DATA")
        try await connection.write(mail.stuffed)
        textIsSent()
        let last = try await connection.exchange(".\r\n")
        try Self.demand(last, 2, to: "the e-mail")
        // A courtesy: the relay has the e-mail, whatever becomes of this.
        try? await connection.write("QUIT\r\n")
        return .accepted(last.text)
    }

    private func hello(_ connection: SMTPConnection) async throws -> SMTPExtensions {
        let reply = try await connection.reply(to: "EHLO \(helloName)")
        try Self.demand(reply, 2, to: "EHLO")
        return SMTPExtensions(reply)
    }

    private func authenticate(_ connection: SMTPConnection, _ extensions: SMTPExtensions) async throws {
        guard let user = settings.user, let password = settings.password else { return }
        func base64(_ text: String) -> String { Data(text.utf8).base64EncodedString() }
        if extensions.mechanisms.contains("PLAIN") {
            let reply = try await connection.reply(to: "AUTH PLAIN \(base64("\0\(user)\0\(password)"))")
            try Self.demand(reply, 2, to: "the user and the password")
        } else if extensions.mechanisms.contains("LOGIN") {
            try Self.demand(try await connection.reply(to: "AUTH LOGIN"), 3, to: "AUTH LOGIN")
            try Self.demand(try await connection.reply(to: base64(user)), 3, to: "the user")
            try Self.demand(try await connection.reply(to: base64(password)), 2, to: "the user and the password")
        } else {
            throw Ended(result: .refused("The relay offers neither AUTH PLAIN nor AUTH LOGIN."))
        }
    }

    /// Ends the conversation unless a reply is of a kind.
    private static func demand(_ reply: SMTPReply, _ kind: Int, to what: String) throws {
        guard reply.kind != kind else { return }
        let reason = "The relay answered to \(what): \(reply.text)"
        throw Ended(result: reply.kind == 4 ? .retry(reason, after: nil) : .refused(reason))
    }

    private static func reason(_ error: any Error) -> String {
        switch error {
        case SMTPFault.closed: "the relay closed the connection"
        case SMTPFault.notAReply(let found): "the relay does not speak SMTP: \(found)"
        case SMTPFault.unasked(let found): "the relay sent a reply before a command: \(found)"
        case SMTPFault.timeLimit: "the relay took too long"
        case let error as IOError: "\(Errno(error.errnoCode))"
        default: "\(error)"
        }
    }
}

/// The extensions that a relay offers in its reply to EHLO (RFC 5321, section 4.1.1.1).
private struct SMTPExtensions {
    private let offered: [[String]]

    init(_ reply: SMTPReply) {
        offered = reply.lines.dropFirst().map { $0.uppercased().split { $0 == " " || $0 == "=" }.map(String.init) }
    }

    func has(_ keyword: String) -> Bool { offered.contains { $0.first == keyword } }

    var mechanisms: Set<String> { Set(offered.filter { $0.first == "AUTH" }.flatMap { $0.dropFirst() }) }
}
