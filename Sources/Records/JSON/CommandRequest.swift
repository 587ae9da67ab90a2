public import Draft
public import TextFormats

/// A command as somebody asks for it, with what they say of who asks, under which id, and when: a line of a file, the body
/// of a request.
///
/// The receiver decides how much of that to trust. <doc:CommandJSON> describes the form.
public struct CommandRequest: Hashable, Sendable {
    public var command: Command

    /// The sender's own name for the command: the same one again gets the first outcome. Nil leaves it to the receiver.
    public var id: CommandID?

    /// The sender; nil for the sender that the receiver knows.
    public var actor: Sender?

    /// When it reached the edge of the system, which decides deadlines; nil for now.
    public var occurredAt: Timestamp?

    /// The case because of which staff act in place of a member.
    public var dispute: CaseID?

    /// The sender's signature.
    public var seal: CommandSeal?

    public init(
        _ command: Command, id: CommandID? = nil, actor: Sender? = nil, occurredAt: Timestamp? = nil,
        dispute: CaseID? = nil, seal: CommandSeal? = nil
    ) {
        self.command = command
        self.id = id
        self.actor = actor
        self.occurredAt = occurredAt
        self.dispute = dispute
        self.seal = seal
    }
}

// A command as one JSON object: its kind, the stream that it is for, its own fields, and what is known of its origin.
//
//     {"kind":"makePick","room":12,"pick":17,"player":42,"id":"…","actor":"user/7","occurredAt":"…"}

extension CommandRequest {
    /// The request as one JSON object without a line end. Missing values are left out.
    ///
    /// Of a sender that is not valid (`Sender.isValid`) it cannot be read again.
    public var json: String {
        var writer = JSONWriter()
        writer.value(self)
        return String(decoding: writer.bytes, as: UTF8.self)
    }

    /// Reads the output of `json`; members may come in any order, and space may be between them.
    ///
    /// - Throws: `JSONLineError` that says what is wrong, in which line and column.
    public init(json: String) throws(JSONLineError) {
        try self.init(json: Array(json.utf8))
    }

    /// Reads what `json` writes, from UTF-8.
    public init(json bytes: [UInt8]) throws(JSONLineError) {
        let root: JSONValue
        do {
            root = try JSONDocument(bytes).root
        } catch {
            throw JSONLineError(error)
        }
        try self.init(root)
    }

    /// Reads what `json` writes, as part of another document.
    ///
    /// - Parameter defaults: values of members that a `createTournament` leaves out; nil if it has to state them all.
    package init(_ root: JSONValue, filling defaults: ContestDefaults? = nil) throws(JSONLineError) {
        try self.init(root, defaults: { $0 == .createTournament ? defaults : nil })
    }

    /// Reads a command that is proposed for approval. It may leave out the people who approve: the approval adds them.
    package init(proposed root: JSONValue) throws(JSONLineError) {
        let defaults = ApproverDefaults()
        try self.init(root, defaults: { _ in defaults })
    }

    private init(_ root: JSONValue, defaults: (CommandKind) -> (any MemberDefaults)?) throws(JSONLineError) {
        guard root.kind == .object else {
            throw JSONLineError(.notJSON, "\(root.excerpt)", expected: "an object with a command", at: root)
        }
        let kind = try CommandKind(of: root)
        var reader = JSONFieldReader(root, of: .command(kind), filling: defaults(kind))
        _ = reader.member("kind", expected: "a kind of command") { $0.string }
        var command = kind.blank
        command.fields(&reader)
        self.init(
            command,
            id: reader.member("id", expected: "a UUID or 32 hexadecimal digits") {
                $0.string.flatMap { CommandID($0) }
            },
            actor: reader.member("actor", expected: "a sender such as user/7") {
                $0.string.flatMap { Sender(text: $0) }
            },
            occurredAt: reader.member("occurredAt", expected: Timestamp.wireType.expectedInJSON) {
                $0.string.flatMap { Timestamp(iso8601: $0) }
            },
            dispute: reader.member("case", expected: "a case's number") { $0.integer().map(CaseID.init) },
            seal: reader.member("seal", expected: CommandSeal.expectedInJSON) { CommandSeal($0) })
        reader.finish()
        if let failure = reader.failure { throw failure }
    }
}

extension JSONWriter {
    /// The request as one JSON object.
    public mutating func value(_ request: CommandRequest) { value(request, for: nil) }

    /// Returns the same as one user may read it: with null in place of another user's number.
    ///
    /// - Parameter reader: nil for who may see everybody's.
    mutating func value(_ request: CommandRequest, for reader: UserID?) {
        beginObject()
        name("kind")
        value(request.command.kind.name)
        var fields = JSONFieldWriter(json: JSONWriter(), leavesOutNull: true, onlyUser: reader)
        swap(&fields.json, &self)
        var command = request.command
        command.fields(&fields)
        swap(&fields.json, &self)
        if let id = request.id {
            name("id")
            hexadecimal(id.high, id.low)
        }
        if let actor = request.actor {
            name("actor")
            value(actor.text)
        }
        if let occurredAt = request.occurredAt {
            name("occurredAt")
            value(occurredAt)
        }
        if let dispute = request.dispute {
            name("case")
            value(dispute.number)
        }
        if let seal = request.seal {
            name("seal")
            value(seal)
        }
        endObject()
    }
}

extension CommandKind {
    /// A name is made of the case each time that it is asked for; too slow to look through all of them.
    private static let named = Dictionary(uniqueKeysWithValues: allCases.map { ($0.name, $0) })

    /// The kind of a name. In each name of a tournament's command, `Contest` may replace `Tournament`.
    package init?(nameOrAlias name: String) {
        guard let kind = Self.named[name] ?? Self.named[name.replacing("Contest", with: "Tournament")] else {
            return nil
        }
        self = kind
    }

    /// The kind that an object names.
    fileprivate init(of object: JSONValue) throws(JSONLineError) {
        guard let value = object["kind"] else {
            throw JSONLineError(.missingField, "the member 'kind' is missing", at: object)
        }
        guard let name = value.string else {
            throw JSONLineError(.badValue, "the member 'kind' is \(value.excerpt)", expected: "a string", at: value)
        }
        guard let kind = Self(nameOrAlias: name) else {
            throw JSONLineError(
                .unknownType, "the kind of command is \(value.excerpt), which is not a known command kind", at: value)
        }
        self = kind
    }
}
