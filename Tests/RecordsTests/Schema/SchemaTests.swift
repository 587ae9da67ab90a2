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
}
