import Testing
import TextFormats

@testable import Pages  // shapes and members of pages are the module's own

/// The members of an object: its JSON, its shape and its columns.
@Suite struct MembersTests {
    private struct Row {
        var seat: Int
        var title: String?
        var names: [String] = []
    }

    private static let names: Members<String> = [.init("name") { Name($0) }]

    private static let slot = Member<Row>("slot") { $0.seat }

    private static let members = Members<Row>(
        "Row",
        [
            slot, .init("title") { $0.title }, .init("label", ifAny: { $0.title }),
            .init("names", each: names) { $0.names }, .init("first", names) { $0.names.first }, slot.former("place"),
        ])

    @Test func aMemberWithoutAValueIsNullOrLeftOut() {
        #expect(
            Self.members.json(of: Row(seat: 1)).compact
                == #"{"slot":1,"title":null,"names":[],"first":null,"place":1}"#)
        #expect(
            Self.members.json(of: Row(seat: 1, title: "a", names: [""])).compact
                == #"{"slot":1,"title":"a","label":"a","names":[{"name":null}],"first":{"name":null},"place":1}"#)
    }

    @Test func theShapeHasTheMembersAndMatchesTheJSON() throws {
        let (name, shape) = Self.members.entry
        #expect(name == "Row" && Self.members.shape == .named("Row"))
        let part = Shape.object([.init(name: "name", shape: .nullable(.string))])
        let expected = Shape.object([
            .init(name: "slot", shape: .integer), .init(name: "title", shape: .nullable(.string)),
            .init(name: "label", isRequired: false, shape: .string), .init(name: "names", shape: .list(part)),
            .init(name: "first", shape: .nullable(part)), .init(name: "place", shape: .former(.integer, today: "slot")),
        ])
        #expect(shape == expected)
        for row in [Row(seat: 1), Row(seat: 2, title: "b", names: ["c", ""])] {
            let json = try JSONDocument(Self.members.json(of: row).bytes).root
            #expect(Shape.named("Row").mismatch(of: json, in: ["Row": shape]) == nil)
        }
    }

    @Test func columnsAreTheMembersThatFitIntoAField() {
        #expect(Self.members.columns == ["slot", "title", "label", "place"])
        let table = Self.members.csv(of: [Row(seat: 1), Row(seat: 2, title: "b")], leaving: ["place"])
        #expect(table.document == "slot,title,label\r\n1,,\r\n2,b,b\r\n")
        #expect(Self.members.csv(of: []).document == "slot,title,label,place\r\n")
    }

    @Test func membersOfAPartBelongToTheWhole() {
        let whole = Members<(row: Row, at: Int)>("Whole", Self.members.of { $0.row } + [.init("at") { $0.at }])
        #expect(
            whole.json(of: (Row(seat: 1), 7)).compact
                == #"{"slot":1,"title":null,"names":[],"first":null,"place":1,"at":7}"#)
    }
}
