import HTTPTypes
package import HummingbirdCore

/// The rate limits of clients, with what each has used up.
package final class Quotas: Sendable {
    private let rates: RateLimits?
    /// The rate limits of one address, for all of its users together.
    let addressRates: RateLimits?
    let limiter = RateLimiter()

    /// - Parameter rates: the limits of one client; nil for no limits.
    package init(_ rates: RateLimits?) { (self.rates, addressRates) = (rates, rates?.perAddress) }

    /// Counts a request by its address before its token is checked. A request that may contain a pick is counted later,
    /// when its kind is known.
    package func admit(_ request: Request, to route: RouteDescription, _ record: RequestRecord) throws {
        guard let policy = addressRates?.policy(of: request, to: route) else { return }
        try take(policy, .address(record.address), record)
    }

    /// Counts a request by its user, or a second time by its address if it has no token.
    package func admit(_ request: Request, of caller: Caller, to route: RouteDescription, _ record: RequestRecord)
        throws
    {
        guard let policy = rates?.policy(of: request, to: route) else { return }
        try take(policy, caller.user.map { .user($0) } ?? .address(record.address), record)
    }

    /// Counts a message of a feed that has proved its name, as a command of a user is counted.
    package func admit(feed: String, _ record: RequestRecord) throws {
        guard let rates else { return }
        try take(rates.commands, .service(feed), record)
    }

    /// Counts a token that was not accepted, by the address that it came from.
    ///
    /// - Throws: `tooManyRequests`, instead of repeating that the token is invalid.
    package func noteFailedSignIn(_ record: RequestRecord) throws {
        guard let rates else { return }
        try take(rates.failedSignIns, .address(record.address), record)
    }

    func take(_ policy: RatePolicy, _ client: RateLimiter.Client, _ record: RequestRecord) throws {
        let standing = limiter.take(policy, for: client)
        record.note(standing)
        if !standing.isWithin { throw Self.problem(standing) }
    }

    static func problem(_ standing: RateLimiter.Standing) -> Problem {
        let policy = standing.policy
        var problem = Problem(
            .tooManyRequests,
            "More than \(policy.quota) \(policy.name) in \(policy.window) seconds: again in \(standing.seconds) s.")
        problem.headers[.retryAfter] = "\(standing.seconds)"
        return problem
    }
}
