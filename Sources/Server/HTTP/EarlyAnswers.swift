package import NIOCore

/// The answers to requests that no route sees, such as those whose head is malformed.
package struct EarlyAnswers: Sendable {
    /// The name of the server in answers.
    let serverName: String
    /// Makes the body of a problem.
    let body: @Sendable (Problem) -> (type: String, bytes: [UInt8])
    /// Records a refused request.
    let note: @Sendable (Problem, any Channel) -> Void

    /// - Parameters:
    ///   - body: makes the body of a problem; by default as RFC 9457 has it.
    ///   - note: records a refused request, and the connection that it came by.
    package init(
        serverName: String,
        body: @escaping @Sendable (Problem) -> (type: String, bytes: [UInt8]) = { problem in
            ("application/problem+json", problem.line)
        },
        note: @escaping @Sendable (Problem, any Channel) -> Void
    ) {
        (self.serverName, self.body, self.note) = (serverName, body, note)
    }
}
