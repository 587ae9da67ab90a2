public import Projections
public import TextFormats

extension TournamentSummary.Status: JSONConvertible, Shaped {}
