package import Draft
import HTTPTypes
import Platform

/// Counts what clients ask, each by itself.
package final class RateLimiter: Sendable {
    /// The client of a request: a user or a program at any address, or an address with any users.
    package enum Client: Hashable, Sendable {
        case user(UserID)
        case address(String)
        /// A program that has proved its name by a key.
        case service(String)
    }

    /// The status of a client under a policy.
    struct Standing: Hashable, Sendable {
        var policy: RatePolicy
        /// Whether this request goes through.
        var isWithin: Bool
        var left: Int
        /// The time until the whole quota is available again. If the quota is used up, the time until one request is
        /// allowed.
        var seconds: Int

        var policyField: String { "\"\(policy.name)\";q=\(policy.quota);w=\(policy.window)" }
        var field: String { "\"\(policy.name)\";r=\(left);t=\(seconds)" }
    }

    private struct Key: Hashable {
        var policy: String
        var client: Client
    }

    private struct Bucket {
        var level: Double
        var filledAt: ContinuousClock.Instant
    }

    /// The maximum number of remembered buckets. If there are more, full buckets are removed.
    private static let most = 100_000
    private let buckets = Guarded<[Key: Bucket]>([:])

    /// Takes one request from a client's quota, or finds that the quota is used up.
    func take(
        _ policy: RatePolicy, for client: Client, at now: ContinuousClock.Instant = .now
    ) -> Standing {
        buckets.withLock { buckets in
            let key = Key(policy: policy.name, client: client)
            var bucket = Self.filled(buckets[key], by: policy, at: now)
            let isWithin = bucket.level >= 1
            if isWithin { bucket.level -= 1 }
            if buckets.count >= Self.most, buckets[key] == nil { Self.forget(in: &buckets, at: now, policy) }
            buckets[key] = bucket
            return Self.standing(bucket, isWithin: isWithin, policy)
        }
    }

    /// Returns the status of a client as if it made one more request, without taking it from the quota.
    func standing(
        _ policy: RatePolicy, of client: Client, at now: ContinuousClock.Instant = .now
    ) -> Standing {
        let bucket = Self.filled(
            buckets.withLock { $0[Key(policy: policy.name, client: client)] }, by: policy, at: now)
        return Self.standing(bucket, isWithin: bucket.level >= 1, policy)
    }

    /// A client's quota with what has come back of it since it was taken from.
    private static func filled(_ bucket: Bucket?, by policy: RatePolicy, at now: ContinuousClock.Instant) -> Bucket {
        var bucket = bucket ?? Bucket(level: Double(policy.quota), filledAt: now)
        let rest = Double(policy.quota) - bucket.level
        bucket.level += min(rest, max(0, (now - bucket.filledAt) / .seconds(1)) * rate(policy))
        bucket.filledAt = max(now, bucket.filledAt)
        return bucket
    }

    private static func standing(_ bucket: Bucket, isWithin: Bool, _ policy: RatePolicy) -> Standing {
        let missing = isWithin ? Double(policy.quota) - bucket.level : 1 - bucket.level
        return Standing(
            policy: policy, isWithin: isWithin, left: Int(bucket.level),
            seconds: Int((missing / rate(policy)).rounded(.up)))
    }

    /// Requests a second.
    private static func rate(_ policy: RatePolicy) -> Double { Double(policy.quota) / Double(policy.window) }

    /// Removes clients without a request for a whole window. If too many clients remain, it removes all of them, so
    /// that a client with many addresses cannot exhaust the memory.
    private static func forget(in buckets: inout [Key: Bucket], at now: ContinuousClock.Instant, _ policy: RatePolicy) {
        buckets = buckets.filter { now - $0.value.filledAt < .seconds(policy.window) }
        if buckets.count >= most { buckets = [:] }
    }
}

/// The streams of each client, limited so that one client cannot take all of them.
package final class StreamPlaces: Sendable {
    /// The place of one stream, which is free again when this object is released.
    package final class Place: Sendable {
        private let places: StreamPlaces
        private let client: RateLimiter.Client

        fileprivate init(_ places: StreamPlaces, _ client: RateLimiter.Client) {
            self.places = places
            self.client = client
        }

        deinit { places.leave(client) }
    }

    private struct Taken {
        var byClient: [RateLimiter.Client: Int] = [:]
        var inAll = 0
    }

    private let taken = Guarded(Taken())

    package init() {}

    package var count: Int { taken.withLock { $0.inAll } }

    /// - Throws: `tooManyRequests` if the client has too many, `unavailable` if all clients together have too many.
    package func place(for client: RateLimiter.Client, atMost most: Int, inAll mostOfAll: Int) throws -> Place {
        try taken.withLock { taken in
            let count = taken.byClient[client, default: 0]
            guard count < most else {
                throw Problem(.tooManyRequests, "You have \(count) streams already. One can carry all that you follow.")
            }
            guard taken.inAll < mostOfAll else {
                throw Problem(.unavailable, "There are \(taken.inAll) streams, no more can be. Come back later.")
            }
            taken.byClient[client] = count + 1
            taken.inAll += 1
        }
        return Place(self, client)
    }

    private func leave(_ client: RateLimiter.Client) {
        taken.withLock { taken in
            let left = taken.byClient[client, default: 1] - 1
            taken.byClient[client] = left > 0 ? left : nil
            taken.inAll -= 1
        }
    }
}
