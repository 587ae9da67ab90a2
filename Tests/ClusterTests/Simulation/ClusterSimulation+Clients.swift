import Cluster
import Platform

/// A client that sends one command after another, and repeats each with the same ID until it has an answer.
final class Client {
    let index: Int
    let commands: Int
    /// The number of commands that are acknowledged.
    var done = 0
    /// Rises with each sending, so that answers to earlier ones cause no second repeat.
    var attempt = 0

    init(index: Int, commands: Int) {
        self.index = index
        self.commands = commands
    }

    var isDone: Bool { done == commands }
    var command: UInt64 { UInt64(index + 1) << 16 | UInt64(done) }
    var state: String { "\(done)/\(commands)" }
}

extension ClusterSimulation {
    func invoke(_ client: Client) {
        guard !client.isDone else { return }
        invoked[client.command] = now
        send(client)
    }

    private func send(_ client: Client) {
        client.attempt += 1
        let (command, attempt) = (client.command, client.attempt)
        // Most often a node that says that it leads; a client that knew nothing would only take longer.
        let leader = chance(80) ? machines.first { $0.process?.node.leadingEpoch != nil } : nil
        let machine = leader ?? machines[Int(random.next() % UInt64(machines.count))]
        machine.process?.later(between(100, 3_000)) { $0.take(command, attempt: attempt) }
        schedule(after: 500_000) { [self] in repeatIfUnanswered(client, command, attempt: attempt) }
    }

    private func repeatIfUnanswered(_ client: Client, _ command: UInt64, attempt: Int) {
        guard !client.isDone, client.command == command, client.attempt == attempt else { return }
        send(client)
    }

    /// A member states that a command is not recorded by it.
    func refuse(_ one: Waiting) {
        let client = clients[Int(one.command >> 16) - 1]
        schedule(after: between(20_000, 150_000)) { [self] in
            repeatIfUnanswered(client, one.command, attempt: one.attempt)
        }
    }

    /// A member states that a command is recorded at a position.
    func acknowledge(_ one: Waiting, at position: Int, by process: MemberProcess) {
        if let earlier = acknowledged[one.command] {
            if earlier.position != position {
                fail("command \(one.command) was acknowledged at \(earlier.position) and at \(position)")
            }
        } else {
            acknowledged[one.command] = (position, now)
            trace.note(UInt64(now) ^ one.command << 40)
            checkReplication(of: position, by: process)
        }
        // The answer itself may be lost with its connection.
        if isOn(.loss) && chance(10) { return }
        let client = clients[Int(one.command >> 16) - 1]
        schedule(after: between(100, 3_000)) { [self] in
            guard !client.isDone, client.command == one.command else { return }
            client.done += 1
            schedule(after: between(10_000, 600_000)) { [self] in invoke(client) }
        }
    }

    private func checkReplication(of position: Int, by process: MemberProcess) {
        guard acknowledgesReplicated, mutant == nil else { return }
        let others = machines.filter { $0 !== process.machine && $0.ledger.records.count > position }
        if others.isEmpty { fail("position \(position) was acknowledged before another node had it") }
    }
}
