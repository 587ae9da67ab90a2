package import Bets
import Crypto
package import Values

extension BetCommand {
    /// The SHA-256 of the command's content: its kind, its anchor and its fields.
    ///
    /// A bettor's notes are no content: they decide nothing, and a digest of them would survive their erasure.
    package var contentDigest: Digest256 { Digest256(hashing: CommandContent(of: self).bytes) }

    /// The first 32 bits of the digest, as every event of the command states them. They tell a retry from another command
    /// under the same id. Permanent, because it is stored.
    package var fingerprint: UInt32 { UInt32(truncatingIfNeeded: contentDigest.words.0 >> 32) }

    /// Hands the fields to a coder that writes.
    func write(_ coder: inout some FieldCoder) {
        switch self {
        case .listTeam(_, var body): body.fields(&coder)
        case .listAthlete(_, var body): body.fields(&coder)
        case .scheduleGame(_, var body): body.fields(&coder)
        case .moveGame(_, var body): body.fields(&coder)
        case .startGame(_, var body): body.fields(&coder)
        case .updateScore(_, var body): body.fields(&coder)
        case .finishGame(_, var body): body.fields(&coder)
        case .recordBoxScore(_, var body): body.fields(&coder)
        case .correctResult(_, var body): body.fields(&coder)
        case .recordOffer(_, var body): body.fields(&coder)
        case .withdrawOffer(_, var body): body.fields(&coder)
        case .recordPropLine(_, var body): body.fields(&coder)
        case .withdrawPropLine(_, var body): body.fields(&coder)
        case .makeAnalysis(_, var body): body.fields(&coder)
        case .publishModel(_, var body): body.fields(&coder)
        case .recordBet(_, var body):
            body.notes = ""
            body.fields(&coder)
        }
    }
}

extension CommandContent {
    /// The content of a command of bets, in the form in which no two contents are the same bytes.
    fileprivate init(of command: BetCommand) {
        self.init(kind: command.kind.rawValue, anchor: command.anchor.rawValue)
        command.write(&self)
    }
}

extension CorrectResult: FieldPart {
    mutating func fields(_ coder: inout some FieldCoder) {
        coder.scalar("secondsPlayed", &secondsPlayed)
        coder.scalar("ending", &ending)
        coder.optionalDigest("reasonDigest", &reason.digest)
        coder.group("periods", &periods)
        coder.text("reason", &reason.text)
        coder.text("feed", &feed)
    }
}

extension WithdrawOffer: FieldPart {
    mutating func fields(_ coder: inout some FieldCoder) {
        coder.scalar("market", &market)
        coder.text("book", &book)
        coder.text("feed", &feed)
    }
}

extension WithdrawPropLine: FieldPart {
    mutating func fields(_ coder: inout some FieldCoder) {
        coder.scalar("athlete", &athlete)
        coder.text("book", &book)
        coder.text("feed", &feed)
    }
}
