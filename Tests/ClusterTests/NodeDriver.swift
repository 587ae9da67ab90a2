import Cluster
import Merkle

/// A node in a test: it is given inputs, and what it wants done is looked at.
struct NodeDriver {
    private(set) var node: ClusterNode
    private(set) var effects: [ClusterEffect] = []
    /// The renewal of the session that is not answered yet.
    private(set) var openSession: (id: RequestID, session: Session)?
    private var now = MonotonicTime(nanoseconds: 5_000_000_000)
    static let name = "own"

    init(applied number: UInt64 = 3) {
        var settings = ClusterSettings(name: Self.name, url: "http://own", seed: 1)
        settings.claimJitter = .milliseconds(1)
        node = ClusterNode(settings, applied: Self.position(number))
        give(.start)
    }

    /// The ledger after a batch: ten events a batch.
    static func position(_ number: UInt64) -> TailPosition {
        TailPosition(number: number, size: number * 10, root: root(number))
    }

    static func root(_ number: UInt64) -> TreeHash {
        TreeHash([UInt8](repeating: UInt8(number), count: 32)) ?? TreeHash()
    }

    static func batch(_ number: UInt64) -> [UInt8] { Array("batch \(number)".utf8) }

    /// A head as a node appends it, with the revision that the tests give it.
    static func head(_ number: UInt64, epoch: UInt64 = 1, by node: String = "other") -> SequencedHead {
        let head = TailHead(
            number: number, epoch: epoch, node: node, nonce: number, size: number * 10, root: root(number),
            digest: BatchDigest(of: batch(number)))
        return SequencedHead(head: head, revision: 100 + number)
    }

    static func proposal(_ number: UInt64, claims epoch: UInt64? = nil) -> Proposal {
        Proposal(
            id: number, batch: batch(number), sizeBefore: number * 10 - 10, size: number * 10, root: root(number),
            claims: epoch)
    }

    @discardableResult
    mutating func give(_ input: ClusterInput) -> [ClusterEffect] {
        effects = node.step(input, at: now)
        for case .keepSession(let id, let session) in effects { openSession = (id, session) }
        return effects
    }

    mutating func pass(_ interval: Duration) {
        now = now + interval
        give(.timer)
    }

    // MARK: Answers to what is asked for

    /// The newest request of a kind; its absence fails the test that needs it.
    private func request(_ find: (ClusterEffect) -> RequestID?) throws -> RequestID {
        guard let id = effects.lazy.compactMap(find).last else { throw NotAsked(effects: effects) }
        return id
    }

    struct NotAsked: Error { var effects: [ClusterEffect] }

    mutating func answerHead(_ head: SequencedHead?, leader: LeaderKey?? = nil) throws {
        let asked = effects
        let id = try request { if case .readHead(let id) = $0 { id } else { nil } }
        give(.headRead(id, .success(head)))
        guard let leader else { return }
        for case .readLeader(let id) in asked {
            let before = effects
            give(.leaderRead(id, .success(leader)))
            effects = before + effects
        }
    }

    mutating func answerBatches(_ numbers: ClosedRange<UInt64>?) throws {
        let id = try request { if case .readBatches(let id, _, _) = $0 { id } else { nil } }
        let batches = numbers.map { $0.map { SequencedBatch(number: $0, bytes: Self.batch($0)) } } ?? []
        give(.batchesRead(id, .success(batches)))
    }

    mutating func answerAppend(_ answer: AppendAnswer) throws {
        let id = try request { if case .append(let id, _, _, _) = $0 { id } else { nil } }
        give(.appendAnswered(id, answer))
    }

    /// Answers the renewal of the session that is on its way, if there is one.
    mutating func answerSession(_ answer: Result<SessionAnswer, SequencerError> = .success(.kept)) {
        guard let open = openSession else { return }
        openSession = nil
        give(.sessionKept(open.id, answer))
    }

    // MARK: States

    /// A node that leads in epoch 2, with batch 4 as its claim.
    static func leader() throws -> NodeDriver {
        var driver = NodeDriver()
        try driver.answerHead(head(3), leader: .some(nil))
        driver.answerSession()
        driver.pass(.milliseconds(302))
        try driver.answerHead(head(3), leader: .some(nil))
        driver.give(.proposed(proposal(4, claims: 2)))
        try driver.answerAppend(.appended(104))
        driver.give(.applied(position(4)))
        return driver
    }

    /// A leader whose append of batch 5 was unclear, and whose read of the head is on its way.
    static func unclear() throws -> NodeDriver {
        var driver = try leader()
        driver.give(.proposed(proposal(5)))
        try driver.answerAppend(.unclear("no answer"))
        return driver
    }

    /// The head that the node appends for batch 5.
    func ownHead() throws -> TailHead {
        guard case .append(_, _, let head, _) = effects.first(where: { if case .append = $0 { true } else { false } })
        else { throw NotAsked(effects: effects) }
        return head
    }
}

extension [ClusterEffect] {
    var answer: ProposalAnswer? {
        for case .answer(_, let answer) in self { return answer }
        return nil
    }

    var claimed: UInt64? {
        for case .claim(let epoch) in self { return epoch }
        return nil
    }

    var appended: (head: TailHead, revision: UInt64)? {
        for case .append(_, _, let head, let revision) in self { return (head, revision) }
        return nil
    }

    var applied: [UInt64]? {
        for case .apply(let batches) in self { return batches.map(\.number) }
        return nil
    }

    var session: Session? {
        for case .keepSession(_, let session) in self { return session }
        return nil
    }

    var fault: ClusterFault? {
        for case .statusChanged(let status) in self { if case .stopped(let fault) = status.role { return fault } }
        return nil
    }

    var copied: UInt64? {
        for case .copyFromPeer(let head) in self { return head.number }
        return nil
    }
}
