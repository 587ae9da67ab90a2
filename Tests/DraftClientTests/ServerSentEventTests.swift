import Testing

@testable import DraftClient  // what reads streams is the module's own

/// Streams of server-sent events, however their bytes are cut.
@Suite struct ServerSentEventTests {
    private func events(_ pieces: [String]) -> [ServerSentEvent] {
        var parser = ServerSentEventParser()
        return pieces.flatMap { parser.take(Array($0.utf8)) }
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

    @Test func whatIsNotKnownIsPassedOver() {
        #expect(events(["later: x\ndata\n\n"]) == [ServerSentEvent(id: nil, name: "message", data: "", retry: nil)])
        #expect(events(["retry: soon\ndata:  x\n\ndata: half"]).map(\.data) == [" x"])
    }
}
