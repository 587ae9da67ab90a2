#ifndef CBETWEBFILES_H
#define CBETWEBFILES_H

/// The files of the pages of bets: `Sources/BetServer/Web`, and those of `Sources/Server/Web` that they share.
///
/// In C because its compiler copies a file into the binary as it is; Swift would read and check a literal for each byte.
struct CBetWebFile {
    /// The file's name; null after the last file.
    const char *_Nullable name;
    /// The content with a zero byte at its end. No file contains one.
    const unsigned char *_Nullable content;
};

/// The first file. The others follow it.
const struct CBetWebFile *_Nonnull cbetwebfiles_first(void);

#endif
