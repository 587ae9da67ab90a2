import Draft
import DraftLedger
import Records

extension Narrator {
    /// Who acts for the house, and what two of them agree on.
    func staffWords(_ recorded: RecordedEvent) -> StyledText {
        switch recorded.event {
        case .authorityBegan(let event):
            StyledText("authority begins", .bold)
                + StyledText(" with \(event.founders.map { names.user($0.person) }.joined(separator: ", "))")
        case .staffAppointed(let event):
            StyledText("\(names.user(event.person)) appointed", .bold) + StyledText(" \(Self.names(of: event.roles))")
                + ", key " + Self.key(event.key)
        case .staffDismissed(let event):
            StyledText("\(names.user(event.person)) dismissed", .bold)
        case .staffRecovered(let event):
            StyledText("\(names.user(event.person)) comes back by the recovery key", .alarm)
                + StyledText(", from \(event.effectiveAt.iso8601) on, key ") + Self.key(event.key)
        case .measureProposed(let event):
            StyledText("\(event.command.kind.name) proposed", .bold)
                + StyledText(" about \(event.command.anchor)\(event.dispute.map { ", case \($0)" } ?? "")")
        case .measureApproved: StyledText("approved", .bold)
        case .measureDeclined: StyledText("declined", .bold)
        case .measureLapsed: "lapsed: nobody has said anything in time"
        default: unexpected(recorded)
        }
    }

    private static func names(of roles: StaffRoles) -> String { roles.roles.map(\.name).joined(separator: ", ") }

    /// A key by what records call it.
    static func key(_ key: PublicKey) -> StyledText {
        StyledText(KeyID(digest: Digest256(hashing: key.bytes)).description, .dim)
    }
}
