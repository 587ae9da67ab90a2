import Draft
import Pages
import Testing
import TextFormats
import ToolSupport

@testable import CommandLineTool  // the progress meter

/// Data goes out as JSON and CSV that others can read, figures as people read them.
@Suite struct FormatTests {
    @Test func jsonKeepsItsOrderAndEscapes() {
        let value: JSON = [
            "z": .of("a\"b\\c\n\t\u{1}é"), "a": .of(1.0 / 3), "n": .null, "i": .of(-7), "u": .of(UInt64.max),
            "list": .array([.of(true), .encoded("{\"x\":1}")]),
        ]
        #expect(
            value.compact == #"{"z":"a\"b\\c\n\t\u0001é","a":0.3333333333333333,"n":null,"i":-7,"#
                + #""u":18446744073709551615,"list":[true,{"x":1}]}"#)
    }

    @Test func arraysAreOneElementALine() {
        #expect(JSON.array([.of(1), .of(2)]).document == "[\n1,\n2\n]")
        #expect(JSON.array([]).document == "[]")
    }

    @Test func csvQuotesWhatMustBeQuoted() {
        let table = CSVTable(
            ["a", "b,c"], [[.of("x\"y"), .null], [.of("l1\r\nl2"), .of(2.5)], [.of(" sp "), .array([])]])
        #expect(table.document == "a,\"b,c\"\r\n\"x\"\"y\",\r\n\"l1\r\nl2\",2.5\r\n sp ,[]\r\n")
    }

    @Test func figures() {
        #expect(Figures.grouped(1_234_567) == "1,234,567")
        #expect(Figures.grouped(-999) == "-999")
        #expect(Figures.money(Cents(-123_405)) == "-1,234.05")
        #expect(Figures.percent(1.0 / 3) == "33.3 %")
        #expect(
            Figures.withAmounts("Deposits of 100000 cents on top of 30000 exceed the limit of 2000 cents per day.")
                == "Deposits of 1,000.00 on top of 300.00 exceed the limit of 20.00 per day.")
        #expect(
            Figures.withAmounts("3 entries cost 7500 cents, 5000 are available.")
                == "3 entries cost 75.00, 50.00 are available.")
        #expect(Figures.withAmounts("The fee is 5 cents, expected 0-2500.") == "The fee is 0.05, expected 0.00-25.00.")
        #expect(
            Figures.withAmounts("90 cents were charged back, but of the deposit \"pay 12 cents\" 7 are left.")
                == "0.90 were charged back, but of the deposit \"pay 12 cents\" 0.07 are left.")
        #expect(
            Figures.withAmounts("255 entries on top of 4 exceed the 150.") == "255 entries on top of 4 exceed the 150.")
        #expect(Figures.bytes(1536) == "1.5 KiB")
        #expect(Figures.bytes(12) == "12 bytes")
        #expect(Figures.duration(.seconds(12)) == "12.0 s")
        #expect(Figures.duration(.milliseconds(59_990)) == "60.0 s")
        #expect(Figures.duration(.milliseconds(1)) == "1.0 ms")
        #expect(Figures.duration(.milliseconds(-99)) == "-99.0 ms")
        #expect(Figures.duration(.milliseconds(100)) == "0.1 s")
        #expect(Figures.duration(Interval(microseconds: 7)) == "7 µs")
        #expect(Figures.duration(.zero) == "0.0 s")
        #expect(Figures.duration(.seconds(245)) == "4:05")
        #expect(Figures.duration(.seconds(43_199)) == "11:59:59")
        #expect(Figures.duration(.seconds(-3 * 86_400 - 61)) == "-3 d 00:01:01")
    }

    @Test(arguments: [
        (["TERM": "xterm", "COLORTERM": "truecolor"], ColorDepth.full), (["TERM": "xterm-256color"], .palette),
        (["TERM": "xterm", "COLORTERM": "24bit", "NO_COLOR": "1"], .none),
        (["TERM": "xterm", "NO_COLOR": ""], .palette), (["TERM": "dumb"], .none), ([:], .none),
    ])
    func colorsAreTheEnvironmentsChoice(environment: [String: String], depth: ColorDepth) {
        #expect(Terminal.colors(environment) == depth)
    }

    @Test func progressSaysRateAndTimeLeft() {
        #expect(
            ProgressMeter.line("verify", unit: "events", done: 500, total: 2_000, seconds: 2)
                == "verify  25 %  500 of 2,000 events  250/s  6.0 s left")
        #expect(
            ProgressMeter.line("import", unit: "events", done: 1_500, total: 0, seconds: 2)
                == "import  1,500 events  750/s")
    }

    @Test func progressIsForPeopleOnly() {
        let meter = ProgressMeter("verify", unit: "events", on: .file) { _ in Issue.record("written to a file") }
        #expect(meter.handler == nil)
        meter.finish()
    }
}
