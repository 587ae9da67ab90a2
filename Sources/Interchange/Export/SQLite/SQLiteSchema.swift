/// The tables of an exported file, as the file itself tells them: SQLite keeps a statement with its comments, so
/// `.schema` in any shell shows what is written here.
enum SQLiteSchema {
    /// Of the tables, in `meta` as `format` and as `PRAGMA user_version`. Columns may be added without a new one.
    static let version = 1

    static let tables = """
        CREATE TABLE meta ( -- what the file is a copy of; one row a fact
          key TEXT PRIMARY KEY, -- origin, size, root, format, scope, exportedAt
          value TEXT -- size: events; root: base64 of the Merkle tree's root over them; scope: all, room/R, or user/U (his entries alone)
        );
        -- Money is in whole cents (*_cents). A time is there twice: as ISO 8601 in UTC (*_at) and as microseconds since
        -- 1970 (*_us). What a source does not say is NULL. Rooms, entries and picks are as of the ledger's `size`:
        -- corrections are folded in.
        CREATE TABLE contest (
          contest_id INTEGER PRIMARY KEY,
          external_id TEXT, -- at the source it was imported from
          title TEXT NOT NULL,
          status TEXT NOT NULL, -- open, filling, full, drafting, complete, cancelled
          pool_id INTEGER NOT NULL,
          clock TEXT NOT NULL, -- fast, slow, custom; untimed: none that is known of all its drafts
          teams INTEGER NOT NULL,
          rounds INTEGER NOT NULL,
          entry_fee_cents INTEGER,
          max_entries INTEGER, -- NULL without a limit
          max_entries_per_user INTEGER, -- NULL without a limit
          rake_basis_points INTEGER NOT NULL, -- the operator's share of the fees, in hundredths of a percent
          rooms INTEGER NOT NULL, -- in any status
          entries INTEGER NOT NULL -- in rooms that were neither cancelled nor voided
        );
        CREATE TABLE room (
          room_id INTEGER PRIMARY KEY,
          external_id TEXT,
          contest_id INTEGER REFERENCES contest,
          pool_id INTEGER NOT NULL, -- in which its picks' player_index counts
          status TEXT NOT NULL, -- waiting, countdown, active, paused, complete, cancelled, voided
          clock TEXT NOT NULL, -- fast, slow, custom; of an import as its source states it, untimed where it does not
          teams INTEGER NOT NULL,
          rounds INTEGER NOT NULL,
          entry_fee_cents INTEGER,
          entries INTEGER NOT NULL, -- seats that are taken, of an import those that its source tells of; a user's file has rows of his entries alone
          picks INTEGER NOT NULL, -- made so far, likewise
          started_at TEXT, -- NULL before the draft starts
          started_us INTEGER,
          clock_seconds REAL -- what a pick had; NULL where it is not known
        );
        CREATE TABLE player ( -- one row for each pool that lists him
          pool_id INTEGER NOT NULL,
          player_index INTEGER NOT NULL, -- in the pool, from 0
          person_id INTEGER NOT NULL, -- the same for one player in several pools; numbered for this file alone
          external_id TEXT,
          name TEXT NOT NULL,
          position TEXT NOT NULL, -- QB, RB, WR, TE, ...
          team TEXT, -- the NFL team's abbreviation as the source writes it
          bye_week INTEGER,
          adp REAL, -- the pool's average draft position, in picks
          projected_points REAL, -- of the season
          rank INTEGER, -- the source's, from 1
          club TEXT, -- the team under one abbreviation for each club, whichever source writes it
          PRIMARY KEY (pool_id, player_index)
        );
        CREATE TABLE entry ( -- one paid team
          entry_id INTEGER PRIMARY KEY, -- room_id * 65536 + the number of the join
          room_id INTEGER NOT NULL REFERENCES room,
          contest_id INTEGER REFERENCES contest,
          user_id INTEGER, -- pseudonymous
          external_id TEXT,
          seat INTEGER NOT NULL, -- from 0, kept from the join on
          slot INTEGER, -- place in the draft order, from 0; NULL until it is drawn
          fee_cents INTEGER
        );
        CREATE TABLE pick (
          pick_id INTEGER PRIMARY KEY, -- room_id * 65536 + pick_number
          room_id INTEGER NOT NULL REFERENCES room,
          pick_number INTEGER NOT NULL, -- overall, from 1
          round INTEGER NOT NULL, -- from 1
          pick_in_round INTEGER NOT NULL, -- from 1
          slot INTEGER NOT NULL, -- whose turn it was, from 0
          entry_id INTEGER REFERENCES entry,
          pool_id INTEGER NOT NULL,
          player_index INTEGER, -- NULL for a pick that was skipped, and for one that the source does not tell
          person_id INTEGER, -- as in player
          source TEXT NOT NULL, -- manual, queue, rankings, adp, fallback, skipped, corrected; unknown: not told by the source
          adp REAL, -- shown at the pick, in picks; NULL where none is known: in a draft held here it was the pool's
          occurred_at TEXT, -- when the pick reached the system, or the source's time
          occurred_us INTEGER,
          recorded_at TEXT NOT NULL, -- by the ledger's clock
          recorded_us INTEGER NOT NULL,
          position INTEGER NOT NULL, -- of the event that made it
          corrected_position INTEGER, -- of the event that corrected it last
          FOREIGN KEY (pool_id, player_index) REFERENCES player
        );
        CREATE TABLE standing ( -- an entry in a round of its contest, as `draftledger standings` has it; none without rounds, lineup and points
          entry_id INTEGER NOT NULL REFERENCES entry,
          contest_id INTEGER NOT NULL REFERENCES contest,
          contest_round INTEGER NOT NULL, -- from 1
          through_week INTEGER NOT NULL, -- the last week that counts so far
          is_final INTEGER NOT NULL, -- 1 where all weeks of the round count and are final
          points REAL NOT NULL, -- of the best lineups of those weeks
          best_week REAL, -- the most points in one of them
          pod INTEGER, -- from 1, as it was drawn; NULL in the first round, whose pods are the rooms
          place INTEGER, -- in the room or the pod, from 1; NULL where not all are known with whom it is compared
          advances INTEGER, -- 1 or 0; NULL where the place is, and in the last round
          PRIMARY KEY (contest_id, contest_round, entry_id)
        );
        CREATE TABLE event (
          position INTEGER PRIMARY KEY, -- in the ledger, from 0
          stream TEXT NOT NULL, -- room/12, queue/12.3, wallet/7, ...
          version INTEGER NOT NULL, -- in the stream, from 1
          previous INTEGER, -- position of the stream's event before
          type TEXT NOT NULL, -- PickMade, ClockTicked, DepositRecorded, ...
          room_id INTEGER, -- of a room's or queue's stream
          user_id INTEGER, -- of a user's or wallet's stream
          recorded_at TEXT NOT NULL,
          recorded_us INTEGER NOT NULL,
          occurred_at TEXT, -- when the command reached the system, or the source's time
          occurred_us INTEGER,
          actor TEXT, -- who sent the command: user/7, scheduler, admin/3 for user/7, importer, ...; in a user's file without others' numbers
          command_id TEXT, -- 32 hexadecimal digits
          body TEXT NOT NULL -- JSON, as `draftledger events` prints it
        );
        CREATE TABLE posting ( -- two rows for each movement of money: all amounts together are 0
          posting_id INTEGER PRIMARY KEY,
          position INTEGER NOT NULL REFERENCES event,
          type TEXT NOT NULL, -- of the event
          account TEXT NOT NULL, -- user/7/available, user/7/held, contest/3/escrow, house/rake, external/stripe, ...
          user_id INTEGER, -- whose account it is
          contest_id INTEGER, -- what the money moved for
          entry_id INTEGER, -- what the money moved for
          amount_cents INTEGER NOT NULL, -- added to the account; negative when taken from it
          recorded_at TEXT NOT NULL,
          recorded_us INTEGER NOT NULL
        );
        CREATE TABLE profile ( -- who a user's number is, as far as anybody kept it; in a user's own file alone, one row at most
          user_id INTEGER PRIMARY KEY,
          external_id TEXT, -- where the user comes from
          display_name TEXT
        );
        CREATE TABLE dispute ( -- one row a case; its documents, corrections and payments are among the events
          case_id INTEGER PRIMARY KEY,
          room_id INTEGER NOT NULL,
          pick_number INTEGER NOT NULL, -- the disputed one
          seat INTEGER NOT NULL, -- the claimant's
          user_id INTEGER, -- the claimant
          claim TEXT NOT NULL, -- in the claimant's words; (erased) where they were
          opened_at TEXT NOT NULL,
          opened_us INTEGER NOT NULL,
          documents INTEGER NOT NULL, -- attached
          verdict TEXT, -- upheld, rejected, undecidable; NULL while it is open
          resolved_by INTEGER, -- the user who decided; NULL in a user's file
          reason TEXT, -- of the verdict
          resolved_at TEXT,
          resolved_us INTEGER
        );
        """

