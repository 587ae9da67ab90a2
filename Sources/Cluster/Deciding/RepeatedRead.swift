/// A read that is wanted from time to time: one at a time, and after a failure again with growing delays.
///
/// Someone who needs a result that is newer than a certain moment takes the ticket of that moment. A read answers all tickets up to
/// its own ID.
struct RepeatedRead: Sendable {
    /// The read that is on its way.
    private(set) var outstanding: RequestID?
    private(set) var isWanted = false
    private var notBefore = MonotonicTime(nanoseconds: 0)
    private var failures = 0

    /// When the next read may begin; nil if no read waits for the time.
    var due: MonotonicTime? { isWanted && outstanding == nil ? notBefore : nil }

    /// Asks for a read that begins from now on.
    mutating func want() { isWanted = true }

    /// Asks for a read that begins at a time or later.
    mutating func want(from time: MonotonicTime) {
        isWanted = true
        notBefore = max(notBefore, time)
    }

    /// Begins a read if one is wanted and may begin.
    ///
    /// - Parameter requests: gives the ID.
    mutating func begin(at now: MonotonicTime, _ requests: inout RequestIDs) -> RequestID? {
        guard let due, due <= now else { return nil }
        let id = requests.next()
        isWanted = false
        outstanding = id
        return id
    }

    /// Ends the read of an ID.
    ///
    /// - Returns: false for an answer that is not awaited.
    mutating func end(_ id: RequestID, success: Bool, at now: MonotonicTime, _ settings: ClusterSettings) -> Bool {
        guard outstanding == id else { return false }
        outstanding = nil
        failures = success ? 0 : min(failures + 1, 16)
        if success {
            notBefore = max(notBefore, now)
        } else {
            notBefore = now + settings.retryDelay(afterFailures: failures)
            isWanted = true
        }
        return true
    }
}

/// The source of request IDs.
struct RequestIDs: Sendable {
    private var last: UInt64 = 0

    /// The ID that the next request gets: a ticket for results from this moment on.
    var ticket: RequestID { RequestID(number: last + 1) }

    mutating func next() -> RequestID {
        last += 1
        return RequestID(number: last)
    }
}
