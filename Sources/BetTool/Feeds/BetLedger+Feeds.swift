import BetLedger
import Bets
import Crypto
import Forecast
import Values

/// The outcome of an import.
struct ImportOutcome {
    /// The number of events that were recorded or had been recorded by the same rows before.
    var recorded = 0
    /// Commands that said nothing new.
    var known = 0
    /// Rows that the rules refused, in their order.
    var refusals: [(place: String, refusal: BetRefusal)] = []
}

extension BetLedger {
    /// Sends the commands of an import in the order of their times.
    ///
    /// Files are checked as a whole before the first command. A row that the rules refuse afterwards, such as an offer after the
    /// tip-off, is reported and does not end the import.
    func send(_ feed: FeedImport) async throws -> ImportOutcome {
        var outcome = ImportOutcome()
        let before = try size
        let commands = feed.commands.map {
            SentBetCommand($0.command, as: Sender(.importer), id: $0.id, occurredAt: $0.moment)
        }
        for (sourced, result) in zip(feed.commands, try await send(commands)) {
            switch result {
            case .accepted(let positions) where positions.isEmpty || positions.upperBound <= before: outcome.known += 1
            case .accepted(let positions): outcome.recorded += positions.count
            case .refused(let refusal): outcome.refusals.append((sourced.place, refusal))
            }
        }
        return outcome
    }

    /// The version of the model that ships.
    static let shippedModel: ModelVersion = 1

    /// Publishes the model that ships, once.
    ///
    /// The digest of the backtest is that of the record that verdicts carry, and the digest of the table that of its entries.
    func publishModel() async throws {
        guard state.models[Self.shippedModel] == nil else { return }
        let record = Verdict.allCases.flatMap { MeasuredRecord.of($0).sentences }.joined(separator: "\n")
        let published = ModelPublished(
            table: .hashing(Normal.tableBytes), backtest: .hashing(Array(record.utf8)), parameters: .current(),
            title: "totals 1")
        _ = try await perform(
            .publishModel(Self.shippedModel, published), as: Sender(.admin, user: 1),
            id: CommandID(high: 0, low: Self.shippedModel.number))
    }
}

extension Digest256 {
    static func hashing(_ bytes: [UInt8]) -> Digest256 { Digest256(bytes: SHA256.hash(data: bytes)) ?? .zero }
}
