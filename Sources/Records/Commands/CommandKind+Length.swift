import Draft

extension CommandKind {
    /// Whether valid commands of the kind may be of any length: they have texts or lists. A command of another kind is
    /// never longer than the content that a refusal keeps.
    package var mayBeLong: Bool { Self.longKinds[Int(rawValue)] }

    /// Whether commands of the kind have bytes, which software before `RecordLayout.answersVersion` took at any length.
    package var hasBytes: Bool { Self.kindsWithBytes[Int(rawValue)] }

    private static let probes: [LengthProbe] = (0...UInt8.max).map { number in
        var probe = LengthProbe()
        var command = CommandKind(rawValue: number)?.blank
        command?.fields(&probe)
        return probe
    }
    private static let longKinds = probes.map(\.isOpen)
    private static let kindsWithBytes = probes.map(\.hasBytes)
}

/// A coder that finds a command's fields of variable length. For valid bytes that are not text, the length is fixed.
private struct LengthProbe: CommandCoder {
    var isOpen = false
    var hasBytes = false

    mutating func anchor<Value: WireScalar>(_ name: StaticString, _ value: inout Value) {}
    mutating func remark<Value: WireScalar>(_ name: StaticString, _ value: inout Value?) {}
    mutating func scalar<Value: WireScalar>(_ name: StaticString, _ value: inout Value) {}
    mutating func optional<Value: WireScalar>(_ name: StaticString, _ value: inout Value?) {}
    mutating func appendix<Value: WireScalar>(_ name: StaticString, _ value: inout Value?, since _: UInt16) {}
    mutating func digest(_ name: StaticString, _ value: inout Digest256) {}
    mutating func optionalDigest(_ name: StaticString, _ value: inout Digest256?) {}
    mutating func digestAppendix(_ name: StaticString, _ value: inout Digest256?, since _: UInt16) {}
    mutating func bytes(_ name: StaticString, _ value: inout [UInt8]) { hasBytes = true }
    mutating func addition(bytes name: StaticString, _ value: inout [UInt8]) { hasBytes = true }
    mutating func addition(text name: StaticString, _ value: inout String) { isOpen = true }
    mutating func text(_ name: StaticString, _ value: inout String) { isOpen = true }
    mutating func list<Value: WireScalar>(_ name: StaticString, _ values: inout [Value]) { isOpen = true }
    mutating func group<Element: GroupElement>(_ name: StaticString, _ elements: inout [Element]) { isOpen = true }
    mutating func group<Element: GroupElement>(_ name: StaticString, _ elements: inout [Element?]) { isOpen = true }
    mutating func command(_ name: StaticString, _ command: inout Command) { isOpen = true }
}
