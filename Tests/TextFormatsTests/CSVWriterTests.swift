import Testing
import TextFormats

@Suite struct CSVWriterTests {
    /// What begins as a formula is told to be a text; numbers and everything else stay as they are.
    @Test(arguments: [
        ("=1+1", "'=1+1"), ("=HYPERLINK(\"x\")", "'=HYPERLINK(\"x\")"), ("+SUM(A1)", "'+SUM(A1)"), ("-2+3", "'-2+3"),
        ("@SUM(A1)", "'@SUM(A1)"), ("\t=1", "'\t=1"), ("\r=1", "'\u{FFFD}=1"), ("＝1+1", "'＝1+1"), ("-", "'-"),
        ("-12", "-12"), ("+0.25", "+0.25"), ("-1.2.3", "'-1.2.3"), ("12", "12"), ("Ja'Marr Chase", "Ja'Marr Chase"),
        ("'=1", "'=1"), ("a=b", "a=b"), ("", ""), ("two\nlines", "two\nlines"), ("two\r\nlines", "two\r\nlines"),
        ("\r\n=1", "'\r\n=1"),
        ("over\rwritten", "over\u{FFFD}written"),
        ("\u{1B}[31mred", "\u{FFFD}[31mred"), ("a\u{9B}2Jb\u{7F}\u{202E}c", "a\u{FFFD}2Jb\u{FFFD}\u{FFFD}c"),
    ])
    func aTextIsNoFormulaAndSteersNothing(text: String, sheet: String) {
        #expect(CSVWriter.sheetText(text) == sheet)
    }
}
