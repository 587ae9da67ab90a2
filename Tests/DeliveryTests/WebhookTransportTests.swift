import Crypto
import Draft
import Foundation
import NIOSSL
import Platform
import TestSupport
import Testing

@testable import Delivery  // the transport is its own

/// Where webhooks go, and how they are signed.
@Suite(.withinTheRun) struct WebhookTransportTests {
    static let secret = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"

    // MARK: Standard Webhooks

    /// The example that the libraries of the standard test themselves by.
    @Test func theSignatureIsThatOfTheStandard() throws {
        let message = WebhookMessage(id: "msg_p5jXN8AQM9LWM0D4loKWxJek", body: Array(#"{"test": 2432232314}"#.utf8))
        let key = try #require(WebhookKey(Self.secret))
        let other = try #require(WebhookKey("whsec_" + Data(repeating: 1, count: 32).base64EncodedString()))
        let headers = message.headers(at: Timestamp(microseconds: 1_614_265_330_999_999), signedBy: [key, other])
        let found = Dictionary(headers.map { ($0.name, $0.value) }) { first, _ in first }
        #expect(found["webhook-id"] == "msg_p5jXN8AQM9LWM0D4loKWxJek" && found["webhook-timestamp"] == "1614265330")
        let signatures = try #require(found["webhook-signature"]).split(separator: " ")
        #expect(signatures.count == 2 && signatures[0] == "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=")
        #expect(signatures[1].hasPrefix("v1,") && signatures[1] != signatures[0])
    }

    // MARK: Addresses

    @Test(arguments: [
        "0.0.0.0", "10.1.2.3", "100.64.0.1", "127.0.0.1", "127.255.255.254", "169.254.169.254", "172.16.0.1",
        "172.31.255.255", "192.0.0.8", "192.0.2.1", "192.168.1.1", "198.18.0.1", "198.51.100.7", "203.0.113.9",
        "224.0.0.1",
        "239.255.255.255", "240.0.0.1", "255.255.255.255", "::", "::1", "::ffff:127.0.0.1", "::ffff:8.8.8.8",
        "64:ff9b::7f00:1",
        "fc00::1", "fd12:3456::1", "fe80::1", "fec0::1", "ff02::1", "2001::1", "2001:db8::1", "2002:7f00:1::1",
        "100::1",
        "3fff::1",
    ])
    func anAddressThatIsNotPublicIsFound(text: String) throws {
        #expect(try !#require(InternetAddress(text)).isPublic)
    }

    @Test(arguments: ["8.8.8.8", "172.32.0.1", "172.15.255.255", "100.128.0.1", "2606:4700::1111", "2a00:1450:4001::1"])
    func aPublicAddressIsFound(text: String) throws {
        let address = try #require(InternetAddress(text))
        #expect(address.isPublic && !address.isLoopback && address.description == text)
    }

    /// Answers each look-up with the next addresses; the last ones repeat.
    private final class FakeResolver: NameResolver {
        private let answers: [[String]]
        private let count = Guarded(0)

        init(_ answers: [String]...) { self.answers = answers }

        func addresses(of host: String) async throws(NameFault) -> [InternetAddress] {
            let number = count.withLock {
                $0 += 1; return $0
            }
            return answers[min(number, answers.count) - 1].compactMap { InternetAddress($0) }
        }
    }

    private static let message = WebhookMessage(id: "evt_a_1", body: Array("{}".utf8))

    private func endpoint(_ url: String, allowsLoopback: Bool = true) throws -> WebhookEndpoint {
        try WebhookEndpoint(id: "a", url: url, secrets: [Self.secret], allowsLoopback: allowsLoopback)
    }

    @Test(arguments: [
        ["10.0.0.1"], ["169.254.169.254"], ["::1"], ["::ffff:10.0.0.1"], ["8.8.8.8", "192.168.0.1"], ["127.0.0.1"], [],
    ])
    func aNameThatLeadsInsideIsRefusedBeforeAConnection(addresses: [String]) async throws {
        let endpoint = try endpoint("https://hooks.example/", allowsLoopback: false)
        let clients = Guarded(0)
        let transport = HTTPWebhookTransport(endpoint, allowsLoopback: false, resolver: FakeResolver(addresses)) {
            clients.withLock { $0 += 1 }
            return BoundedClient(hosts: [endpoint.host], addresses: $0)
        }
        guard case .failed(let reason, nil) = await transport.send(Self.message, at: noon) else {
            Issue.record("It was sent.")
            return
        }
        #expect(reason.contains(addresses.isEmpty ? "no address" : "not on the public internet"))
        #expect(clients.withLock { $0 } == 0)
    }

    @Test(arguments: ["127.1", "0x7f000001", "2130706433", "0177.0.0.1", "localhost"])
    func otherFormsOfALoopbackAddressAreResolved(host: String) async throws {
        let addresses = try await SystemResolver().addresses(of: host)
        #expect(!addresses.isEmpty && addresses.allSatisfy { $0.isLoopback && !$0.isPublic })
    }

    @Test func theConnectionGoesToTheCheckedAddressAndTheCertificateIsThatOfTheName() async throws {
        let server = try await TestHTTPServer(tls: try .testServer()) { _, _ in TestAnswer(status: 204) }
        let trusted = try NIOSSLCertificate.fromPEMBytes(Array(TestCertificates.authority.utf8))
        func transport(_ name: String, _ resolver: FakeResolver) throws -> HTTPWebhookTransport {
            HTTPWebhookTransport(
                try endpoint("https://\(name):\(server.raw.port)/hook?a=b"), allowsLoopback: true, resolver: resolver
            ) { BoundedClient(.patient, hosts: Set($0.keys), trusting: trusted, addresses: $0) }
        }
        let sound = try transport("hooks.example", FakeResolver(["127.0.0.1"], ["127.0.0.1"], ["10.0.0.1"]))
        for _ in 1...2 {
            let result = await sound.send(Self.message, at: noon)
            #expect(result == .delivered)
        }
        // The connection is kept, but the name leads elsewhere now.
        #expect(await sound.send(Self.message, at: noon) != .delivered)
        let request = try #require(server.requests.first)
        #expect(request.path == "/hook?a=b" && request["host"] == "hooks.example:\(server.raw.port)")
        #expect(request["webhook-id"] == "evt_a_1" && request.body == Self.message.body)
        #expect(server.requests.count == 2 && server.raw.connections == 1)

        let other = try transport("other.example", FakeResolver(["127.0.0.1"]))
        #expect(await other.send(Self.message, at: noon) != .delivered)
        #expect(server.requests.count == 2)
    }

    @Test(arguments: [
        (200, WebhookQueue.Result.delivered), (204, .delivered),
        (301, .failed("It answered 301. Redirects are not followed: change the url.", pause: nil)),
        (404, .failed("It answered 404.", pause: nil)), (500, .failed("It answered 500.", pause: nil)),
        (410, .gone("It answered 410: the endpoint wants no more messages.")),
        (429, .failed("It answered 429.", pause: .seconds(9))), (503, .failed("It answered 503.", pause: .seconds(9))),
    ])
    func anAnswerDecidesTheResult(status: Int, result: WebhookQueue.Result) async throws {
        let server = try await TestHTTPServer { _, _ in
            .json(status, "", ("Retry-After", "9"), ("Location", "http://127.0.0.1:1/"))
        }
        let transport = HTTPWebhookTransport(try endpoint(server.address), allowsLoopback: true) {
            BoundedClient(.patient, hosts: Set($0.keys), addresses: $0)
        }
        let answer = await transport.send(Self.message, at: noon)
        #expect(answer == result)
        #expect(server.requests.count == 1)
    }

    // MARK: Configuration

    @Test func aConfigurationIsRead() throws {
        let folder = TemporaryDirectory()
        let path = try folder.write(
            #"{"endpoints":[{"id":"a","url":"https://a.example/h","secrets":["\#(Self.secret)"],"topics":["draft.pick_made"]},"#
                + #"{"id":"b","url":"https://b.example","secrets":["\#(Self.secret)"],"enabled":false}]}"#,
            to: "hooks.json")
        let configuration = try WebhookConfiguration(contentsOf: path)
        #expect(configuration.endpoints.map(\.id) == ["a", "b"] && !configuration.allowsLoopback)
        #expect(configuration.endpoints.map(\.isEnabled) == [true, false])
        #expect(configuration.endpoints.map(\.topics) == [[.pickMade], nil])
    }

    @Test(arguments: [
        (#"{}"#, "\"endpoints\""), (#"{"endpoints":[],"alowLoopback":true}"#, "alowLoopback"),
        (#"{"endpoints":[7]}"#, "Endpoint 1"),
        (#"{"endpoints":[{"id":"a b","url":"https://a.example","secrets":["S"]}]}"#, "letters, digits"),
        (#"{"endpoints":[{"id":"a","url":"ftp://a.example","secrets":["S"]}]}"#, "https"),
        (#"{"endpoints":[{"id":"a","url":"http://a.example","secrets":["S"]}]}"#, "https"),
        (#"{"endpoints":[{"id":"a","url":"http://127.0.0.1:80","secrets":["S"]}]}"#, "allowLoopback"),
        (#"{"endpoints":[{"id":"a","url":"https://localhost","secrets":["S"]}]}"#, "allowLoopback"),
        (#"{"endpoints":[{"id":"a","url":"https://u:p@a.example","secrets":["S"]}]}"#, "password"),
        (#"{"endpoints":[{"id":"a","url":"https://a.example","secrets":[]}]}"#, "0 secrets"),
        (#"{"endpoints":[{"id":"a","url":"https://a.example","secrets":["whsec_YWJj"]}]}"#, "24 to 64"),
        (
            #"{"endpoints":[{"id":"a","url":"https://a.example","secrets":["S"],"topics":["pick_made"]}]}"#,
            "Did you mean draft.pick_made"
        ),
        (
            #"{"endpoints":[{"id":"a","url":"https://a.example","secrets":["S"],"topics":["queue_set"]}]}"#,
            "not a public type"
        ),
        (
            #"{"endpoints":[{"id":"a","url":"https://a.example","secrets":["S"]},{"id":"a","url":"https://b.example","secrets":["S"]}]}"#,
            "twice"
        ),
    ])
    func aFaultOfTheConfigurationIsNamed(json: String, words: String) throws {
        let folder = TemporaryDirectory()
        let path = try folder.write(json.replacing(#""S""#, with: "\"\(Self.secret)\""), to: "hooks.json")
        do {
            _ = try WebhookConfiguration(contentsOf: path)
            Issue.record("It was read.")
        } catch {
            #expect(error.description.contains(words))
        }
    }
}
