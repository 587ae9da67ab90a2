public import Values

/// The kind of a command. Raw values are permanent, and none is that of a draft's command.
public enum BetCommandKind: UInt8, Sendable, CaseIterable, Codable {
    case listTeam = 200
    case listAthlete = 201
    case scheduleGame = 202
    case moveGame = 203
    case startGame = 204
    case updateScore = 205
    case finishGame = 206
    case recordBoxScore = 207
    case correctResult = 208
    case recordOffer = 209
    case withdrawOffer = 210
    case makeAnalysis = 211
    case publishModel = 212
    case recordBet = 213
    case recordPropLine = 214
    case withdrawPropLine = 215

    /// The stable string.
    public var name: String { String(describing: self) }

    /// The roles that may send such commands: the table of authority. A user only sends commands about the user's own bets.
    public var senders: [Sender.Role] {
        switch self {
        case .listTeam, .listAthlete, .scheduleGame, .moveGame, .startGame, .updateScore, .finishGame,
            .recordBoxScore, .recordOffer, .withdrawOffer, .recordPropLine, .withdrawPropLine:
            [.provider, .importer]
        case .correctResult: [.provider, .importer, .admin]
        // The service computes it. Others could choose among seeds.
        case .makeAnalysis: [.scheduler]
        case .publishModel: [.admin]
        // An importer could record a bet after the game. Its time is the source's own.
        case .recordBet: [.user]
        }
    }
}
