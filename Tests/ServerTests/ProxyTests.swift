import Foundation
import HTTPTypes
import HummingbirdCore
import LedgerTesting
import NIOCore
import Platform
import TestSupport
import Testing

@testable import Server  // addresses and proxies are the module's own

/// Addresses as values, and the word of proxies about their clients.
@Suite struct ProxyTests {
    @Test(arguments: [
        ("127.0.0.1", "127.0.0.1"), ("::ffff:127.0.0.1", "127.0.0.1"), ("::FFFF:7f00:1", "127.0.0.1"), ("::1", "::1"),
        ("2001:DB8:0:0:0:0:0:1", "2001:db8::1"), ("2001:db8::0:1:0:0:1", "2001:db8::1:0:0:1"), ("::", "::"),
        ("1::", "1::"), ("1:2:3:4:5:6:7:8", "1:2:3:4:5:6:7:8"), ("fe80::1%eth0", "fe80::1"),
        ("64:ff9b::192.0.2.33", "64:ff9b::c000:221"), ("1:0:2:0:3:0:4:0", "1:0:2:0:3:0:4:0"),
    ])
    func anAddressIsAValue(text: String, written: String) {
        #expect(IPAddress(text)?.description == written)
        #expect(IPAddress(written) == IPAddress(text))
    }

