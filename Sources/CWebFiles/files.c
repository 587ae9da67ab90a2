#include "CWebFiles.h"

#include <stddef.h>

// Part of C since C23, and of clang's C before.
#pragma clang diagnostic ignored "-Wc23-extensions"

static const struct CWebFile files[] = {
    {"examples.json", (const unsigned char[]){
#embed "../Server/Resources/examples.json" suffix(, 0)
    }},
    {"account.css", (const unsigned char[]){
#embed "../Server/Web/account.css" suffix(, 0)
    }},
    {"advisor.js", (const unsigned char[]){
#embed "../Server/Web/advisor.js" suffix(, 0)
    }},
    {"api.js", (const unsigned char[]){
#embed "../Server/Web/api.js" suffix(, 0)
    }},
    {"base.css", (const unsigned char[]){
#embed "../Server/Web/base.css" suffix(, 0)
    }},
    {"board-tab.js", (const unsigned char[]){
#embed "../Server/Web/board-tab.js" suffix(, 0)
    }},
    {"bracket.js", (const unsigned char[]){
#embed "../Server/Web/bracket.js" suffix(, 0)
    }},
    {"cases.js", (const unsigned char[]){
#embed "../Server/Web/cases.js" suffix(, 0)
    }},
    {"clock.js", (const unsigned char[]){
#embed "../Server/Web/clock.js" suffix(, 0)
    }},
    {"connection.js", (const unsigned char[]){
#embed "../Server/Web/connection.js" suffix(, 0)
    }},
    {"contact.js", (const unsigned char[]){
#embed "../Server/Web/contact.js" suffix(, 0)
    }},
    {"contests.js", (const unsigned char[]){
#embed "../Server/Web/contests.js" suffix(, 0)
    }},
    {"deposit.js", (const unsigned char[]){
#embed "../Server/Web/deposit.js" suffix(, 0)
    }},
    {"desk-case.js", (const unsigned char[]){
#embed "../Server/Web/desk-case.js" suffix(, 0)
    }},
    {"desk-dispute.js", (const unsigned char[]){
#embed "../Server/Web/desk-dispute.js" suffix(, 0)
    }},
    {"desk-measure.js", (const unsigned char[]){
#embed "../Server/Web/desk-measure.js" suffix(, 0)
    }},
    {"desk-remedy.js", (const unsigned char[]){
#embed "../Server/Web/desk-remedy.js" suffix(, 0)
    }},
    {"desk-room.js", (const unsigned char[]){
#embed "../Server/Web/desk-room.js" suffix(, 0)
    }},
    {"desk-user.js", (const unsigned char[]){
#embed "../Server/Web/desk-user.js" suffix(, 0)
    }},
    {"desk-watch.js", (const unsigned char[]){
#embed "../Server/Web/desk-watch.js" suffix(, 0)
    }},
    {"desk-words.js", (const unsigned char[]){
#embed "../Server/Web/desk-words.js" suffix(, 0)
    }},
    {"desk.js", (const unsigned char[]){
#embed "../Server/Web/desk.js" suffix(, 0)
    }},
    {"device-key.js", (const unsigned char[]){
#embed "../Server/Web/device-key.js" suffix(, 0)
    }},
    {"dom.js", (const unsigned char[]){
#embed "../Server/Web/dom.js" suffix(, 0)
    }},
    {"draft-keys.js", (const unsigned char[]){
#embed "../Server/Web/draft-keys.js" suffix(, 0)
    }},
    {"draft.css", (const unsigned char[]){
#embed "../Server/Web/draft.css" suffix(, 0)
    }},
    {"draft.js", (const unsigned char[]){
#embed "../Server/Web/draft.js" suffix(, 0)
    }},
    {"drafts-page.js", (const unsigned char[]){
#embed "../Server/Web/drafts-page.js" suffix(, 0)
    }},
    {"drafts.js", (const unsigned char[]){
#embed "../Server/Web/drafts.js" suffix(, 0)
    }},
    {"dropped.css", (const unsigned char[]){
#embed "../Server/Web/dropped.css" suffix(, 0)
    }},
    {"dropped.js", (const unsigned char[]){
#embed "../Server/Web/dropped.js" suffix(, 0)
    }},
    {"event-words.js", (const unsigned char[]){
#embed "../Server/Web/event-words.js" suffix(, 0)
    }},
    {"exposure.js", (const unsigned char[]){
#embed "../Server/Web/exposure.js" suffix(, 0)
    }},
    {"format.js", (const unsigned char[]){
#embed "../Server/Web/format.js" suffix(, 0)
    }},
    {"icon-180.png", (const unsigned char[]){
#embed "../Server/Web/icon-180.png" suffix(, 0)
    }},
    {"icon-192.png", (const unsigned char[]){
#embed "../Server/Web/icon-192.png" suffix(, 0)
    }},
    {"icon-512.png", (const unsigned char[]){
#embed "../Server/Web/icon-512.png" suffix(, 0)
    }},
    {"icon-maskable.png", (const unsigned char[]){
#embed "../Server/Web/icon-maskable.png" suffix(, 0)
    }},
    {"icon.svg", (const unsigned char[]){
#embed "../Server/Web/icon.svg" suffix(, 0)
    }},
    {"icons.svg", (const unsigned char[]){
#embed "../Server/Web/icons.svg" suffix(, 0)
    }},
    {"info-tab.js", (const unsigned char[]){
#embed "../Server/Web/info-tab.js" suffix(, 0)
    }},
    {"invite.js", (const unsigned char[]){
#embed "../Server/Web/invite.js" suffix(, 0)
    }},
    {"lazy-tab.js", (const unsigned char[]){
#embed "../Server/Web/lazy-tab.js" suffix(, 0)
    }},
    {"limits.js", (const unsigned char[]){
#embed "../Server/Web/limits.js" suffix(, 0)
    }},
    {"lineup.js", (const unsigned char[]){
#embed "../Server/Web/lineup.js" suffix(, 0)
    }},
    {"lobby.css", (const unsigned char[]){
#embed "../Server/Web/lobby.css" suffix(, 0)
    }},
    {"lobby.js", (const unsigned char[]){
#embed "../Server/Web/lobby.js" suffix(, 0)
    }},
    {"login.js", (const unsigned char[]){
#embed "../Server/Web/login.js" suffix(, 0)
    }},
    {"missing.html", (const unsigned char[]){
#embed "../Server/Web/missing.html" suffix(, 0)
    }},
    {"open-contest.js", (const unsigned char[]){
#embed "../Server/Web/open-contest.js" suffix(, 0)
    }},
    {"operations-health.js", (const unsigned char[]){
#embed "../Server/Web/operations-health.js" suffix(, 0)
    }},
    {"operations-import.js", (const unsigned char[]){
#embed "../Server/Web/operations-import.js" suffix(, 0)
    }},
    {"operations-settle.js", (const unsigned char[]){
#embed "../Server/Web/operations-settle.js" suffix(, 0)
    }},
    {"operations.js", (const unsigned char[]){
#embed "../Server/Web/operations.js" suffix(, 0)
    }},
    {"outcomes.css", (const unsigned char[]){
#embed "../Server/Web/outcomes.css" suffix(, 0)
    }},
    {"over.js", (const unsigned char[]){
#embed "../Server/Web/over.js" suffix(, 0)
    }},
    {"own-ranks.js", (const unsigned char[]){
#embed "../Server/Web/own-ranks.js" suffix(, 0)
    }},
    {"page.html", (const unsigned char[]){
#embed "../Server/Web/page.html" suffix(, 0)
    }},
    {"pick-case.js", (const unsigned char[]){
#embed "../Server/Web/pick-case.js" suffix(, 0)
    }},
    {"pick-notice.js", (const unsigned char[]){
#embed "../Server/Web/pick-notice.js" suffix(, 0)
    }},
    {"pick-sender.js", (const unsigned char[]){
#embed "../Server/Web/pick-sender.js" suffix(, 0)
    }},
    {"picks-bar.js", (const unsigned char[]){
#embed "../Server/Web/picks-bar.js" suffix(, 0)
    }},
    {"player-card.js", (const unsigned char[]){
#embed "../Server/Web/player-card.js" suffix(, 0)
    }},
    {"player-detail.js", (const unsigned char[]){
#embed "../Server/Web/player-detail.js" suffix(, 0)
    }},
    {"player-facts.js", (const unsigned char[]){
#embed "../Server/Web/player-facts.js" suffix(, 0)
    }},
    {"player-filters.js", (const unsigned char[]){
#embed "../Server/Web/player-filters.js" suffix(, 0)
    }},
    {"player-options.js", (const unsigned char[]){
#embed "../Server/Web/player-options.js" suffix(, 0)
    }},
    {"players.js", (const unsigned char[]){
#embed "../Server/Web/players.js" suffix(, 0)
    }},
    {"playoffs.js", (const unsigned char[]){
#embed "../Server/Web/playoffs.js" suffix(, 0)
    }},
    {"profile.js", (const unsigned char[]){
#embed "../Server/Web/profile.js" suffix(, 0)
    }},
    {"proof-sheet.js", (const unsigned char[]){
#embed "../Server/Web/proof-sheet.js" suffix(, 0)
    }},
    {"queue.js", (const unsigned char[]){
#embed "../Server/Web/queue.js" suffix(, 0)
    }},
    {"rank-list.js", (const unsigned char[]){
#embed "../Server/Web/rank-list.js" suffix(, 0)
    }},
    {"rankings-file.js", (const unsigned char[]){
#embed "../Server/Web/rankings-file.js" suffix(, 0)
    }},
    {"rankings.css", (const unsigned char[]){
#embed "../Server/Web/rankings.css" suffix(, 0)
    }},
    {"rankings.js", (const unsigned char[]){
#embed "../Server/Web/rankings.js" suffix(, 0)
    }},
    {"record.js", (const unsigned char[]){
#embed "../Server/Web/record.js" suffix(, 0)
    }},
    {"refusal.js", (const unsigned char[]){
#embed "../Server/Web/refusal.js" suffix(, 0)
    }},
    {"reports-chart.js", (const unsigned char[]){
#embed "../Server/Web/reports-chart.js" suffix(, 0)
    }},
    {"reports-table.js", (const unsigned char[]){
#embed "../Server/Web/reports-table.js" suffix(, 0)
    }},
    {"reports.js", (const unsigned char[]){
#embed "../Server/Web/reports.js" suffix(, 0)
    }},
    {"room-alerts.js", (const unsigned char[]){
#embed "../Server/Web/room-alerts.js" suffix(, 0)
    }},
    {"room-problem.js", (const unsigned char[]){
#embed "../Server/Web/room-problem.js" suffix(, 0)
    }},
    {"room.js", (const unsigned char[]){
#embed "../Server/Web/room.js" suffix(, 0)
    }},
    {"rosters.js", (const unsigned char[]){
#embed "../Server/Web/rosters.js" suffix(, 0)
    }},
    {"server-clock.js", (const unsigned char[]){
#embed "../Server/Web/server-clock.js" suffix(, 0)
    }},
    {"session.js", (const unsigned char[]){
#embed "../Server/Web/session.js" suffix(, 0)
    }},
    {"shell.js", (const unsigned char[]){
#embed "../Server/Web/shell.js" suffix(, 0)
    }},
    {"snake.svg", (const unsigned char[]){
#embed "../Server/Web/snake.svg" suffix(, 0)
    }},
    {"staff-acting.js", (const unsigned char[]){
#embed "../Server/Web/staff-acting.js" suffix(, 0)
    }},
    {"staff-control.js", (const unsigned char[]){
#embed "../Server/Web/staff-control.js" suffix(, 0)
    }},
    {"staff-key.js", (const unsigned char[]){
#embed "../Server/Web/staff-key.js" suffix(, 0)
    }},
    {"staff-live.js", (const unsigned char[]){
#embed "../Server/Web/staff-live.js" suffix(, 0)
    }},
    {"staff-names.js", (const unsigned char[]){
#embed "../Server/Web/staff-names.js" suffix(, 0)
    }},
    {"staff-people.js", (const unsigned char[]){
#embed "../Server/Web/staff-people.js" suffix(, 0)
    }},
    {"staff-views.js", (const unsigned char[]){
#embed "../Server/Web/staff-views.js" suffix(, 0)
    }},
    {"staff.css", (const unsigned char[]){
#embed "../Server/Web/staff.css" suffix(, 0)
    }},
    {"standings.js", (const unsigned char[]){
#embed "../Server/Web/standings.js" suffix(, 0)
    }},
    {"stored.js", (const unsigned char[]){
#embed "../Server/Web/stored.js" suffix(, 0)
    }},
    {"stream.js", (const unsigned char[]){
#embed "../Server/Web/stream.js" suffix(, 0)
    }},
    {"switcher.js", (const unsigned char[]){
#embed "../Server/Web/switcher.js" suffix(, 0)
    }},
    {"team.js", (const unsigned char[]){
#embed "../Server/Web/team.js" suffix(, 0)
    }},
    {"teams.css", (const unsigned char[]){
#embed "../Server/Web/teams.css" suffix(, 0)
    }},
    {"teams.js", (const unsigned char[]){
#embed "../Server/Web/teams.js" suffix(, 0)
    }},
    {"text.js", (const unsigned char[]){
#embed "../Server/Web/text.js" suffix(, 0)
    }},
    {"tournament.js", (const unsigned char[]){
#embed "../Server/Web/tournament.js" suffix(, 0)
    }},
    {"verdicts.js", (const unsigned char[]){
#embed "../Server/Web/verdicts.js" suffix(, 0)
    }},
    {"waiting.js", (const unsigned char[]){
#embed "../Server/Web/waiting.js" suffix(, 0)
    }},
    {"window-list.js", (const unsigned char[]){
#embed "../Server/Web/window-list.js" suffix(, 0)
    }},
    {"withdrawals.js", (const unsigned char[]){
#embed "../Server/Web/withdrawals.js" suffix(, 0)
    }},
    {NULL, NULL},
};

const struct CWebFile *cwebfiles_first(void) { return files; }
