import TestSupport
import Testing
import TextFormats

@Suite(.seeded) struct CSVReaderTests {
    @Test(arguments: [
        ("a,b\n1,2\n", [["a", "b"], ["1", "2"]]),
        ("a,b\r\n1,2\r\n", [["a", "b"], ["1", "2"]]),
        ("a,b\n1,2", [["a", "b"], ["1", "2"]]),
        ("a,b\r\n1,2\r", [["a", "b"], ["1", "2"]]),
        ("\u{FEFF}a,b\n", [["a", "b"]]),
        ("\u{FEFF}\"a\",b\n", [["a", "b"]]),
        ("", []),
        ("\n\n\r\n", []),
        ("a\n\nb\n", [["a"], ["b"]]),
        (",\n", [["", ""]]),
        (",,x", [["", "", "x"]]),
        ("x,", [["x", ""]]),
        ("\"a,b\",c\n", [["a,b", "c"]]),
        ("\"a\nb\",c\n", [["a\nb", "c"]]),
        ("\"a\r\nb\",\"c\"\r\n", [["a\r\nb", "c"]]),
        ("\"say \"\"hi\"\"\",\"\"\"\"\n", [["say \"hi\"", "\""]]),
        ("\"\",\"\"", [["", ""]]),
        ("\"\"\n\"x\"\n", [[""], ["x"]]),
        ("a\rb,c\n", [["a\rb", "c"]]),
        ("a,b\r\r1,\"2\"\r,\r", [["a", "b"], ["1", "2"], ["", ""]]),
        ("\"a\"\r1", [["a"], ["1"]]),
        ("é,漢,🏈\n", [["é", "漢", "🏈"]]),
    ])
    func readsRecords(text: String, records: [[String]]) {
        for chunk in [1, 2, 3, 7, Int.max] {
            #expect(read(text, chunk: chunk).map(\.fields) == records, "in chunks of \(chunk)")
        }
    }

    /// Of a text that was cut the last field may be a part, but not behind its quote.
    @Test(arguments: [
        ("a,b\n1,2", true), ("a,b\n1,", true), ("a,b\n1,\"2", true), ("a,b", true), ("a,b\n1,2\n", false),
        ("a,b\r\n1,2\r\n", false), ("a,b\r\n1,2\r", false), ("a,b\r1,2\r", false), ("a,b\r1,2", true),
        ("a,b\n1,\"2\"", false), ("a,b\n1,\"2\"\n", false), ("\n\n", false),
    ])
    func onlyALastRecordCanBeWithoutAnEnd(text: String, isOpen: Bool) {
        for chunk in [1, 2, 1_000] {
            var rest = Array(text.utf8)[...]
            var reader = CSVReader<Never> {
                defer { rest = rest.dropFirst(chunk) }
                return Array(rest.prefix(chunk))
            }
            var open: [Bool] = []
            while reader.next() { open.append(reader.isOpenEnded) }
            #expect(open.last ?? false == isOpen && !open.dropLast().contains(true), "in chunks of \(chunk)")
        }
    }

    /// Memory does not grow with what somebody has put into one line, and nothing behind it is taken for another one.
    @Test(arguments: [
        (String(repeating: "x", count: 5_000), false), ("\"" + String(repeating: "x\n", count: 3_000), true),
        (String(repeating: ",", count: 5_000), false),
    ])
    func anOverlongRecordEndsTheReading(record: String, isInQuotes: Bool) {
        var rest = Array("a,b\n1,2\n\(record)\n3,4\n".utf8)[...]
        var reader = CSVReader<Never>(recordLimit: 1_000) {
            defer { rest = rest.dropFirst(100) }
            return Array(rest.prefix(100))
        }
        #expect(reader.next() && reader.next() && reader.fault == nil)
        #expect(reader.next() && reader.fault?.kind == .overlong(limit: 1_000, inQuotes: isInQuotes))
        #expect(reader.fault?.takesTheRest == true && reader.place(atOffset: 0) == TextPlace(line: 3, column: 1))
        #expect(reader.record.count <= 1_200)
        #expect(reader.next() == false)
    }

    /// Blank lines are counted whatever ends them, in whatever pieces they come.
    @Test(arguments: ["\n", "\r\n", "\r"]) func blankLinesAreCounted(end: String) {
        let text = "a" + end + String(repeating: end, count: 10_000) + "b" + end
        for chunk in [1, 3, 4_096] {
            var rest = Array(text.utf8)[...]
            var reader = CSVReader<Never> {
                defer { rest = rest.dropFirst(chunk) }
                return Array(rest.prefix(chunk))
            }
            #expect(reader.next() && reader.text(0) == "a")
            #expect(reader.next() && reader.text(0) == "b" && reader.recordLine == 10_002, "in chunks of \(chunk)")
            #expect(reader.next() == false)
        }
    }

