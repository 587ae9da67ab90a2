import Cluster

// The properties that hold at the end of every simulation.

extension ClusterSimulation {
    func check() {
        guard let head = store.head?.head else { return fail("the head is gone") }
        var records: [UInt64] = []
        var epoch: UInt64 = 0
        var leaders: [UInt64: String] = [:]
        for number in stride(from: UInt64(1), through: head.number, by: 1) {
            guard let (stored, bytes) = store.history[number] else { return fail("batch \(number) was never stored") }
            let batch = SimulatedBatch(bytes: bytes)
            if Int(batch.first) != records.count {
                fail("batch \(number) begins at \(batch.first), not \(records.count)")
            }
            records += batch.records
            if stored.size != records.count { fail("batch \(number) has another size than its head") }
            if stored.epoch < epoch { fail("epoch \(stored.epoch) follows epoch \(epoch)") }
            epoch = stored.epoch
            if refusedAppends.contains(stored.nonce) { fail("batch \(number) is stored, and was refused") }
            let leader = leaders.updateValue(stored.node, forKey: epoch)
            if leader ?? stored.node != stored.node { fail("epoch \(epoch) has two nodes") }
        }
        checkLedgers(records, head)
        checkAcknowledgements(records)
        checkRealTimeOrder()
    }

    private func checkLedgers(_ records: [UInt64], _ head: TailHead) {
        for machine in machines {
            if machine.ledger.records != records { fail("\(machine.name) has other records than the log") }
            if SimulatedLedger.hash(machine.ledger.root) != head.root { fail("\(machine.name) has another root") }
        }
        let commands = records.filter { !Record.isClaim($0) }
        if Set(commands).count != commands.count { fail("a command is recorded twice") }
    }

    private func checkAcknowledgements(_ records: [UInt64]) {
        for (command, stated) in acknowledged {
            guard stated.position < records.count, records[stated.position] == command else {
                fail("command \(command) was acknowledged at \(stated.position), and is not there")
                continue
            }
        }
        let expected = clients.reduce(0) { $0 + $1.commands }
        if acknowledged.count != expected { fail("\(acknowledged.count) of \(expected) commands are acknowledged") }
    }

    /// A command that was acknowledged before another was sent is recorded before it.
    ///
    /// Linearizability follows from this and from the one log. O(n log n): by position from the end, with the earliest
    /// acknowledgement among those that come later.
    private func checkRealTimeOrder() {
        var earliest = Int64.max
        for (command, stated) in acknowledged.sorted(by: { $0.value.position > $1.value.position }) {
            if let sent = invoked[command], earliest < sent {
                fail("command \(command) was sent after one that is recorded behind it was acknowledged")
            }
            earliest = min(earliest, stated.at)
        }
    }
}
