import Merkle

/// Why a signed statement about the ledger is not to be believed.
public enum AttestationError: Error, Hashable, Sendable {
    /// The file is not what it claims to be: what of it, and what is wrong there.
    case malformed(String, String)
    /// Well formed, but what it says does not hold: where, and why.
    case notProven(String, String)
    /// It cannot be checked without this key.
    case keyMissing(String)
}

extension AttestationError: CustomStringConvertible {
    public var description: String {
        switch self {
        case .malformed(let what, let why): "\(what): \(why)"
        case .notProven(let what, let why): "\(what): \(why)"
        case .keyMissing(let name):
            "the key of \(name) is unknown: name the verifier key, which you obtain from its owner"
        }
    }
}

extension SignedNote {
    /// Verifies the note by the one of some keys that carries a name.
    ///
    /// - Returns: that key.
    /// - Throws: `AttestationError.keyMissing` or `.notProven`.
    func signer(named name: String, among keys: [VerifierKey]) throws(AttestationError) -> VerifierKey {
        let known = keys.filter { $0.type == .ed25519 && $0.name.text.utf8.elementsEqual(name.utf8) }
        guard !known.isEmpty else { throw .keyMissing(name) }
        do {
            let signatures = try verified(by: known).signatures
            // Never empty, as its type says.
            return signatures.first?.key ?? known[0]
        } catch {
            throw .notProven("the signature of \(name)", "\(error)")
        }
    }
}

/// Reads the lines of a signed statement: a header, then a name and a value each, in a fixed order.
struct StatementFields {
    private let text: String
    private let header: String
    private var lines: ArraySlice<Substring>
    private var line = 0

    init(_ text: String, header: String) {
        self.text = text
        self.header = header
        lines = text.split(separator: "\n", omittingEmptySubsequences: false)[...]
        // Behind the last newline stands nothing.
        if lines.last?.isEmpty ?? false { lines.removeLast() }
    }

    var isAtEnd: Bool { lines.isEmpty }

    /// The value of the next line, which must have this name.
    mutating func next(_ name: String) throws(AttestationError) -> String { try next(name) { String($0) } }

    /// - Parameter read: returns nil for an invalid value.
    mutating func next<Value>(
        _ name: String, _ read: (Substring) throws(AttestationError) -> Value?
    ) throws(AttestationError) -> Value {
        if line == 0 {
            guard lines.popFirst() == header[...] else { throw .malformed("line 1", "expected \"\(header)\"") }
            line = 1
        }
        line += 1
        guard let found = lines.popFirst(), found.hasPrefix(name + " "),
            let value = try read(found.dropFirst(name.utf8.count + 1))
        else { throw .malformed("line \(line)", "expected \"\(name) \" and its value") }
        return value
    }

    /// Checks that what was read writes the same text: one meaning has one text only.
    func check(_ rewritten: String) throws(AttestationError) {
        guard isAtEnd, rewritten.utf8.elementsEqual(text.utf8) else {
            throw .malformed("the statement", "it is not in the canonical form")
        }
    }
}
