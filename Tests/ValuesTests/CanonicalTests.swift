import Testing
import Values

@Suite struct CanonicalTests {
    private func bytes(_ write: (inout CanonicalWriter) -> Void) -> [UInt8] {
        var writer = CanonicalWriter()
        write(&writer)
        return writer.bytes
    }

    @Test(arguments: 0..<64 as Range<UInt64>)
    func numbersTakeAsFewBytesAsTheyNeedAndComeBack(bit: UInt64) throws {
        for number in [1 << bit, (1 << bit) - 1, UInt64.max >> bit] as [UInt64] {
            let written = bytes { $0.write(number) }
            #expect(written.count == max(1, (64 - number.leadingZeroBitCount + 6) / 7))
            var reader = CanonicalReader(written)
            #expect(try reader.number(UInt64.self) == number && reader.isAtEnd)
            for signed in [Int64(bitPattern: number), ~Int64(bitPattern: number)] {
                var reader = CanonicalReader(bytes { $0.write(signed) })
                #expect(try reader.signed() == signed && reader.isAtEnd)
            }
        }
    }

    @Test(
        arguments: [
            [0x80, 0x00], [0x81, 0x80, 0x00], [0x80], [],
            [0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0x02],
            [0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0x80, 0x01],
        ] as [[UInt8]])
    func aNumberThatIsTooLongIsCutOrDoesNotFitIsMalformed(bytes: [UInt8]) {
        var reader = CanonicalReader(bytes)
        #expect(throws: CanonicalReader.Malformed.self) { try reader.number(UInt64.self) }
    }

    @Test func aNumberMustFitTheTypeItIsReadAs() throws {
        var fits = CanonicalReader(bytes { $0.write(UInt16(255)) })
        #expect(try fits.number(UInt8.self) == 255)
        var wide = CanonicalReader(bytes { $0.write(UInt16(256)) })
        #expect(throws: CanonicalReader.Malformed.self) { try wide.number(UInt8.self) }
    }

    @Test func textsAndListsCannotClaimMoreThanThereIs() throws {
        let written = bytes {
            $0.write("é")
            $0.write([7, 300] as [UInt16]) { $0.write($1) }
            $0.write(nil as UInt8?) { $0.write($1) }
            $0.write(5 as UInt8?) { $0.write($1) }
        }
        #expect(written == [2, 0xC3, 0xA9, 2, 7, 0xAC, 0x02, 0, 1, 5])
        var reader = CanonicalReader(written)
        #expect(try reader.text() == "é")
        #expect(try reader.list { try $0.number(UInt16.self) } == [7, 300])
        #expect(try reader.optional { try $0.number(UInt8.self) } == nil)
        #expect(try reader.optional { try $0.number(UInt8.self) } == 5)
        for lie in [[3, 0x61, 0x62], [2, 0xC3, 0x28]] as [[UInt8]] {
            var reader = CanonicalReader(lie)
            #expect(throws: CanonicalReader.Malformed.self) { try reader.text() }
        }
    }
}
