/// A ledger hands out hashes of the tree, and tables and transactions beside its own. Whoever imports the ledger can
/// use them without naming the modules below it.
@_exported public import LMDB
@_exported public import Merkle
