import Bets
import Values

extension Int16: WireScalar {
    typealias Wire = Int16
    static let wireType = WireType(name: "i16", primitive: "int16")
}

extension GameID: WireScalar {
    static let wireType = WireType(
        name: "gameNumber", primitive: "uint64", description: "the league's number of a game")
}

extension TeamID: WireScalar {
    static let wireType = WireType(
        name: "teamNumber", primitive: "uint64", description: "the league's number of a team")
}

extension AthleteID: WireScalar {
    static let wireType = WireType(
        name: "athleteNumber", primitive: "uint64", description: "the league's number of an athlete")
}

extension LeagueSeason: WireScalar {
    static let wireType = WireType(
        name: "leagueSeason", primitive: "uint64", description: "the year in which a season of the league begins")
}

extension ModelVersion: WireScalar {
    static let wireType = WireType(
        name: "modelVersion", primitive: "uint64", description: "the version of an analysis model, from 1")
}

extension BetID: WireScalar {
    static let wireType = WireType(
        name: "betNumber", primitive: "uint64", description: "the position of the event that recorded a bet")
}

extension GameDate: WireScalar {
    static let wireType = WireType(
        name: "gameDate", primitive: "int32", description: "days since 1970-01-01, by the date in the US")
    var wire: Int32 { daysSinceEpoch }
    /// Dates with a text form: those that a game can have.
    init?(wire: Int32) {
        self.init(daysSinceEpoch: wire)
        guard Self.allowed.contains(self) else { return nil }
    }
    var json: JSONScalar { .string(description) }
    init?(json: JSONScalar) {
        guard case .string(let text) = json, let date = GameDate(text) else { return nil }
        self.init(wire: date.daysSinceEpoch)
    }
}

/// A value that is another type's number in its own unit.
protocol WireAmount: WireScalar where Wire: WireScalar, Wire.Wire == Wire {
    var amount: Wire { get }
    init(amount: Wire)
}

extension WireAmount {
    var wire: Wire { amount }
    init?(wire: Wire) { self.init(amount: wire) }
    var json: JSONScalar { amount.json }
    init?(json: JSONScalar) {
        guard let amount = Wire(json: json) else { return nil }
        self.init(amount: amount)
    }
}

extension Line: WireAmount {
    typealias Wire = Int16
    static let wireType = WireType(name: "line", primitive: "int16", description: "half points")
    var amount: Int16 { halfPoints }
    init(amount: Int16) { self.init(halfPoints: amount) }
}

extension Odds: WireAmount {
    typealias Wire = UInt32
    static let wireType = WireType(name: "odds", primitive: "uint32", description: "thousandths of decimal odds")
    var amount: UInt32 { thousandths }
    init(amount: UInt32) { self.init(thousandths: amount) }
}

extension Stake: WireAmount {
    typealias Wire = UInt32
    static let wireType = WireType(name: "stake", primitive: "uint32", description: "thousandths of a unit")
    var amount: UInt32 { thousandths }
    init(amount: UInt32) { self.init(thousandths: amount) }
}

extension Profit: WireScalar {
    static let wireType = WireType(name: "profit", primitive: "int64", description: "thousandths of a unit")
    var wire: Int64 { thousandths }
    init?(wire: Int64) { self.init(thousandths: wire) }
    var json: JSONScalar { .integer(thousandths) }
    init?(json: JSONScalar) {
        guard case .integer(let value) = json else { return nil }
        self.init(thousandths: value)
    }
}

extension Market: WireEnumeration { static let wireName = "market" }
extension Side: WireEnumeration { static let wireName = "side" }
extension BetOutcome: WireEnumeration { static let wireName = "betOutcome" }
extension SettlementRule: WireEnumeration { static let wireName = "settlementRule" }
extension GamePhase: WireEnumeration { static let wireName = "gamePhase" }
extension GameEnding: WireEnumeration { static let wireName = "gameEnding" }
extension AnalysisMade.Verdict: WireEnumeration { static let wireName = "analysisVerdict" }
extension AnalysisMade.Confidence: WireEnumeration { static let wireName = "analysisConfidence" }
