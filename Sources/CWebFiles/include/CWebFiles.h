#ifndef CWEBFILES_H
#define CWEBFILES_H

/// What the server hands out of the binary: the files of `Sources/Server/Web` and its OpenAPI document.
///
/// In C because its compiler copies a file into the binary as it is, in no time; Swift would have to read, and to check, a
/// literal for each byte.
struct CWebFile {
    /// The file's name; null behind the last one.
    const char *_Nullable name;
    /// The content, and a zero byte behind it. Of these files only pictures contain zero bytes, and those state their own ends.
    const unsigned char *_Nullable content;
};

/// The first of them; the others stand behind it.
const struct CWebFile *_Nonnull cwebfiles_first(void);

#endif
