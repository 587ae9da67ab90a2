import Draft

/// An enumeration on the wire: its raw value in one byte, its case's name in JSON and in the schema.
protocol WireEnumeration: WireScalar, RawRepresentable, CaseIterable where RawValue == UInt8, Wire == UInt8 {
    static var wireName: String { get }
}

extension WireEnumeration {
    static var wireType: WireType {
        WireType(
            name: wireName, primitive: "uint8",
            shape: .names(allCases.map { WireType.Name(name: String(describing: $0), value: $0.rawValue) }))
    }
    var wire: UInt8 { rawValue }
    init?(wire: UInt8) { self.init(rawValue: wire) }
    var json: JSONScalar { .string(String(describing: self)) }
    init?(json: JSONScalar) {
        guard case .string(let name) = json,
            let match = Self.allCases.first(where: { String(describing: $0) == name })
        else { return nil }
        self = match
    }
}

extension Bool: WireScalar {
    static let wireType = WireType(
        name: "boolean", primitive: "uint8",
        shape: .names([WireType.Name(name: "no", value: 0), WireType.Name(name: "yes", value: 1)]))
    var wire: UInt8 { self ? 1 : 0 }
    init?(wire: UInt8) {
        guard wire < 2 else { return nil }
        self = wire == 1
    }
    var json: JSONScalar { .bool(self) }
    init?(json: JSONScalar) {
        guard case .bool(let value) = json else { return nil }
        self = value
    }
}

extension PlayerPosition: WireEnumeration { static let wireName = "playerPosition" }
extension Ruleset.Preset: WireEnumeration { static let wireName = "preset" }
extension Ruleset.Order: WireEnumeration { static let wireName = "draftOrder" }
extension AutodraftSet.Cause: WireEnumeration { static let wireName = "autodraftCause" }
extension ClockStepped.Cause: WireEnumeration { static let wireName = "stepCause" }
extension RoomPaused.Kind: WireEnumeration { static let wireName = "pauseKind" }
extension PickAutomated.Reason: WireEnumeration { static let wireName = "autopickReason" }
extension PickAutomated.Source: WireEnumeration { static let wireName = "autopickSource" }
extension PickAutomated.Skip.Cause: WireEnumeration { static let wireName = "skipCause" }
extension PickCorrected.Mode: WireEnumeration { static let wireName = "correctionMode" }
extension PushTokenRegistered.Platform: WireEnumeration { static let wireName = "platform" }
extension DisputeResolved.Verdict: WireEnumeration { static let wireName = "verdict" }
extension ChargebackSettled.Outcome: WireEnumeration { static let wireName = "chargebackOutcome" }
extension SignedCommands: WireEnumeration { static let wireName = "signedCommands" }
extension Spectators: WireEnumeration { static let wireName = "spectators" }
extension LedgerService.Kind: WireEnumeration { static let wireName = "service" }
extension PublicKey.Form: WireEnumeration { static let wireName = "keyForm" }
extension TieBreak: WireEnumeration { static let wireName = "tieBreak" }
extension PrivateDataRead.Kind: WireEnumeration { static let wireName = "privateData" }
extension NoticesRecorded.Kind: WireEnumeration { static let wireName = "noticeKind" }
extension NoticesRecorded.Channel: WireEnumeration { static let wireName = "noticeChannel" }
extension NoticesRecorded.Outcome: WireEnumeration { static let wireName = "noticeOutcome" }
extension NoticesRecorded.Reason: WireEnumeration { static let wireName = "noticeReason" }
extension CommandKind: WireEnumeration { static let wireName = "commandKind" }
extension RefusalCode: WireEnumeration { static let wireName = "refusalCode" }