    /// A record with a fault says what and where; the ones around it are read.
    @Test(arguments: [
        ("a,b\n1,x\"y,2\n3,4\n", CSVFault.Kind.quoteInUnquotedField, TextPlace(line: 2, column: 4)),
        ("a,b\n\"1\" ,2\n3,4\n", .textBehindQuote, TextPlace(line: 2, column: 4)),
        ("a,b\n\"1\"\rx,2\n3,4\n", .textBehindQuote, TextPlace(line: 2, column: 4)),
        ("a,b\n\"é\",\"x\ny\"z\n3,4\n", .textBehindQuote, TextPlace(line: 3, column: 3)),
    ])
    func faultsHaveAPlaceAndEndWithTheLine(text: String, kind: CSVFault.Kind, place: TextPlace) {
        for chunk in [1, 4, Int.max] {
            let records = read(text, chunk: chunk)
            #expect(records.map(\.fault) == [nil, kind, nil])
            #expect(records[1].faultPlace == place)
            #expect(records[2].fields == ["3", "4"])
        }
    }

    @Test func aQuoteThatIsNeverClosedPointsAtItself() {
        let records = read("a,b\né,\"x,2\n3,4\n", chunk: 5)
        #expect(records.map(\.fault) == [nil, .openQuote])
        #expect(records[1].faultPlace == TextPlace(line: 2, column: 3))
    }

    /// A name with a byte 0 would be another name in each program that shows it.
    @Test func aByteZeroIsAFaultWithItsPlace() {
        let records = read("name,team\nA \u{0}B,KC\nC,SF\n", chunk: 5)
        #expect(records.map(\.fault) == [nil, .nul, nil])
        #expect(records[1].faultPlace == TextPlace(line: 2, column: 3))
    }

    @Test func bytesThatAreNotUTF8HaveAPlace() throws {
        var reader = CSVReader(Array("a,b\n1,é".utf8) + [0xFF] + Array("x\n".utf8), chunk: 3)
        _ = reader.next()
        #expect(reader.fault == nil)
        _ = reader.next()
        #expect(reader.fault?.kind == .invalidUTF8(0xFF))
        #expect(reader.place(atOffset: try #require(reader.fault).offset) == TextPlace(line: 2, column: 4))
        let goesOn = reader.next()
        #expect(!goesOn)
    }

    @Test func placesCountCharactersAndLinesInsideQuotes() {
        var reader = CSVReader(Array("é,\"x\ny\",漢字,z\nq,r,s,t\n".utf8), chunk: 2)
        _ = reader.next()
        #expect(
            (0..<4).map { reader.place($0) } == [
                TextPlace(line: 1, column: 1), TextPlace(line: 1, column: 4), TextPlace(line: 2, column: 4),
                TextPlace(line: 2, column: 7),
            ])
        _ = reader.next()
        #expect(reader.place(0) == TextPlace(line: 3, column: 1))
    }

    /// Records from a seed, written with random quoting and read in random chunks, come back.
    @Test func whatIsWrittenIsRead() {
        for seed in UInt64(0)..<300 {
            var generator = SeededGenerator(seed: seed)
            let alphabet: [Character] = ["a", "é", "🏈", ",", "\"", "\n", "\r\n", " ", "1"]
            let records = (0..<Int.random(in: 1...6, using: &generator)).map { _ in
                (0..<Int.random(in: 2...4, using: &generator)).map { _ in
                    String(
                        (0..<Int.random(in: 0...5, using: &generator)).map { _ in
                            alphabet.randomElement(using: &generator) ?? "?"
                        })
                }
            }
            let lineEnd = Bool.random(using: &generator) ? "\n" : "\r\n"
            let text = records.map { fields in
                fields.map { field in
                    let mustQuote = field.contains { ",\"\n\r\n".contains($0) }
                    guard mustQuote || Bool.random(using: &generator) else { return field }
                    return "\"" + field.replacing("\"", with: "\"\"") + "\""
                }.joined(separator: ",")
            }.joined(separator: lineEnd)
            let read = read(text, chunk: Int.random(in: 1...9, using: &generator))
            #expect(read.map(\.fields) == records, "seed \(seed)")
            #expect(read.allSatisfy { $0.fault == nil }, "seed \(seed)")
        }
    }

    private struct Record {
        var fields: [String]
        var fault: CSVFault.Kind?
        var faultPlace: TextPlace?
    }

    private func read(_ text: String, chunk: Int) -> [Record] {
        var reader = CSVReader(Array(text.utf8), chunk: chunk)
        var records: [Record] = []
        while reader.next() {
            records.append(
                Record(
                    fields: reader.fields.indices.map { reader.text($0) }, fault: reader.fault?.kind,
                    faultPlace: reader.fault.map { reader.place(atOffset: $0.offset) }))
        }
        return records
    }
}

extension CSVReader<Never> {
    /// Reads a text in pieces of at most `chunk` bytes.
    fileprivate init(_ bytes: [UInt8], chunk: Int) {
        var rest = bytes[...]
        self.init {
            defer { rest = rest.dropFirst(chunk) }
            return Array(rest.prefix(chunk))
        }
    }
}
