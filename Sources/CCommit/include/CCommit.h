#ifndef CCOMMIT_H
#define CCOMMIT_H

/// Returns the commit of the sources that were built, in hexadecimal; empty if the package was built without Git.
const char *draft_ledger_commit(void);

#endif
