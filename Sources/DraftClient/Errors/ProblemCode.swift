/// The kind of a problem, for programs: the codes of the ledger's refusals, then those of the server's own answers.
///
/// A newer server may have more of them.
public enum ProblemCode: OpenEnumeration {
    case notYourTurn, stalePickNumber, clockExpired, playerAlreadyDrafted, playerNotInPool, draftNotActive,
        draftComplete, roomPaused, roomFull, alreadySeated, membershipFrozen, entryLimit, entriesClosed,
        insufficientBalance, duplicateCommand, staleQueue, unknownRoom, unknownUser, forbidden, conflictOfInterest,
        approverRequired, unknownTournament, unknownPool, unknownCase, alreadyExists, invalidValue, wrongStatus,
        staleClock, clockRunning, badSignature, caseRequired, measureStale, unknownMeasure, standingsOnRecord,
        otherPosition, aliasContradiction, unknownAlias, limitExceeded, userExcluded, accountClosed,
        ledgerClosed, seasonNotOver
    case badRequest, unauthenticated, notFound, methodNotAllowed, requestTimeout, tooLarge, misdirected, keyMismatch,
        internalError, unavailable, tooManyRequests, accountInUse
    case unknown(String)

    public var unknownText: String? { if case .unknown(let text) = self { text } else { nil } }

    public static let names: [(Self, String)] = [
        (.notYourTurn, "notYourTurn"), (.stalePickNumber, "stalePickNumber"), (.clockExpired, "clockExpired"),
        (.playerAlreadyDrafted, "playerAlreadyDrafted"), (.playerNotInPool, "playerNotInPool"),
        (.draftNotActive, "draftNotActive"), (.draftComplete, "draftComplete"), (.roomPaused, "roomPaused"),
        (.roomFull, "roomFull"), (.alreadySeated, "alreadySeated"), (.membershipFrozen, "membershipFrozen"),
        (.entryLimit, "entryLimit"), (.entriesClosed, "entriesClosed"),
        (.insufficientBalance, "insufficientBalance"), (.duplicateCommand, "duplicateCommand"),
        (.staleQueue, "staleQueue"), (.unknownRoom, "unknownRoom"), (.unknownUser, "unknownUser"),
        (.forbidden, "forbidden"), (.conflictOfInterest, "conflictOfInterest"),
        (.approverRequired, "approverRequired"), (.unknownTournament, "unknownTournament"),
        (.unknownPool, "unknownPool"), (.unknownCase, "unknownCase"), (.alreadyExists, "alreadyExists"),
        (.invalidValue, "invalidValue"), (.wrongStatus, "wrongStatus"), (.staleClock, "staleClock"),
        (.clockRunning, "clockRunning"), (.badSignature, "badSignature"), (.caseRequired, "caseRequired"),
        (.measureStale, "measureStale"), (.unknownMeasure, "unknownMeasure"),
        (.standingsOnRecord, "standingsOnRecord"), (.otherPosition, "otherPosition"),
        (.aliasContradiction, "aliasContradiction"), (.unknownAlias, "unknownAlias"), (.limitExceeded, "limitExceeded"),
        (.userExcluded, "userExcluded"), (.accountClosed, "accountClosed"), (.ledgerClosed, "ledgerClosed"),
        (.seasonNotOver, "seasonNotOver"), (.badRequest, "badRequest"),
        (.unauthenticated, "unauthenticated"), (.notFound, "notFound"), (.methodNotAllowed, "methodNotAllowed"),
        (.requestTimeout, "requestTimeout"), (.tooLarge, "tooLarge"), (.misdirected, "misdirected"),
        (.keyMismatch, "keyMismatch"), (.internalError, "internalError"), (.unavailable, "unavailable"),
        (.tooManyRequests, "tooManyRequests"), (.accountInUse, "accountInUse"),
    ]
}
