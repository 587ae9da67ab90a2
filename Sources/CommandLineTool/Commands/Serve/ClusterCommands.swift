import ToolSupport

#if Server
    import ArgumentParser
    import Cluster
    import Draft
    import DraftLedger
    import Foundation
    import Merkle
    import Pages
    import Remote
    import Server
    import TextFormats

    struct ClusterCommand: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "cluster", abstract: "Manage a ledger on several machines.",
            discussion: """
                The nodes of a cluster share one history over etcd. One of them leads: it takes all commands and runs the clocks. \
                Each node answers reads, and takes the lead if the leader is lost. The article RunningACluster says how.

                EXAMPLE:
                  draftledger --ledger a.ledger cluster begin --cluster http://10.0.0.1:2379 --node a
                  draftledger --ledger a.ledger serve --cluster http://10.0.0.1:2379 --set cluster.secret=secret.txt
                  draftledger --ledger b.ledger cluster join --cluster http://10.0.0.1:2379 --node b \
                    --peer http://10.0.0.1:3000 --set cluster.secret=secret.txt
                """,
            subcommands: [
                ClusterStatusCommand.self, ClusterBeginCommand.self, ClusterJoinCommand.self, ClusterLeaveCommand.self,
            ])
    }

    /// The settings of a node, as `serve` has them.
    struct NodeOptions: ParsableArguments {
        @Option(help: ArgumentHelp("The addresses of etcd's members, separated by commas.", valueName: "urls"))
        var cluster: String?
        @Option(help: ArgumentHelp("A JSON file with settings.", valueName: "file"), completion: .file())
        var config: String?
        @Option(
            name: .customLong("set"), parsing: .singleValue,
            help: ArgumentHelp("A setting by its name; may be repeated.", valueName: "name=value"),
            transform: ServeCommand.assignment)
        var assignments: [ServeCommand.Assignment] = []

        /// - Throws: for settings that are not valid, and without etcd.
        func options(_ console: Console) throws -> ClusterOptions {
            var options = ServerOptions(
                software: SoftwareStarted(rulesVersion: SoftwareStarted.currentRules, version: "cluster", commit: ""))
            var flags: [String: String] = [:]
            flags["cluster.etcd"] = cluster
            for assignment in assignments { flags[assignment.key] = assignment.value }
            do throws(ServerConfigurationError) {
                try ServerConfiguration(flags: flags, environment: console.environment, file: config).apply(
                    to: &options)
            } catch {
                throw ToolError(.badData, error.description)
            }
            guard options.cluster.isSet else {
                throw ToolError(
                    .usage, "Name the members of etcd: --cluster http://10.0.0.1:2379,http://10.0.0.2:2379.")
            }
            return options.cluster
        }
    }

    /// The errors of a cluster's commands in the program's own terms.
    enum ClusterPlace {
        static func telling<Result: Sendable>(_ body: @escaping @Sendable () async throws -> Result) throws -> Result {
            do {
                return try Waiting.run(body)
            } catch let error as SequencerError {
                throw ToolError(.tryAgain, "etcd: \(error.reason)")
            } catch let error as ClusterFounding.Refused {
                throw ToolError(.badData, error.description)
            } catch let error as ServerConfigurationError {
                throw ToolError(.badData, error.description)
            } catch let error as DraftLedgerError {
                throw error
            } catch let error as ToolError {
                throw error
            } catch {
                throw ToolError(.tryAgain, "\(error.networkReason)")
            }
        }

        static func check(_ name: String) throws {
            guard DraftLedger.isNodeName(name) else {
                throw ValidationError(
                    "'\(name)' is not a name of a node: expected 1 to 64 letters, digits, '-', '_' and '.'.")
            }
        }

        static func open(_ path: String) throws -> DraftLedger {
            try DraftLedger.openNode(at: path, upkeep: .none)
        }
    }

    struct ClusterBeginCommand: ConsoleCommand {
        static let configuration = CommandConfiguration(
            commandName: "begin", abstract: "Create a cluster with this ledger.",
            discussion: """
                The ledger becomes the first node's copy, and the shared log in etcd begins where it ends. Other nodes join with \
                `cluster join`.

                If etcd has lost its data, run it with the largest ledger. Name the other nodes' ledgers with --compare: each \
                has to be a beginning of this one. Nothing that this ledger has is lost.

                EXAMPLE:
                  draftledger --ledger a.ledger cluster begin --cluster http://10.0.0.1:2379 --node a
                """)

        @Option(help: ArgumentHelp("The name of this node.", valueName: "name")) var node: String
        @Option(
            help: ArgumentHelp(
                "The ledger of another node, if it can be read here; may be repeated.", valueName: "dir"),
            completion: .directory)
        var compare: [String] = []
        @OptionGroup var settings: NodeOptions
        @OptionGroup var ledger: LedgerOptions

        func validate() throws { try ClusterPlace.check(node) }

        func execute(on console: Console) throws -> ExitStatus {
            let options = try settings.options(console)
            let draft = try ClusterPlace.open(ledger.path(console))
            defer { draft.close() }
            let others = try compare.map { path in
                let other = try DraftLedger.open(at: path)
                defer { other.close() }
                let (size, root) = try other.sizeAndRoot()
                return ClusterFounding.Other(url: path, size: size, root: root)
            }
            guard let origin = try draft.origin else {
                throw ToolError(.badData, "The ledger is empty. Create it first, with `serve --origin` or an import.")
            }
            // The key of receipts is made when it is first needed: by then each node would make its own.
            _ = try draft.receiptSigner()
            let head = try ClusterPlace.telling { [node] in
                let sequencer = try EtcdSequencer(options.etcdSettings, origin: origin, node: node)
                return try await ClusterFounding.begin(draft, as: node, with: sequencer, others: others)
            }
            try console.print([
                StyledText("cluster founded", .bold) + StyledText(" by node \(node) with \(head.size) events"),
                StyledText("Start its server with --cluster, and let other nodes join.", .dim),
            ])
            return .done
        }
    }

    struct ClusterJoinCommand: ConsoleCommand {
        static let configuration = CommandConfiguration(
            commandName: "join", abstract: "Copy the ledger to a new node.",
            discussion: """
                Copies the ledger of the node at --peer, with its keys, into a new directory. Every record is checked by the root \
                that the node states. A copy that was interrupted is continued. Start the node with `serve --cluster`.

                EXAMPLE:
                  draftledger --ledger b.ledger cluster join --cluster http://10.0.0.1:2379 --node b \
                    --peer http://10.0.0.1:3000 --set cluster.secret=secret.txt
                """)

        @Option(help: ArgumentHelp("The name of this node.", valueName: "name")) var node: String
        @Option(help: ArgumentHelp("The address of a node that runs.", valueName: "url")) var peer: String
        @OptionGroup var settings: NodeOptions
        @OptionGroup var ledger: LedgerOptions

        func validate() throws { try ClusterPlace.check(node) }

        func execute(on console: Console) throws -> ExitStatus {
            let options = try settings.options(console)
            let path = ledger.path(console)
            let peers = try ClusterPlace.telling { [node] in
                try HTTPPeers(secret: try options.readSecret(), node: node, options)
            }
            let files = try ClusterPlace.telling { [peer] in try await peers.files(of: peer) }
            let draft = try open(path, files)
            defer { draft.close() }
            NodeStores.add(to: draft)
            try console.withProgress("copying") { handler in
                try ClusterPlace.telling { [peer] in
                    try await ClusterFounding.copy(draft, from: peer, by: peers) { handler?($0, $1) }
                }
            }
            let (size, root) = try draft.sizeAndRoot()
            try console.print([
                StyledText("node \(node)", .bold) + StyledText(" has \(size) events, root \(root.bytes.hexadecimal)"),
                StyledText("Start its server with --cluster.", .dim),
            ])
            return .done
        }

        /// Opens a copy that was begun, or begins one.
        private func open(_ path: String, _ files: [(name: String, bytes: [UInt8])]) throws -> DraftLedger {
            if DraftLedger.exists(at: path) {
                let draft = try ClusterPlace.open(path)
                guard try draft.nodeName() == node else {
                    draft.close()
                    throw ToolError(.cannotCreate, "\(path) has a ledger that is not a copy of node '\(node)'.")
                }
                return draft
            }
            try NodeFiles.create(files, in: path, node: node)
            return try ClusterPlace.open(path)
        }
    }

    struct ClusterLeaveCommand: ConsoleCommand {
        static let configuration = CommandConfiguration(
            commandName: "leave", abstract: "Remove a node from its cluster.",
            discussion: """
                Stop the node's server first. The copy keeps every event, and can be served without a cluster. The other nodes \
                continue: do not take commands for both.

                EXAMPLE:
                  draftledger --ledger c.ledger cluster leave
                """)

        @OptionGroup var ledger: LedgerOptions

        func execute(on console: Console) throws -> ExitStatus {
            let draft = try ClusterPlace.open(ledger.path(console))
            defer { draft.close() }
            guard let name = try draft.nodeName() else {
                throw ToolError(.badData, "The ledger is in no cluster.")
            }
            try draft.setClusterMark(nil)
            try console.print([
                StyledText("node \(name)", .bold)
                    + StyledText(" has left: the ledger has \(try draft.size) events")
            ])
            return .done
        }
    }

    struct ClusterStatusCommand: ConsoleCommand {
        static let configuration = CommandConfiguration(
            commandName: "status", abstract: "Show the nodes and the leader.",
            discussion: """
                Asks etcd, so it works while no node runs. The ledger says which cluster it is.

                EXAMPLE:
                  draftledger --ledger a.ledger cluster status --cluster http://10.0.0.1:2379
                """)

        @OptionGroup var settings: NodeOptions
        @OptionGroup var ledger: LedgerOptions
        @OptionGroup var format: FormatOptions

        func execute(on console: Console) throws -> ExitStatus {
            let options = try settings.options(console)
            let draft = try ledger.open(console)
            defer { draft.close() }
            let origin = try draft.origin ?? ""
            let name = try draft.nodeName()
            let found = try ClusterPlace.telling {
                let sequencer = try EtcdSequencer(options.etcdSettings, origin: origin, node: name ?? "status")
                return (
                    head: try await sequencer.head()?.head, leader: try await sequencer.leader(),
                    nodes: try await sequencer.nodes().sorted { $0.node < $1.node }
                )
            }
            let nodes = found.nodes.map { node in
                ClusterNodesPage.Node(
                    name: node.node, address: node.url, leads: node.node == found.leader?.node,
                    batch: node.applied.number,
                    events: node.applied.size, isBehind: node.applied.number < found.head?.number ?? 0)
            }
            try console.present(
                ClusterNodesPage(
                    nodes: nodes, epoch: found.head?.epoch, batch: found.head?.number, events: found.head?.size),
                as: format.format)
            return .done
        }
    }
#endif
