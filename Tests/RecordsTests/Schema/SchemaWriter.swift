import Draft

@testable import Records  // an encoder of fields is internal

/// A type that the schema declares: a scalar's, or that of fields of it that can be null.
struct SchemaType: Hashable {
    var wire: WireType

    /// The value that stands for none; nil where none does.
    var null: String?

    var name: String { null == nil ? wire.name : wire.name + "Optional" }
}

/// Turns the fields of one event into the schema's message, in the order in which they are described.
///
/// A field that can be null has a type of its own that names its null: SBE libraries that know nothing of a field's
/// `presence` still tell null from a value.
struct SchemaWriter: FieldCoder {
    private(set) var types: [SchemaType] = []
    private var lines: [String] = []
    private var nextID = 3

    /// The warrant's, of all templates: behind the fields that each may still get.
    private static let warrantID = 1_000

    /// The salt's, of private templates: after the warrant.
    private static let saltID = 1_001

    /// That of the first of the fields that some templates have at the end of their block.
    private static let appendixID = 900
    private var appendices = 0

    private var indent = "        "
    private var since: UInt16 = 0

    /// The whole `<message>` element.
    func message(of type: some EventKind) -> String {
        let origin = type.hasOrigin ? "        <field name=\"commandOrigin\" id=\"2\" type=\"commandOrigin\"/>\n" : ""
        let warrant =
            type.hasOrigin
            ? "        <data name=\"warrant\" id=\"\(Self.warrantID)\" type=\"varDataEncoding\" "
                + "sinceVersion=\"\(RecordLayout.warrantVersion)\"/>\n" : ""
        let salt =
            type.isPrivate
            ? "        <data name=\"recordSalt\" id=\"\(Self.saltID)\" type=\"varDataEncoding\" "
                + "sinceVersion=\"\(RecordLayout.privacyVersion)\"/>\n" : ""
        let since = type.sinceVersion > 0 ? " sinceVersion=\"\(type.sinceVersion)\"" : ""
        return "    <sbe:message name=\"\(type.name)\" id=\"\(type.rawValue)\"\(since)>\n"
            + "        <field name=\"recordHeader\" id=\"1\" type=\"recordHeader\"/>\n"
            + origin + lines.joined() + warrant + salt + "    </sbe:message>\n"
    }

    private mutating func add(_ element: String, _ name: StaticString, _ attributes: String) {
        let since = since > 0 ? " sinceVersion=\"\(since)\"" : ""
        let isEmpty = attributes.hasSuffix("/")
        lines.append(
            "\(indent)<\(element) name=\"\(name)\" id=\"\(nextID)\" "
                + "\(isEmpty ? attributes.dropLast() : attributes[...])\(since)\(isEmpty ? "/" : "")>\n")
        nextID += 1
    }

    private mutating func field(_ name: StaticString, _ type: SchemaType) {
        if !types.contains(type) { types.append(type) }
        add("field", name, "type=\"\(type.name)\"/")
    }

    mutating func scalar<Value: WireScalar>(_ name: StaticString, _ value: inout Value) {
        field(name, SchemaType(wire: Value.wireType))
    }

    mutating func optional<Value: WireScalar>(_ name: StaticString, _ value: inout Value?) {
        field(name, SchemaType(wire: Value.wireType, null: String(Value.Wire.wireNull)))
    }

    mutating func appendix<Value: WireScalar>(_ name: StaticString, _ value: inout Value?, since version: UInt16) {
        let type = SchemaType(wire: Value.wireType, null: String(Value.Wire.wireNull))
        if !types.contains(type) { types.append(type) }
        append(name, type: type.name, since: version)
    }

    mutating func digestAppendix(_ name: StaticString, _ value: inout Digest256?, since version: UInt16) {
        append(name, type: "digest256Optional", since: version)
    }

    /// Its own number, so that those of the fields behind it stay what they were.
    private mutating func append(_ name: StaticString, type: String, since version: UInt16) {
        lines.append(
            "\(indent)<field name=\"\(name)\" id=\"\(Self.appendixID + appendices)\" type=\"\(type)\" "
                + "sinceVersion=\"\(version)\"/>\n")
        appendices += 1
    }

    mutating func digest(_ name: StaticString, _ value: inout Digest256) { add("field", name, "type=\"digest256\"/") }

    mutating func optionalDigest(_ name: StaticString, _ value: inout Digest256?) {
        add("field", name, "type=\"digest256Optional\"/")
    }

    mutating func list<Value: WireScalar>(_ name: StaticString, _ values: inout [Value]) {
        nested(name) { $0.field("value", SchemaType(wire: Value.wireType)) }
    }

    mutating func group<Element: GroupElement>(_ name: StaticString, _ elements: inout [Element]) {
        nested(name) { writer in
            var blank = Element.blank
            blank.fields(&writer)
        }
    }

    private mutating func nested(_ name: StaticString, _ entry: (inout SchemaWriter) -> Void) {
        add("group", name, "dimensionType=\"groupSizeEncoding\"")
        indent += "    "
        entry(&self)
        indent.removeLast(4)
        lines.append("\(indent)</group>\n")
    }

    mutating func later<Part: LaterPart>(_ part: inout Part?) {
        var blank = Part.blank
        since = Part.version
        blank.fields(&self)
        since = 0
    }

    mutating func text(_ name: StaticString, _ value: inout String) {
        add("data", name, "type=\"varStringEncoding\"/")
    }

    mutating func bytes(_ name: StaticString, _ value: inout [UInt8]) {
        add("data", name, "type=\"varDataEncoding\"/")
    }

    mutating func command(_ name: StaticString, _ command: inout Command) {
        add("data", name, "type=\"varStringEncoding\" description=\"a command as JSON\"/")
    }
}
