import Bets
import Draft

@testable import Records  // the encoder's descriptions of its fields are internal

/// The schema that the encoder's own descriptions of its fields amount to. The file that ships must equal it.
enum RenderedSchema {
    static var xml: String {
        var types: [SchemaType] = []
        var messages = ""
        func add<Events: EventSet>(_: Events.Type) {
            for type in Events.Kind.allCases {
                var writer = SchemaWriter()
                _ = Events(type, reading: &writer)
                for type in writer.types where !types.contains(type) { types.append(type) }
                messages += writer.message(of: type)
            }
        }
        add(Event.self)
        add(BetEvent.self)
        return """
            <?xml version="1.0" encoding="UTF-8" standalone="yes"?>
            <!-- Every record of a draft-ledger. FIX Simple Binary Encoding 1.0, little-endian. -->
            <sbe:messageSchema xmlns:sbe="http://fixprotocol.io/2016/sbe" package="draftledger" \
            id="\(RecordLayout.schemaID)" version="\(RecordLayout.schemaVersion)" \
            semanticVersion="1.0" byteOrder="littleEndian" headerType="messageHeader">
                <types>
            \(composites)
            \(types.sorted { $0.name < $1.name }.map(declaration).joined())
                </types>
            \(messages)</sbe:messageSchema>

            """
    }

    private static func declaration(of type: SchemaType) -> String {
        let (name, primitive, text) = (type.name, type.wire.primitive, type.wire.description)
        switch type.wire.shape {
        case .number:
            let null = type.null.map { " presence=\"optional\" nullValue=\"\($0)\"" } ?? ""
            let description = text.isEmpty ? "" : " description=\"\(text)\""
            return "        <type name=\"\(name)\" primitiveType=\"\(primitive)\"\(null)\(description)/>\n"
        case .names(let names):
            var text = "        <enum name=\"\(name)\" encodingType=\"\(primitive)\">\n"
            for name in names { text += "            <validValue name=\"\(name.name)\">\(name.value)</validValue>\n" }
            // Libraries look up names, and know no null of an enumeration.
            if let null = type.null { text += "            <validValue name=\"none\">\(null)</validValue>\n" }
            return text + "        </enum>\n"
        }
    }

    /// The composites, written so that libraries without variable-length data or field presence read them too: `char`
    /// data of length 0, which they take for nothing, and nulls stated by the types.
    private static let composites = """
                <composite name="messageHeader">
                    <type name="blockLength" primitiveType="uint16"/>
                    <type name="templateId" primitiveType="uint16"/>
                    <type name="schemaId" primitiveType="uint16"/>
                    <type name="version" primitiveType="uint16"/>
                </composite>
                <composite name="groupSizeEncoding">
                    <type name="blockLength" primitiveType="uint16"/>
                    <type name="numInGroup" primitiveType="uint16"/>
                </composite>
                <composite name="varStringEncoding" description="UTF-8; the length counts bytes">
                    <type name="length" primitiveType="uint16" maxValue="65534"/>
                    <type name="varData" primitiveType="char" length="0"/>
                </composite>
                <composite name="varDataEncoding" description="bytes; the length counts them">
                    <type name="length" primitiveType="uint16" maxValue="65534"/>
                    <type name="varData" primitiveType="char" length="0"/>
                </composite>
                <composite name="recordHeader" description="what the ledger itself understands">
                    <type name="stream" primitiveType="uint64" description="kind 8 bits, number 48 bits, part 8 bits"/>
                    <type name="version" primitiveType="uint32" description="place in the stream, from 1"/>
                    <type name="previous" primitiveType="uint64" \(noneUnsigned) description="position of the stream's previous event; null at version 1"/>
                    <type name="recordedAt" primitiveType="int64" description="microseconds since 1970-01-01T00:00:00Z"/>
                </composite>
                <composite name="commandOrigin" description="the command that caused the event">
                    <type name="occurredAt" primitiveType="int64" \(noneSigned) description="microseconds since 1970-01-01T00:00:00Z; null where the source has none"/>
                    <type name="actor" primitiveType="uint64" \(noneUnsigned) description="role 4 bits, user 30 bits, on behalf of user 30 bits; null where there was no command"/>
                    <type name="commandIdHigh" primitiveType="uint64"/>
                    <type name="commandIdLow" primitiveType="uint64"/>
                    <type name="fingerprint" primitiveType="uint32" description="first 32 bits of the SHA-256 of the command's content"/>
                </composite>
        \(digest("digest256", presence: "", description: "32 bytes in order"))
        \(digest("digest256Optional", presence: " " + noneUnsigned, description: "32 bytes in order; all bits set for none"))
        """

    private static let noneUnsigned = "presence=\"optional\" nullValue=\"\(UInt64.wireNull)\""
    private static let noneSigned = "presence=\"optional\" nullValue=\"\(Int64.wireNull)\""

    private static func digest(_ name: String, presence: String, description: String) -> String {
        """
                <composite name="\(name)" description="\(description)">
                    <type name="bytes0to7" primitiveType="uint64"\(presence)/>
                    <type name="bytes8to15" primitiveType="uint64"\(presence)/>
                    <type name="bytes16to23" primitiveType="uint64"\(presence)/>
                    <type name="bytes24to31" primitiveType="uint64"\(presence)/>
                </composite>
        """
    }
}
