import Draft

/// Walks the fields of an event's body, in one direction or the other.
///
/// Each event names its fields once, in `RecordBody.fields(_:)`. The coders give that one description its meanings:
/// write an SBE record, read one, write JSON, read JSON, print the schema. They cannot drift apart.
///
/// The order is SBE's: fixed-size fields first, then groups, then texts.
protocol FieldCoder {
    mutating func scalar<Value: WireScalar>(_ name: StaticString, _ value: inout Value)
    mutating func optional<Value: WireScalar>(_ name: StaticString, _ value: inout Value?)
    mutating func digest(_ name: StaticString, _ value: inout Digest256)
    mutating func optionalDigest(_ name: StaticString, _ value: inout Digest256?)

    /// A repeating group with one scalar in each of its entries.
    mutating func list<Value: WireScalar>(_ name: StaticString, _ values: inout [Value])

    /// A repeating group with several fields in each of its entries.
    mutating func group<Element: GroupElement>(_ name: StaticString, _ elements: inout [Element])

    /// UTF-8 of at most 65,534 bytes.
    mutating func text(_ name: StaticString, _ value: inout String)

    /// Bytes that are no text, at most 65,534; hexadecimal digits in JSON.
    mutating func bytes(_ name: StaticString, _ value: inout [UInt8])

    /// A part at the end of records of newer versions; nil in older ones. A record is written in its own version, so that an
    /// older one keeps its bytes. If it has a newer version for another reason, a blank part means that the value is absent.
    mutating func later<Part: LaterPart>(_ part: inout Part?)

    /// A field at the end of a block that may be missing, and is then left out: a record that has none has the bytes that
    /// such records had before there was the field. Not in groups.
    ///
    /// - Parameter version: of the template that had the field first. Fields of later versions follow it.
    mutating func appendix<Value: WireScalar>(_ name: StaticString, _ value: inout Value?, since version: UInt16)
    mutating func digestAppendix(_ name: StaticString, _ value: inout Digest256?, since version: UInt16)

    /// A whole command: in a record and in the schema the text that `CommandRequest` writes of it.
    mutating func command(_ name: StaticString, _ command: inout Command)

    /// A value of several fields that are among the others as if they were the body's own.
    mutating func part(_ part: inout some FieldPart)

    /// Why something was done: the words, or what pins them. Behind all other fixed-size fields and groups.
    mutating func reason(_ reason: inout Wording)

    /// The same with a body's fields of later versions, which stand between what pins the words and the words.
    mutating func reason(_ reason: inout Wording, later: (inout Self) -> Void)

    /// A field that commands were sent without before there was one, and that may be missing.
    mutating func addition<Value: WireScalar>(_ name: StaticString, _ value: inout Value?)
}

extension FieldCoder {
    mutating func part(_ part: inout some FieldPart) { part.fields(&self) }
    mutating func later<Part: LaterPart>(_ part: inout Part?) { part?.fields(&self) }
    mutating func addition<Value: WireScalar>(_ name: StaticString, _ value: inout Value?) { optional(name, &value) }
    mutating func appendix<Value: WireScalar>(_ name: StaticString, _ value: inout Value?) {
        appendix(name, &value, since: RecordLayout.warrantVersion)
    }
    mutating func reason(_ reason: inout Wording) {
        digestAppendix("reasonDigest", &reason.digest, since: RecordLayout.wordsVersion)
        text("reason", &reason.text)
    }
    mutating func reason(_ reason: inout Wording, later: (inout Self) -> Void) {
        digestAppendix("reasonDigest", &reason.digest, since: RecordLayout.wordsVersion)
        later(&self)
        text("reason", &reason.text)
    }
}

/// Walks the fields of a command: those of its anchor first, then its own.
///
/// Each kind of command names its fields once, in `CommandBody.fields(_:)`; its fingerprint, its digest and its JSON
/// follow. A command is in no record, so the order is free, and a group's entries may hold texts.
protocol CommandCoder: FieldCoder {
    /// One of the numbers that name the stream that the command is for.
    mutating func anchor<Value: WireScalar>(_ name: StaticString, _ value: inout Value)

    /// An addition to a command that is not part of its content.
    mutating func remark<Value: WireScalar>(_ name: StaticString, _ value: inout Value?)

    /// Bytes that commands were sent without before there were any, and that may be missing. Behind all other fields, and
    /// in no command with lists.
    mutating func addition(bytes name: StaticString, _ value: inout [UInt8])

    /// The same of a text.
    mutating func addition(text name: StaticString, _ value: inout String)

    /// A repeating group whose entries may be missing.
    mutating func group<Element: GroupElement>(_ name: StaticString, _ elements: inout [Element?])
}

/// The commands of one kind of stream.
protocol CommandBody {
    mutating func fields(_ coder: inout some CommandCoder)
}

/// The fields after the header in the records of one template.
protocol RecordBody {
    /// A body without content, for a coder that reads.
    static var blank: Self { get }

    /// Hands every field to the coder, in the order of the record. Fields are only ever added at the end of their
    /// kind: an older record then simply ends earlier.
    mutating func fields(_ coder: inout some FieldCoder)
}

/// A value of several fields that occurs in several bodies, laid out the same way in each.
protocol FieldPart {
    mutating func fields(_ coder: inout some FieldCoder)
}

/// Groups and texts that a template got later, at the end of its records.
protocol LaterPart: FieldPart {
    static var blank: Self { get }

    /// The version of the template that brought them.
    static var version: UInt16 { get }

    /// The first of its members, by which JSON tells that they are there.
    static var firstMember: StaticString { get }
}

/// One entry of a repeating group. In a record, fixed-size fields only.
protocol GroupElement: FieldPart {
    static var blank: Self { get }
}
