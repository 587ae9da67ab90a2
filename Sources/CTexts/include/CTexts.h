#ifndef CTEXTS_H
#define CTEXTS_H

/// The texts that modules of the library hand out as they are, each with a zero byte behind it.
///
/// In C because its compiler copies a file into the binary in no time. Swift would have to read, and to check, a literal for
/// each byte: half a minute for the schema of the records.

/// The SBE schema: `Records/Schema/draft-ledger.xml`.
const char *_Nonnull ctexts_record_schema(void);

/// The verifier in Python: `Replay/Evidence/Resources/verify.py`.
const char *_Nonnull ctexts_verifier(void);

/// The design's tokens as custom properties of CSS: `Pages/Web/Resources/tokens.css`.
const char *_Nonnull ctexts_tokens_style(void);

/// The looks of a draft board: `Pages/Web/Resources/board.css`.
const char *_Nonnull ctexts_board_style(void);

/// The module that draws a draft board: `Pages/Web/Resources/board.js`.
const char *_Nonnull ctexts_board_script(void);

/// The single-file page that replays a draft: `Pages/Web/Resources/replay.html`, `replay.css` and `replay.js`.
const char *_Nonnull ctexts_replay_page(void);
const char *_Nonnull ctexts_replay_style(void);
const char *_Nonnull ctexts_replay_script(void);

#endif
