#include "CTexts.h"

// Part of C since C23, and of clang's C before.
#pragma clang diagnostic ignored "-Wc23-extensions"

const char *ctexts_tokens_style(void) {
    static const char text[] = {
#embed "../Pages/Web/Resources/tokens.css" suffix(, 0)
    };
    return text;
}

const char *ctexts_board_style(void) {
    static const char text[] = {
#embed "../Pages/Web/Resources/board.css" suffix(, 0)
    };
    return text;
}

const char *ctexts_board_script(void) {
    static const char text[] = {
#embed "../Pages/Web/Resources/board.js" suffix(, 0)
    };
    return text;
}

const char *ctexts_replay_page(void) {
    static const char text[] = {
#embed "../Pages/Web/Resources/replay.html" suffix(, 0)
    };
    return text;
}

const char *ctexts_replay_style(void) {
    static const char text[] = {
#embed "../Pages/Web/Resources/replay.css" suffix(, 0)
    };
    return text;
}

const char *ctexts_replay_script(void) {
    static const char text[] = {
#embed "../Pages/Web/Resources/replay.js" suffix(, 0)
    };
    return text;
}
