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

    /// The same for so many clients at once, under a name of its own.
    fileprivate func times(_ count: Int) -> RatePolicy {
        RatePolicy("\(name)-per-address", quota * count, inSeconds: window)
    }
}

/// How often one client may ask.
package struct RateLimits: Hashable, Sendable {
    package var commands = RatePolicy("commands", 100, inSeconds: 10)
    package var reads = RatePolicy("reads", 300, inSeconds: 10)
    /// What changes something and is no command: signing in, profiles, devices.
    package var writes = RatePolicy("writes", 100, inSeconds: 10)
    /// Tokens that are not accepted, of one address.
    package var failedSignIns = RatePolicy("failed-sign-ins", 20, inSeconds: 60)
    /// Reports, audits, evidence.
    package var reports = RatePolicy("reports", 20, inSeconds: 60)
    /// An address may ask so many times as often as a user: a household shares one, and so does a company.
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
        switch route.quota {
        case .none: nil
        case .reads: reads
        case .writes: writes
        case .reports: reports
        // A parameter that is written in another way is none, and refused.
        case .readsUnless(let parameter):
            (request.uri.query ?? "").split(separator: "&").contains { $0.prefix { $0 != "=" } == parameter }
                ? reports : reads
        }
    }
}

extension Route {
    /// What a route counts as, for how often it may be asked for.
    enum Quota: Hashable, Sendable {
        /// Signs of life, files that pages are made of, and what is counted when it is known what it is.
        case none
        case reads, writes, reports
        /// Reads, but a report where this parameter is asked.
        case readsUnless(String)

        init(_ method: HTTPRequest.Method, _ path: String) {
            guard method == .get else {
                self = ["/v1/commands", "/api/draft/{room}/pick"].contains(path) ? .none : .writes
                return
            }
            if ["/livez", "/readyz", "/metrics"].contains(path) || path.hasPrefix("/web/") {
                self = .none
            } else if path == "/v1/cases" {
                // To judge all of them first is to read much of the ledger.
                self = .readsUnless("againstRules")
            } else if ["standings", "bracket"].contains(where: { path == "/v1/tournaments/{tournament}/\($0)" }) {
                // The latest are made once for all who ask.
                self = .readsUnless("at")
            } else if ["/v1/rooms", "/v1/tournaments"].contains(path) {
                // Of a past moment the whole ledger is folded up to there.
                self = .readsUnless("at")
            } else {
                self = Self.readsMuch(path) ? .reports : .reads
            }
        }

        /// Whether much of the ledger is read for it. What an officer goes through all day, case by case and measure by
        /// measure, is none of that.
        private static func readsMuch(_ path: String) -> Bool {
            // Who watches an audit of everything asks how far it is, and no more.
            guard path != "/v1/audit" else { return false }
            return path.hasPrefix("/v1/reports/")
                || ["/evidence", "/dispute", "/audit", "/replay.html"].contains { path.hasSuffix($0) }
                || [
                    "/v1/balances", "/v1/users/{user}/exposure", "/v1/rooms/{room}/seats/{seat}/next",
                    "/v1/users/{user}/activity", "/v1/unusual",
                    "/v1/staff/acts", "/v1/search", "/v1/seasons/{season}/scores", "/v1/seasons/{season}/notes",
                    "/v1/notes", "/v1/players", "/v1/players/aliases",
                ].contains(path)
        }
    }
}
