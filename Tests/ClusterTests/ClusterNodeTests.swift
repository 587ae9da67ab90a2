import Cluster
import Testing

/// Following, claiming and leading, one situation each. What becomes of unclear appends is in `UnclearAppendTests`.
@Suite struct ClusterNodeTests {
    // MARK: Following

    @Test func aNodeThatIsBehindReadsTheLogAndApplies() throws {
        var node = NodeDriver(applied: 1)
        try node.answerHead(NodeDriver.head(3))
        try node.answerBatches(2...3)
        #expect(node.effects.applied == [2, 3])
        node.give(.applied(NodeDriver.position(3)))
        #expect(node.effects.session?.node?.applied == NodeDriver.position(3))
        #expect(node.effects.contains(.statusChanged(ClusterStatus(role: .following(nil), isReady: true))))
    }

    /// The log's first batch is not the next one: removed by housekeeping.
    @Test(arguments: [3...3, nil] as [ClosedRange<UInt64>?])
    func aGapIsFilledFromAnotherNode(batches: ClosedRange<UInt64>?) throws {
        var node = NodeDriver(applied: 1)
        try node.answerHead(NodeDriver.head(3))
        try node.answerBatches(batches)
        #expect(node.effects.copied == 3)
        node.give(.copied(NodeDriver.position(3)))
        #expect(node.effects.session?.node?.applied.number == 3)
    }

    /// A batch that came after the last look at the head waits for the next look.
    @Test func batchesAfterTheHeadThatIsKnownAreNotApplied() throws {
        var node = NodeDriver(applied: 1)
        try node.answerHead(NodeDriver.head(3))
        try node.answerBatches(2...5)
        #expect(node.effects.applied == [2, 3])
    }

    @Test func anotherRootIsAFork() throws {
        var node = NodeDriver(applied: 3)
        var head = NodeDriver.head(3)
        head.head.root = NodeDriver.root(9)
        try node.answerHead(head)
        guard case .diverged = node.effects.fault else {
            Issue.record("not stopped: \(node.effects)")
            return
        }
        #expect(node.give(.proposed(NodeDriver.proposal(4))).answer == .refused(.notLeader))
    }

    @Test func aLogThatEndsBeforeTheLedgerStopsTheNode() throws {
        var node = NodeDriver(applied: 3)
        try node.answerHead(NodeDriver.head(2))
        #expect(node.effects.fault == .tailLost(applied: 3, head: 2))
        var other = NodeDriver(applied: 3)
        try other.answerHead(nil)
        #expect(other.effects.fault == .tailLost(applied: 3, head: nil))
    }

    /// The full disk of a follower is a matter of time.
    @Test func aFailedApplyIsRepeated() throws {
        var node = NodeDriver(applied: 2)
        try node.answerHead(NodeDriver.head(3))
        try node.answerBatches(3...3)
        node.give(.applyFailed(.retry(reason: "full")))
        node.pass(.milliseconds(1_001))
        try node.answerBatches(3...3)
        #expect(node.effects.applied == [3])
    }

    // MARK: Claiming

    @Test func aVacantLeadIsClaimedAfterAWaitAndALook() throws {
        var node = NodeDriver()
        try node.answerHead(NodeDriver.head(3), leader: .some(nil))
        node.pass(.milliseconds(299))
        #expect(node.effects.claimed == nil)
        node.pass(.milliseconds(3))
        #expect(node.effects.claimed == nil)
        try node.answerHead(NodeDriver.head(3), leader: .some(nil))
        #expect(node.effects.claimed == 2)
        let append = node.give(.proposed(NodeDriver.proposal(4, claims: 2))).appended
        #expect(append?.head.epoch == 2 && append?.head.number == 4 && append?.revision == 103)
    }

    /// A head that moves has a leader, whatever became of its key.
    @Test func aHeadThatMovesBeginsTheWaitAgain() throws {
        var node = NodeDriver()
        try node.answerHead(NodeDriver.head(3), leader: .some(nil))
        node.pass(.milliseconds(302))
        try node.answerHead(NodeDriver.head(4), leader: .some(nil))
        #expect(node.effects.claimed == nil)
        try node.answerBatches(4...4)
        node.give(.applied(NodeDriver.position(4)))
        #expect(node.effects.claimed == nil)
    }

