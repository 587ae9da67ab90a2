#include "CTexts.h"

// Part of C since C23, and of clang's C before.
#pragma clang diagnostic ignored "-Wc23-extensions"

const char *ctexts_verifier(void) {
    static const char text[] = {
#embed "../Replay/Evidence/Resources/verify.py" suffix(, 0)
    };
    return text;
}
