import Draft
import DraftTesting
import Testing
import TextFormats

@testable import Notices  // how time is stated

/// The words and members that the app receives, as its documents state them.
struct MessageTests {
    private func message(
        _ kind: NoticesRecorded.Kind, left seconds: Int64 = 30, pick: PickNumber? = 17, label: String = "2.05"
    ) -> Message {
        let notice = Notice(
            id: NoticeID(cause: 1, user: 1, kind: kind), room: 12, pick: pick, pickLabel: label,
            title: "THE TOPDOG INTERNATIONAL", deadline: House.start + .seconds(seconds), dueAt: House.start,
            goodUntil: House.start + .seconds(seconds))
        return Message(notice, at: House.start)
    }

    private func text(_ message: Message) -> String {
        let data = message.data.map { "\($0.name)=\($0.value.compact)" }.joined(separator: " ")
        return "\(message.title) | \(message.body) | \(data)\(message.isTurn ? " | turn" : "")"
    }

    @Test func theMessagesOfEachKind() {
        #expect(
            text(message(.onTheClock)) == "Your Turn! | Pick 2.05 - 30 seconds to draft | type=\"on_the_clock\" "
                + "roomId=\"12\" pickNumber=17 timeRemaining=30 | turn")
        #expect(
            text(message(.picksAway)) == "2 Picks Away | Get ready - THE TOPDOG INTERNATIONAL | type=\"picks_away\" "
                + "roomId=\"12\" picksAway=2")
        #expect(
            text(message(.draftStarting))
                == "Draft Starting | THE TOPDOG INTERNATIONAL is starting now! | type=\"draft_starting\" roomId=\"12\"")
        #expect(
            text(message(.tenSeconds, left: 10)) == "10 Seconds Left | Pick 2.05 - 10 seconds to draft | "
                + "type=\"ten_seconds\" roomId=\"12\" pickNumber=17 timeRemaining=10")
        #expect(text(message(.roomFilled)).hasPrefix("Room Filled | THE TOPDOG INTERNATIONAL starts soon"))
        #expect(
            text(message(.slowDraftEmail, left: 28_900)).hasPrefix(
                "Your turn in THE TOPDOG INTERNATIONAL | Pick 2.05 - 8 hours to draft"))
    }

    @Test(arguments: [
        (0, "0 seconds"), (1, "1 second"), (119, "119 seconds"), (120, "2 minutes"), (7_199, "119 minutes"),
        (7_200, "2 hours"), (43_200, "12 hours"),
    ])
    func timeIsStatedInItsLargestUnit(seconds: Int64, text: String) {
        #expect(Message.text(seconds: seconds) == text)
    }
}
