import Cluster
import Testing

/// How a leader resolves an append without an answer.
@Suite struct UnclearAppendTests {
    @Test func nothingIsAnsweredWhileItIsUnclear() throws {
        var node = try NodeDriver.unclear()
        #expect(node.effects.answer == nil)
        node.pass(.seconds(600))
        #expect(node.effects.answer == nil)
    }

    @Test func theSameAppendIsSentAgainIfTheHeadIsUnchanged() throws {
        var node = try NodeDriver.leader()
        let first = node.give(.proposed(NodeDriver.proposal(5))).appended
        try node.answerAppend(.unclear("no answer"))
        var own = NodeDriver.head(4, epoch: 2, by: "own")
        own.revision = 104
        try node.answerHead(own)
        #expect(node.effects.appended?.head == first?.head)
        #expect(node.effects.appended?.revision == 104)
        try node.answerAppend(.appended(105))
        #expect(node.effects.answer == .committed(number: 5))
    }

    @Test func anOwnHeadMeansCommitted() throws {
        var node = try NodeDriver.leader()
        node.give(.proposed(NodeDriver.proposal(5)))
        let head = try node.ownHead()
        try node.answerAppend(.unclear("no answer"))
        try node.answerHead(SequencedHead(head: head, revision: 105))
        #expect(node.effects.answer == .committed(number: 5))
        #expect(node.node.leadingEpoch == 2)
    }

    /// A read of the head that began before the append was unclear may show the time before it.
    @Test func anEarlierLookDecidesNothing() throws {
        var node = try NodeDriver.leader()
        node.pass(.milliseconds(1_001))
        let asked = node
        node.give(.proposed(NodeDriver.proposal(5)))
        try node.answerAppend(.unclear("no answer"))
        var unchanged = NodeDriver.head(4, epoch: 2, by: "own")
        unchanged.revision = 104
        for case .readHead(let id) in asked.effects { node.give(.headRead(id, .success(unchanged))) }
        #expect(node.effects.appended == nil)
        try node.answerHead(unchanged)
        #expect(node.effects.appended != nil)
    }

    /// An append may arrive after its sender has given up. Then the second one is refused because of the first.
    @Test func aRefusalAfterAnUnclearAppendIsUnclearToo() throws {
        var node = try NodeDriver.leader()
        node.give(.proposed(NodeDriver.proposal(5)))
        let head = try node.ownHead()
        try node.answerAppend(.unclear("no answer"))
        var unchanged = NodeDriver.head(4, epoch: 2, by: "own")
        unchanged.revision = 104
        try node.answerHead(unchanged)
        try node.answerAppend(.refused)
        #expect(node.effects.answer == nil)
        node.pass(.milliseconds(60))
        try node.answerHead(SequencedHead(head: head, revision: 105))
        #expect(node.effects.answer == .committed(number: 5))
    }

    @Test func anothersBatchWithTheNumberMeansRefused() throws {
        var node = try NodeDriver.unclear()
        var other = NodeDriver.head(5, epoch: 3)
        other.head.digest = BatchDigest(of: [1])
        try node.answerHead(other)
        #expect(node.effects.answer == .refused(.notLeader))
        #expect(node.node.leadingEpoch == nil)
    }

    /// Another node has claimed after this node's own batch: it is in the log for good, and this node leads no longer.
    @Test func aNewerHeadAfterTheOwnBatchMeansCommittedAndDeposed() throws {
        var node = try NodeDriver.unclear()
        try node.answerHead(NodeDriver.head(6, epoch: 3))
        #expect(node.effects.answer == nil)
        try node.answerBatches(5...5)
        #expect(node.effects.answer == .committed(number: 5))
        #expect(node.node.leadingEpoch == nil)
        node.give(.applied(NodeDriver.position(5)))
        try node.answerBatches(6...6)
        #expect(node.effects.applied == [6])
    }

    @Test func aNewerHeadAfterAnothersBatchMeansRefused() throws {
        var node = try NodeDriver.unclear()
        try node.answerHead(NodeDriver.head(6, epoch: 3))
        guard case .readBatches(let id, 4, _) = node.effects.last(where: { $0.isBatchRead }) else {
            Issue.record("the log is not read: \(node.effects)")
            return
        }
        node.give(.batchesRead(id, .success([SequencedBatch(number: 5, bytes: [1])])))
        #expect(node.effects.answer == .refused(.notLeader))
    }

    /// The batch's number is no longer in the log: the writer is released, and the ledger looks in itself after a copy.
    @Test(arguments: [true, false])
    func aNumberThatIsNotInTheLogIsLookedForInTheLedger(isInLedger: Bool) throws {
        var node = try NodeDriver.unclear()
        try node.answerHead(NodeDriver.head(9, epoch: 3))
        try node.answerBatches(8...9)
        #expect(node.effects.answer == .undetermined)
        try node.answerBatches(8...9)
        #expect(node.effects.copied == 9)
        node.give(.copied(NodeDriver.position(9)))
        #expect(node.effects.contains(.compareLocally(NodeDriver.proposal(5))))
        node.give(.compared(proposal: 5, isInLedger: isInLedger))
        #expect(node.effects.contains(.settled(proposal: 5, isCommitted: isInLedger)))
    }

    /// An engine that answers every append with an error is not asked in a tight loop.
    @Test func repeatsBecomeSlower() throws {
        var node = try NodeDriver.unclear()
        var own = NodeDriver.head(4, epoch: 2, by: "own")
        own.revision = 104
        try node.answerHead(own)
        for wait in [50, 100, 200, 400, 800, 1_000, 1_000] {
            try node.answerAppend(.unclear("no space"))
            node.pass(.milliseconds(wait - 1))
            #expect(!node.effects.contains { $0.isHeadRead }, "after \(wait) ms")
            node.pass(.milliseconds(1))
            try node.answerHead(own)
            #expect(node.effects.appended != nil)
        }
    }

    @Test func aClaimThatWasUnclearAndAppliedMakesTheLeader() throws {
        var node = NodeDriver()
        try node.answerHead(NodeDriver.head(3), leader: .some(nil))
        node.pass(.milliseconds(302))
        try node.answerHead(NodeDriver.head(3), leader: .some(nil))
        node.give(.proposed(NodeDriver.proposal(4, claims: 2)))
        let head = try node.ownHead()
        try node.answerAppend(.unclear("no answer"))
        try node.answerHead(SequencedHead(head: head, revision: 104))
        #expect(node.effects.answer == .committed(number: 4))
        #expect(node.node.leadingEpoch == 2)
    }
}
