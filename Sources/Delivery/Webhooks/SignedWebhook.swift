package import Draft

/// A received message of Standard Webhooks: its ID, its time, its signatures, and the bytes that they sign.
package struct SignedWebhook: Sendable {
    /// The sender's name for the message: the same at each attempt.
    package let id: String
    /// The time of the attempt as the sender wrote it, in seconds since 1970.
    package let time: String
    /// The first signatures of the message. More than a few would only cost time.
    package let signatures: [Substring]
    /// The bytes that are signed.
    package let content: [UInt8]

    package static let idHeader = "webhook-id"
    package static let timeHeader = "webhook-timestamp"
    package static let signatureHeader = "webhook-signature"

    /// The length of an ID in bytes.
    package static let idBytes = 1...128
    /// A signature is accepted for this long before and after its own time.
    package static let tolerance = Interval.seconds(300)
    private static let mostSignatures = 16

    /// - Parameters:
    ///   - body: byte for byte as it arrived.
    ///   - header: returns the value of a header; nil if the request has none or several, of which only one could be signed.
    /// - Returns: nil if a header is missing or the ID has another length.
    package init?(_ body: [UInt8], header: (String) -> String?) {
        guard let id = header(Self.idHeader), let time = header(Self.timeHeader),
            let signatures = header(Self.signatureHeader), Self.idBytes.contains(id.utf8.count)
        else { return nil }
        (self.id, self.time) = (id, time)
        self.signatures = Array(signatures.split(separator: " ").prefix(Self.mostSignatures))
        content = Self.content(id, time, body)
    }

    /// The bytes that are signed.
    package static func content(_ id: String, _ time: String, _ body: [UInt8]) -> [UInt8] {
        Array("\(id).\(time).".utf8) + body
    }

    /// Returns how long ago a time was; negative for one that is ahead.
    ///
    /// - Parameter time: seconds since 1970 as a sender writes them.
    /// - Returns: nil for a text other than a number of seconds.
    package static func age(of time: some StringProtocol, at now: Timestamp) -> Interval? {
        guard !time.isEmpty, time.utf8.allSatisfy({ (48...57).contains($0) }), let number = Int64(time),
            number < 1 << 40
        else { return nil }
        return now - Timestamp(microseconds: number * 1_000_000)
    }
}
