package import DraftLedger
import Merkle
package import TextFormats

/// The whole answer to `status`.
package struct StatusPage: Page {
    var status: LedgerStatus

    package init(status: LedgerStatus) {
        self.status = status
    }

    package func text(on terminal: Terminal) -> [StyledText] {
        let each = status.size > 0 ? ", \(Figures.decimal(Double(status.bytes) / Double(status.size))) an event" : ""
        let facts: [(String, String)] = [
            ("ledger", status.path), ("origin", status.origin ?? "-"), ("events", Figures.grouped(status.size)),
            ("root", status.root.base64), ("streams", Figures.grouped(status.streams)),
            ("rooms", Figures.grouped(status.rooms)), ("on disk", Figures.bytes(status.bytes) + each),
        ]
        var lines = facts.map { StyledText($0.0.rightPadded(to: 9), .dim) + StyledText($0.1) }
        if !status.notes.isEmpty { lines += [.empty] + status.notes.map { .remark($0) } }
        guard !status.projections.isEmpty else { return lines }
        var table = TextTable([
            .init("projection"), .init("fold", .trailing), .init("progress", .trailing), .init("behind", .trailing),
        ])
        table.rows = status.projections.map { projection in
            [
                StyledText(projection.name), StyledText(String(projection.version)),
                StyledText(Figures.grouped(projection.progress)),
                StyledText(Figures.grouped(projection.lag), projection.lag > 0 ? .colored(.wideReceiver) : .plain),
            ]
        }
        return lines + [.empty] + table.lines(on: terminal)
    }

    package var json: JSON {
        [
            "path": .of(status.path), "origin": .of(status.origin), "size": .of(status.size),
            "root": .of(status.root.base64), "streams": .of(status.streams), "rooms": .of(status.rooms),
            "bytes": .of(status.bytes), "projections": .array(projections),
            "notes": .of(status.notes),
        ]
    }

    /// One row for the ledger; its projections as JSON in their field.
    package var csv: CSVTable {
        CSVTable(
            ["path", "origin", "size", "root", "streams", "rooms", "bytes", "projections", "notes"], objects: [json])
    }

    private var projections: [JSON] {
        status.projections.map { projection in
            [
                "name": .of(projection.name), "version": .of(projection.version), "progress": .of(projection.progress),
                "lag": .of(projection.lag),
            ]
        }
    }
}
