import Crypto
import Draft
import Notices
import TextFormats

/// A change of a Live Activity as APNs takes it.
enum ActivityPayload {
    static func json(_ change: ActivityChange) -> JSON {
        let seconds = change.at.microseconds / 1_000_000
        var aps: JSON = [
            "timestamp": .of(seconds), "event": .string(change.step.rawValue),
            "content-state": contentState(change.state),
        ]
        switch change.step {
        case .start: aps = aps.adding(start(change))
        case .update: break
        // A time that is over: the lock screen removes it at once.
        case .end: aps = aps.adding(["dismissal-date": .of(seconds)])
        }
        return ["aps": aps]
    }

    /// The members of the app's `ContentState`. A name that is not known is left out, as its encoder does.
    private static func contentState(_ state: ActivityState) -> JSON {
        var json: JSON = [
            "timeRemaining": .of(state.timeRemaining), "pickNumber": .of(state.pickNumber),
            "round": .of(state.round), "pickInRound": .of(state.pickInRound), "isMyTurn": .of(state.isMyTurn),
        ]
        if let name = state.currentPlayerName { json = json.adding(["currentPlayerName": .string(name)]) }
        if let position = state.currentPlayerPosition {
            json = json.adding(["currentPlayerPosition": .string(position)])
        }
        return json
    }

    private static func start(_ change: ActivityChange) -> JSON {
        // The words of the notice about the same moment.
        let notice = Notice(
            id: NoticeID(cause: 0, user: change.user, kind: .draftStarting), room: change.room, pick: nil,
            pickLabel: "",
            title: change.title, deadline: nil, dueAt: change.at, goodUntil: change.goodUntil)
        let words = Message(notice, at: change.at)
        return [
            "attributes-type": "DraftTimerAttributes",
            "attributes": ["tournamentName": .string(change.title), "roomId": .string("\(change.room)")],
            "alert": ["title": .string(words.title), "body": .string(words.body)],
        ]
    }

    /// The ID of a change on one device, a UUID in its canonical form: the same for a repeat.
    static func id(of change: ActivityChange, on token: String) -> String {
        let name =
            "\(change.room)/\(change.user.number)/\(change.step.rawValue)/\(change.state.pickNumber)/\(change.at.microseconds)/\(token)"
        var bytes = Array(SHA256.hash(data: Array(name.utf8)).prefix(16))
        // RFC 9562: version 8, for IDs by a rule of one's own.
        bytes[6] = bytes[6] & 0x0F | 0x80
        bytes[8] = bytes[8] & 0x3F | 0x80
        let digits = bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }
        return [digits[0..<4], digits[4..<6], digits[6..<8], digits[8..<10], digits[10...]].map { $0.joined() }
            .joined(separator: "-")
    }
}
