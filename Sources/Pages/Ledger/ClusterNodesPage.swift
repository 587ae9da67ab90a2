package import TextFormats

/// The nodes of a cluster, and how far each of them is.
package struct ClusterNodesPage: ListPage {
    package struct Node {
        package var name: String
        package var address: String
        package var leads: Bool
        /// The last batch that it has stored, as of the last renewal of its lease.
        package var batch: UInt64
        package var events: UInt64
        package var isBehind: Bool

        package init(name: String, address: String, leads: Bool, batch: UInt64, events: UInt64, isBehind: Bool) {
            (self.name, self.address, self.leads) = (name, address, leads)
            (self.batch, self.events, self.isBehind) = (batch, events, isBehind)
        }
    }

    var nodes: [Node]
    /// Of the end of the shared log; nil for one that is not founded.
    var epoch: UInt64?
    var batch: UInt64?
    var events: UInt64?

    package init(nodes: [Node], epoch: UInt64?, batch: UInt64?, events: UInt64?) {
        (self.nodes, self.epoch, self.batch, self.events) = (nodes, epoch, batch, events)
    }

    package func text(on terminal: Terminal) -> [StyledText] {
        guard let epoch, let batch, let events else {
            return [StyledText("There is no cluster of this ledger. Found one with `cluster begin`.")]
        }
        let head = StyledText("epoch \(epoch), batch \(batch), \(Figures.plural(events, "event"))", .bold)
        guard !nodes.isEmpty else { return [head, StyledText("No node is running.", .alarm)] }
        var table = TextTable([
            .init("node"), .init("address"), .init("role"), .init("batch", .trailing), .init("events", .trailing),
            .init(""),
        ])
        table.rows = nodes.map { node in
            [
                StyledText(node.name, .bold), StyledText(node.address), StyledText(node.leads ? "leader" : "follower"),
                StyledText("\(node.batch)"), StyledText("\(node.events)"),
                node.isBehind ? StyledText("behind", .alarm) : StyledText(""),
            ]
        }
        return [head] + table.lines(on: terminal)
    }

    package var listName: String { "nodes" }

    package var csv: CSVTable {
        CSVTable(["node", "address", "role", "batch", "events", "behind"], objects: objects)
    }

    package var objects: [JSON] {
        nodes.map { node in
            [
                "node": .of(node.name), "address": .of(node.address), "role": .of(node.leads ? "leader" : "follower"),
                "batch": .of(node.batch), "events": .of(node.events), "behind": .bool(node.isBehind),
            ]
        }
    }
}
