import Hummingbird
import HummingbirdCore

/// A limit of requests in a period for one client (a token bucket: a rest allows a burst).
package struct RatePolicy: Hashable, Sendable {
    /// The name in the headers.
    package var name: String
    package var quota: Int
    /// The time in which the whole quota becomes available again, in seconds.
    package var window: Int

    package init(_ name: String, _ quota: Int, inSeconds window: Int) {
        self.name = name
        self.quota = quota
        self.window = window
    }

    /// Returns the same policy for several clients together, with its own name.
    fileprivate func times(_ count: Int) -> RatePolicy {
        RatePolicy("\(name)-per-address", quota * count, inSeconds: window)
    }
}

/// The rate limits of one client.
package struct RateLimits: Hashable, Sendable {
    package var commands = RatePolicy("commands", 100, inSeconds: 10)
    package var reads = RatePolicy("reads", 300, inSeconds: 10)
    /// Requests that change something without a command: signing in, profiles, devices.
    package var writes = RatePolicy("writes", 100, inSeconds: 10)
    /// Tokens that are not accepted, of one address.
    package var failedSignIns = RatePolicy("failed-sign-ins", 20, inSeconds: 60)
    /// Reports, audits, evidence.
    package var reports = RatePolicy("reports", 20, inSeconds: 60)
    /// Pages of files that clients send.
    package var pages = RatePolicy("pages", 10, inSeconds: 60)
    /// The quota of an address as a multiple of a user's quota: households and companies share an address.
    package var usersPerAddress = 10

    package init() {}

    /// The limits of an address, for all of its users together.
    var perAddress: RateLimits {
        var all = self
        for policy in [\RateLimits.commands, \.reads, \.writes, \.reports, \.pages] {
            all[keyPath: policy] = self[keyPath: policy].times(usersPerAddress)
        }
        return all
    }

    /// Returns the policy that counts a request; nil if the request is not counted.
    func policy(of request: Request, to route: RouteDescription) -> RatePolicy? {
        switch route.cost {
        case .none: nil
        case .read: reads
        case .write: writes
        case .report: reports
        case .page: pages
        // A parameter that is written in another way does not count, and is refused.
        case .readUnless(let parameter):
            (request.uri.query ?? "").split(separator: "&").contains { $0.prefix { $0 != "=" } == parameter }
                ? reports : reads
        }
    }
}
