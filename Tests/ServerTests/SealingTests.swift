import Draft
import DraftLedger
import Records
import Testing
import TextFormats

@testable import Remote  // what is signed is the module's own
@testable import Server  // what a server answers is made up

/// What is signed for a server elsewhere: what was asked for, and nothing else.
@Suite struct SealingTests {
    private static let salt = Digest256(hashing: [7])
    private let key = SealingKey()
    private let request = CommandRequest(
        .tournament(3, .cancelTournament(reason: "Postponed.")), id: CommandID(high: 1, low: 2), actor: .admin(901))

    private func answer(_ change: (inout CommandRequest) -> Void) throws -> JSONValue {
        var request = request
        let words = TextCommitment(text: "Postponed.", salt: Self.salt)
        request.command = .tournament(
            3,
            .cancelTournament(reason: Wording("", digest: words.digest(by: LedgerCryptography(drawMaster: [])))))
        change(&request)
        let (root, salt) = (Digest256(hashing: []).hexadecimal, Self.salt.hexadecimal)
        return try JSONDocument(
            Array(
                #"{"command":\#(request.json),"origin":"example.com/drafts","anchor":7,"root":"\#(root)","#.utf8)
                + Array(#""seenVersion":2,"salt":"\#(salt)"}"#.utf8)
        ).root
    }

    @Test func whatTheServerPinsIsSigned() throws {
        let sealed = try request.sealed(as: try answer { _ in }, by: key)
        let seal = try #require(sealed.seal)
        #expect(seal.sight == CommandSight(anchor: 7, root: Digest256(hashing: []), seenVersion: 2))
        let signable = SignableCommand(
            sealed.command, id: CommandID(high: 1, low: 2), actor: .admin(901), ledger: "example.com/drafts")
        #expect(seal.isGenuine(for: signable))
        #expect(sealed.command != request.command)
    }

    @Test(arguments: 0..<6) func whatWasNotAskedForIsNotSigned(lie: Int) throws {
        let answer = try answer { request in
            switch lie {
            case 0: request.command = .tournament(4, .cancelTournament(reason: "Postponed."))
            case 1: request.command = .tournament(3, .closeEntries)
            case 2: request.id = CommandID(high: 1, low: 3)
            case 3: request.actor = .admin(902)
            case 4:
                let words = TextCommitment(text: "I have stolen the prizes.", salt: Self.salt)
                let digest = words.digest(by: LedgerCryptography(drawMaster: []))
                request.command = .tournament(3, .cancelTournament(reason: Wording("", digest: digest)))
            default: request.dispute = 5
            }
        }
        let refused = #expect(throws: RemoteServerError.self) { try request.sealed(as: answer, by: key) }
        #expect(refused?.kind == .refusal)
        #expect(refused?.description.contains("another command") == true)
    }
}