    /// Made when the tables are full: sorting once is quicker than keeping order, and the pages come out dense.
    static let indices = [
        "CREATE INDEX room_by_contest ON room (contest_id)",
        "CREATE INDEX player_by_person ON player (person_id)",
        "CREATE INDEX entry_by_room ON entry (room_id)",
        "CREATE INDEX entry_by_user ON entry (user_id)",
        "CREATE INDEX pick_by_room ON pick (room_id, pick_number)",
        "CREATE INDEX pick_by_entry ON pick (entry_id)",
        "CREATE INDEX standing_by_entry ON standing (entry_id)",
        "CREATE INDEX pick_by_player ON pick (pool_id, player_index)",
        "CREATE UNIQUE INDEX event_by_stream ON event (stream, version)",
        "CREATE INDEX event_by_type ON event (type)",
        "CREATE INDEX posting_by_account ON posting (account)",
        "CREATE INDEX posting_by_event ON posting (position)",
        "CREATE INDEX dispute_by_room ON dispute (room_id, pick_number)",
    ]

    /// The reports that most people come for, counted as `draftledger` counts them.
    static let views = """
        CREATE VIEW person AS -- one row a player, as the latest pool that lists him has him
          SELECT person_id, external_id, name, position, club AS team, bye_week, adp, max(pool_id) AS pool_id
          FROM player GROUP BY person_id;
        CREATE VIEW exposure AS -- as `draftledger exposure`: every entry in this file of every finished room; by fees, those
          -- whose fee is known
          SELECT p.person_id, p.external_id, p.name, p.position, p.team, d.drafted, d.drafted * 1.0 / n.entries AS exposure,
                 d.fees * 1.0 / nullif(n.fees, 0) AS fee_weighted_exposure, d.average_pick
          FROM (SELECT pick.person_id, count(*) AS drafted, sum(entry.fee_cents) AS fees,
                       avg(pick.pick_number) AS average_pick
                FROM pick JOIN entry USING (entry_id) JOIN room ON room.room_id = pick.room_id
                WHERE room.status = 'complete' AND pick.person_id IS NOT NULL GROUP BY pick.person_id) AS d
          JOIN person AS p USING (person_id)
          CROSS JOIN (SELECT count(*) AS entries, sum(entry.fee_cents) AS fees
                FROM entry JOIN room USING (room_id) WHERE room.status = 'complete') AS n
          ORDER BY d.drafted DESC, p.name;
        CREATE VIEW balance AS -- as `draftledger balances`
          SELECT account, sum(amount_cents) AS balance_cents FROM posting GROUP BY account
          HAVING balance_cents <> 0 ORDER BY account;
        """
}
