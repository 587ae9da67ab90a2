import HTTPTypes
import Server
import Testing
import TextFormats
import Values

@testable import BetServer  // the translation of problems is the module's own

/// Errors have the app's codes and statuses.
@Suite struct ProblemTests {
    @Test(arguments: [
        ("AUTH_REQUIRED", 401), ("AUTH_EXPIRED", 401), ("AUTH_INVALID", 401), ("FORBIDDEN", 403), ("NOT_FOUND", 404),
        ("VALIDATION_ERROR", 422), ("RATE_LIMITED", 429), ("SERVER_ERROR", 500),
    ])
    func eachCodeHasItsStatus(name: String, status: Int) throws {
        let code = try #require(BetProblem.Code(rawValue: name))
        #expect(BetProblem(code, "Text.").status.code == status)
    }

    @Test(arguments: [
        (Problem.Kind.badRequest, 422, "VALIDATION_ERROR"), (.tooLarge, 413, "VALIDATION_ERROR"),
        (.methodNotAllowed, 405, "VALIDATION_ERROR"), (.tooManyRequests, 429, "RATE_LIMITED"),
        (.unavailable, 503, "SERVER_ERROR"), (.notFound, 404, "NOT_FOUND"),
    ])
    func aProblemOfTheSharedPartsIsTranslated(kind: Problem.Kind, status: Int, code: String) throws {
        // given
        let problem = BetProblem(Problem(kind, "It failed."))
        // when
        let meta = Envelope.Meta(generatedAt: AppTime(Timestamp(microseconds: 0)), season: "2025-26")
        let json = try JSONDocument(BetProblem.members.json(of: (problem, meta)).bytes).root
        // then
        #expect(problem.status.code == status && json["error"]?["code"]?.string == code)
        #expect(json["success"]?.boolean == false && json["error"]?["message"]?.string == "It failed.")
    }
}
