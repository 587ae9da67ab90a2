public import Draft

/// A way to members: a push service, a mail relay, a file.
///
/// A channel sends one message to one address, and says what became of it. It never sends again by itself what the other side
/// may have accepted.
public protocol NoticeChannel: Sendable {
    /// As what the ledger records it.
    var kind: NoticesRecorded.Channel { get }

    /// Sends a message.
    ///
    /// - Parameters:
    ///   - message: what to send.
    ///   - address: a device's token, an address of e-mail.
    ///   - now: the time now, by the clock of the ledger.
    func send(_ message: Message, to address: String, at now: Timestamp) async -> DeliveryResult
}

/// A way to the lock screens of members' phones.
public protocol ActivityChannel: Sendable {
    /// Sends a change to one device.
    ///
    /// - Parameters:
    ///   - change: what to show. A start needs the token of a device that shows nothing yet.
    ///   - token: the token of the Live Activity, or the one that starts some; hexadecimal digits.
    ///   - now: the time now, by the clock of the ledger.
    func send(_ change: ActivityChange, to token: String, at now: Timestamp) async -> DeliveryResult
}

/// The outcome of an attempt to send something.
public enum DeliveryResult: Hashable, Sendable {
    /// The other side accepted it. The text is the other side's own name for it, where it gives one.
    case accepted(String?)
    /// The other side does not know the address any more: it is forgotten.
    case gone(String)
    /// The other side will not take it, however often it is sent.
    case refused(String)
    /// The other side has certainly not taken it, and may take it later: after this time, where it says so.
    case retry(String, after: Interval?)
    /// It is not known whether the other side took it.
    case unclear(String)

    /// The reason why it was not taken for certain; nil if it was.
    var failure: String? {
        switch self {
        case .accepted: nil
        case .gone(let reason), .refused(let reason), .retry(let reason, _), .unclear(let reason): reason
        }
    }
}
