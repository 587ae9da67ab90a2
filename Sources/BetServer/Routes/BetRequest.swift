import Bets
import TextFormats
import Values

/// The bet that a user asks to record, as the app writes it.
struct BetRequest {
    var game: GameID
    var type: BetType
    var side: Side
    var line: Line
    var odds: Odds
    var stake: Stake
    var confidence: UInt8?
    var notes: String
    /// The book of the bet; empty if the app names none.
    var book: String

    private static let gameField = BodyField.text("gameId", upTo: 64)
    private static let typeField = BodyField.text("betType", BetType.shape, upTo: 64)
    private static let selectionField = BodyField.text("selection", upTo: 64)
    /// A moneyline has none.
    private static let lineField = BodyField.decimal("lineValue", "a line such as 224.5", isRequired: false) {
        Line($0)
    }
    private static let oddsField = BodyField.decimal("oddsDecimal", "decimal odds such as 1.91") { Odds($0) }
    private static let stakeField = BodyField.decimal("stakeUnits", "a stake such as 1.5") { Stake($0) }
    private static let confidenceField = BodyField.optionalInteger("confidenceRating", in: 1...5)
    private static let notesField = BodyField.optionalText("notes", upTo: 2_000)
    private static let bookField = BodyField.optionalText("book", upTo: 64)

    static let shape = RequestBody.shape(
        "NewBet",
        [
            gameField.member, typeField.member, selectionField.member, lineField.member, oddsField.member,
            stakeField.member, confidenceField.member, notesField.member, bookField.member,
        ])

    /// Reads a body.
    ///
    /// - Throws: `VALIDATION_ERROR` with the field, `NOT_FOUND` for a game that does not exist.
    init(_ body: RequestBody, in snapshot: BetSnapshot) throws {
        let id = try Self.gameField.read(body)
        guard let number = GameID(id), let game = snapshot.state.games[number] else {
            throw BetProblem(.notFound, "There is no game '\(id)'.", details: ["field": "gameId"])
        }
        let kind = try Self.typeField.read(body)
        guard let type = BetType(rawValue: kind) else {
            let known = BetType.allCases.map(\.rawValue).joined(separator: ", ")
            throw BetProblem(field: "betType", "'betType' is '\(kind)': expected one of \(known).")
        }
        let selection = try Self.selectionField.read(body)
        self.game = number
        self.type = type
        side = try Self.side(selection, type, of: game, in: snapshot.state)
        // A moneyline has no line, whatever the app sends for it.
        line = type == .moneyline ? .none : try Self.lineField.read(body)
        odds = try Self.oddsField.read(body)
        stake = try Self.stakeField.read(body)
        confidence = try Self.confidenceField.read(body).map { UInt8($0) }
        notes = try Self.notesField.read(body) ?? ""
        book = try Self.bookField.read(body) ?? ""
    }

    /// The side that a selection names: over or under, home or away, or a team by its abbreviation or name.
    private static func side(
        _ selection: String, _ type: BetType, of game: BetState.Game, in state: BetState
    ) throws -> Side {
        let words = selection.lowercased().split(separator: " ")
        switch type {
        case .totalOver, .totalUnder:
            let side: Side = type == .totalOver ? .over : .under
            // "Over 224.5" is the side with its line.
            guard words.first.map(String.init) != (side == .over ? "under" : "over") else {
                throw BetProblem(
                    field: "selection", "'selection' is '\(selection)', but 'betType' is \(type.rawValue).")
            }
            return side
        case .spread, .moneyline:
            func isNamed(_ team: TeamID, _ side: Side) -> Bool {
                let listed = state.seasons[game.season]?.teams[team]
                let names = [side.name, listed?.abbreviation, listed?.fullName, listed?.nickname, listed?.city]
                    .compactMap { $0?.lowercased() }.filter { !$0.isEmpty }
                let text = selection.lowercased()
                return names.contains { text == $0 || text.hasPrefix($0 + " ") }
            }
            switch (isNamed(game.home, .home), isNamed(game.away, .away)) {
            case (true, false): return .home
            case (false, true): return .away
            case (true, true), (false, false):
                let teams = [game.home, game.away].map { state.name(of: $0, in: game.season) }
                throw BetProblem(
                    field: "selection", "'selection' is '\(selection)': expected \(teams[0]) or \(teams[1]).")
            }
        }
    }

    /// The terms to record: the offer that the bet takes, or the book at which the user says that it was made.
    ///
    /// - Parameter earlier: the bet that was recorded under the request's ID, if there is one: of several offers of the same terms
    ///   it names the one that the first request named, also if the book has made the offer again meanwhile.
    /// - Throws: `VALIDATION_ERROR` with the code `offerGone` if the market has no offers.
    func terms(in snapshot: BetSnapshot, after earlier: BetState.Bet? = nil) throws -> BetRecorded {
        guard let game = snapshot.state.games[game] else {
            throw BetProblem(.notFound, "There is no game '\(self.game)'.")
        }
        var terms = BetRecorded(
            game: self.game, offer: nil, market: type.market, side: side, line: line, odds: odds, stake: stake,
            confidence: confidence, notes: Wording(notes), book: book)
        if !book.isEmpty, !snapshot.state.reportsOffers(of: book) { return terms }
        terms.book = ""
        let offers = game.offers.filter { offer in
            offer.terms.market == type.market && (book.isEmpty || offer.terms.book == book)
        }
        // Whether it was still on offer is for the ledger to decide.
        let taken = offers.filter { $0.terms.line(of: side) == line && $0.terms.odds(of: side) == odds }
        let named = taken.first { $0.position == earlier?.terms.offer } ?? taken.last
        // Without one, the newest is named: the refusal says in what it differs.
        guard let offer = named ?? offers.last else {
            throw BetProblem(
                .validationError, "Nothing was offered on this market of game \(self.game) so far.",
                details: ["code": "offerGone", "offered": []])
        }
        terms.offer = offer.position
        return terms
    }
}

extension BetProblem {
    /// A command that the ledger has refused. The app knows no conflicts: they are validation errors with a code.
    init(_ refusal: BetRefusal) {
        let code: Code =
            switch refusal.code {
            case .forbidden: .forbidden
            case .unknownGame, .unknownTeam, .unknownModel, .unknownAthlete: .notFound
            case .invalidValue, .clockOff, .conflict, .stale, .wrongStatus, .offerGone, .gameStarted, .windowClosed,
                .caseRequired, .secondOfficerRequired, .tooSoon, .conflictOfInterest, .athleteNotInGame:
                .validationError
            }
        var details: JSON = ["code": .of(refusal.code.name)]
        if refusal.code == .offerGone {
            details = details.adding(["offered": .array(refusal.offered, OfferView.members.json)])
        }
        self.init(code, refusal.message, details: details)
    }
}
