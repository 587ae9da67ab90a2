#include "CBetWebFiles.h"

#include <stddef.h>

// Part of C since C23, and of clang's C before.
#pragma clang diagnostic ignored "-Wc23-extensions"

static const struct CBetWebFile files[] = {
    {"analysis.js", (const unsigned char[]){
#embed "../BetServer/Web/analysis.js" suffix(, 0)
    }},
    {"api.js", (const unsigned char[]){
#embed "../BetServer/Web/api.js" suffix(, 0)
    }},
    {"bet-sheet.js", (const unsigned char[]){
#embed "../BetServer/Web/bet-sheet.js" suffix(, 0)
    }},
    {"bets.css", (const unsigned char[]){
#embed "../BetServer/Web/bets.css" suffix(, 0)
    }},
    {"bets.js", (const unsigned char[]){
#embed "../BetServer/Web/bets.js" suffix(, 0)
    }},
    {"charts.js", (const unsigned char[]){
#embed "../BetServer/Web/charts.js" suffix(, 0)
    }},
    {"game.js", (const unsigned char[]){
#embed "../BetServer/Web/game.js" suffix(, 0)
    }},
    {"icon.svg", (const unsigned char[]){
#embed "../BetServer/Web/icon.svg" suffix(, 0)
    }},
    {"live.js", (const unsigned char[]){
#embed "../BetServer/Web/live.js" suffix(, 0)
    }},
    {"login.js", (const unsigned char[]){
#embed "../BetServer/Web/login.js" suffix(, 0)
    }},
    {"page.html", (const unsigned char[]){
#embed "../BetServer/Web/page.html" suffix(, 0)
    }},
    {"proof.js", (const unsigned char[]){
#embed "../BetServer/Web/proof.js" suffix(, 0)
    }},
    {"props.js", (const unsigned char[]){
#embed "../BetServer/Web/props.js" suffix(, 0)
    }},
    {"shell.js", (const unsigned char[]){
#embed "../BetServer/Web/shell.js" suffix(, 0)
    }},
    {"today.js", (const unsigned char[]){
#embed "../BetServer/Web/today.js" suffix(, 0)
    }},
    {"tokens.js", (const unsigned char[]){
#embed "../BetServer/Web/tokens.js" suffix(, 0)
    }},
    {"words.js", (const unsigned char[]){
#embed "../BetServer/Web/words.js" suffix(, 0)
    }},
    {"base.css", (const unsigned char[]){
#embed "../Server/Web/base.css" suffix(, 0)
    }},
    {"dom.js", (const unsigned char[]){
#embed "../Server/Web/dom.js" suffix(, 0)
    }},
    {"format.js", (const unsigned char[]){
#embed "../Server/Web/format.js" suffix(, 0)
    }},
    {"icons.svg", (const unsigned char[]){
#embed "../Server/Web/icons.svg" suffix(, 0)
    }},
    {NULL, NULL},
};

const struct CBetWebFile *cbetwebfiles_first(void) { return files; }
