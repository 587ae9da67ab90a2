package import Draft
package import HTTPTypes
package import HummingbirdCore
package import Logging
import Platform

/// The record of one request while it is answered: its trace, its commands and the duration of its parts. It has no
/// data of the client itself: no token, no query, no body.
package final class RequestRecord: Sendable {
    private struct Notes {
        var route: String?
        /// The code of the problem that was answered.
        var reason: String?
        var user: UserID?
        var commands: [CommandID] = []
        var spans: [(name: String, time: Duration)] = []
        var rates: [RateLimiter.Standing] = []
    }

    let trace: TraceContext
    let method: String
    /// The client, as far as trusted proxies name it. Asked for when the request came: a connection that is gone has no
    /// address.
    package let client: IPAddress?
    /// The origin that the client has asked for, as trusted proxies name it.
    let origin: String?
    /// The client's name in the log; nil to leave it out.
    private let shownAddress: String?
    private let began = ContinuousClock.now
    private let notes = Guarded(Notes())

    /// - Parameters:
    ///   - peer: the address that has connected.
    ///   - options: with the proxies that are trusted.
    package init(of request: Request, from peer: IPAddress?, _ options: OperationOptions) {
        trace = TraceContext(request.headers[.traceparent])
        method = request.method.rawValue
        client = options.proxies.client(of: request, from: peer)
        origin = options.proxies.origin(of: request, from: peer)
        shownAddress = options.logAddresses.shown(client)
    }

    /// The address by which the client is counted.
    package var address: String { client?.network.description ?? "unknown" }

    package func note(reason: String) { notes.withLock { $0.reason = reason } }

    package var reason: String? { notes.withLock { $0.reason } }

    /// Records the template of the route, which contains no numbers.
    package func note(route: String) { notes.withLock { $0.route = route } }

    package func note(user: UserID?) { notes.withLock { $0.user = user } }

    func note(_ command: CommandID) {
        // The first of a long array say enough.
        notes.withLock { if $0.commands.count < 8 { $0.commands.append(command) } }
    }

    func note(_ standing: RateLimiter.Standing) {
        notes.withLock { notes in
            notes.rates.removeAll { $0.policy.name == standing.policy.name }
            notes.rates.append(standing)
        }
    }

    /// Records the duration of a part that began at a moment and ends now.
    func note(_ name: String, since start: ContinuousClock.Instant) {
        let time = ContinuousClock.now - start
        notes.withLock { notes in
            if let index = notes.spans.firstIndex(where: { $0.name == name }) {
                notes.spans[index].time += time
            } else {
                notes.spans.append((name, time))
            }
        }
    }

    package var route: String? { notes.withLock { $0.route } }

    package var age: Duration { ContinuousClock.now - began }

    /// Adds the headers that describe the request to those of the answer.
    package func headers(_ headers: inout HTTPFields) {
        let (notes, age) = (notes.withLock { $0 }, age)
        headers[.traceparent] = trace.header
        headers[.serverTiming] = (notes.spans + [("total", age)])
            .map { "\($0.name);dur=\($0.time.inMilliseconds)" }.joined(separator: ", ")
        guard !notes.rates.isEmpty else { return }
        headers[.rateLimitPolicy] = notes.rates.map(\.policyField).joined(separator: ", ")
        headers[.rateLimit] = notes.rates.map(\.field).joined(separator: ", ")
    }

    /// Returns the metadata of the request for a line of the log.
    package func metadata(status: Int?) -> Logger.Metadata {
        let notes = notes.withLock { $0 }
        var metadata: Logger.Metadata = [
            "trace": "\(trace.traceID)", "milliseconds": "\(age.inMilliseconds)", "method": "\(method.prefix(32))",
        ]
        if let shownAddress { metadata["address"] = "\(shownAddress)" }
        if let reason = notes.reason { metadata["reason"] = "\(reason)" }
        if let route = notes.route { metadata["route"] = "\(route)" }
        if let status { metadata["status"] = "\(status)" }
        if let user = notes.user { metadata["user"] = "\(user)" }
        switch notes.commands.count {
        case 0: break
        case 1: metadata["command"] = "\(notes.commands[0])"
        default: metadata["commands"] = .array(notes.commands.map { "\($0)" })
        }
        return metadata
    }
}

/// The position of a request among those of several systems (W3C Trace Context).
struct TraceContext: Hashable, Sendable {
    /// 32 hexadecimal digits.
    let traceID: String
    /// The ID of this part of the trace, 16 hexadecimal digits.
    let spanID: String
    private let flags: String

    /// Goes on with a trace; begins one where the header is missing or not one.
    init(_ header: String?) {
        let known = header.flatMap(Self.read)
        traceID = known?.trace ?? Self.number() + Self.number()
        flags = known?.flags ?? "00"
        spanID = Self.number()
    }

    private static func read(_ header: String) -> (trace: String, flags: String)? {
        let parts = header.split(separator: "-", omittingEmptySubsequences: false)
        func isHexadecimal(_ text: Substring, _ count: Int) -> Bool {
            text.utf8.count == count && text.allSatisfy { ("0"..."9").contains($0) || ("a"..."f").contains($0) }
        }
        // A later version may have more parts; the first four mean the same.
        let isKnown =
            parts.count >= 4 && isHexadecimal(parts[0], 2) && parts[0] != "ff" && (parts[0] != "00" || parts.count == 4)
            && isHexadecimal(parts[1], 32) && parts[1].contains { $0 != "0" } && isHexadecimal(parts[2], 16)
            && parts[2].contains { $0 != "0" } && isHexadecimal(parts[3], 2)
        return isKnown ? (String(parts[1]), String(parts[3])) : nil
    }

    var header: String { "00-\(traceID)-\(spanID)-\(flags)" }

    /// The generator of this process's numbers, which starts at random. The numbers may be predictable, so the system's
    /// generator is used only once.
    private static let numbers = Guarded(SplitMix64(state: .random(in: 0 ... .max)))

    /// Returns a number that no other request has. It is never 0, which is not a valid number.
    private static func number() -> String {
        let digits = String(max(1, numbers.withLock { $0.next() }), radix: 16)
        return String(repeating: "0", count: 16 - digits.count) + digits
    }
}

extension Duration {
    /// Milliseconds to a thousandth, for people and for headers.
    var inMilliseconds: String {
        let (seconds, attoseconds) = components
        let (whole, rest) = (seconds * 1_000_000 + attoseconds / 1_000_000_000_000).quotientAndRemainder(
            dividingBy: 1_000)
        return "\(whole)." + (rest < 10 ? "00" : rest < 100 ? "0" : "") + "\(rest)"
    }
}
