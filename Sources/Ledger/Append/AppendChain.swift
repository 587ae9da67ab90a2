import Synchronization

/// Requests that build on one another: when one of them is not carried out, none behind it is.
///
/// Who decides on what earlier requests will have made hands the next ones over before those are durable. An expected
/// size alone does not protect them: where one request is refused, events of somebody else can fill exactly its place,
/// and the request behind it would find the size that it expects, with other events below.
public final class AppendChain: Sendable {
    private let isCut = Atomic<Bool>(false)

    public init() {}

    /// Whether a request of the chain was not carried out.
    public var isBroken: Bool { isCut.load(ordering: .acquiring) }

    /// Has every request of the chain refused whose turn has not come yet.
    public func cut() { isCut.store(true, ordering: .releasing) }
}