    @Test func aNodeThatIsBehindCatchesUpBeforeItClaims() throws {
        var node = NodeDriver(applied: 2)
        try node.answerHead(NodeDriver.head(3), leader: .some(nil))
        let reading = node
        node.pass(.milliseconds(302))
        try node.answerHead(NodeDriver.head(3), leader: .some(nil))
        #expect(node.effects.claimed == nil)
        guard case .readBatches(let id, _, _) = reading.effects.last(where: { $0.isBatchRead }) else {
            Issue.record("nothing is read: \(reading.effects)")
            return
        }
        node.give(.batchesRead(id, .success([SequencedBatch(number: 3, bytes: NodeDriver.batch(3))])))
        node.give(.applied(NodeDriver.position(3)))
        #expect(node.effects.claimed == 2)
    }

    private static let other = LeaderKey(epoch: 1, node: "other", url: "http://other")

    @Test func aBrokenConnectionIsEnoughToClaim() throws {
        var node = NodeDriver()
        try node.answerHead(NodeDriver.head(3), leader: Self.other)
        node.pass(.milliseconds(500))
        #expect(node.effects.claimed == nil)
        node.give(.leaderConnection(isOpen: false))
        node.pass(.milliseconds(302))
        try node.answerHead(NodeDriver.head(3), leader: Self.other)
        #expect(node.effects.claimed == 2)
    }

    @Test func aConnectionThatIsOpenAgainIsNoReasonToClaim() throws {
        var node = NodeDriver()
        try node.answerHead(NodeDriver.head(3), leader: Self.other)
        node.give(.leaderConnection(isOpen: false))
        node.pass(.milliseconds(200))
        node.give(.leaderConnection(isOpen: true))
        node.pass(.milliseconds(300))
        #expect(!node.effects.contains { $0.isHeadRead })
    }

    /// A new leader is another connection: the loss of the old one says nothing about it.
    @Test func aNewEpochEndsTheSuspicion() throws {
        var node = NodeDriver()
        try node.answerHead(NodeDriver.head(3), leader: Self.other)
        node.give(.leaderConnection(isOpen: false))
        node.pass(.milliseconds(302))
        let third = LeaderKey(epoch: 2, node: "third", url: "http://third")
        let head = NodeDriver.head(4, epoch: 2, by: "third")
        try node.answerHead(head, leader: third)
        try node.answerBatches(4...4)
        node.give(.applied(NodeDriver.position(4)))
        for _ in 0..<3 {
            node.pass(.milliseconds(1_201))
            try node.answerHead(head, leader: third)
            #expect(node.effects.claimed == nil)
        }
    }

    /// The timer of a shell that rounds comes a little early.
    @Test func aTimerThatComesEarlyIsSetAgain() throws {
        var node = NodeDriver()
        try node.answerHead(NodeDriver.head(3), leader: .some(nil))
        node.pass(.milliseconds(299))
        #expect(node.effects.contains { if case .wake = $0 { true } else { false } })
    }

    @Test func aLostClaimFollows() throws {
        var node = NodeDriver()
        try node.answerHead(NodeDriver.head(3), leader: .some(nil))
        node.pass(.milliseconds(302))
        try node.answerHead(NodeDriver.head(3), leader: .some(nil))
        node.give(.proposed(NodeDriver.proposal(4, claims: 2)))
        try node.answerAppend(.refused)
        #expect(node.effects.answer == .refused(.notLeader))
        #expect(node.node.leadingEpoch == nil)
        try node.answerHead(NodeDriver.head(4, epoch: 2))
        try node.answerBatches(4...4)
        #expect(node.effects.applied == [4])
    }

    // MARK: Leading

    @Test func aProposalIsCommittedByTheSwap() throws {
        var node = try NodeDriver.leader()
        #expect(node.node.leadingEpoch == 2)
        let append = node.give(.proposed(NodeDriver.proposal(5))).appended
        #expect(append?.head.number == 5 && append?.head.epoch == 2 && append?.revision == 104)
        try node.answerAppend(.appended(105))
        #expect(node.effects.answer == .committed(number: 5))
        node.give(.applied(NodeDriver.position(5)))
        #expect(node.give(.proposed(NodeDriver.proposal(6))).appended?.revision == 105)
    }

    @Test func aSecondProposalBeforeTheFirstHasEndedIsRefused() throws {
        var node = try NodeDriver.leader()
        node.give(.proposed(NodeDriver.proposal(5)))
        var other = NodeDriver.proposal(5)
        other.id = 6
        #expect(node.give(.proposed(other)) == [.answer(proposal: 6, .refused(.stale))])
    }

