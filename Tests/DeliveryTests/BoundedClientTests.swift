import Draft
import NIOSSL
import TestSupport
import Testing
import TextFormats

@testable import Delivery  // the client is its own

extension BoundedClient.Bounds {
    /// For tests of what is answered, not of when: a machine that runs many tests may take seconds for a handshake.
    static let patient = Self(time: .seconds(240), connecting: .seconds(120))
}

/// Servers that refuse, lie, or never end.
@Suite(.withinTheRun) struct BoundedClientTests {
    private static let short = BoundedClient.Bounds(
        time: .seconds(8), connecting: .seconds(4), body: 1_000)

    private func answer(
        _ url: String, _ bounds: BoundedClient.Bounds = short, trusting: [NIOSSLCertificate] = []
    ) async throws(RequestFailure) -> BoundedAnswer {
        try await BoundedClient(bounds, hosts: ["localhost"], trusting: trusting).answer(
            to: BoundedRequest(url, json: ["a": "b"]))
    }

    /// Whether a request certainly did not arrive.
    private func wasNotSent(_ url: String) async -> Bool? {
        do throws(RequestFailure) {
            _ = try await answer(url)
            return nil
        } catch {
            if case .notSent = error { return true } else { return false }
        }
    }

    @Test func aRefusedConnectionSendsNothing() async throws {
        let port = try ClosedPort()
        #expect(await wasNotSent("http://127.0.0.1:\(port.number)") == true)
        withExtendedLifetime(port) {}
    }

    @Test func aCertificateThatIsNotTrustedSendsNothing() async throws {
        let server = try await TestHTTPServer(tls: try .testServer()) { _, _ in TestAnswer() }
        #expect(await wasNotSent(server.raw.address("https", host: "localhost")) == true)
        #expect(server.requests.isEmpty)
        let trusted = try NIOSSLCertificate.fromPEMBytes(Array(TestCertificates.authority.utf8))
        let address = server.raw.address("https", host: "localhost")
        #expect(try await answer(address, .patient, trusting: trusted).status == 200)
    }

    @Test func aCertificateIsForItsNamesOnly() throws {
        let certificate = try NIOSSLCertificate(bytes: Array(TestCertificates.server.utf8), format: .pem)
        #expect(certificate.isFor(host: "localhost") && certificate.isFor(host: "Hooks.example"))
        for host in ["127.0.0.1", "example", "a.hooks.example", "hooks.example.com", ""] {
            #expect(!certificate.isFor(host: host))
        }
    }

    @Test func aServerThatNeverEncryptsGetsNothing() async throws {
        let server = try await RawServer { try await $0.waitForEnd() }
        #expect(await wasNotSent(server.address("https")) == true)
    }

    @Test func aServerThatClosesAfterTheRequestIsUnclear() async throws {
        let server = try await RawServer { _ = try await $0.request() }
        #expect(await wasNotSent(server.address()) == false)
        let rude = try await RawServer {
            _ = try await $0.request()
            try await $0.reset()
        }
        #expect(await wasNotSent(rude.address()) == false)
    }

    @Test func aServerThatNeverAnswersIsUnclear() async throws {
        let server = try await RawServer { try await $0.waitForEnd() }
        #expect(await wasNotSent(server.address()) == false)
    }

    @Test(arguments: ["X-More: more\r\n", "X"]) func headersWithoutAnEndAreCutOff(part: String) async throws {
        let server = try await RawServer { connection in
            _ = try await connection.request()
            try await connection.write("HTTP/1.1 200 OK\r\n")
            let parts = String(repeating: part, count: 1_000)
            while true { try await connection.write(parts) }
        }
        #expect(await wasNotSent(server.address()) == false)
    }

    @Test func notHTTPIsUnclear() async throws {
        let server = try await RawServer { connection in
            _ = try await connection.request()
            try await connection.write("220 mail.example.com ESMTP\r\n")
            try await connection.waitForEnd()
        }
        #expect(await wasNotSent(server.address()) == false)
    }

    @Test func aBodyWithoutAnEndIsCutOff() async throws {
        let server = try await RawServer { connection in
            _ = try await connection.request()
            try await connection.write("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n")
            let chunk = "1000\r\n" + String(repeating: "a", count: 4_096) + "\r\n"
            while true { try await connection.write(chunk) }
        }
        var bounds = BoundedClient.Bounds.patient
        bounds.body = 1_000
        let answer = try await answer(server.address(), bounds)
        #expect(answer.status == 200 && answer.body == [UInt8](repeating: 0x61, count: 1_000))
    }

    @Test func anAnswerCountsThoughItsBodyNeverComes() async throws {
        let server = try await RawServer { connection in
            _ = try await connection.request()
            try await connection.write("HTTP/1.1 503 Busy\r\nRetry-After: 7\r\nContent-Length: 100\r\n\r\nabc")
            try await connection.waitForEnd()
        }
        let answer = try await answer(server.address())
        #expect(answer.status == 503 && answer.retryAfter(at: noon) == .seconds(7))
    }

    @Test func redirectsAreNotFollowed() async throws {
        let target = try await TestHTTPServer { _, _ in TestAnswer() }
        let server = try await TestHTTPServer { _, _ in
            TestAnswer(status: 307, headers: [("Location", target.address)])
        }
        #expect(try await answer(server.address, .patient).status == 307)
        #expect(target.requests.isEmpty)
    }

    @Test func datesOfHTTPAndMail() {
        #expect(Timestamp(httpDate: "Sun, 06 Nov 1994 08:49:37 GMT") == Timestamp(iso8601: "1994-11-06T08:49:37Z"))
        #expect(Timestamp(httpDate: "Sunday, 06-Nov-94 08:49:37 GMT") == nil)
        #expect(Timestamp(httpDate: "Sun, 31 Feb 1994 08:49:37 GMT") == nil)
        #expect(Timestamp(iso8601: "1994-11-06T08:49:37Z")?.mailDate == "Sun, 06 Nov 1994 08:49:37 +0000")
        #expect(Timestamp(microseconds: 0).mailDate == "Thu, 01 Jan 1970 00:00:00 +0000")
        #expect(noon.mailDate == "Tue, 01 Sep 2026 12:00:00 +0000")
    }
}
