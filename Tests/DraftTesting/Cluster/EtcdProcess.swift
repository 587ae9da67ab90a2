import Cluster
package import Foundation
import TestSupport
package import Testing

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// An etcd cluster of its own for a test: members on free ports of this machine, in a directory that is gone afterwards.
package final class EtcdProcess: Sendable {
    package static let program = "/usr/bin/etcd"
    package static var isInstalled: Bool { FileManager.default.isExecutableFile(atPath: program) }

    /// The cluster of the suite that runs.
    @TaskLocal package static var current: EtcdProcess?

    package struct Member: Sendable {
        package var url: String
        package var processID: pid_t
    }

    package let members: [Member]
    private let directory: TemporaryDirectory

    package var endpoints: [String] { members.map(\.url) }

    private init(_ members: [Member], in directory: TemporaryDirectory) {
        self.members = members
        self.directory = directory
    }

    package struct NotStarted: Error { package var reason: String }

    /// Starts a cluster and waits until it answers.
    ///
    /// A free port may be taken before etcd opens it, so that it ends; then other ports are tried.
    package static func start(members count: Int) async throws -> EtcdProcess {
        for _ in 0..<3 {
            let etcd = try launch(members: count)
            if await etcd.isReady() { return etcd }
            etcd.stop()
        }
        throw NotStarted(reason: "etcd did not become healthy on three tries")
    }

    private static func launch(members count: Int) throws -> EtcdProcess {
        let directory = TemporaryDirectory()
        let closed = try (0..<2 * count).map { _ in try ClosedPort() }
        let ports = closed.map(\.number)
        let peers = (0..<count).map { "m\($0)=http://127.0.0.1:\(ports[$0])" }.joined(separator: ",")
        let members = try (0..<count).map { index in
            let url = "http://127.0.0.1:\(ports[count + index])"
            let peer = "http://127.0.0.1:\(ports[index])"
            let process = Process()
            process.executableURL = URL(fileURLWithPath: program)
            process.arguments = [
                "--name", "m\(index)", "--data-dir", directory("m\(index)"), "--log-output", "stderr",
                "--listen-client-urls", url, "--advertise-client-urls", url, "--listen-peer-urls", peer,
                "--initial-advertise-peer-urls", peer, "--initial-cluster", peers, "--enable-v2=false",
                "--heartbeat-interval", "50", "--election-timeout", "500", "--snapshot-count", "1000",
                // A test's machine does not lose its power; with three members it still answers from a majority.
                "--unsafe-no-fsync",
            ]
            process.standardOutput = FileHandle.nullDevice
            process.standardError = FileHandle.nullDevice
            try process.run()
            return Member(url: url, processID: process.processIdentifier)
        }
        return EtcdProcess(members, in: directory)
    }

    /// Ends all members at once, as a loss of power does.
    package func stop() { for index in members.indices { kill(index) } }

    package func kill(_ index: Int) { signal(SIGKILL, to: index) }
    package func signal(_ number: Int32, to index: Int) {
        #if canImport(Glibc)
            _ = Glibc.kill(members[index].processID, number)
        #else
            _ = Darwin.kill(members[index].processID, number)
        #endif
    }

    private func isReady() async -> Bool {
        for _ in 0..<200 {
            if await isHealthy() { return true }
            // Cancelled: the next look says that it is not ready.
            try? await Task.sleep(for: .milliseconds(50))
        }
        return false
    }

    /// Whether every member answers a linearizable read.
    private func isHealthy() async -> Bool {
        for url in endpoints {
            let settings = EtcdSettings(endpoints: [url])
            do {
                _ = try await EtcdSequencer(settings, origin: "health", node: "health").head()
            } catch {
                return false
            }
        }
        return true
    }
}

/// Runs a suite with one etcd that all its tests share; each test has its own keys.
package struct EtcdTrait: SuiteTrait, TestScoping {
    package func provideScope(
        for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
    ) async throws {
        guard EtcdProcess.isInstalled else { return try await function() }
        let etcd = try await EtcdProcess.start(members: 1)
        defer { etcd.stop() }
        try await EtcdProcess.$current.withValue(etcd) { try await function() }
    }
}

extension Trait where Self == EtcdTrait {
    package static var withEtcd: Self { EtcdTrait() }
}

extension Trait where Self == ConditionTrait {
    /// For tests against a real etcd.
    package static var needsEtcd: Self {
        .enabled(if: EtcdProcess.isInstalled, "etcd is not installed: `Tools/install --for-tests` installs it")
    }
}
