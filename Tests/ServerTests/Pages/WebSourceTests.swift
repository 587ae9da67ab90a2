import Testing

@testable import Server  // the text of its pages is the server's own

@Suite struct WebSourceTests {
    @Test(arguments: [
        ("code();", "code();"), ("// words\ncode();", "\ncode();"), ("code(); // words", "code(); // words"),
        ("  // words", ""), ("/** A type. */\ncode();", "\ncode();"),
        ("/**\n * Words.\n */\ncode();\n", "\n\n\ncode();\n"),
        ("/* a */ code();", "/* a */ code();"), ("/* a\n b */ code();", "\n code();"),
        ("/* a */ /* b */", "/* a */ /* b */"),
        ("const path = \"//a\";", "const path = \"//a\";"), ("/pattern/.test(text);", "/pattern/.test(text);"),
        ("/**/", ""),
        ("/*/\ncode */", "\n"), ("", ""), ("\n", "\n"),
    ])
    func commentsWithLinesOfTheirOwnAreLeftOut(text: String, sent: String) {
        #expect(String(decoding: WebSource.withoutComments(Array(text.utf8)), as: UTF8.self) == sent)
    }

    /// A text over several lines could have a line that looks like a comment, which would be lost.
    @Test func noScriptHasTextOverSeveralLines() {
        let scripts = WebFiles.contents.filter { $0.key.hasSuffix(".js") }
        #expect(scripts.count > 80)
        for (name, content) in scripts {
            for line in content.split(separator: UInt8(ascii: "\n")) {
                #expect(
                    line.count { $0 == UInt8(ascii: "`") }.isMultiple(of: 2),
                    "\(name) has a text over several lines: \(String(decoding: line, as: UTF8.self))")
            }
        }
    }

    @Test func noStyleSheetAndNoScriptIsSentWithItsFirstComment() {
        for (name, content) in WebFiles.contents where name.hasSuffix(".js") || name.hasSuffix(".css") {
            #expect(!content.starts(with: Array("//".utf8)) && !content.starts(with: Array("/*".utf8)), "\(name)")
        }
    }
}
