import Testing

/// Words that are wrong: what is said, before anything is read or recorded.
@Suite struct CommandLineTests {
    @Test(
        arguments: [
            (["analize", "0022400123"], "There is no command 'analize'. Did you mean `analyse`?"),
            (["feed", "ad"], "There is no command 'feed ad'. Did you mean `feed add`?"),
            (["help", "bts"], "There is no command 'bts'."),
            (["bets", "--usr", "7"], "Unknown option '--usr'. Did you mean '--user'?"),
            (["bets", "--user", "7", "--user", "8"], "--user takes one value, but was given 7 and 8."),
            (["stats", ""], "Argument 2 is empty."),
            (["bets", "--limit", "-3"], "--limit is -3. Write a number from 1."),
        ])
    func wrongWordsAreNamedWithWhatWasMeant(words: [String], message: String) async {
        let (status, output, messages) = await ToolRun(at: "2026-01-15T12:00:00Z").run(words)
        #expect(status == 64 && output.isEmpty, "\(output)")
        #expect(messages.hasPrefix("statdiscute: ") && messages.contains(message), "\(messages)")
    }

    @Test func helpOfACommandNamesTheProgram() async {
        let printed = await ToolRun(at: "2026-01-15T12:00:00Z").run(["help", "feed", "add"])
        #expect(printed.status == 0 && printed.output.contains("USAGE: statdiscute feed add"), "\(printed)")
        #expect(printed.messages.isEmpty)
    }
}
