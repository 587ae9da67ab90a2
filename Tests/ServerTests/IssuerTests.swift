import Foundation
import TestSupport
import Testing
import Tokens

@testable import Server  // how an issuer checks claims is the module's own

/// `issuers.json`: its members, its faults, and the tokens that large issuers write.
@Suite struct IssuerTests {
    private static func issuer(_ members: String...) throws -> TokenIssuer {
        try #require(try TokenIssuer.list(Array("[{\(members.joined(separator: ","))}]".utf8)).first)
    }

    private static let good = [
        "issuer": #""https://issuer.example""#, "audience": #""drafts""#, "algorithms": #"["RS256"]"#,
        "maximumLifetimeSeconds": "3600", "keys": #""https://issuer.example/keys""#,
    ]

    @Test func aByteOrderMarkIsNoPartOfTheFile() throws {
        let members = Self.good.map { "\"\($0.key)\":\($0.value)" }.joined(separator: ",")
        #expect(try TokenIssuer.list(Array("\u{FEFF}[{\(members)}]".utf8)).count == 1)
    }

    private static func fault(_ changes: [String: String?]) -> String? {
        let members = good.merging(changes.compactMapValues { $0 }) { $1 }.filter { changes[$0.key] != .some(nil) }
        let json =
            "[{\(members.sorted { $0.key < $1.key }.map { "\"\($0.key)\":\($0.value)" }.joined(separator: ","))}]"
        do throws(TokenIssuerError) {
            _ = try TokenIssuer.list(Array(json.utf8))
            return nil
        } catch {
            return error.description
        }
    }

    @Test func everyFaultSaysWhatAndWhere() {
        #expect(Self.fault([:]) == nil)
        for (changes, words) in [
            (["audiense": #""x""#], "unknown member 'audiense'. Did you mean 'audience'?"),
            (["keys": nil], "does not have 'keys'"),
            (["issuer": nil, "audience": nil], "does not have 'issuer', 'audience'"),
            (["algorithms": #"["HS256"]"#], "'HS256' in 'algorithms'"), (["algorithms": #"["none"]"#], "'none'"),
            (["algorithms": #"["RS265"]"#], "Did you mean 'RS"), (["algorithms": "[]"], "'algorithms' is []"),
            (["algorithms": #""RS256""#], "array of texts"), (["maximumLifetimeSeconds": "0"], "from 1 to"),
            (["maximumLifetimeSeconds": "1e3"], "from 1 to"), (["maximumLifetimeSeconds": #""3600""#], "from 1 to"),
            (["clockSkewSeconds": "301"], "from 0 to 300"), (["maximumKeyAgeSeconds": "1"], "from 5 to 86400"),
            (["keys": #""http://issuer.example/keys""#], "https"), (["keys": #""ftp://issuer.example/keys""#], "https"),
            (["keys": #""file:///etc/passwd""#], "https"), (["keys": #""/no/such/file""#], "file that can be read"),
            (["keys": #""http://localhost.evil.example/keys""#], "https"), (["keys": #""https://""#], "https"),
            (["audience": "[]"], "audience"), (["audience": "7"], "audience"), (["audience": #"["a",7]"#], "audience"),
            (["issuer": #""a b""#], "without spaces"), (["issuer": #""draftledger""#], "issuer"),
            (["issuer": #""""#], "issuer"),
            (["claims": "{}"], "claims"), (["claims": #"{"a":1}"#], "claims"), (["subject": "7"], "subject"),
        ] as [([String: String?], String)] {
            let fault = Self.fault(changes)
            #expect(fault?.contains(words) == true, "\(changes): \(fault ?? "accepted")")
        }
        for text in ["", "{}", "[]", "7", "[7]", "[{}]", "{\"issuer\":1}"] {
            #expect(throws: TokenIssuerError.self) { try TokenIssuer.list(Array(text.utf8)) }
        }
        let twice =
            "["
            + Array(repeating: "{\(Self.good.map { "\"\($0)\":\($1)" }.joined(separator: ","))}", count: 2).joined(
                separator: ",") + "]"
        #expect(throws: TokenIssuerError.self) { try TokenIssuer.list(Array(twice.utf8)) }
        for keys in ["http://127.0.0.1:8080/keys", "http://localhost/keys", "http://[::1]:1/keys"] {
            #expect(Self.fault(["keys": "\"\(keys)\""]) == nil)
        }
    }

    /// A token as a provider issues it, and the issuer that takes it.
    struct Shape: Sendable, CustomTestStringConvertible {
        var name: String
        var issuer: String
        var claims: String
        var subject: String
        /// A change of the claims, and the cause for which the token is refused then.
        var wrong: (from: String, to: String, cause: TokenRejection.Cause)

        var testDescription: String { name }
    }

    static let shapes = [
        Shape(
            name: "Firebase",
            issuer: """
                "issuer":"https://securetoken.google.com/draft-app","audience":"draft-app","algorithms":["RS256"],\
                "maximumLifetimeSeconds":3600,\
                "keys":"https://www.googleapis.com/robot/v1/metadata/x509/securetoken@system.gserviceaccount.com"
                """,
            claims: """
                {"name":"Sue","picture":"https://x.example/p","iss":"https://securetoken.google.com/draft-app","aud":"draft-app",\
                "auth_time":1790000000,"user_id":"kL3","sub":"kL3","iat":1790000000,"exp":1790003600,"email":"s@x.example",\
                "email_verified":true,"firebase":{"identities":{"email":["s@x.example"]},"sign_in_provider":"password"}}
                """, subject: "kL3", wrong: ("\"aud\":\"draft-app\"", "\"aud\":\"other-app\"", .audience)),
        Shape(
            name: "Keycloak",
            issuer: """
                "issuer":"https://id.example/realms/drafts","audience":"draft-api","authorizedParties":["draft-web"],\
                "algorithms":["RS256"],"maximumLifetimeSeconds":900,"claims":{"typ":"Bearer"},"name":"preferred_username",\
                "keys":"https://id.example/realms/drafts/protocol/openid-connect/certs"
                """,
            claims: """
                {"exp":1790000300,"iat":1790000000,"auth_time":1789999000,"jti":"onrtac:1","iss":"https://id.example/realms/drafts",\
                "aud":["draft-api","account"],"sub":"f:1:sue","typ":"Bearer","azp":"draft-web","sid":"s","acr":"1",\
                "allowed-origins":["https://app.example"],"realm_access":{"roles":["user"]},\
                "resource_access":{"account":{"roles":["view-profile"]}},"scope":"openid","preferred_username":"sue"}
                """, subject: "f:1:sue", wrong: ("\"azp\":\"draft-web\"", "\"azp\":\"other\"", .authorizedParty)),
        Shape(
            name: "Azure AD v1",
            issuer: """
                "issuer":"https://sts.windows.net/72f9/","audience":["api://drafts","1b7e"],"authorizedParties":["6731"],\
                "algorithms":["RS256"],"maximumLifetimeSeconds":90000,"subject":"oid","claims":{"tid":"72f9"},\
                "keys":"https://login.microsoftonline.com/72f9/discovery/keys"
                """,
            claims: """
                {"aud":"api://drafts","iss":"https://sts.windows.net/72f9/","iat":1789999700,"nbf":1789999700,"exp":1790003900,\
                "acr":"1","aio":"x","amr":["pwd"],"appid":"6731","appidacr":"0","ipaddr":"192.0.2.1","oid":"690222be","rh":"r",\
                "scp":"access","sub":"HKZp","tid":"72f9","upn":"sue@x.example","uti":"u","ver":"1.0"}
                """, subject: "690222be", wrong: ("\"tid\":\"72f9\"", "\"tid\":\"other\"", .claim)),
        Shape(
            name: "Azure AD v2",
            issuer: """
                "issuer":"https://login.microsoftonline.com/72f9/v2.0","audience":"1b7e","authorizedParties":["6731"],\
                "algorithms":["RS256"],"maximumLifetimeSeconds":90000,"subject":"oid",\
                "keys":"https://login.microsoftonline.com/72f9/discovery/v2.0/keys"
                """,
            claims: """
                {"aud":"1b7e","iss":"https://login.microsoftonline.com/72f9/v2.0","iat":1789999700,"nbf":1789999700,\
                "exp":1790004500,"aio":"x","azp":"6731","azpacr":"0","name":"Sue","oid":"690222be","rh":"r","scp":"access",\
                "sub":"HKZp","tid":"72f9","uti":"u","ver":"2.0"}
                """, subject: "690222be", wrong: ("\"exp\":1790004500", "\"exp\":1790099999", .lifetime)),
        Shape(
            name: "Auth0",
            issuer: """
                "issuer":"https://drafts.eu.auth0.com/","audience":"https://api.drafts.example","algorithms":["RS256"],\
                "maximumLifetimeSeconds":86400,"keys":"https://drafts.eu.auth0.com/.well-known/jwks.json"
                """,
            claims: """
                {"iss":"https://drafts.eu.auth0.com/","sub":"auth0|65a","aud":["https://api.drafts.example",\
                "https://drafts.eu.auth0.com/userinfo"],"iat":1790000000,"exp":1790086400,"scope":"openid profile","azp":"zT1"}
                """, subject: "auth0|65a", wrong: ("auth0.com/\",\"sub", "auth0.com\",\"sub", .issuer)),
        Shape(
            name: "Cognito",
            issuer: """
                "issuer":"https://cognito-idp.eu-west-1.amazonaws.com/eu-west-1_A","audience":"3n4b","audienceClaim":"client_id",\
                "algorithms":["RS256"],"maximumLifetimeSeconds":86400,"claims":{"token_use":"access"},"name":"username",\
                "keys":"https://cognito-idp.eu-west-1.amazonaws.com/eu-west-1_A/.well-known/jwks.json"
                """,
            claims: """
                {"sub":"aaaa-1","cognito:groups":["g"],"iss":"https://cognito-idp.eu-west-1.amazonaws.com/eu-west-1_A",\
                "version":2,"client_id":"3n4b","origin_jti":"o","event_id":"e","token_use":"access","scope":"openid",\
                "auth_time":1790000000,"exp":1790003600,"iat":1790000000,"jti":"j","username":"sue"}
                """, subject: "aaaa-1", wrong: ("\"token_use\":\"access\"", "\"token_use\":\"id\"", .claim)),
        Shape(
            name: "ADFS",
            issuer: """
                "issuer":"http://fs.example/adfs/services/trust","audience":"microsoft:identityserver:drafts",\
                "algorithms":["RS256"],"maximumLifetimeSeconds":3600,"subject":"upn","name":"unique_name","clockSkewSeconds":300,\
                "keys":"https://fs.example/adfs/discovery/keys"
                """,
            claims: """
                {"aud":"microsoft:identityserver:drafts","iss":"http://fs.example/adfs/services/trust","iat":1790000200,\
                "nbf":1790000200,"exp":1790003800,"apptype":"Public","appid":"app","authmethod":"urn:x","auth_time":\
                "2026-09-21T11:33:20.000Z","ver":"1.0","scp":"openid","upn":"sue@x.example","unique_name":"X\\\\sue"}
                """, subject: "sue@x.example", wrong: ("\"nbf\":1790000200", "\"nbf\":1790000600", .notYetValid)),
    ]

    @Test(arguments: shapes)
    func theTokensOfLargeIssuersAreTakenAsIssued(shape: Shape) throws {
        let issuer = try Self.issuer(shape.issuer)
        func cause(_ claims: String) throws -> TokenRejection.Cause? {
            let head = Base64URL.encode(#"{"alg":"RS256","kid":"k","typ":"JWT"}"#.utf8)
            do throws(TokenRejection) {
                let claims = try TokenClaims(
                    try SignedToken(Array("\(head).\(Base64URL.encode(claims.utf8)).AAAA".utf8)))
                guard claims.issuer == issuer.issuer else { return .issuer }
                #expect(try issuer.check(claims, at: 1_790_000_010) == shape.subject)
                return nil
            } catch {
                return error.cause
            }
        }
        #expect(try cause(shape.claims) == nil)
        let changed = shape.claims.replacing(shape.wrong.from, with: shape.wrong.to)
        #expect(changed != shape.claims)
        #expect(try cause(changed) == shape.wrong.cause)
        let audience = try #require(issuer.audiences.first)
        #expect(try cause(shape.claims.replacing(audience, with: "elsewhere")) != nil)
    }

    /// The issuer in the article for operators is read as a server reads it.
    @Test func theIssuerOfTheArticleForOperatorsIsWhole() throws {
        let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
            .appendingPathComponent("../../Sources/Server/Server.docc/RunningAServer.md")
        let text = try String(contentsOf: file, encoding: .utf8)
        let examples = text.matches(of: #/```json\n(?<json>[^`]+)```/#).map { String($0.output.json) }
        let issuers = try examples.filter { $0.hasPrefix("[") }.flatMap { try TokenIssuer.list(Array($0.utf8)) }
        #expect(issuers.count == 1 && issuers[0].audiences == ["draft-api", "draft-web"])
    }

    /// The examples of the documentation are read by the reader of the file.
    @Test func theExamplesOfTheDocumentationAreWhole() throws {
        let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
            .appendingPathComponent("../../Sources/Tokens/Tokens.docc/TokenIssuers.md")
        let text = try String(contentsOf: file, encoding: .utf8)
        let examples = text.matches(of: #/```json\n(?<json>[^`]+)```/#).map { String($0.output.json) }
        let issuers = try examples.flatMap { try TokenIssuer.list(Array($0.utf8)) }
        #expect(examples.count == 7 && issuers.count == 8)
        for member in ["issuer", "audience", "maximumKeyAgeSeconds", "clockSkewSeconds", "claims", "subject"] {
            #expect(text.contains("| `\(member)` |"))
        }
        for cause in TokenRejection.Cause.allCases { #expect(text.contains("`\(cause.rawValue)`")) }
    }
}
