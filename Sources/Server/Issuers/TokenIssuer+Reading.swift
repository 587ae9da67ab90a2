import Draft
import DraftLedger
import Foundation
import TextFormats
import Tokens

/// Reading `issuers.json`. Everything in it decides who is let in, so that nothing in it is passed over.
extension TokenIssuer {
    private enum Member: String, IssuerMember {
        case issuer, audience, audienceClaim, authorizedParties, algorithms, maximumLifetimeSeconds, clockSkewSeconds
        case keys, maximumKeyAgeSeconds, subject, name, claims, signIn

        static let required: [Self] = [.issuer, .audience, .algorithms, .maximumLifetimeSeconds, .keys]
    }

    private typealias Element = IssuerObject<Member>

    /// Reads an array of issuers from JSON.
    ///
    /// - Throws: `TokenIssuerError` that says what is wrong, shows the value, and says what to do.
    package static func list(_ json: [UInt8]) throws(TokenIssuerError) -> [TokenIssuer] {
        let root: JSONValue
        do throws(JSONError) {
            root = try JSONDocument(json.withoutByteOrderMark).root
        } catch {
            throw TokenIssuerError("The file is not JSON: \(error). \(Element.expected)")
        }
        guard root.kind == .array, !root.elements.isEmpty else {
            throw TokenIssuerError("The file is not an array with at least one issuer. \(Element.expected)")
        }
        var issuers: [TokenIssuer] = []
        for (index, value) in root.elements.enumerated() {
            let name = value["issuer"]?.string
            let element = try Element(value, at: "issuer \(index + 1)" + (name.map { " (\($0))" } ?? ""))
            let issuer = try TokenIssuer(element)
            let twin = issuers.firstIndex { other in
                other.issuer == issuer.issuer && other.audienceClaim == issuer.audienceClaim
                    && !Set(other.audiences).isDisjoint(with: issuer.audiences)
            }
            if let twin {
                throw TokenIssuerError(
                    "\(element.place) has an audience that issuer \(twin + 1) has too. Make them one, or remove it.")
            }
            if let signIn = issuer.signIn, issuers.contains(where: { $0.signIn?.name == signIn.name }) {
                throw TokenIssuerError(
                    "\(element.place): 'signIn' has the name '\(signIn.name)' of another issuer. Rename one.")
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
            issuer: issuer, audiences: try element.texts(.audience, isOneEnough: true), algorithms: algorithms,
            maximumLifetimeSeconds: lifetime, keys: keys)
        audienceClaim = try element.text(.audienceClaim) ?? audienceClaim
        authorizedParties = try element.texts(.authorizedParties)
        clockSkewSeconds = try element.number(.clockSkewSeconds, in: 0...300) ?? clockSkewSeconds
        maximumKeyAgeSeconds = try element.number(.maximumKeyAgeSeconds, in: 5...86_400) ?? maximumKeyAgeSeconds
        subjectClaim = try element.text(.subject) ?? subjectClaim
        nameClaim = try element.text(.name) ?? nameClaim
        requiredClaims = try Self.claims(element)
        try Self.checkPlace(of: element, keys)
        signIn = try element.members[.signIn].map { value throws(TokenIssuerError) in
            try BrowserSignIn(value, at: "\(element.place), 'signIn'", for: self)
        }
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

/// The members of an object in `issuers.json`.
private protocol IssuerMember: RawRepresentable<String>, CaseIterable, Hashable {
    static var required: [Self] { get }
}

/// One object of `issuers.json`, its members by name.
private struct IssuerObject<Member: IssuerMember> {
    var place: String
    var members: [Member: JSONValue] = [:]

    /// - Parameter place: the object as a fault names it.
    init(_ value: JSONValue, at place: String) throws(TokenIssuerError) {
        self.place = place
        guard value.kind == .object else {
            throw TokenIssuerError("\(place) is \(value.excerpt), expected an object. \(Self.expected)")
        }
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
            throw TokenIssuerError(
                "\(place) does not have \(missing.joined(separator: ", ")). Add \(missing.count == 1 ? "it" : "them"). "
                    + "The article TokenIssuers explains every member.")
        }
    }

    static var expected: String {
        "Members are " + Member.allCases.map { "'\($0.rawValue)'" }.joined(separator: ", ") + "."
    }

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

    /// - Parameter isOneEnough: whether a text counts as an array of one.
    func texts(_ member: Member, isOneEnough: Bool = false) throws(TokenIssuerError) -> [String] {
        guard let value = members[member] else { return [] }
        if value.kind == .string, isOneEnough { return try text(member).map { [$0] } ?? [] }
        let texts = value.elements.compactMap(\.string)
        guard value.kind == .array, !texts.isEmpty, texts.count == value.elements.count,
            texts.allSatisfy({ !$0.isEmpty && $0.isPrintable })
        else {
            throw fault(
                member, isOneEnough ? "a text or an array of texts" : "an array of texts that is not empty")
        }
        return texts
    }

    func number(_ member: Member, in range: ClosedRange<Int>) throws(TokenIssuerError) -> Int? {
        guard let value = members[member] else { return nil }
        guard let number = value.integer(as: Int.self), range.contains(number) else {
            throw fault(member, "a number of seconds from \(range.words)")
        }
        return number
    }
}

extension BrowserSignIn {
    private enum Member: String, IssuerMember {
        case name, title, client, secretFile, scope, authorization, token, sessionSeconds

        static let required: [Self] = [.name, .client]
    }

    fileprivate init(_ value: JSONValue, at place: String, for issuer: TokenIssuer) throws(TokenIssuerError) {
        let object = try IssuerObject<Member>(value, at: place)
        guard let name = try object.text(.name), let client = try object.text(.client) else {
            throw TokenIssuerError("\(place) is not whole. \(IssuerObject<Member>.expected)")
        }
        guard (1...32).contains(name.utf8.count), name.utf8.allSatisfy(Self.isOfName) else {
            throw object.fault(.name, "up to 32 lowercase letters, digits and hyphens")
        }
        guard issuer.audienceClaim != "aud" || issuer.audiences.contains(client) else {
            throw object.fault(.client, "one of the issuer's audiences: an ID token is for its client")
        }
        self.init(name: name, title: try object.text(.title) ?? name, client: client)
        scope = try object.text(.scope) ?? scope
        guard scope.split(separator: " ").contains("openid") else {
            throw object.fault(.scope, "scopes with 'openid' among them")
        }
        sessionSeconds = try object.number(.sessionSeconds, in: 60...Int(Sessions.longest)) ?? sessionSeconds
        secretFile = try object.text(.secretFile)
        if let secretFile, !FileManager.default.isReadableFile(atPath: secretFile) {
            throw object.fault(.secretFile, "the path of a file that can be read")
        }
        authorization = try object.text(.authorization)
        token = try object.text(.token)
        for member in [Member.authorization, .token] {
            guard let address = try object.text(member), !KeyPlace.isSecure(address) else { continue }
            throw object.fault(member, "an address with https; http is for loopback addresses alone")
        }
        guard (authorization == nil) == (token == nil) else {
            throw TokenIssuerError(
                "\(place) has one of 'authorization' and 'token'. Give both, or none: then the issuer's own document "
                    + "has them.")
        }
        guard authorization != nil || KeyPlace.isSecure(issuer.issuer) else {
            throw TokenIssuerError(
                "\(place): the issuer is not an https address with a discovery document. "
                    + "Give 'authorization' and 'token'.")
        }
    }

    private static func isOfName(_ byte: UInt8) -> Bool {
        (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte) || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
            || byte == UInt8(ascii: "-")
    }
}
