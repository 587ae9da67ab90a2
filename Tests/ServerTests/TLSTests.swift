import AsyncHTTPClient
import Foundation
import Logging
import NIOHTTP1
import NIOSSL
import TestSupport
import Testing

@testable import Server  // certificates and limits are the module's own

/// A server with a certificate: its protocols, its clients' addresses, and files that change or are wrong.
@Suite struct TLSTests {
    private let authority: Authority
    private let directory = TemporaryDirectory()

    init() throws { authority = try Authority.shared.get() }

    // MARK: Protocols

    @Test(.withinTheRun, arguments: [true, false]) func aClientChoosesItsVersion(isNew: Bool) async throws {
        let server = try await SecureServer(version: isNew ? .automatic : .http1Only)
        let live = try await server.send("GET", "/livez")
        #expect(live.status == 200 && live.text.contains("live"))
        #expect(live.version == (isNew ? .http2 : .http1_1))
        let token = try await server.token()
        let session = try await server.send(
            "POST", "/v1/session", "",
            [("Authorization", "Bearer \(token)"), ("Origin", "https://localhost:\(server.port)")])
        #expect(session.status == 200)
        // Only pages over TLS have such a cookie.
        let cookie = try #require(session.headers.first(name: "set-cookie"))
        #expect(cookie.hasPrefix("__Host-draftledger=") && cookie.contains("; Secure"))
        let page = try await server.send("GET", "/docs")
        #expect(page.status == 200 && page.text.utf8.count > 100_000)
        #expect(try await server.send("POST", "/nope", "{}").status == 404)
        try await server.stop()
    }

