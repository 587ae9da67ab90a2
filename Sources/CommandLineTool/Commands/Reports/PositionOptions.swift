import ArgumentParser
import Draft

/// Whom a report lists.
///
/// Reports that count whole rosters have it too, hidden: so they can say why they take no position.
struct PositionOptions: ParsableArguments {
    @Option(help: ArgumentHelp("Show only players of this position.", valueName: "position"), transform: Self.position)
    var position: PlayerPosition?

    /// For a report that counts whole rosters.
    func refuse(_ report: String) throws {
        guard let position else { return }
        throw ValidationError(
            "--position \(position.abbreviation): \(report) counts whole rosters. "
                + "exposure, ownership, adp, pairs, clv and report take a position.")
    }

    private static func position(_ text: String) throws -> PlayerPosition {
        guard let position = PlayerPosition(abbreviation: text) else {
            let known = PlayerPosition.allCases.map(\.abbreviation).joined(separator: ", ")
            throw ValidationError("'\(text)' is no position: expected one of \(known).")
        }
        return position
    }
}
