import Testing

@testable import DraftClient  // what reads streams is the module's own

/// Streams of server-sent events, however their bytes are cut.
@Suite struct ServerSentEventTests {
    private func events(_ pieces: [String]) -> [ServerSentEvent] {
        var parser = ServerSentEventParser()
        return pieces.flatMap { piece in
            do {
                return try parser.take(Array(piece.utf8))
            } catch {
                Issue.record("\(error)")
                return []
            }
        }
    }

    private static let text =
        "id: 7\nevent: room\ndata: {\"a\":\ndata: 1}\n\n: alive\n\nretry: 1500\nevent: bye\ndata:\n\n"

    private static let expected = [
        ServerSentEvent(id: "7", name: "room", data: "{\"a\":\n1}", retry: nil),
        ServerSentEvent(id: nil, name: "bye", data: "", retry: 1_500),
    ]

    @Test func messagesAreReadWhereverTheBytesAreCut() {
        #expect(events([Self.text]) == Self.expected)
        #expect(events(Self.text.map { String($0) }) == Self.expected)
        for end in 1..<Self.text.count {
            #expect(events([String(Self.text.prefix(end)), String(Self.text.dropFirst(end))]) == Self.expected)
        }
    }

    @Test(arguments: ["\r\n", "\r"]) func otherLineEndsAreReadTheSame(end: String) {
        let text = Self.text.split(separator: "\n", omittingEmptySubsequences: false).joined(separator: end)
        #expect(events(text.unicodeScalars.map { String($0) }) == Self.expected)
    }

    /// A server cannot fill the memory with a message that never ends, and a long stream of short ones is fine.
    @Test func aMessageHasABound() throws {
        var parser = ServerSentEventParser()
        let comment = [UInt8](repeating: UInt8(ascii: ":"), count: 1 << 20) + [UInt8(ascii: "\n")]
        for _ in 0..<20 { #expect(try parser.take(comment).isEmpty) }
        let line = Array("data: ".utf8) + [UInt8](repeating: UInt8(ascii: "a"), count: 1 << 20) + [UInt8(ascii: "\n")]
        for _ in 0..<15 { #expect(try parser.take(line).isEmpty) }
        #expect(throws: DraftClientError.self) { for _ in 0..<2 { _ = try parser.take(line) } }
    }

    @Test(arguments: [("-5", 0), ("7", 7), ("9223372036854775807", 3_600_000), ("99999999999999999999", 0)])
    func aPauseIsOneThatCanBeWaited(text: String, milliseconds: Int) {
        #expect(events(["retry: \(text)\n\n"]).map(\.pause) == [.milliseconds(milliseconds)])
    }

    @Test func whatIsNotKnownIsPassedOver() {
        #expect(events(["later: x\ndata\n\n"]) == [ServerSentEvent(id: nil, name: "message", data: "", retry: nil)])
        #expect(events(["retry: soon\ndata:  x\n\ndata: half"]).map(\.data) == [" x"])
    }
}
