import Draft
import Foundation
import NIOSSL
import Notices
import Platform
import TestSupport
import Testing

@testable import Delivery  // the encoding of text is its own

/// E-mail by a local relay that does what a test says.
@Suite(.withinTheRun) struct SMTPChannelTests {
    private let folder = TemporaryDirectory()

    /// A relay that answers each command by its first word.
    private final class Relay: Sendable {
        let server: RawServer
        private let noted: Guarded<[String]>

        var lines: [String] { noted.withLock { $0 } }

        /// - Parameter replies: to commands, without the line end. A reply "close" ends the connection; "silence" is none.
        init(implicit: Bool = false, _ replies: [String: String] = [:]) async throws {
            let noted = Guarded<[String]>([])
            self.noted = noted
            let tls = try NIOSSLContext.testServer()
            server = try await RawServer(tls: implicit ? tls : nil) { connection in
                /// - Returns: the first line of the reply.
                func answer(_ command: String, or standard: String) async throws -> String {
                    let reply = replies[command] ?? standard
                    if reply == "close" { throw RawConnection.Ended() }
                    if reply == "silence" { try await connection.waitForEnd() }
                    try await connection.write(reply + "\r\n")
                    return reply
                }
                _ = try await answer("connect", or: "220-mail.example.com\r\n220 ESMTP")
                var hasUser = false
                while true {
                    let line = try await connection.line()
                    // It can arrive after the test has looked.
                    if line == "QUIT" { return }
                    noted.withLock { $0.append(line) }
                    let command = line.split(separator: " ").first.map { $0.uppercased() } ?? ""
                    switch command {
                    case "EHLO":
                        _ = try await answer("EHLO", or: "250-mail.example.com\r\n250-STARTTLS\r\n250 AUTH PLAIN LOGIN")
                    case "STARTTLS":
                        let reply = try await answer("STARTTLS", or: "220 go ahead")
                        if reply.hasPrefix("220") { try await connection.encrypt(tls) }
                    case "AUTH" where line == "AUTH LOGIN": _ = try await answer("AUTH LOGIN", or: "334 VXNlcm5hbWU6")
                    case "AUTH": _ = try await answer("AUTH", or: "235 welcome")
                    case "MAIL", "RCPT": _ = try await answer(command, or: "250 ok")
                    case "DATA":
                        guard try await answer("DATA", or: "354 send it").hasPrefix("354") else { break }
                        while true {
                            let line = try await connection.line()
                            noted.withLock { $0.append(line) }
                            if line == "." { break }
                        }
                        _ = try await answer(".", or: "250 2.0.0 queued as 4711")
                    default:
                        // The name and the password of AUTH LOGIN.
                        _ = try await answer(
                            hasUser ? "password" : "user", or: hasUser ? "235 welcome" : "334 UGFzc3dvcmQ6")
                        hasUser = true
                    }
                }
            }
        }
    }

    private func settings(_ relay: Relay, _ encryption: SMTPChannel.Settings.Encryption? = nil) throws
        -> SMTPChannel.Settings
    {
        var settings = SMTPChannel.Settings(
            host: "localhost", port: relay.server.port, from: "Draft Ledger <drafts@topdog.example>")
        settings.encryption = encryption
        settings.trustedCertificates = try folder.write(TestCertificates.authority, to: "authority.pem")
        return settings
    }

    private func send(
        by relay: Relay, _ encryption: SMTPChannel.Settings.Encryption? = nil, to address: String = "ann@example.com",
        _ change: (inout SMTPChannel.Settings) -> Void = { _ in }
    ) async throws -> DeliveryResult {
        var settings = try settings(relay, encryption)
        change(&settings)
        return try await SMTPChannel(settings).send(.sample(.slowDraftEmail), to: address, at: noon)
    }

    // MARK: What is sent

