import Draft
import DraftLedger
import Records
import TextFormats

extension CommandRequest {
    /// Signs the request in the form that a server asks for.
    ///
    /// The server's answer is compared with the request, including the digests of its free text, so that nothing else
    /// is signed. The ledger's position in the answer is trusted.
    ///
    /// - Parameters:
    ///   - answer: of `/v1/commands/signable`.
    ///   - key: of who sends it.
    /// - Throws: `RemoteServerError` where something else is to be signed.
    func sealed(as answer: JSONValue, by key: SealingKey) throws -> CommandRequest {
        guard let pinned = answer["command"], let origin = answer["origin"]?.string,
            let anchor = answer["anchor"]?.integer(as: UInt64.self),
            let root = answer["root"]?.string.flatMap({ Digest256(hexadecimal: $0) }),
            let version = answer["seenVersion"]?.integer(as: UInt32.self)
        else { throw RemoteServerError("The server does not say what is to be signed: is it this program?") }
        var sealed = try CommandRequest(pinned)
        guard let id, let actor, sealed.id == id, sealed.actor == actor, sealed.dispute == dispute,
            sealed.command == command.pinned(with: answer["salt"]?.string.flatMap { Digest256(hexadecimal: $0) })
        else {
            throw RemoteServerError(
                "The server wants another command signed than was asked for. Nothing was signed, and nothing sent.",
                .refusal)
        }
        let signable = SignableCommand(sealed.command, id: id, actor: actor, dispute: dispute, ledger: origin)
        sealed.seal = try key.seal(signable, at: CommandSight(anchor: anchor, root: root, seenVersion: version))
        return sealed
    }
}

extension Command {
    /// The command with digests in the place of what somebody says in it; as it is, without a salt.
    fileprivate func pinned(with salt: Digest256?) -> Command {
        guard let salt else { return self }
        return mappingWords { statement in
            guard statement.isInTheOpen else { return statement.words }
            let words = TextCommitment(text: statement.text, salt: salt)
            return Wording("", digest: words.digest(by: LedgerCryptography(drawMaster: [])))
        }
    }
}
