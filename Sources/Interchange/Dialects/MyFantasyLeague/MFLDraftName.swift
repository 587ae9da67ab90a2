import TextFormats

/// The name of a draft of MyFantasyLeague: the site's address of it has league and division.
struct MFLDraftName: Hashable {
    /// Nil where the file does not say.
    let league: String?
    let unit: String

    /// "65443_DIVISION00"; the division alone where the league is not known.
    var externalID: String { league.map { "\($0)_\(unit)" } ?? unit }

    init(_ unit: JSONValue) {
        self.unit = unit["unit"]?.string ?? "LEAGUE"
        // https://www73.myfantasyleague.com/fflnetdynamic2020/65443_DIVISION00_draft_results.xml
        let address = unit["static_url"]?.string ?? ""
        let match = address.firstMatch(of: /fflnetdynamic[0-9]{4}\/([0-9]+)_/)
        league = match.map { String($0.1) }
    }
}
