extension PageReader {
    /// Compares the file's length with the last page that a commit has used.
    func checkLength(against meta: MetaPage) throws(LMDBError) {
        let length = try length()
        let needed = (meta.lastPage + 1) * UInt64(meta.pageSize)
        guard length < needed else { return }
        throw LMDBError(
            .truncated, path: directory,
            detail: "data.mdb has \(length) bytes and its last commit used \(needed)")
    }
}