    @Test(.withinTheRun, arguments: [TLSVersion.tlsv1, .tlsv11, .tlsv12, .tlsv13])
    func onlyVersionsFrom12AreTaken(version: TLSVersion) async throws {
        let server = try await SecureServer()
        var configuration = try authority.client()
        (configuration.minimumTLSVersion, configuration.maximumTLSVersion) = (version, version)
        var text = ""
        try await FrameConnection.run(server.port, configuration, after: "", greeting: false) { connection in
            try await connection.send("GET /livez HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
            text = await connection.text()
        }
        let isNew = version == .tlsv12 || version == .tlsv13
        #expect(text.hasPrefix("HTTP/1.1 200") == isNew)
        if !isNew { #expect(try await server.refusals(.handshake) == 1) }
        try await server.stop()
    }

    @Test(.withinTheRun) func aBodyThatDripsIsNotWaitedFor() async throws {
        let server = try await SecureServer { $0.limits.bodyTime = .seconds(1) }
        let token = try await server.token()
        try await server.bytes { connection in
            try await connection.send(
                "POST /v1/commands HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer \(token)\r\n"
                    + "Content-Length: 100\r\n\r\n{")
            let answer = await connection.text()
            #expect(answer.hasPrefix("HTTP/1.1 408"), "\(answer)")
        }
        try await server.stop()
    }

    @Test(.withinTheRun) func aConnectionWithoutHandshakeEnds() async throws {
        let server = try await SecureServer { $0.limits.headTime = .seconds(5) }
        let (silent, plain) = (try Socket(server.port), try Socket(server.port))
        plain.send("GET /livez HTTP/1.1\r\nHost: localhost\r\n\r\n")
        #expect(await silent.answer() == "")
        #expect(await !plain.answer().contains("200"))
        #expect(try await server.refusals(.handshake) == 2)
        try await server.stop()
    }

    @Test(.withinTheRun) func anAddressHasOnlySoManyConnections() async throws {
        let server = try await SecureServer { $0.limits.connectionsPerAddress = 2 }
        let (first, second) = (try Socket(server.port), try Socket(server.port))
        let third = try Socket(server.port)
        #expect(await third.answer() == "")
        withExtendedLifetime((first, second)) {}
        first.hangUp()
        second.hangUp()
        try await server.stop()
    }

    // MARK: Proxies

    @Test(.withinTheRun) func aProxyNamesTheClientBeforeTLS() async throws {
        let server = try await SecureServer { options in
            options.operations.proxies.ranges = ["127.0.0.1"].compactMap { AddressRange($0) }
            options.operations.proxies.sendProxyHeader = true
        }
        try await server.frames(after: "PROXY TCP4 198.51.100.7 127.0.0.1 4711 443\r\n") { connection in
            try await connection.send(RawFrame.head(1, "GET", "/livez"))
            #expect(try await connection.status(on: 1) == "200")
        }
        try await server.stop()
        #expect(server.lines.all.contains { $0.contains("198.51.100.7") })
    }

    @Test(.withinTheRun) func aClientThatIsNotAProxyIsNotBelieved() async throws {
        let server = try await SecureServer { options in
            options.operations.proxies.ranges = ["10.0.0.0/8"].compactMap { AddressRange($0) }
        }
        _ = try await server.send(
            "GET", "/livez", nil, [("X-Forwarded-For", "198.51.100.7"), ("Forwarded", "for=198.51.100.7")])
        try await server.stop()
        #expect(server.lines.all.contains { $0.contains("127.0.0.1") })
        #expect(!server.lines.all.contains { $0.contains("198.51.100.7") })
    }

    // MARK: Files

    private func copy(_ name: String) throws -> Certificates.Files {
        let files = Certificates.Files(certificate: directory("\(name).pem"), key: directory("\(name).key"))
        try replace(files, by: authority.files)
        return files
    }

    private func replace(_ files: Certificates.Files, by new: Certificates.Files) throws {
        for (old, new) in [(files.certificate, new.certificate), (files.key, new.key)] {
            let (old, new) = (try #require(old), try #require(new))
            try Data(contentsOf: URL(filePath: new)).write(to: URL(filePath: old))
            try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: old)
        }
    }

    @Test(.withinTheRun) func newFilesAreUsedWithoutARestart() async throws {
        let files = try copy("reloaded")
        let next = try authority.issue("next", days: 60)
        let server = try await SecureServer { options in
            options.tls = files
            options.limits.certificateTime = .milliseconds(50)
        }
        func remainingDays() async throws -> Double {
            let expiry = try #require(await server.figure("draftledger_certificate_expiry_timestamp_seconds"))
            return (expiry - Date().timeIntervalSince1970) / 86_400
        }
        #expect(try await remainingDays() < 31)
        try await server.frames { connection in
            try replace(files, by: next)
            while try await remainingDays() < 31 {
                try await Task.sleep(for: .milliseconds(20))
            }
            // The open connection has the last certificate, and lives.
            try await connection.send(RawFrame.head(1, "GET", "/livez"))
            #expect(try await connection.status(on: 1) == "200")
        }
        try Data("garbage".utf8).write(to: URL(filePath: try #require(files.certificate)))
        while try await server.figure("draftledger_certificate_failures_total") != 1 {
            try await Task.sleep(for: .milliseconds(20))
        }
        // New connections have the last one that could be read.
        try await server.frames { connection in
            try await connection.send(RawFrame.head(1, "GET", "/livez"))
            #expect(try await connection.status(on: 1) == "200")
        }
        #expect(try await remainingDays() > 31)
        try await server.stop()
        let complaints = server.lines.all.filter { $0.contains("\"error\"") }
        #expect(complaints.count == 1 && complaints[0].contains("no certificate in PEM form"), "\(complaints)")
    }

    private func fault(_ files: Certificates.Files) -> String? {
        do throws(ServerConfigurationError) {
            _ = try Certificates.reading(files)
            return nil
        } catch {
            return error.description
        }
    }

    @Test func wrongFilesAreNamedWithWhatToDo() throws {
        let (files, other) = (try copy("wrong"), try authority.issue("other"))
        let (certificate, key) = (try #require(files.certificate), try #require(files.key))
        #expect(fault(Certificates.Files()) == nil && fault(files) == nil)
        #expect(fault(.init(certificate: certificate))?.contains("without 'tls.key'") == true)
        #expect(fault(.init(key: key))?.contains("without 'tls.certificate'") == true)
        let missing = fault(.init(certificate: directory("none"), key: key))
        #expect(missing?.hasPrefix("'tls.certificate' names \(directory("none")), which cannot be read") == true)
        #expect(fault(.init(certificate: key, key: key))?.contains("no certificate in PEM form") == true)
        #expect(fault(.init(certificate: certificate, key: certificate))?.contains("no private key") == true)
        #expect(fault(.init(certificate: certificate, key: other.key))?.contains("does not belong to") == true)
        try authority.openssl("pkey", "-in", key, "-aes256", "-passout", "pass:secret", "-out", directory("locked.key"))
        #expect(fault(.init(certificate: certificate, key: directory("locked.key")))?.contains("is encrypted") == true)
    }

    @Test func aServerStartsWithAnExpiredCertificateAndWarns() throws {
        let (clock, files) = (SetClock(), try copy("expired"))
        let certificates = try #require(try Certificates.reading(files, by: clock.clock))
        #expect(certificates.warnings == [])
        clock.skip(31 * 86_400)
        #expect(certificates.expiry < clock.clock.now())
        #expect(certificates.warnings.count == 1 && certificates.warnings[0].contains(" expired at "))
        clock.skip(-62 * 86_400)
        #expect(certificates.warnings.count == 1 && certificates.warnings[0].contains(" is valid from "))
    }

    @Test func aKeyThatEverybodyCanReadIsWarnedOf() throws {
        let files = try copy("public")
        try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: try #require(files.key))
        let warnings = try #require(try Certificates.reading(files)).warnings
        #expect(warnings.count == 1 && warnings[0].contains("chmod 600"))
    }
}
