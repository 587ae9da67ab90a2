import AsyncHTTPClient
import Foundation
import NIOCore
import NIOHTTP1
import NIOPosix
import Tokens

/// A key set as it was read.
struct KeyDocument: Sendable {
    var bytes: [UInt8]
    /// The number of seconds for which its answer may be cached; nil if the answer does not say so.
    var lifetime: Double?
    /// Whether it is a file, which is looked at every few seconds whatever happens.
    var isLocal = false
}

/// Reading the keys of an issuer from a file or an address.
enum KeyPlace {
    private static let maximumRedirects = 3
    static let timeout = TimeAmount.seconds(5)

    /// Lives as long as the process. Redirects are followed here alone, where each address is checked.
    static let client: HTTPClient = {
        var configuration = HTTPClient.Configuration(redirectConfiguration: .disallow)
        configuration.timeout.connect = timeout
        return HTTPClient(eventLoopGroup: MultiThreadedEventLoopGroup.singleton, configuration: configuration)
    }()

    static func isAddress(_ place: String) -> Bool { place.contains("://") }

    /// Whether the answer of an address cannot be changed on the way.
    static func isSecure(_ address: String) -> Bool {
        guard let url = URLComponents(string: address), let host = url.host, !host.isEmpty else { return false }
        switch url.scheme?.lowercased() {
        case "https": return true
        case "http": return ServerOptions.isLoopback(host)
        default: return false
        }
    }

    /// - Throws: `KeyFault` with the reason.
    static func read(_ place: String) async throws(KeyFault) -> KeyDocument {
        guard isAddress(place) else { return KeyDocument(bytes: try file(place), lifetime: 0, isLocal: true) }
        var address = place
        for _ in 0...maximumRedirects {
            let response = try await answer(of: address)
            guard [301, 302, 303, 307, 308].contains(response.status.code) else {
                return try await document(response)
            }
            guard let target = response.headers.first(name: "Location"),
                let next = URL(string: target, relativeTo: URL(string: address))?.absoluteString, isSecure(next),
                // An address of another machine never leads to one of ours.
                next.hasPrefix("https://") || address.hasPrefix("http://")
            else { throw KeyFault("its redirect does not lead to an https address") }
            address = next
        }
        throw KeyFault("it redirects more than \(maximumRedirects) times")
    }

    private static func file(_ path: String) throws(KeyFault) -> [UInt8] {
        do {
            let file = try FileHandle(forReadingFrom: URL(fileURLWithPath: path))
            defer { try? file.close() }  // read only
            return Array(try file.read(upToCount: KeySet.maximumBytes + 1) ?? Data())
        } catch {
            throw KeyFault("the file cannot be read: \(error.localizedDescription)")
        }
    }

    private static func answer(of address: String) async throws(KeyFault) -> HTTPClientResponse {
        do {
            var request = HTTPClientRequest(url: address)
            request.headers.add(name: "Accept", value: "application/json, application/jwk-set+json")
            return try await client.execute(request, timeout: timeout)
        } catch {
            throw KeyFault("the address does not answer: \(error.networkReason)")
        }
    }

    private static func document(_ response: HTTPClientResponse) async throws(KeyFault) -> KeyDocument {
        guard response.status == .ok else { throw KeyFault("the answer has status \(response.status.code)") }
        do {
            let bytes = Array(try await response.body.collect(upTo: KeySet.maximumBytes).readableBytesView)
            let headers = response.headers
            return KeyDocument(
                bytes: bytes,
                lifetime: lifetime(
                    cacheControl: headers["Cache-Control"], age: headers.first(name: "Age"),
                    expires: headers.first(name: "Expires"), date: headers.first(name: "Date")))
        } catch {
            throw KeyFault("the answer cannot be read, or has more than \(KeySet.maximumBytes) bytes")
        }
    }

    // MARK: Lifetimes

    /// Returns the number of seconds for which an answer may be cached (RFC 9111, sections 4.2.1 and 4.2.3); nil if it
    /// does not say so.
    static func lifetime(cacheControl: [String], age: String?, expires: String?, date: String?) -> Double? {
        let directives = cacheControl.flatMap { $0.split(separator: ",") }.map {
            $0.trimmingCharacters(in: .whitespaces).lowercased()
        }
        if directives.contains(where: { ["no-store", "no-cache"].contains($0.prefix { $0 != "=" }) }) { return 0 }
        let spent = age.flatMap { Double($0.trimmingCharacters(in: .whitespaces)) }.flatMap {
            $0.isFinite ? max(0, $0) : nil
        }
        let ages = directives.filter { $0.hasPrefix("max-age=") }.map { directive in
            // Of what is not a number, nothing is left.
            Double(directive.dropFirst(8).filter { $0 != "\"" }).flatMap { $0.isFinite ? max(0, $0) : nil } ?? 0
        }
        if let age = ages.min() { return max(0, age - (spent ?? 0)) }
        guard let expires else { return nil }
        guard let end = moment(expires) else { return 0 }
        let start = date.flatMap(moment) ?? Date()
        return max(0, end.timeIntervalSince(start) - (spent ?? 0))
    }

    /// A date of HTTP in its preferred form (RFC 9110, section 5.6.7).
    private static func moment(_ text: String) -> Date? {
        let formatter = DateFormatter()
        formatter.locale = Locale(identifier: "en_US_POSIX")
        formatter.timeZone = TimeZone(secondsFromGMT: 0)
        formatter.dateFormat = "EEE, dd MMM yyyy HH:mm:ss 'GMT'"
        return formatter.date(from: text.trimmingCharacters(in: .whitespaces))
    }
}
