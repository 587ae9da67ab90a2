import CommandTesting
import Testing

@Suite struct StarvedProcessTests {
    /// libdispatch opens a file of each of its threads once a second while work waits, and traps if it cannot.
    @Test func aProcessWithoutDescriptorsSurvivesWorkThatWaits() throws {
        let process = try ChildProcess(Executables.crashWriter, ["-", "1", "starved"])
        #expect(process.wait() == .exit(0), "\(process.errorText)")
        #expect(process.lineCount == 1)
    }
}
