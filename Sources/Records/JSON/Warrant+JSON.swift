import Draft
package import TextFormats

//     {"case":7,"key":"32 digits","anchor":991,"seenVersion":12,"signature":"128 digits"}
//
// The case is omitted without a case, the other members without a signature.

extension Warrant {
    static let expectedInJSON =
        "an object of 'case', or of 'key', 'anchor', 'seenVersion' and 'signature', or of both"

    /// - Returns: nil unless it is what a writer writes.
    init?(_ json: JSONValue) {
        guard json.kind == .object else { return nil }
        var members = JSONMembers(of: json)
        dispute = members.take("case")?.integer(as: UInt64.self).map(CaseID.init)
        if let key = members.take("key")?.hexadecimalWords(2) {
            guard let anchor = members.take("anchor")?.integer(as: UInt64.self),
                let seenVersion = members.take("seenVersion")?.integer(as: UInt32.self),
                let bytes = members.take("signature")?.hexadecimalBytes(CommandSignature.length)
            else { return nil }
            signature = CommandSignature(
                key: KeyID(high: key[0], low: key[1]), anchor: anchor, seenVersion: seenVersion, bytes: bytes)
        }
        let known: [StaticString] = ["case", "key", "anchor", "seenVersion", "signature"]
        guard dispute != nil || signature != nil, members.leftOver(knowing: known) == nil else { return nil }
    }
}

extension JSONWriter {
    mutating func value(_ warrant: Warrant) {
        beginObject()
        if let dispute = warrant.dispute {
            name("case")
            value(dispute.number)
        }
        if let signature = warrant.signature {
            name("key")
            hexadecimal(signature.key.high, signature.key.low)
            name("anchor")
            value(signature.anchor)
            name("seenVersion")
            value(signature.seenVersion)
            name("signature")
            value(signature.bytes.hexadecimal)
        }
        endObject()
    }
}

//     {"key":"66 digits","anchor":991,"root":"64 digits","seenVersion":12,"signature":"128 digits"}

extension CommandSeal {
    /// The members that a writer writes.
    package static let members = Members<CommandSeal>(
        "CommandSeal",
        [
            .init("key") { $0.key.bytes.hexadecimal }, .init("anchor") { $0.sight.anchor },
            .init("root") { $0.sight.root.hexadecimal }, .init("seenVersion") { $0.sight.seenVersion },
            .init("signature") { $0.signature.hexadecimal },
        ])

    static let expectedInJSON = "an object of 'key', 'anchor', 'root', 'seenVersion' and 'signature'"

    /// - Returns: nil unless it is what a writer writes.
    init?(_ json: JSONValue) {
        guard json.kind == .object else { return nil }
        var members = JSONMembers(of: json)
        guard let key = members.take("key")?.hexadecimalBytes(33).flatMap({ PublicKey(bytes: $0) }),
            let anchor = members.take("anchor")?.integer(as: UInt64.self),
            let root = members.take("root")?.hexadecimalWords(4),
            let seenVersion = members.take("seenVersion")?.integer(as: UInt32.self),
            let signature = members.take("signature")?.hexadecimalBytes(CommandSignature.length),
            members.leftOver(knowing: ["key", "anchor", "root", "seenVersion", "signature"]) == nil
        else { return nil }
        self.init(
            key: key,
            sight: CommandSight(
                anchor: anchor, root: Digest256(words: (root[0], root[1], root[2], root[3])), seenVersion: seenVersion),
            signature: signature)
    }
}

extension JSONWriter {
    mutating func value(_ seal: CommandSeal) { value(encoded: CommandSeal.members.json(of: seal).compact) }
}

extension JSONValue {
    /// The bytes of a string of lowercase or uppercase digits, two for each.
    ///
    /// - Returns: nil for another count of them.
    fileprivate func hexadecimalBytes(_ count: Int) -> [UInt8]? {
        guard let bytes = string.flatMap({ [UInt8](hexadecimal: $0) }), bytes.count == count else { return nil }
        return bytes
    }
}
