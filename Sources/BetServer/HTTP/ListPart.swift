import Server

/// The part of a list that a request asks for, by `limit` and `offset`.
struct ListPart {
    /// How many items a list has in one answer.
    struct Size: Sendable {
        /// Without a `limit`.
        var standard: Int
        var most: Int

        static let ofBets = Size(standard: 50, most: 200)
        static let ofAnalyses = Size(standard: 50, most: 200)
        static let ofOffers = Size(standard: 500, most: 1_000)
    }

    var limit: Int
    /// The number of items to leave out.
    var offset: Int

    private static let mostOffset = 1_000_000

    /// The parameters of a list.
    ///
    /// - Parameter noun: of the items, in the plural.
    static func parameters(of noun: String, _ size: Size) -> [RouteDescription.Parameter] {
        [
            .integer(
                "limit", 1...Int64(size.most), default: Int64(size.standard),
                "The maximum number of \(noun) in the answer."),
            .integer("offset", 0...Int64(mostOffset), default: 0, "The number of \(noun) to leave out."),
        ]
    }

    /// Reads the parameters of a request.
    ///
    /// - Throws: `VALIDATION_ERROR` for another number than those that the parameters take.
    init(_ exchange: Exchange) throws {
        limit = try Self.number("limit", in: exchange)
        offset = try Self.number("offset", in: exchange)
    }

    private static func number(_ name: String, in exchange: Exchange) throws -> Int {
        do {
            return try exchange.number(ofQuery: name)
        } catch let problem as Problem {
            throw BetProblem(field: name, problem.detail)
        }
    }

    func items<Items: Sequence>(of list: Items) -> [Items.Element] { Array(list.dropFirst(offset).prefix(limit)) }

    func pagination(of total: Int) -> Envelope.Pagination {
        Envelope.Pagination(total: total, limit: limit, offset: offset)
    }
}
