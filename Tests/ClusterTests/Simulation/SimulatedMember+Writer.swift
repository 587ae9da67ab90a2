import Cluster
import Platform

// The ledger's side of a process: one writer that proposes and commits, or applies what others have appended.

extension MemberProcess {
    /// A command arrives from a client.
    func take(_ command: UInt64, attempt: Int) {
        let one = Waiting(command: command, attempt: attempt)
        guard node.leadingEpoch != nil else { return world.refuse(one) }
        // A repeat is answered like the first sending: not before another node has it, where that is the rule.
        if machine.ledger.positions[command] != nil { return release([one], machine.ledger.number) }
        waiting.append(one)
        proposeIfFree()
    }

    func proposeIfFree() {
        guard proposal == nil, !waiting.isEmpty, node.leadingEpoch != nil else { return }
        var records: [UInt64] = []
        for one in waiting.prefix(4) where machine.ledger.positions[one.command] == nil {
            if !records.contains(one.command) { records.append(one.command) }
        }
        let taken = Array(waiting.prefix(4))
        waiting.removeFirst(taken.count)
        guard !records.isEmpty else { return release(taken, machine.ledger.number) }
        propose(records, waiting: taken)
    }

    func propose(claiming epoch: UInt64) {
        guard proposal == nil else { return step(.claimFailed(reason: "the writer is busy")) }
        propose([Record.claim(epoch, by: machine.index)], waiting: [], claiming: epoch)
    }

    private func propose(_ records: [UInt64], waiting: [Waiting], claiming epoch: UInt64? = nil) {
        proposals += 1
        lastAppend = nil
        let batch = SimulatedBatch(records, to: machine.ledger)
        let value = Proposal(
            id: proposals, batch: batch.bytes, sizeBefore: batch.first,
            size: batch.first + UInt64(records.count), root: SimulatedLedger.hash(batch.rootAfter), claims: epoch)
        proposal = (value, batch, waiting, false)
        if world.mutant == .acknowledgesBeforeSwap {
            for one in waiting {
                guard let offset = records.firstIndex(of: one.command) else { continue }
                world.acknowledge(one, at: Int(batch.first) + offset, by: self)
            }
        }
        step(.proposed(value))
    }

    func take(_ answer: ProposalAnswer, to id: UInt64) {
        guard let ended = proposal, ended.value.id == id else { return world.fail("an answer to no proposal") }
        let isClaim = ended.value.claims != nil
        switch answer {
        case .committed(let number):
            if ended.wasUnclear { world.note(.unclearAndApplied) }
            if let head = world.store.head, head.head.number > number, ended.wasUnclear {
                world.note(.continuedAfterOwnBatch)
            }
            commit(number)
        case .refused(let reason):
            proposal = nil
            if reason == .notLeader { world.note(isClaim ? .claimLost : .deposed) }
            if ended.wasUnclear { world.note(.unclearAndNot) }
            if let lastAppend { world.refusedAppends.insert(lastAppend) }
            for one in ended.waiting { world.refuse(one) }
            later(1) { $0.proposeIfFree() }
        case .undetermined:
            proposal = nil
            undetermined = (ended.value, ended.waiting, lastAppend)
        }
    }

    /// The local commit of the proposal. A crash during it leaves the batch in the ledger or not.
    private func commit(_ number: UInt64) {
        committing = number
        later(world.between(100, 4_000)) { process in
            guard let ended = process.proposal else { return }
            process.proposal = nil
            process.committing = nil
            guard process.machine.diskFullUntil <= process.world.now else {
                process.ownBatch = number
                return process.step(.applyFailed(.retry(reason: "the disk is full")))
            }
            process.commit(ended.batch, number: number)
            process.step(.applied(process.machine.ledger.position))
            process.release(ended.waiting, number)
            process.proposeIfFree()
        }
    }

    /// A process that ends during a commit has committed or not.
    func crashDuringCommit() {
        guard let number = committing, let ended = proposal, world.random.next() % 2 == 0 else { return }
        commit(ended.batch, number: number)
    }

