public import Draft

/// The moment as of which something is looked at.
public enum Moment: Hashable, Sendable {
    /// Now.
    case latest

    /// After that many events of the ledger.
    case position(UInt64)

    /// After that many events of the room.
    case version(UInt32)

    /// Right after that pick of the room was made, corrections up to then included.
    case pick(PickNumber)

    /// At that time by the ledger's clock; in an imported room, which the ledger only heard of later, by its source's.
    case time(Timestamp)
}

extension Moment: LosslessStringConvertible {
    /// As the command line writes it: `latest`, `pos:991`, `seq:120`, `pick:42`, or an ISO 8601 time.
    public var description: String {
        switch self {
        case .latest: "latest"
        case .position(let position): "pos:\(position)"
        case .version(let version): "seq:\(version)"
        case .pick(let pick): "pick:\(pick)"
        case .time(let time): time.iso8601
        }
    }

    /// Reads what `description` writes.
    public init?(_ text: String) {
        let parts = text.split(separator: ":", maxSplits: 1)
        switch (parts.first, parts.count) {
        case ("pos", 2):
            guard let position = UInt64(parts[1]) else { return nil }
            self = .position(position)
        case ("seq", 2):
            guard let version = UInt32(parts[1]) else { return nil }
            self = .version(version)
        case ("pick", 2):
            guard let pick = PickNumber(parts[1]) else { return nil }
            self = .pick(pick)
        case ("latest", 1): self = .latest
        default:
            guard let time = Timestamp(iso8601: text) else { return nil }
            self = .time(time)
        }
    }
}
