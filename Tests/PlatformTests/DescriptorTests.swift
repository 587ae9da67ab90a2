import Foundation
import Platform
import Testing

/// Files that somebody else has opened.
@Suite struct DescriptorTests {
    @Test func allIsWrittenHoweverManyCallsThatTakes() throws {
        let pipe = Pipe()
        // More than a pipe holds.
        let bytes = (0..<1 << 20).map { UInt8(truncatingIfNeeded: $0 / 251) }
        let writer = try DedicatedThread {
            let end = pipe.fileHandleForWriting
            #expect(throws: Never.self) {
                try Descriptor(end.fileDescriptor).write(bytes)
                try end.close()
            }
        }
        let read = try pipe.fileHandleForReading.readToEnd()
        writer.join()
        #expect(read == Data(bytes))
    }

    @Test func lastWordsAreWrittenToo() throws {
        let pipe = Pipe()
        Descriptor(pipe.fileHandleForWriting.fileDescriptor).writeOnce("ends hére\n")
        try pipe.fileHandleForWriting.close()
        #expect(try pipe.fileHandleForReading.readToEnd() == Data("ends hére\n".utf8))
    }

    @Test(.enabled(if: FileManager.default.fileExists(atPath: "/dev/full"), "there is no device of this kind"))
    func whatCannotBeWrittenSaysWhy() throws {
        let full = try #require(FileHandle(forWritingAtPath: "/dev/full"))
        #expect(throws: Errno.noSpace) { try Descriptor(full.fileDescriptor).write([1]) }
    }

    @Test func aPipeWithoutItsReaderIsAbandonedAndNoneIsATerminal() throws {
        let pipe = Pipe()
        let end = Descriptor(pipe.fileHandleForWriting.fileDescriptor)
        #expect(!end.isAbandoned && !end.isTerminal)
        try pipe.fileHandleForReading.close()
        #expect(end.isAbandoned)
    }
}
