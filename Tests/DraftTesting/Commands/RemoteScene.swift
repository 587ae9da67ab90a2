package import Draft
package import DraftLedger
import Foundation
import LedgerTesting
import Remote
import Server
import ServerTesting
package import TestSupport
package import TextFormats

/// A server on a port of its own, and the command line as people of the house use it from elsewhere.
package final class RemoteScene {
    package let ledger: DraftLedger
    /// Keeps the ledger's files.
    private let files: AnyObject
    private let server: ServerRun

    package var address: String { server.address }

    /// A server for development on a ledger of its own, in which 1, 2 and 3 act for the house.
    package convenience init() async throws {
        let temporary = try TemporaryLedger()
        try await self.init(temporary.ledger, keeping: temporary, isDev: true)
    }

    /// A server on a ledger that is there.
    ///
    /// - Parameter directory: kept with it.
    package convenience init(at path: String, in directory: TemporaryDirectory) async throws {
        try await self.init(try DraftLedger.open(at: path, for: .writing), keeping: directory, isDev: false)
    }

    private init(_ ledger: DraftLedger, keeping files: AnyObject, isDev: Bool) async throws {
        (self.ledger, self.files) = (ledger, files)
        server = try await ServerRun(ledger) { $0.isDev = isDev }
    }

    package func stop() async throws { try await server.stop() }

    /// Reads something as somebody who has roles by the token alone.
    package func get(_ path: String, as person: UserID, roles: StaffRoles) async throws -> JSONValue {
        let token = try MachineTokens(of: ledger.path).create(
            "test", user: person, roles: roles, at: Timestamp(microseconds: 0)
        ).token
        return try await RemoteServer(address, token: token, over: ServerTransport()).get(path)
    }

    /// Runs a command of somebody's, on a thread of its own: it waits there.
    package func run(_ person: UserID, _ arguments: String..., input: String = "") async throws -> Ran {
        try await run(person, arguments, input: input)
    }

    /// - Parameter roles: what the token says that the person is for the house, while the ledger does not.
    package func run(
        _ person: UserID, _ arguments: [String], input: String = "", roles: StaffRoles = []
    ) async throws -> Ran {
        let token = try MachineTokens(of: ledger.path).create(
            "test", user: person, roles: roles, at: Timestamp(microseconds: 0)
        ).token
        return await Self.runApart(
            arguments + ["--server", address], environment: ["DRAFT_LEDGER_TOKEN": token], input: input)
    }

    /// Runs a command on a thread of its own: it waits there for what tasks do, which is not to wait for it.
    package static func runApart(
        _ arguments: [String], environment: [String: String] = [:], input: String = ""
    ) async -> Ran {
        await withCheckedContinuation { continuation in
            Thread.detachNewThread {
                continuation.resume(returning: Ran(arguments, environment: environment, input: input))
            }
        }
    }
}
