import Draft

// The entropy of members in a draw and its use. Older records end where these parts begin.

extension SeatTaken: RecordBody {
    mutating func fields(_ coder: inout some FieldCoder) {
        coder.scalar("seat", &seat)
        coder.optional("user", &user)
        coder.scalar("entry", &entry)
        coder.text("externalID", &externalID)
        coder.later(bytes: &entropy, as: BroughtEntropy.self)
    }
}

private struct BroughtEntropy: LaterBytes {
    var bytes: [UInt8]
    static let firstMember: StaticString = "entropy"
}

extension EntropyRevealed: RecordBody {
    mutating func fields(_ coder: inout some FieldCoder) {
        coder.scalar("seat", &seat)
        coder.bytes("entropy", &entropy)
    }
}

extension DraftOrderDrawn: RecordBody {
    mutating func fields(_ coder: inout some FieldCoder) {
        coder.optionalDigest("secret", &secret)
        coder.list("seats", &seats)
        var part = withheld.isEmpty ? nil : WithheldSeats(seats: withheld)
        coder.later(&part)
        withheld = part?.seats ?? []
    }
}

private struct WithheldSeats: LaterPart {
    var seats: [Seat]

    static var blank: WithheldSeats { WithheldSeats(seats: []) }
    static let version = RecordLayout.entropyVersion
    static let firstMember: StaticString = "withheld"

    mutating func fields(_ coder: inout some FieldCoder) { coder.list("withheld", &seats) }
}

extension RoomCancelled: RecordBody {
    mutating func fields(_ coder: inout some FieldCoder) {
        coder.reason(&reason)
        var shown = secret?.bytes ?? []
        coder.later(bytes: &shown, as: UnusedSecret.self)
        secret = Digest256(bytes: shown)
    }
}

private struct UnusedSecret: LaterBytes {
    var bytes: [UInt8]
    static let firstMember: StaticString = "secret"
}

extension WithdrawalHeld: RecordBody {
    mutating func fields(_ coder: inout some FieldCoder) {
        coder.scalar("withdrawal", &withdrawal)
        coder.scalar("amount", &amount)
        coder.text("provider", &provider)
        coder.later(bytes: &destination, as: SaltedDestination.self)
    }
}

private struct SaltedDestination: LaterBytes {
    var bytes: [UInt8]
    static let firstMember: StaticString = "destination"
}

/// Bytes that a template got later: none are there in the records of before, and where there are none, the record is one of
/// those.
private protocol LaterBytes: LaterPart {
    var bytes: [UInt8] { get set }
    init(bytes: [UInt8])
}

extension LaterBytes {
    static var blank: Self { Self(bytes: []) }
    static var version: UInt16 { RecordLayout.entropyVersion }

    mutating func fields(_ coder: inout some FieldCoder) { coder.bytes(Self.firstMember, &bytes) }
}

extension FieldCoder {
    fileprivate mutating func later<Part: LaterBytes>(bytes: inout [UInt8], as _: Part.Type) {
        var part = bytes.isEmpty ? nil : Part(bytes: bytes)
        later(&part)
        bytes = part?.bytes ?? []
    }
}
