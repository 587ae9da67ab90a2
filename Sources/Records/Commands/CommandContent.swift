import Draft

/// Writes the fields of a command as the bytes of its content: numbers in eight bytes each, texts with their length before
/// them.
///
/// The fingerprints in the log are computed from these bytes, so their format is permanent.
struct CommandContent: CommandCoder {
    /// Which bytes they are.
    enum Form {
        /// Of which fingerprints are made. Lists run on into what follows them and some of what may be missing leaves no
        /// gap, so that two contents can be the same bytes.
        case logged
        /// Lists begin with their lengths, and what is missing says so: no two contents are the same bytes.
        case exact
    }

    private let form: Form
    private(set) var bytes: [UInt8] = []

    /// The offset at which the fields begin: the kind and the anchor take eight bytes each.
    private static let start = 16

    /// Whether the next field is one of a part or of a group's entry: a number of one byte takes one there.
    private var isWithin = false

    /// The content of a command: its kind, its anchor, its fields.
    init(_ form: Form, of command: Command) {
        self.form = form
        add(UInt64(command.kind.rawValue))
        add(command.anchor.rawValue)
        var command = command
        command.fields(&self)
    }

    /// The beginning of the content of a command of another set, in the exact form.
    init(kind: UInt8, anchor: UInt64) {
        form = .exact
        add(UInt64(kind))
        add(anchor)
    }

    private mutating func add(_ word: UInt64) {
        withUnsafeBytes(of: word.littleEndian) { bytes.append(contentsOf: $0) }
    }

    /// Says whether something is there, in the form that says so of everything.
    private mutating func begin(isThere: Bool) {
        if form == .exact { bytes.append(isThere ? 1 : 0) }
    }

    private mutating func beginList(of count: Int) {
        if form == .exact { add(UInt64(count)) }
    }

    private mutating func within(_ part: inout some FieldPart) {
        let wasWithin = isWithin
        isWithin = true
        part.fields(&self)
        isWithin = wasWithin
    }

    // MARK: CommandCoder

    /// The anchor is before all fields.
    mutating func anchor<Value: WireScalar>(_ name: StaticString, _ value: inout Value) {}

    /// No content.
    mutating func remark<Value: WireScalar>(_ name: StaticString, _ value: inout Value?) {}

    mutating func scalar<Value: WireScalar>(_ name: StaticString, _ value: inout Value) {
        let wire = value.wire
        if isWithin, Value.Wire.bitWidth == 8 {
            bytes.append(UInt8(truncatingIfNeeded: wire))
        } else {
            add(UInt64(truncatingIfNeeded: wire))
        }
    }

    mutating func optional<Value: WireScalar>(_ name: StaticString, _ value: inout Value?) {
        bytes.append(value == nil ? 0 : 1)
        if let value { add(UInt64(truncatingIfNeeded: value.wire)) }
    }

    /// Stands before what was there first, and leaves no gap where it is missing: the commands of before have the
    /// fingerprints that they had.
    mutating func addition<Value: WireScalar>(_ name: StaticString, _ value: inout Value?) {
        let fields = bytes[Self.start...]
        bytes.removeSubrange(Self.start...)
        begin(isThere: value != nil)
        if let value { add(UInt64(truncatingIfNeeded: value.wire)) }
        bytes.append(contentsOf: fields)
    }

    /// A prefix for added fields, after a byte that no other content starts with; an absent value
    /// leaves no bytes.
    ///
    /// Several such additions exist, so the name follows the byte and distinguishes them.
    mutating func appendix<Value: WireScalar>(_ name: StaticString, _ value: inout Value?, since version: UInt16) {
        guard let value else { return }
        let fields = bytes[Self.start...]
        bytes.removeSubrange(Self.start...)
        if version >= RecordLayout.nightsVersion {
            bytes.append(4)
            var name = "\(name)"
            text("name", &name)
        } else {
            bytes.append(2)
        }
        add(UInt64(truncatingIfNeeded: value.wire))
        bytes.append(contentsOf: fields)
    }

    mutating func digestAppendix(_ name: StaticString, _ value: inout Digest256?, since _: UInt16) {
        guard let value else { return }
        let fields = bytes[Self.start...]
        bytes.removeSubrange(Self.start...)
        bytes.append(3)
        bytes.append(contentsOf: value.bytes)
        bytes.append(contentsOf: fields)
    }

    /// A suffix after the original fields, which are self-delimiting; an absent value leaves no bytes.
    mutating func addition(bytes name: StaticString, _ value: inout [UInt8]) {
        if !value.isEmpty { bytes(name, &value) }
    }

    mutating func addition(text name: StaticString, _ value: inout String) {
        if !value.isEmpty { text(name, &value) }
    }

    /// The last of a command's fields. What pins it stands behind the text, which says itself where it ends.
    mutating func reason(_ reason: inout Wording) {
        text("reason", &reason.text)
        if let digest = reason.digest { bytes.append(contentsOf: digest.bytes) }
    }

    mutating func reason(_ reason: inout Wording, later: (inout Self) -> Void) {
        later(&self)
        self.reason(&reason)
    }

    mutating func digest(_ name: StaticString, _ value: inout Digest256) { bytes.append(contentsOf: value.bytes) }

    mutating func optionalDigest(_ name: StaticString, _ value: inout Digest256?) {
        bytes.append(value == nil ? 0 : 1)
        if let value { bytes.append(contentsOf: value.bytes) }
    }

    /// As its own content, which begins with the kind, and its length before that.
    mutating func command(_ name: StaticString, _ command: inout Command) {
        let content = CommandContent(form, of: command)
        add(UInt64(content.bytes.count))
        bytes.append(contentsOf: content.bytes)
    }

    mutating func text(_ name: StaticString, _ value: inout String) {
        add(UInt64(value.utf8.count))
        bytes.append(contentsOf: value.utf8)
    }

    mutating func bytes(_ name: StaticString, _ value: inout [UInt8]) {
        add(UInt64(value.count))
        bytes.append(contentsOf: value)
    }

    mutating func list<Value: WireScalar>(_ name: StaticString, _ values: inout [Value]) {
        beginList(of: values.count)
        for value in values { add(UInt64(truncatingIfNeeded: value.wire)) }
    }

    mutating func part(_ part: inout some FieldPart) { within(&part) }

    mutating func group<Element: GroupElement>(_ name: StaticString, _ elements: inout [Element]) {
        beginList(of: elements.count)
        for var element in elements { within(&element) }
    }

    /// An entry that is missing is written as a blank one.
    mutating func group<Element: GroupElement>(_ name: StaticString, _ elements: inout [Element?]) {
        beginList(of: elements.count)
        for element in elements {
            begin(isThere: element != nil)
            var entry = element ?? .blank
            within(&entry)
        }
    }
}