    /// A read of the head that was overtaken by an own append.
    @Test func anOlderHeadChangesNothing() throws {
        var node = try NodeDriver.leader()
        node.pass(.milliseconds(1_001))
        let asked = node
        node.give(.proposed(NodeDriver.proposal(5)))
        try node.answerAppend(.appended(105))
        node.give(.applied(NodeDriver.position(5)))
        for case .readHead(let id) in asked.effects {
            node.give(.headRead(id, .success(NodeDriver.head(4, epoch: 1))))
        }
        #expect(node.node.leadingEpoch == 2)
        #expect(node.give(.proposed(NodeDriver.proposal(6))).appended?.revision == 105)
    }

    @Test func onlyALeaderProposes() {
        var node = NodeDriver()
        #expect(node.give(.proposed(NodeDriver.proposal(4))).answer == .refused(.notLeader))
    }

    @Test func aProposalOnAnotherLedgerIsRefused() throws {
        var node = try NodeDriver.leader()
        #expect(node.give(.proposed(NodeDriver.proposal(6))).answer == .refused(.stale))
    }

    @Test func aBatchThatIsTooLargeIsRefused() throws {
        var node = try NodeDriver.leader()
        var proposal = NodeDriver.proposal(5)
        proposal.batch = [UInt8](repeating: 0, count: (1 << 20) + 1)
        #expect(node.give(.proposed(proposal)).answer == .refused(.tooLarge))
    }

    /// A commit of the ledger that fails, after the batch is in the log: a follower takes it from there.
    @Test func aLeaderThatCannotCommitItsBatchFollows() throws {
        var node = try NodeDriver.leader()
        node.give(.proposed(NodeDriver.proposal(5)))
        try node.answerAppend(.appended(105))
        node.give(.applyFailed(.retry(reason: "the map is full")))
        #expect(node.node.leadingEpoch == nil)
        node.pass(.milliseconds(1_001))
        try node.answerBatches(5...5)
        #expect(node.effects.applied == [5])
    }

    /// The fence is the swap: a leader whose lease cannot be renewed continues.
    @Test func aLeaderWithoutALeaseContinues() throws {
        var node = try NodeDriver.leader()
        for _ in 0..<20 {
            node.answerSession(.failure(SequencerError("no answer")))
            node.pass(.milliseconds(700))
        }
        #expect(node.node.leadingEpoch == 2)
        #expect(node.give(.proposed(NodeDriver.proposal(5))).appended != nil)
    }

    @Test func aLeaderLearnsFromTheHeadThatItIsDeposed() throws {
        var node = try NodeDriver.leader()
        node.pass(.milliseconds(1_001))
        try node.answerHead(NodeDriver.head(5, epoch: 3))
        #expect(node.node.leadingEpoch == nil)
        #expect(node.give(.proposed(NodeDriver.proposal(5))).answer == .refused(.notLeader))
    }

    /// A read of the head that began before the question proves nothing about the time of the question.
    @Test func aLeadIsConfirmedByALaterLook() throws {
        var node = try NodeDriver.leader()
        let head = SequencedHead(
            head: TailHead(
                number: 4, epoch: 2, node: "own", nonce: 0, size: 40, root: NodeDriver.root(4),
                digest: BatchDigest(of: [])), revision: 104)
        node.pass(.milliseconds(1_001))
        let before = node.effects
        node.give(.confirmLead(id: 1))
        for case .readHead(let id) in before { node.give(.headRead(id, .success(head))) }
        #expect(!node.effects.contains(.leadConfirmed(id: 1, true)))
        try node.answerHead(head)
        #expect(node.effects.contains(.leadConfirmed(id: 1, true)))
    }

    @Test func aLeaderThatLeavesGivesItsKeyUpAtOnce() throws {
        var node = try NodeDriver.leader()
        node.answerSession()
        #expect(node.give(.leave).session == Session(node: node.openSession?.session.node))
        #expect(!node.effects.contains(.left))
        node.answerSession()
        #expect(node.effects.contains(.left))
        #expect(node.give(.proposed(NodeDriver.proposal(5))).answer == .refused(.notLeader))
    }

    @Test func anotherNodesProgressIsTold() throws {
        var node = try NodeDriver.leader()
        #expect(node.give(.peerApplied(node: "other", number: 4)) == [.replicated(number: 4)])
        #expect(node.give(.peerApplied(node: "third", number: 3)) == [])
        #expect(node.give(.peerApplied(node: "own", number: 9)) == [])
    }
}

extension ClusterEffect {
    var isHeadRead: Bool { if case .readHead = self { true } else { false } }
    var isBatchRead: Bool { if case .readBatches = self { true } else { false } }
}
