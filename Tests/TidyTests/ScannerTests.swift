import Testing

/// What the other rules rest on.
@Suite struct ScannerTests {
    @Test(arguments: [
        ("let a = 1  // one", "let a = 1  ", "// one"), ("let url = \"https://a\"", "let url = \"\"", ""),
        ("f(\"\\(name!) and \\\"more\\\"\", x)", "f(\"(name!)\", x)", ""),
        ("a /* b /* c */ d */ e", "a  e", "/* b /* c */ d */"),
        ("#\"a \\(b) \\#(c) \"quoted\"\"#", "#\"(c)\"#", ""),
        ("f(\"\\(g(\"x\") + (1))!\")!", "f(\"(g(\"\") + (1))\")!", ""),
        ("\"\" + \"//\"", "\"\" + \"\"", ""),
    ])
    func codeIsToldFromCommentsAndText(line: String, code: String, comment: String) {
        let lines = SourceScanner.lines(of: line)
        #expect(lines.map(\.code) == [code])
        #expect(lines.map(\.comment) == [comment])
    }

    @Test func textOfSeveralLinesIsNoCode() {
        let text = "let a = \"\"\"\n    import \"B\" \\(c)\n    // no comment\n    \"\"\"\nlet d = 1 /* e\n f */ + 2"
        let lines = SourceScanner.lines(of: text)
        #expect(lines.map(\.code) == ["let a = \"\"\"", "(c)", "", "\"\"\"", "let d = 1 ", " + 2"])
        #expect(lines.map(\.comment) == ["", "", "", "", "/* e", " f */"])
    }
}