    private func commit(_ batch: SimulatedBatch, number: UInt64) {
        do throws(SimulatedLedger.Diverged) {
            try machine.ledger.apply(batch, number: number)
        } catch {
            world.fail("\(machine.name) cannot commit batch \(number), which is its own")
        }
    }

    /// Acknowledges what is committed, or holds it until another node has it too.
    private func release(_ waiting: [Waiting], _ number: UInt64) {
        guard world.acknowledgesReplicated, number > replicated else { return acknowledge(waiting) }
        unreplicated.append((number, waiting))
    }

    func takeReplicated(_ number: UInt64) {
        replicated = number
        for one in unreplicated where one.number <= number { acknowledge(one.waiting) }
        unreplicated.removeAll { $0.number <= number }
    }

    private func acknowledge(_ waiting: [Waiting]) {
        for one in waiting {
            guard let position = machine.ledger.positions[one.command] else {
                world.fail("command \(one.command) is not in the ledger that committed it")
                continue
            }
            world.acknowledge(one, at: position, by: self)
        }
    }

    // MARK: Following

    func apply(_ batches: [SequencedBatch]) {
        later(world.between(100, 3_000)) { process in
            guard process.machine.diskFullUntil <= process.world.now else {
                return process.step(.applyFailed(.retry(reason: "the disk is full")))
            }
            for batch in batches {
                if process.world.mutant == .skipsBatch, !process.hasSkipped {
                    process.hasSkipped = true
                    process.machine.ledger.complete(batch.number)
                    continue
                }
                if process.ownBatch == batch.number { process.world.note(.ownBatchFromLog) }
                do throws(SimulatedLedger.Diverged) {
                    try process.machine.ledger.apply(SimulatedBatch(bytes: batch.bytes), number: batch.number)
                } catch {
                    return process.step(.applyFailed(.diverged(reason: "batch \(batch.number) does not continue")))
                }
            }
            process.step(.applied(process.machine.ledger.position))
            process.world.tellLeader(of: process)
        }
    }

    func copy(to head: TailHead) {
        world.note(.compactedTail)
        let size = Int(head.size)
        later(world.between(2_000, 30_000)) { process in
            let sources = process.world.machines.filter {
                $0 !== process.machine && $0.process != nil && $0.ledger.records.count >= size
                    && SimulatedLedger.hash($0.ledger.roots[size]) == head.root
            }
            guard let source = sources.first else { return process.step(.copyFailed(reason: "no node has it")) }
            let had = process.machine.ledger.records.count
            if process.world.random.next() % 4 == 0, size - had > 1 {
                process.world.note(.interruptedCopy)
                process.machine.ledger.copy(from: source.ledger, upTo: (had + size) / 2)
                return process.step(.copyFailed(reason: "the connection is lost"))
            }
            process.machine.ledger.copy(from: source.ledger, upTo: size)
            process.machine.ledger.complete(head.number)
            process.step(.copied(process.machine.ledger.position))
        }
    }

    func compare(_ proposal: Proposal) {
        later(100) { process in
            let records = SimulatedBatch(bytes: proposal.batch).records
            let own = process.machine.ledger.records
            let isThere =
                own.count >= Int(proposal.size)
                && own[Int(proposal.sizeBefore)..<Int(proposal.size)].elementsEqual(records)
            process.step(.compared(proposal: proposal.id, isInLedger: isThere))
        }
    }

    func settle(_ id: UInt64, _ isCommitted: Bool) {
        guard let ended = undetermined, ended.value.id == id else { return world.fail("nothing was undetermined") }
        undetermined = nil
        world.note(isCommitted ? .undeterminedAndApplied : .undeterminedAndNot)
        if !isCommitted, let nonce = ended.nonce { world.refusedAppends.insert(nonce) }
        isCommitted ? acknowledge(ended.waiting) : ended.waiting.forEach(world.refuse)
    }
}
