import Draft
import Ledger

extension StreamID {
    /// The log's name for a history of the game.
    init(_ key: StreamKey) { self.init(rawValue: key.rawValue) }
}
