#include "CTexts.h"

// Part of C since C23, and of clang's C before.
#pragma clang diagnostic ignored "-Wc23-extensions"

const char *ctexts_record_schema(void) {
    static const char text[] = {
#embed "../Records/Schema/draft-ledger.xml" suffix(, 0)
    };
    return text;
}
