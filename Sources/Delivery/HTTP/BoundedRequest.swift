import Draft
import NIOHTTP1
import Notices
package import TextFormats

/// A POST request.
package struct BoundedRequest: Sendable {
    package var url: String
    package var headers: [(name: String, value: String)]
    package var body: [UInt8]

    package init(_ url: String, headers: [(name: String, value: String)], body: [UInt8]) {
        self.url = url
        self.headers = headers
        self.body = body
    }

    /// A request with a JSON document.
    init(_ url: String, headers: [(name: String, value: String)] = [], json: JSON) {
        self.init(url, headers: [("Content-Type", "application/json")] + headers, body: json.bytes)
    }
}

/// An answer, or as much of it as was read.
package struct BoundedAnswer: Sendable {
    package var status: UInt
    var headers: HTTPHeaders
    package var body: [UInt8]

    /// The body as a JSON object; nil if it is not a JSON object.
    package var object: JSONValue? {
        guard let root = try? JSONDocument(body).root, root.kind == .object else { return nil }  // nil: said above
        return root
    }

    /// The time to wait before the next attempt, as the header `Retry-After` has it (RFC 9110, section 10.2.3).
    ///
    /// - Returns: nil without the header, and for a value that is neither a number of seconds nor a date.
    func retryAfter(at now: Timestamp) -> Interval? {
        guard let text = headers.first(name: "Retry-After")?.trimmingSpaces else { return nil }
        let interval: Interval
        if !text.isEmpty, text.utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }) {
            interval = .seconds(min(Int64(text) ?? .max, Self.longestWait.microseconds / 1_000_000))
        } else if let date = Timestamp(httpDate: text) {
            interval = max(.zero, date - now)
        } else {
            return nil
        }
        return min(interval, Self.longestWait)
    }

    /// A server cannot ask for more.
    private static let longestWait = Interval.seconds(86_400)
}

/// The reason for which a request has no answer.
package enum RequestFailure: Error, Hashable {
    /// The server has certainly not received the whole request.
    case notSent(String)
    /// The server may have received it.
    case unclear(String)

    var result: DeliveryResult {
        switch self {
        case .notSent(let reason): .retry(reason, after: nil)
        case .unclear(let reason): .unclear(reason)
        }
    }

    package var reason: String {
        switch self {
        case .notSent(let reason), .unclear(let reason): reason
        }
    }
}

extension Timestamp {
    private static let months = [
        "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
    ]
    private static let days = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"]

    /// Reads a date of HTTP in its preferred form (RFC 9110, section 5.6.7): `Sun, 06 Nov 1994 08:49:37 GMT`.
    init?(httpDate text: some StringProtocol) {
        let words = text.split(separator: " ")
        guard words.count == 6, words[5] == "GMT", words[1].count == 2, words[3].count == 4,
            let month = Self.months.firstIndex(of: String(words[2]))
        else { return nil }
        let number = month < 9 ? "0\(month + 1)" : "\(month + 1)"
        self.init(iso8601: "\(words[3])-\(number)-\(words[1])T\(words[4])Z")
    }

    /// A date as e-mail has it (RFC 5322, section 3.3): `Sun, 06 Nov 1994 08:49:37 +0000`.
    var mailDate: String {
        let text = Array(iso8601)
        func part(_ range: Range<Int>) -> String { String(text[range]) }
        let days = microseconds / 86_400_000_000
        let day = Self.days[Int(((days + 3) % 7 + 7) % 7)]
        let month = Self.months[(Int(part(5..<7)) ?? 1) - 1]
        return "\(day), \(part(8..<10)) \(month) \(part(0..<4)) \(part(11..<19)) +0000"
    }
}

extension String {
    var trimmingSpaces: String {
        String(drop { $0 == " " || $0 == "\t" }.reversed().drop { $0 == " " || $0 == "\t" }.reversed())
    }
}
