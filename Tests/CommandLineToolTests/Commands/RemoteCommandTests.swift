import Draft
import DraftLedger
import Foundation
import LedgerTesting
import Projections
import Records
import Server
import TestSupport
import Testing

/// What the command line has a server do that holds the ledger.
@Suite struct RemoteCommandTests {
    /// A server for development on a ledger of its own, in which 1, 2 and 3 act for the house.
    private final class Scene {
        let temporary: TemporaryLedger
        private let address: String
        private let stopping: @Sendable () async -> Void
        private let running: Task<Void, any Error>

        var ledger: DraftLedger { temporary.ledger }

        init() async throws {
            temporary = try TemporaryLedger()
            var options = ServerOptions(
                software: SoftwareStarted(rulesVersion: SoftwareStarted.currentRules, version: "test", commit: ""))
            (options.port, options.isDev) = (0, true)
            let server = DraftServer(temporary.ledger, options)
            let (started, source) = AsyncStream.makeStream(of: DraftServer.Listening.self)
            running = Task {
                defer { source.finish() }
                try await server.run { source.yield($0) }
            }
            let listening = try #require(await started.first { _ in true })
            (address, stopping) = ("http://127.0.0.1:\(listening.port)", listening.stop)
        }

        func stop() async throws {
            await stopping()
            try await running.value
        }

        /// Runs a command of somebody's, on a thread of its own: it waits there.
        func run(_ person: UserID, _ arguments: String..., input: String = "") async throws -> Ran {
            let token = try MachineTokens(of: ledger.path).create(
                "test", user: person, roles: [], at: Timestamp(microseconds: 0)
            ).token
            let (words, environment) = (arguments + ["--server", address], ["DRAFT_LEDGER_TOKEN": token])
            return await withCheckedContinuation { continuation in
                Thread.detachNewThread {
                    continuation.resume(returning: Ran(words, environment: environment, input: input))
                }
            }
        }
    }

    @Test func aContestIsClosedAndCalledOff() async throws {
        let scene = try await Scene()
        let nobody = try await scene.run(77, "contest", "cancel", "1", "--reason", "Postponed.")
        #expect(nobody.status == 65 && nobody.messages.contains("forbidden"), "\(nobody.messages)")
        let silent = try await scene.run(1, "contest", "cancel", "1", "--reason", " ")
        #expect(silent.status == 64 && silent.messages.contains("--reason says nothing"))
        let cancelled = try await scene.run(1, "contest", "cancel", "1", "--reason", "Postponed.")
        #expect(cancelled.status == 0 && cancelled.output.contains("contest 1 is called off"), "\(cancelled.messages)")
        #expect(try scene.ledger.tournaments().first?.status == .cancelled)
        let again = try await scene.run(2, "contest", "cancel", "1", "--reason", "Once more.")
        #expect(again.status == 65 && again.messages.contains("The server refuses it"))
        try await scene.stop()
    }

    @Test func aDepositTakesACashier() async throws {
        let scene = try await Scene()
        _ = try await scene.ledger.send(.user(7, .registerUser), as: .user(7), id: .random()).get()
        let deposit = ["deposit", "7", "2500", "--reference", "pay_1"]
        let other = try await scene.run(1, deposit[0], deposit[1], deposit[2], deposit[3], deposit[4])
        #expect(other.status == 65 && other.messages.contains("forbidden"), "\(other.messages)")
        let paid = try await scene.run(3, deposit[0], deposit[1], deposit[2], deposit[3], deposit[4])
        #expect(paid.status == 0 && paid.output.contains("user 7 has paid in"), "\(paid.messages)")
        #expect(try scene.ledger.wallet(7).available == Cents(2_500))
        // A reference is one payment.
        let twice = try await scene.run(3, deposit[0], deposit[1], deposit[2], deposit[3], deposit[4])
        #expect(twice.status == 65)
        #expect(try scene.ledger.wallet(7).available == Cents(2_500))
        try await scene.stop()
    }

    @Test func aMeasureIsApprovedDeclinedAndFollowed() async throws {
        let scene = try await Scene()
        let appointed = StaffAppointed(person: 901, roles: .cashier, key: SealingKey().publicKey)
        for number in [7, 8] {
            let proposal = ProposeMeasure(.staff(.appointStaff(appointed)), reason: "Pays.")
            let line = CommandRequest(
                .measure(MeasureID(UInt64(number)), .proposeMeasure(proposal)), id: .random(), actor: .admin(1)
            ).json
            let sent = try await scene.run(1, "send", "-", input: line + "\n")
            #expect(sent.status == 0, "\(sent.output)\(sent.messages)")
        }
        let own = try await scene.run(1, "measure", "approve", "7")
        #expect(own.status == 65 && own.messages.contains("conflictOfInterest"))
        let declined = try await scene.run(2, "measure", "decline", "8", "--reason", "Once is enough.")
        #expect(declined.status == 0 && declined.output.contains("measure 8 declined"), "\(declined.messages)")
        let approved = try await scene.run(2, "measure", "approve", "7")
        #expect(approved.status == 0 && approved.output.contains("StaffAppointed"), "\(approved.messages)")
        #expect(try scene.ledger.staff().members[901] != nil)
        let dismissed = try await scene.run(1, "staff", "dismiss", "901", "--reason", "Has left.")
        #expect(dismissed.status == 0, "\(dismissed.messages)")
        #expect(try scene.ledger.staff().members[901] == nil)
        try await scene.stop()
    }

    @Test func whoActsTheTokenSays() async throws {
        let scene = try await Scene()
        let named = try await scene.run(2, "measure", "approve", "7", "--as", "2", "--key", "some.key")
        #expect(named.status == 64 && named.messages.contains("Leave out --as"))
        try await scene.stop()
    }
}