    @Test func aMailIsSentAsItsStandardsHaveIt() async throws {
        let relay = try await Relay()
        #expect(try await send(by: relay) == .accepted("250 2.0.0 queued as 4711"))
        #expect(
            relay.lines == [
                "EHLO topdog.example", "MAIL FROM:<drafts@topdog.example>", "RCPT TO:<ann@example.com>", "DATA",
                "Date: Tue, 01 Sep 2026 12:00:00 +0000",
                "Message-ID: <4711.42.slow_draft_email@topdog.example>",
                "From: Draft Ledger <drafts@topdog.example>", "To: ann@example.com",
                "Subject: Your turn in THE TOPDOG INTERNATIONAL", "Auto-Submitted: auto-generated",
                "MIME-Version: 1.0", "Content-Type: text/plain; charset=utf-8",
                "Content-Transfer-Encoding: quoted-printable", "", "Pick 2.05 - 30 seconds to draft", "", "--=20",
                "To stop these e-mails, turn off slow-draft e-mails in your profile.", ".",
            ])
    }

    @Test(arguments: [SMTPChannel.Settings.Encryption.startTLS, .implicit])
    func thePasswordIsEncrypted(encryption: SMTPChannel.Settings.Encryption) async throws {
        let relay = try await Relay(implicit: encryption == .implicit)
        let result = try await send(by: relay, encryption) { ($0.user, $0.password) = ("ann", "secret") }
        #expect(result.name == "accepted")
        let before = encryption == .startTLS ? ["EHLO topdog.example", "STARTTLS"] : []
        #expect(
            Array(relay.lines.prefix(before.count + 2)) == before + [
                "EHLO topdog.example", "AUTH PLAIN AGFubgBzZWNyZXQ=",
            ])
    }

    @Test func aRelayWithoutPlainGetsLogin() async throws {
        let relay = try await Relay(["EHLO": "250-mail.example.com\r\n250 AUTH LOGIN"])
        let result = try await send(by: relay) { ($0.user, $0.password) = ("ann", "secret") }
        #expect(result.name == "accepted")
        #expect(relay.lines[1...3] == ["AUTH LOGIN", "YW5u", "c2VjcmV0"])
    }

    @Test func aLineThatBeginsWithADotGetsAnother() async throws {
        let relay = try await Relay()
        #expect(try await send(by: relay) { $0.turnOff = ".\n.. off\nend." }.name == "accepted")
        #expect(relay.lines.suffix(4) == ["..", "... off", "end.", "."])
    }

    @Test func noTextCanAddAHeader() async throws {
        let evil = "Fun\r\nBcc: all@example.com\r\n\r\nHello\u{2028}Ä =?UTF-8?Q?x?="
        let relay = try await Relay()
        let channel = try SMTPChannel(settings(relay))
        #expect(
            await channel.send(.sample(.slowDraftEmail, title: evil), to: "ann@example.com", at: noon).name
                == "accepted")
        let data = relay.lines.drop { $0 != "DATA" }.dropFirst()
        let headers = data.prefix { !$0.isEmpty }
        let names = headers.filter { !$0.hasPrefix(" ") }.map { String($0.prefix { $0 != ":" }) }
        #expect(
            names == [
                "Date", "Message-ID", "From", "To", "Subject", "Auto-Submitted", "MIME-Version", "Content-Type",
                "Content-Transfer-Encoding",
            ])
        let words = headers.drop { !$0.hasPrefix("Subject") }.prefix { $0.hasPrefix("Subject: ") || $0.hasPrefix(" ") }
            .map { $0.split(separator: " ").last ?? "" }
        #expect(words.allSatisfy { $0.utf8.count <= 75 && $0.hasPrefix("=?UTF-8?B?") && $0.hasSuffix("?=") })
        let subject = words.compactMap { Data(base64Encoded: String($0.dropFirst(10).dropLast(2))) }
            .map { String(decoding: $0, as: UTF8.self) }.joined()
        #expect(subject == "Your turn in Fun  Bcc: all@example.com    Hello Ä =?UTF-8?Q?x?=")
    }

    @Test func longAndForeignTextIsQuoted() {
        let line = String(repeating: "Ä=", count: 100) + " \t "
        let encoded = QuotedPrintable.encode(line + "\nend ")
        let lines = encoded.components(separatedBy: "\r\n")
        #expect(
            lines.allSatisfy { $0.utf8.count <= 76 && $0.utf8.allSatisfy { (0x20...0x7E).contains($0) || $0 == 9 } })
        #expect(lines.allSatisfy { !$0.hasSuffix(" ") && !$0.hasSuffix("\t") })
        #expect(encoded.replacing("=\r\n", with: "").hasPrefix(String(repeating: "=C3=84=3D", count: 100)))
        #expect(lines.last == "end=20")
    }

    @Test(arguments: [
        "ann", "ann@", "@example.com", "a@b@c", "ann@example.com>", "ann@example.com\r\nRCPT TO:<eve@example.com>",
        "ann @example.com", "<ann@example.com>", "\"a b\"@example.com", "ann@exa\u{200B}mple.com", "a..b@example.com",
    ])
    func anAddressThatIsNoneReachesNoRelay(address: String) async throws {
        let relay = try await Relay()
        #expect(try await send(by: relay, to: address).name == "gone")
        #expect(relay.lines == [])
    }

    @Test func aForeignAddressNeedsARelayThatTakesIt() async throws {
        #expect(try await send(by: Relay(), to: "änn@example.com").name == "refused")
        let relay = try await Relay(["EHLO": "250-mail.example.com\r\n250 SMTPUTF8"])
        #expect(try await send(by: relay, to: "änn@example.com").name == "accepted")
        #expect(relay.lines[1...2] == ["MAIL FROM:<drafts@topdog.example> SMTPUTF8", "RCPT TO:<änn@example.com>"])
    }

    // MARK: Replies

    @Test(arguments: [
        ("connect", "421 busy", "retry"), ("connect", "554 no", "refused"), ("connect", "close", "retry"),
        ("connect", "HTTP/1.1 400 Bad Request", "retry"), ("EHLO", "502 what?", "refused"), ("EHLO", "close", "retry"),
        ("MAIL", "451 later", "retry"), ("MAIL", "550 no", "refused"), ("MAIL", "close", "retry"),
        ("RCPT", "450 greylisted", "retry"), ("RCPT", "550 5.1.1 no such user", "gone"),
        ("RCPT", "554 5.7.1 relay access denied", "refused"), ("DATA", "452 full", "retry"),
        ("DATA", "554 no", "refused"),
        ("DATA", "close", "retry"), (".", "451 later", "retry"), (".", "550 spam", "refused"),
        (".", "close", "unclear"),
        (".", "nonsense", "unclear"),
        ("EHLO", "250-a\r\n251 b", "retry"), ("MAIL", "250 ok\r\n250 ok", "retry"),
    ])
    func aReplyDecidesTheResult(command: String, reply: String, result: String) async throws {
        #expect(try await send(by: Relay([command: reply])).name == result)
    }

    @Test(arguments: [
        ("connect", Interval.milliseconds(500), "retry"), ("RCPT", .seconds(2), "retry"),
        (".", .seconds(10), "unclear"),
    ])
    func aRelayThatNeverAnswersTakesBoundedTime(command: String, limit: Interval, result: String) async throws {
        let relay = try await Relay([command: "silence"])
        #expect(try await send(by: relay) { $0.timeLimit = limit }.name == result)
    }

    @Test(arguments: ["250-", "2"]) func aReplyWithoutAnEndTakesBoundedMemory(part: String) async throws {
        let server = try await RawServer { connection in
            try await connection.write("220 mail\r\n")
            _ = try await connection.line()
            let parts = String(repeating: part == "2" ? part : part + "more\r\n", count: 1_000)
            while true { try await connection.write(parts) }
        }
        let channel = try SMTPChannel(
            SMTPChannel.Settings(host: "127.0.0.1", port: server.port, from: "drafts@topdog.example"))
        let result = await channel.send(.sample(), to: "ann@example.com", at: noon)
        guard case .retry(let reason, _) = result else { throw UnexpectedResult(result: result) }
        #expect(reason.contains("does not speak SMTP"))
    }

    private struct UnexpectedResult: Error { let result: DeliveryResult }

    // MARK: Encryption

    /// CVE-2011-0411: what a third party puts after the reply must not count as said by the relay.
    @Test(arguments: ["220 go ahead\r\n250 injected", "220 go ahead\r\n25"])
    func repliesBeforeTheEncryptionAreRefused(reply: String) async throws {
        let server = try await RawServer { connection in
            try await connection.write("220 mail\r\n")
            _ = try await connection.line()
            try await connection.write("250-mail\r\n250 STARTTLS\r\n")
            _ = try await connection.line()
            try await connection.write(reply + (reply.hasSuffix("25") ? "" : "\r\n"))
            try await connection.waitForEnd()
        }
        var settings = SMTPChannel.Settings(host: "localhost", port: server.port, from: "drafts@topdog.example")
        settings.encryption = .startTLS
        let result = try await SMTPChannel(settings).send(.sample(), to: "ann@example.com", at: noon)
        guard case .retry(let reason, _) = result else { throw UnexpectedResult(result: result) }
        #expect(reason.contains("before a command"))
    }

    @Test func aRelayWithoutEncryptionIsRefused() async throws {
        let relay = try await Relay(["EHLO": "250 mail.example.com"])
        #expect(try await send(by: relay, .startTLS).name == "refused")
        #expect(relay.lines == ["EHLO topdog.example"])
    }

    @Test(arguments: [SMTPChannel.Settings.Encryption.startTLS, .implicit])
    func aCertificateThatIsNotTrustedGetsNothing(encryption: SMTPChannel.Settings.Encryption) async throws {
        let relay = try await Relay(implicit: encryption == .implicit)
        #expect(try await send(by: relay, encryption) { $0.trustedCertificates = nil }.name == "retry")
        #expect(relay.lines == (encryption == .startTLS ? ["EHLO topdog.example", "STARTTLS"] : []))
    }

    @Test func aPasswordIsNeverSentUnencrypted() throws {
        var settings = SMTPChannel.Settings(host: "mail.example.com", from: "drafts@topdog.example")
        (settings.user, settings.password, settings.encryption) = ("ann", "secret", .plain)
        #expect(throws: DeliverySettingsError.self) { try SMTPChannel(settings) }
        settings.encryption = .startTLS
        #expect(throws: Never.self) { try SMTPChannel(settings) }
        settings.user = nil
        #expect(throws: DeliverySettingsError.self) { try SMTPChannel(settings) }
        settings = SMTPChannel.Settings(host: "mail.example.com", from: "drafts")
        #expect(throws: DeliverySettingsError.self) { try SMTPChannel(settings) }
    }
}
