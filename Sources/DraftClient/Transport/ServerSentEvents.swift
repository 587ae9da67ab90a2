/// One message of a stream of server-sent events.
struct ServerSentEvent: Hashable, Sendable {
    /// The ID that the server gives the event; nil if it gives no ID.
    var id: String?
    /// The event's name; `message` if the server does not name the event.
    var name: String
    var data: String
    /// Milliseconds after which to come back; nil where nothing was said since the last message.
    var retry: Int?

    /// The same as a time, at most an hour.
    var pause: Duration { .milliseconds(min(max(retry ?? 0, 0), 3_600_000)) }
}

/// Takes the bytes of a stream as they come and gives the messages that are whole (WHATWG HTML, 9.2.6).
///
/// A message without data is one, too: the server marks with it how far it has come.
struct ServerSentEventParser {
    /// A message that is longer is not read: a server could fill the memory with one that never ends.
    static let mostBytes = 16 << 20

    private var line: [UInt8] = []
    /// Bytes of the lines of the message so far.
    private var size = 0
    private var id: String?
    private var name = ""
    private var data: [String] = []
    private var retry: Int?
    private var hasFields = false
    /// Whether the last byte was a carriage return, whose line feed is part of the same line end.
    private var followsReturn = false

    /// - Returns: the messages that end in these bytes.
    /// - Throws: `unreadable` for a message of more than 16 MiB.
    mutating func take(_ bytes: some Sequence<UInt8>) throws(DraftClientError) -> [ServerSentEvent] {
        var events: [ServerSentEvent] = []
        for byte in bytes {
            switch byte {
            case UInt8(ascii: "\n") where followsReturn: followsReturn = false
            case UInt8(ascii: "\n"), UInt8(ascii: "\r"):
                followsReturn = byte == UInt8(ascii: "\r")
                if let event = endLine() { events.append(event) }
            default:
                followsReturn = false
                size += 1
                guard size <= Self.mostBytes else { throw .unreadable("A message of the stream is too long.") }
                line.append(byte)
            }
        }
        return events
    }

    private mutating func endLine() -> ServerSentEvent? {
        defer { line.removeAll(keepingCapacity: true) }
        guard !line.isEmpty else { return endMessage() }
        let colon = line.firstIndex(of: UInt8(ascii: ":"))
        // A comment, which only shows that the server lives.
        guard colon != 0 else {
            size -= line.count
            return nil
        }
        let field = String(decoding: line[..<(colon ?? line.count)], as: UTF8.self)
        var value = line[(colon.map { $0 + 1 } ?? line.count)...]
        if value.first == UInt8(ascii: " ") { value = value.dropFirst() }
        let text = String(decoding: value, as: UTF8.self)
        hasFields = true
        switch field {
        case "id": id = text
        case "event": name = text
        case "data": data.append(text)
        case "retry": retry = Int(text)
        default: break
        }
        return nil
    }

    private mutating func endMessage() -> ServerSentEvent? {
        defer {
            (id, name, data, retry, hasFields, size) = (nil, "", [], nil, false, 0)
        }
        guard hasFields else { return nil }
        return ServerSentEvent(
            id: id, name: name.isEmpty ? "message" : name, data: data.joined(separator: "\n"), retry: retry)
    }
}