    @Test(arguments: [
        "", "1", "1.2.3", "1.2.3.4.5", "1.2.3.256", "01.2.3.4", "1.2.3.+4", "1.2.3.4 ", ":", ":::", "1:::2", "1::2::3",
        "1:2:3:4:5:6:7", "1:2:3:4:5:6:7:8:9", "1:2:3:4:5:6:7::8", "12345::", "+1::", "g::", "::1.2.3", "1.2.3.4::",
        "[::1]", "::ffff:1.2.3.4:5", "unknown", "_hidden", String(repeating: "1", count: 100),
    ])
    func whatIsNoAddressIsNone(text: String) { #expect(IPAddress(text) == nil) }

    @Test(arguments: [
        ("10.0.0.0/8", "10.255.0.1", true), ("10.0.0.0/8", "11.0.0.1", false), ("::ffff:10.0.0.0", "10.0.0.0", true),
        ("2001:db8::/32", "2001:db8:ffff::1", true), ("2001:db8::/32", "2001:db9::", false),
        ("0.0.0.0/0", "1.2.3.4", true),
        ("0.0.0.0/0", "::1", false), ("::/0", "1.2.3.4", true), ("127.0.0.1", "127.0.0.2", false),
        ("2001:db8::1:0:0:0/80", "2001:db8:0:0:1::5", true), ("2001:db8::/65", "2001:db8:0:0:8000::", false),
    ])
    func aRangeContainsWhatBeginsLikeIt(range: String, address: String, contains: Bool) throws {
        #expect(try #require(AddressRange(range)).contains(try #require(IPAddress(address))) == contains)
    }

    @Test(arguments: ["10.0.0.0/33", "::/129", "10.0.0.0/", "10.0.0.0/-1", "10.0.0.0/+8", "a/8", "/8", "fe80::%1/64"])
    func whatIsNoRangeIsNone(text: String) { #expect(AddressRange(text) == nil) }

    private func request(_ fields: [(String, String)]) -> Request {
        var headers = HTTPFields()
        for (name, value) in fields { headers.append(HTTPField(name: HTTPField.Name(name)!, value: value)) }
        let head = HTTPRequest(
            method: .get, scheme: "http", authority: "127.0.0.1:3000", path: "/", headerFields: headers)
        return Request(head: head, body: .init(buffer: .init()))
    }

    private func proxies(_ field: TrustedProxies.Field = .forwardedFor, everybody: Bool = false) -> TrustedProxies {
        TrustedProxies(
            ranges: everybody ? [] : ["127.0.0.0/8", "10.0.0.0/8", "2001:db8:f::/48"].compactMap { AddressRange($0) },
            includesEveryone: everybody, field: field)
    }

    @Test(
        arguments: [
            // The field of a client that is not a proxy has no effect.
            ("203.0.113.9", ["198.51.100.1"], "203.0.113.9"),
            ("127.0.0.1", ["198.51.100.1"], "198.51.100.1"), ("127.0.0.1", [], "127.0.0.1"),
            // The client's own words are before the first proxy's.
            ("127.0.0.1", ["6.6.6.6, 198.51.100.1"], "198.51.100.1"),
            ("127.0.0.1", ["6.6.6.6, 198.51.100.1, 10.0.0.7"], "198.51.100.1"),
            ("127.0.0.1", ["6.6.6.6", "198.51.100.1, 10.0.0.7"], "198.51.100.1"),
            ("127.0.0.1", ["6.6.6.6, unknown, 10.0.0.7"], "10.0.0.7"),
            ("127.0.0.1", ["6.6.6.6, , 10.0.0.7"], "10.0.0.7"),
            ("127.0.0.1", ["10.0.0.1, 10.0.0.2"], "10.0.0.1"), ("127.0.0.1", ["nonsense"], "127.0.0.1"),
            ("::ffff:127.0.0.1", ["[2001:db8::7]:4711"], "2001:db8::7"),
            ("127.0.0.1", ["198.51.100.1:80"], "198.51.100.1"),
            ("2001:db8:f::1", ["2001:db8::7"], "2001:db8::7"), ("127.0.0.1", ["::ffff:198.51.100.1"], "198.51.100.1"),
        ] as [(String, [String], String)])
    func aClientIsReadFromTheLastProxyBackwards(peer: String, fields: [String], client: String) {
        let request = request(fields.map { ("X-Forwarded-For", $0) })
        #expect(proxies().client(of: request, from: IPAddress(peer))?.description == client)
        // The other field is as its client wrote it.
        #expect(proxies(.forwarded).client(of: request, from: IPAddress(peer)) == IPAddress(peer))
        #expect(proxies(.none).client(of: request, from: IPAddress(peer)) == IPAddress(peer))
    }

    @Test(arguments: [
        ("for=198.51.100.1", "198.51.100.1"), ("For=\"[2001:db8::7]:4711\";proto=https", "2001:db8::7"),
        ("for=6.6.6.6, for=198.51.100.1;by=10.0.0.7 , for=10.0.0.7", "198.51.100.1"),
        ("for=\"6.6.6.6, for=7.7.7.7\", for=198.51.100.1", "198.51.100.1"), ("for=_hidden, for=10.0.0.7", "10.0.0.7"),
        ("for=1.2.3.4;for=5.6.7.8", "127.0.0.1"), ("for", "127.0.0.1"), ("", "127.0.0.1"), ("\"", "127.0.0.1"),
    ])
    func theStandardFieldIsReadAsRFC7239HasIt(field: String, client: String) {
        let request = request([("Forwarded", field), ("X-Forwarded-For", "6.6.6.6")])
        #expect(proxies(.forwarded).client(of: request, from: IPAddress("127.0.0.1"))?.description == client)
    }

    @Test func theOlderFormBelievesTheOneThatConnects() {
        let request = request([("X-Forwarded-For", "6.6.6.6, 10.0.0.7")])
        #expect(proxies(everybody: true).client(of: request, from: IPAddress("203.0.113.9"))?.description == "10.0.0.7")
    }

    @Test func theOriginIsTheLastProxysWord() {
        let fields = [("X-Forwarded-Proto", "http, https"), ("X-Forwarded-Host", "Drafts.example.com")]
        #expect(proxies().origin(of: request(fields), from: IPAddress("::1")) == nil)
        #expect(proxies().origin(of: request(fields), from: IPAddress("127.0.0.1")) == "https://drafts.example.com")
        #expect(proxies().origin(of: request([fields[0]]), from: IPAddress("127.0.0.1")) == "https://127.0.0.1:3000")
        #expect(proxies().origin(of: request([fields[1]]), from: IPAddress("127.0.0.1")) == nil)
        let bad = [("X-Forwarded-Proto", "https"), ("X-Forwarded-Host", "a b")]
        #expect(proxies().origin(of: request(bad), from: IPAddress("127.0.0.1")) == nil)
        let standard = request([("Forwarded", "for=1.2.3.4;host=\"a.example:8443\";proto=https")])
        #expect(proxies(.forwarded).origin(of: standard, from: IPAddress("127.0.0.1")) == "https://a.example:8443")
    }

    // MARK: The PROXY protocol

    private static let signature: [UInt8] = [0x0d, 0x0a, 0x0d, 0x0a, 0, 0x0d, 0x0a, 0x51, 0x55, 0x49, 0x54, 0x0a]

    @Test(
        arguments: [
            (
                "PROXY TCP4 198.51.100.1 10.0.0.1 4711 80\r\nGET",
                .complete(client: IPAddress("198.51.100.1"), length: 42)
            ),
            ("PROXY TCP6 2001:db8::7 ::1 4711 80\r\n", .complete(client: IPAddress("2001:db8::7"), length: 36)),
            ("PROXY UNKNOWN\r\n", .complete(client: nil, length: 15)),
            ("PROXY UNKNOWN a b\r\n", .complete(client: nil, length: 19)),
            ("PROXY TCP4 198.51.100.1", .incomplete), ("PRO", .incomplete), ("", .incomplete),
            ("GET / HTTP/1.1\r\n", .invalid),
            ("PROXY TCP4 198.51.100.1 10.0.0.1 4711 99999\r\n", .invalid), ("PROXY TCP4 ::1 ::1 1 2\r\n", .invalid),
            ("PROXY TCP4 198.51.100.1 10.0.0.1 4711 80\n", .invalid), ("PROXY UDP4 1.1.1.1 1.1.1.1 1 1\r\n", .invalid),
            ("PROXY TCP4 \(String(repeating: "1", count: 200))", .invalid), ("PROXY\r\n", .invalid),
        ] as [(String, ProxyHeader.Reading)])
    func theFirstVersionIsALine(text: String, reading: ProxyHeader.Reading) {
        #expect(ProxyHeader.read(Array(text.utf8)) == reading, "\(text)")
    }

    @Test func theSecondVersionIsBinary() {
        let four: [UInt8] = [198, 51, 100, 1, 10, 0, 0, 1, 0x12, 0x67, 0, 80]
        func header(_ command: UInt8, _ family: UInt8, _ rest: [UInt8]) -> [UInt8] {
            Self.signature + [command, family, UInt8(rest.count >> 8), UInt8(rest.count & 0xff)] + rest
        }
        #expect(ProxyHeader.read(header(0x21, 0x11, four)) == .complete(client: IPAddress("198.51.100.1"), length: 28))
        #expect(ProxyHeader.read(header(0x21, 0x11, four + [3, 0, 4, 1, 2, 3, 4])).isComplete)
        let six = [UInt8](repeating: 0, count: 15) + [1] + [UInt8](repeating: 0, count: 20)
        #expect(ProxyHeader.read(header(0x21, 0x21, six)) == .complete(client: IPAddress("::1"), length: 52))
        #expect(ProxyHeader.read(header(0x20, 0, [])) == .complete(client: nil, length: 16))
        #expect(ProxyHeader.read(header(0x21, 0x31, [])) == .complete(client: nil, length: 16))
        for bad in [header(0x21, 0x11, [1]), header(0x11, 0x11, four), header(0x22, 0x11, four)] {
            #expect(ProxyHeader.read(bad) == .invalid)
        }
        #expect(ProxyHeader.read(Self.signature + [0x21, 0x11, 0xff, 0xff]) == .invalid)
        for count in 1..<28 { #expect(ProxyHeader.read(Array(header(0x21, 0x11, four).prefix(count))) == .incomplete) }
    }

    @Test(.withinTheRun) func aProxysHeaderNamesTheClient() async throws {
        let temporary = try TemporaryLedger()
        let lines = Lines()
        let server = try await RunningServer(temporary.ledger) {
            $0.operations.proxies = TrustedProxies(ranges: [AddressRange("127.0.0.1")!], sendProxyHeader: true)
            $0.operations.logLevel = "info"
            $0.operations.log = { lines.add($0) }
        }
        func ask(_ text: String) async throws -> String {
            let socket = try Socket(server.port)
            socket.send(text)
            return await socket.answer()
        }
        let request = "GET /livez HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"
        let answer = try await ask("PROXY TCP4 198.51.100.1 10.0.0.1 4711 80\r\n" + request)
        #expect(answer.hasPrefix("HTTP/1.1 200 "), "\(answer)")
        #expect(lines.all.contains { $0.contains("\"address\":\"198.51.100.1\"") && $0.contains("\"method\":\"GET\"") })
        #expect(try await ask(request) == "")
        try await server.stop()
        withExtendedLifetime(temporary) {}
    }

    // MARK: Behind a proxy that changes the host

    @Test(
        .withinTheRun,
        arguments: [
            ("http://drafts.example.com", true), ("https://drafts.example.com", false),
            ("http://localhost:3000", false),
            ("http://127.0.0.1", false), ("http://[::1]:3000", false), ("http://127.0.0.1.evil.example", true),
        ])
    func anOriginWithoutEncryptionIsWarnedOf(origin: String, isWarnedOf: Bool) async throws {
        let temporary = try TemporaryLedger()
        let lines = Guarded<[String]>([])
        let server = try await RunningServer(temporary.ledger) { options in
            (options.isDev, options.publicOrigin) = (false, origin)
            options.operations.log = { line in lines.withLock { $0.append(line) } }
        }
        try await server.stop()
        let warnings = lines.withLock { $0 }.filter { $0.contains("public.origin") }
        #expect(warnings.count == (isWarnedOf ? 1 : 0), "\(warnings)")
        #expect(warnings.allSatisfy { $0.contains(origin) && $0.contains("Secure") })
        withExtendedLifetime(temporary) {}
    }

    @Test(.withinTheRun) func aSessionBeginsAtThePublicOrigin() async throws {
        let temporary = try TemporaryLedger()
        let server = try await RunningServer(temporary.ledger) { $0.publicOrigin = "https://drafts.example.com" }
        let token = try await server.signIn("anna").token
        for (origin, status) in [("https://drafts.example.com", 200), ("https://evil.example", 403)] as [(String, UInt)]
        {
            let answer = try await server.post("/v1/session", as: token, "", ["Origin": origin])
            #expect(answer.status == status, "\(origin): \(answer.text)")
        }
        try await server.stop()
        withExtendedLifetime(temporary) {}
    }
}

extension ProxyHeader.Reading {
    fileprivate var isComplete: Bool { if case .complete(_?, _) = self { true } else { false } }
}
