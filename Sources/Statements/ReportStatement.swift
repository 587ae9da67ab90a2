public import Draft
import Foundation
public import Merkle

/// A ledger's statement about a report: the request, the events and the result.
///
///     draft-ledger/report@v2
///     origin <origin>
///     size <number of events>
///     root <base64>
///     report <name>
///     request <JSON object of the report's parameters, on one line>
///     fold <name> <version>
///     state <base64 SHA-256 of the fold's rows>
///     json <base64 SHA-256 of the report's JSON>
///     checkpoint <base64 SHA-256 of the accompanying checkpoint>
///     consistency <base64 hash>      none or more: from the size above to the checkpoint's
///
/// Version 1 has `options <JSON array of the command's options>` in place of the request.
public struct ReportStatement: Hashable, Sendable {
    /// The ledger's name.
    public var origin: String
    /// State after that many events.
    public var size: UInt64
    /// The root of the tree over exactly these.
    public var root: TreeHash
    /// The report, by the name of its command.
    public var report: String
    /// The request that makes it again, as JSON on one line; nil in a statement of version 1.
    public var request: String?
    /// The options that it was made with, in a statement of version 1; empty in later ones.
    public var options: [String]
    /// The state that the report was computed from.
    public var fold: FoldDigest
    /// Of the report's JSON.
    public var jsonDigest: Digest256
    /// Of the checkpoint that covers the events, with its signatures.
    public var checkpointDigest: Digest256
    /// That the checkpoint's tree extends the one over `size` events; empty where they are the same.
    public var consistency: [TreeHash]

    private static let headers = (options: "draft-ledger/report@v1", request: "draft-ledger/report@v2")

    package init(
        origin: String, size: UInt64, root: TreeHash, report: String, options: [String] = [], request: String? = nil,
        fold: FoldDigest,
        jsonDigest: Digest256, checkpointDigest: Digest256, consistency: [TreeHash]
    ) {
        self.origin = origin
        self.size = size
        self.root = root
        self.report = report
        self.options = options
        self.request = request
        self.fold = fold
        self.jsonDigest = jsonDigest
        self.checkpointDigest = checkpointDigest
        self.consistency = consistency
    }

    /// The text that is signed, byte for byte.
    public var text: String {
        let lines = [
            request == nil ? Self.headers.options : Self.headers.request, "origin \(origin)", "size \(size)",
            "root \(root.base64)", "report \(report)",
            request.map { "request \($0)" } ?? "options \(Self.json(options))", "fold \(fold.name) \(fold.version)",
            "state \(fold.digest.base64)",
            "json \(jsonDigest.base64)", "checkpoint \(checkpointDigest.base64)",
        ]
        return (lines + consistency.map { "consistency \($0.base64)" }).map { $0 + "\n" }.joined()
    }

    /// On one line, whatever characters an option has. By Foundation's encoder, for what was signed has to come out again
    /// byte for byte: it gives two control characters short escapes (`\b`, `\f`) for which `JSONWriter` has numbers.
    private static func json(_ options: [String]) -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = .withoutEscapingSlashes
        return (try? encoder.encode(options)).map { String(decoding: $0, as: UTF8.self) } ?? "[]"
    }
}

extension ReportStatement {
    /// Reads a signed text.
    ///
    /// - Throws: `AttestationError.malformed` for anything but what `text` writes.
    init(_ text: String) throws(AttestationError) {
        let hasRequest = text.hasPrefix(Self.headers.request + "\n")
        var fields = StatementFields(text, header: hasRequest ? Self.headers.request : Self.headers.options)
        let origin = try fields.next("origin")
        let size = try fields.next("size") { UInt64($0) }
        let root = try fields.next("root") { TreeHash(base64: String($0)) }
        let report = try fields.next("report")
        let request = try hasRequest ? fields.next("request") : nil
        // The field's own error says what stands there.
        let options =
            try hasRequest
            ? [] : fields.next("options") { try? JSONDecoder().decode([String].self, from: Data($0.utf8)) }
        let fold = try fields.next("fold") { value -> (name: String, version: UInt32)? in
            let words = value.split(separator: " ")
            guard words.count == 2, let version = UInt32(words[1]) else { return nil }
            return (String(words[0]), version)
        }
        let state = try fields.next("state") { Digest256(base64: $0) }
        let json = try fields.next("json") { Digest256(base64: $0) }
        let checkpoint = try fields.next("checkpoint") { Digest256(base64: $0) }
        var consistency: [TreeHash] = []
        while !fields.isAtEnd {
            consistency.append(try fields.next("consistency") { TreeHash(base64: String($0)) })
        }
        self.init(
            origin: origin, size: size, root: root, report: report, options: options,
            request: request, fold: FoldDigest(name: fold.name, version: fold.version, digest: state), jsonDigest: json,
            checkpointDigest: checkpoint, consistency: consistency)
        try fields.check(self.text)
    }
}

/// The result of a fold of the ledger: equal values mean that the same events were folded to the same rows.
public struct FoldDigest: Hashable, Sendable {
    /// The projection's name.
    public var name: String
    /// The version of its fold. Digests of different versions say nothing about each other.
    public var version: UInt32
    /// SHA-256 over all rows in the order of their keys: of each, the length of the key in one byte, the key, the length
    /// of the value in four (little-endian), the value.
    public var digest: Digest256

    public init(name: String, version: UInt32, digest: Digest256) {
        self.name = name
        self.version = version
        self.digest = digest
    }
}

extension Digest256 {
    /// 44 characters of base64.
    package var base64: String { Base64.encode(bytes) }

    /// - Returns: nil for anything but what `base64` gives.
    init?(base64: some StringProtocol) {
        guard let bytes = Base64.decode(base64.utf8) else { return nil }
        self.init(bytes: bytes)
    }
}
