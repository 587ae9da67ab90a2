import Draft
import Notices

/// A notice as an e-mail (RFC 5322).
struct MailMessage: Hashable, Sendable {
    /// Headers and body, with CRLF at the end of each line.
    let text: String

    /// - Parameters:
    ///   - message: the notice in words.
    ///   - sender: the address in `From`.
    ///   - recipient: the member's address.
    ///   - turnOff: how a member turns these e-mails off.
    ///   - now: the date of the e-mail.
    init(
        _ message: Message, from sender: Mailbox, to recipient: MailAddress, turnOff: String, at now: Timestamp
    ) {
        let id = message.notice.id
        let headers = [
            ("Date", now.mailDate),
            ("Message-ID", "<\(id.cause).\(id.user.number).\(id.kind.wireType)@\(sender.address.domain)>"),
            ("From", sender.header), ("To", recipient.text), ("Subject", HeaderText.unstructured(message.title)),
            // RFC 3834: no automatic reply to it.
            ("Auto-Submitted", "auto-generated"), ("MIME-Version", "1.0"),
            ("Content-Type", "text/plain; charset=utf-8"), ("Content-Transfer-Encoding", "quoted-printable"),
        ]
        let body = "\(message.body)\n\n-- \n\(turnOff)\n"
        text = headers.map { "\($0): \($1)\r\n" }.joined() + "\r\n" + QuotedPrintable.encode(body)
    }

    /// The text as the command DATA sends it, without the final dot: a line that begins with a dot gets another one
    /// (RFC 5321, section 4.5.2).
    var stuffed: String {
        let lines = text.hasSuffix("\r\n") ? text : text + "\r\n"
        return (lines.hasPrefix(".") ? "." : "") + lines.replacing("\r\n.", with: "\r\n..")
    }
}
