import Bets
import Draft
import Foundation
import Testing

@testable import Records  // the schema is rendered anew

@Suite struct SchemaTests {
    /// `UPDATE_GOLDEN=1 swift test --filter SchemaTests` rewrites the shipped file on purpose.
    @Test func theShippedSchemaIsWhatTheEncoderWrites() throws {
        let rendered = RenderedSchema.xml
        if ProcessInfo.processInfo.environment["UPDATE_GOLDEN"] != nil {
            let file = URL(filePath: #filePath)
                .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
                .deletingLastPathComponent()
                .appending(path: "Sources/Records/Schema/draft-ledger.xml")
            try rendered.write(to: file, atomically: true, encoding: .utf8)
        }
        #expect(RecordSchema.xml == rendered)
    }

    /// A reader of both kinds of ledgers tells them apart by the type of a record alone, and by the name of its stream.
    @Test func noNumberIsOfTwoSetsOfEvents() {
        #expect(Set(EventType.allCases.map(\.rawValue)).isDisjoint(with: BetEventType.allCases.map(\.rawValue)))
        #expect(Set(EventType.allCases.map(\.name)).isDisjoint(with: BetEventType.allCases.map(\.name)))
        for kind in BetStreamKind.allCases {
            #expect(StreamKey(rawValue: BetStream(kind, number: 7).rawValue) == nil)
        }
        for stream in [StreamKey.system, .pool(7), .room(7), .queue(7, 3), .user(7), .staff, .notes(7)] {
            #expect(BetStream(rawValue: stream.rawValue) == nil)
        }
    }
}
