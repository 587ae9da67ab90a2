import Hummingbird
import HummingbirdCore

/// So many requests in such a time, for one client (a token bucket: a rest makes up for a burst).
package struct RatePolicy: Hashable, Sendable {
    /// As the headers name it.
    package var name: String
    package var quota: Int
    /// In which the whole quota comes back, in seconds.
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

/// How often one client may ask.
package struct RateLimits: Hashable, Sendable {
    package var commands = RatePolicy("commands", 100, inSeconds: 10)
    package var reads = RatePolicy("reads", 300, inSeconds: 10)
    /// Requests that change something without a command: signing in, profiles, devices.
    package var writes = RatePolicy("writes", 100, inSeconds: 10)
    /// Tokens that are not accepted, of one address.
    package var failedSignIns = RatePolicy("failed-sign-ins", 20, inSeconds: 60)
    /// Reports, audits, evidence.
    package var reports = RatePolicy("reports", 20, inSeconds: 60)
    /// The quota of an address as a multiple of a user's quota: households and companies share an address.
    package var usersPerAddress = 10

    package init() {}

    /// How often an address may ask, whoever is behind it.
    var perAddress: RateLimits {
        var all = self
        for policy in [\RateLimits.commands, \.reads, \.writes, \.reports] {
            all[keyPath: policy] = self[keyPath: policy].times(usersPerAddress)
        }
        return all
    }

    /// The policy that counts a request; nil for none.
    func policy(of request: Request, to route: Route) -> RatePolicy? {
        switch route.cost {
        case .none: nil
        case .read: reads
        case .write: writes
        case .report: reports
        // A parameter that is written in another way does not count, and is refused.
        case .readUnless(let parameter):
            (request.uri.query ?? "").split(separator: "&").contains { $0.prefix { $0 != "=" } == parameter }
                ? reports : reads
        }
    }
}
