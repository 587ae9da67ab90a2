extension StyledText {
    /// What a reader should know though nothing is wrong.
    package static func remark(_ sentence: String) -> StyledText {
        StyledText("note  ", .colored(.wideReceiver)) + StyledText(sentence)
    }
}
