import DraftLedger
import Foundation
import TextFormats
import Tokens

/// Reading `issuers.json`. Everything in it decides who is let in, so that nothing in it is passed over.
extension TokenIssuer {
    private enum Member: String, CaseIterable {
        case issuer, audience, audienceClaim, authorizedParties, algorithms, maximumLifetimeSeconds, clockSkewSeconds
        case keys, maximumKeyAgeSeconds, subject, name, claims

        static let required: [Self] = [.issuer, .audience, .algorithms, .maximumLifetimeSeconds, .keys]
    }

    /// One element, its members by name.
    private struct Element {
        var place: String
        var members: [Member: JSONValue] = [:]

        init(_ value: JSONValue, _ number: Int) throws(TokenIssuerError) {
            place = "issuer \(number)"
            guard value.kind == .object else {
                throw TokenIssuerError("\(place) is \(value.excerpt), expected an object. \(Self.expected)")
            }
            if let name = value["issuer"]?.string { place += " (\(name))" }
            for (name, value) in value.members {
                guard let member = Member(rawValue: name) else {
                    throw TokenIssuerError(
                        "\(place) has an unknown member '\(name)'."
                            + NearestName.hint(for: name, among: Member.allCases.map(\.rawValue)) + " " + Self.expected)
                }
                guard members.updateValue(value, forKey: member) == nil else {
                    throw TokenIssuerError("\(place) has '\(name)' twice. Remove one.")
                }
            }
            let missing = Member.required.filter { members[$0] == nil }.map { "'\($0.rawValue)'" }
            guard missing.isEmpty else {
                throw TokenIssuerError("\(place) does not have \(missing.joined(separator: ", ")). Add it.")
            }
        }

        static let expected =
            "Members are " + Member.allCases.map { "'\($0.rawValue)'" }.joined(separator: ", ") + "."

        func fault(_ member: Member, _ expected: String) -> TokenIssuerError {
            TokenIssuerError(
                "\(place): '\(member.rawValue)' is \(members[member]?.excerpt ?? "missing"), expected \(expected).")
        }

        func text(_ member: Member) throws(TokenIssuerError) -> String? {
            guard let value = members[member] else { return nil }
            guard let text = value.string, !text.isEmpty, text.utf8.count <= 2_048, text.isPrintable else {
                throw fault(member, "a text of one line")
            }
            return text
        }

        func texts(_ member: Member) throws(TokenIssuerError) -> [String] {
            guard let value = members[member] else { return [] }
            if value.kind == .string, member == .audience { return try text(member).map { [$0] } ?? [] }
            let texts = value.elements.compactMap(\.string)
            guard value.kind == .array, !texts.isEmpty, texts.count == value.elements.count,
                texts.allSatisfy({ !$0.isEmpty && $0.isPrintable })
            else {
                throw fault(
                    member, member == .audience ? "a text or an array of texts" : "an array of texts that is not empty")
            }
            return texts
        }

        func number(_ member: Member, in range: ClosedRange<Int>) throws(TokenIssuerError) -> Int? {
            guard let value = members[member] else { return nil }
            guard let number = value.integer(as: Int.self), range.contains(number) else {
                throw fault(member, "a number of seconds from \(range.lowerBound) to \(range.upperBound)")
            }
            return number
        }
    }

    /// Reads an array of issuers from JSON.
    ///
    /// - Throws: `TokenIssuerError` that says what is wrong, shows the value, and says what to do.
    package static func list(_ json: [UInt8]) throws(TokenIssuerError) -> [TokenIssuer] {
        let root: JSONValue
        do throws(JSONError) {
            root = try JSONDocument(json).root
        } catch {
            throw TokenIssuerError("The file is not JSON: \(error). \(Element.expected)")
        }
        guard root.kind == .array, !root.elements.isEmpty else {
            throw TokenIssuerError("The file is not an array with at least one issuer. \(Element.expected)")
        }
        var issuers: [TokenIssuer] = []
        for (index, value) in root.elements.enumerated() {
            let element = try Element(value, index + 1)
            let issuer = try TokenIssuer(element)
            let twin = issuers.firstIndex { other in
                other.issuer == issuer.issuer && other.audienceClaim == issuer.audienceClaim
                    && !Set(other.audiences).isDisjoint(with: issuer.audiences)
            }
            if let twin {
                throw TokenIssuerError(
                    "\(element.place) has an audience that issuer \(twin + 1) has too. Make them one, or remove it.")
            }
            issuers.append(issuer)
        }
        return issuers
    }

    private init(_ element: Element) throws(TokenIssuerError) {
        guard let issuer = try element.text(.issuer), let keys = try element.text(.keys),
            let lifetime = try element.number(.maximumLifetimeSeconds, in: 1...Self.longestLifetimeSeconds)
        else { throw TokenIssuerError("\(element.place) is not whole. \(Element.expected)") }
        // An account is named by issuer and subject, with a space between them.
        guard !issuer.contains(where: \.isWhitespace), issuer.utf8.count <= 255, issuer != DevIssuer.issuerWord else {
            throw element.fault(.issuer, "the 'iss' of its tokens, without spaces")
        }
        var algorithms: [SignatureAlgorithm] = []
        for name in try element.texts(.algorithms) {
            guard let algorithm = SignatureAlgorithm(rawValue: name) else {
                throw TokenIssuerError(
                    "\(element.place): '\(name)' in 'algorithms' is not an algorithm that is accepted."
                        + NearestName.hint(for: name, among: SignatureAlgorithm.allCases.map(\.rawValue))
                        + " Choose among "
                        + SignatureAlgorithm.allCases.map(\.rawValue).joined(separator: ", ") + ".")
            }
            algorithms.append(algorithm)
        }
        self.init(
            issuer: issuer, audiences: try element.texts(.audience), algorithms: algorithms,
            maximumLifetimeSeconds: lifetime, keys: keys)
        audienceClaim = try element.text(.audienceClaim) ?? audienceClaim
        authorizedParties = try element.texts(.authorizedParties)
        clockSkewSeconds = try element.number(.clockSkewSeconds, in: 0...300) ?? clockSkewSeconds
        maximumKeyAgeSeconds = try element.number(.maximumKeyAgeSeconds, in: 5...86_400) ?? maximumKeyAgeSeconds
        subjectClaim = try element.text(.subject) ?? subjectClaim
        nameClaim = try element.text(.name) ?? nameClaim
        requiredClaims = try Self.claims(element)
        try Self.checkPlace(of: element, keys)
    }

    private static func claims(_ element: Element) throws(TokenIssuerError) -> [String: String] {
        guard let value = element.members[.claims] else { return [:] }
        var claims: [String: String] = [:]
        for (name, value) in value.members {
            guard let text = value.string, text.isPrintable, name.isPrintable, claims[name] == nil else {
                throw element.fault(.claims, "an object of claims with the text that each must have")
            }
            claims[name] = text
        }
        guard !claims.isEmpty else {
            throw element.fault(.claims, "an object of claims with the text that each must have")
        }
        return claims
    }

    /// Checks that keys come over an encrypted connection, from this machine, or from a file that can be read.
    private static func checkPlace(of element: Element, _ keys: String) throws(TokenIssuerError) {
        guard KeyPlace.isAddress(keys) else {
            guard FileManager.default.isReadableFile(atPath: keys) else {
                throw element.fault(.keys, "an https address, or the path of a file that can be read")
            }
            return
        }
        guard KeyPlace.isSecure(keys) else {
            throw element.fault(.keys, "an address with https; http is for loopback addresses alone")
        }
    }
}
