#include "CCommit.h"

// The manifest defines it.
#ifndef DRAFT_LEDGER_COMMIT
#define DRAFT_LEDGER_COMMIT ""
#endif

const char *draft_ledger_commit(void) { return DRAFT_LEDGER_COMMIT; }
