package import Draft
import DraftLedger
import Records
package import Replay
package import TextFormats

/// The first difference of two ledgers.
package struct LedgerDiffPage: Page {
    var diff: LedgerDiff
    var paths: [String]
    /// Whether the hashes that were compared are known to be those of the records.
    var isOfRecords: Bool
    var names: any NameBook

    package init(diff: LedgerDiff, paths: [String], isOfRecords: Bool, names: any NameBook) {
        self.diff = diff
        self.paths = paths
        self.isOfRecords = isOfRecords
        self.names = names
    }

    package func text(on terminal: Terminal) -> [StyledText] {
        let sizes = [diff.sizes.first, diff.sizes.second]
        let basis = isOfRecords ? "" : " by their trees' hashes"
        let verdict =
            switch diff.relation {
            case .identical:
                StyledText("Both have the same \(Figures.grouped(sizes[0])) events\(basis).", .bold)
            case .firstIsPrefix, .secondIsPrefix:
                StyledText("The shorter ledger is a prefix of the longer one\(basis).", .bold)
            case .parted: StyledText("They diverge at position \(diff.position ?? 0).", .alarm)
            }
        var lines = [verdict]
        for (index, event) in [diff.events.first, diff.events.second].enumerated() {
            lines.append(
                StyledText("\(paths[index]) ", .bold)
                    + StyledText("(\(Figures.plural(Int(clamping: sizes[index]), "event")))", .dim))
            guard diff.relation != .identical else { continue }
            lines.append(
                event.map { StyledText("  \($0.stream)  ", .dim) + Narrator(names: names).words(for: $0) }
                    ?? StyledText("  no event there", .dim))
        }
        if diff.relation != .parted, !isOfRecords {
            lines.append(
                StyledText("With --recompute, the records are first checked against their hashes.", .dim))
        }
        return lines
    }

    /// `{"relation","sizes":[a,b],"position","first","second"}`
    package var json: JSON {
        [
            "relation": .of(diff.relation.rawValue), "sizes": .of([diff.sizes.first, diff.sizes.second]),
            "position": .of(diff.position), "first": Self.json(diff.events.first),
            "second": Self.json(diff.events.second),
        ]
    }

    private static func json(_ event: RecordedEvent?) -> JSON { event.map { .encoded($0.jsonLine) } ?? nil }

    package var csv: CSVTable {
        CSVTable(
            ["relation", "firstSize", "secondSize", "position"],
            [
                [
                    .of(diff.relation.rawValue), .of(diff.sizes.first), .of(diff.sizes.second),
                    .of(diff.position),
                ]
            ])
    }
}

/// The first difference of two folds of the same rooms.
package struct FoldDiffPage: Page {
    /// A room in which they do, and the first event at which they do.
    package struct Parting {
        var room: RoomID
        var event: RecordedEvent

        package init(room: RoomID, event: RecordedEvent) {
            self.room = room
            self.event = event
        }
    }

    var folds: [String]
    var rooms: Int
    var parted: [Parting]
    var names: any NameBook

    package init(folds: [String], rooms: Int, parted: [Parting], names: any NameBook) {
        self.folds = folds
        self.rooms = rooms
        self.parted = parted
        self.names = names
    }

    package func text(on terminal: Terminal) -> [StyledText] {
        let verdict =
            parted.isEmpty
            ? StyledText("\(folds[0]) and \(folds[1]) agree on \(Figures.plural(rooms, "room")).", .bold)
            : StyledText(
                "\(folds[0]) and \(folds[1]) differ in \(parted.count) of \(Figures.plural(rooms, "room")).", .alarm)
        guard !parted.isEmpty else { return [verdict] }
        var table = TextTable([
            .init("room", .trailing), .init("position", .trailing), .init("seq", .trailing),
            .init("the first event at which they differ", shrinks: true),
        ])
        table.rows = parted.map { parting in
            [
                StyledText("\(parting.room)"), StyledText("\(parting.event.position)"),
                StyledText("\(parting.event.version)"), Narrator(names: names).words(for: parting.event),
            ]
        }
        return [verdict] + table.lines(on: terminal)
    }

    package var json: JSON {
        [
            "folds": .of(folds), "rooms": .of(rooms),
            "parted": .array(
                parted.map { parting in
                    [
                        "room": .of(parting.room), "position": .of(parting.event.position),
                        "version": .of(parting.event.version), "type": .of(parting.event.event.type.name),
                    ]
                }),
        ]
    }

    package var csv: CSVTable {
        CSVTable(
            ["room", "position", "version", "type"],
            parted.map {
                [.of($0.room), .of($0.event.position), .of($0.event.version), .of($0.event.event.type.name)]
            })
    }
}
