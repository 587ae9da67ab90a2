-- The rows that all reports count: entries of finished rooms, their picks that name a player, and how a player is shown.
-- The tables picks, entries, rooms, contests and players are those of `Tools/parquet/run tables`.

CREATE OR REPLACE TEMPORARY VIEW counted_rooms AS
SELECT r.*, r.entries = r.teams AS is_whole
FROM rooms r
WHERE r.status = 'complete' AND r.entries > 0;

CREATE OR REPLACE TEMPORARY VIEW counted_entries AS
SELECT e.*, r.day
FROM entries e JOIN counted_rooms r ON r.room_id = e.room_id;

-- position_group is one of QB, RB, WR, TE and other. A skipped pick and an unknown one name no player.
CREATE OR REPLACE TEMPORARY VIEW counted_picks AS
SELECT p.room_id, p.contest_id, p.pool_id, p.entry_id, p.user_id, p.slot, p.pick_number, p.round, p.person_id,
  p.team, p.bye_week, r.day, r.is_whole, r.fee_cents,
  CASE WHEN p.position IN ('QB', 'RB', 'WR', 'TE') THEN p.position ELSE 'other' END AS position_group
FROM picks p JOIN counted_rooms r ON r.room_id = p.room_id
WHERE p.entry_id IS NOT NULL AND p.person_id IS NOT NULL;

-- N of every report.
CREATE OR REPLACE TEMPORARY VIEW totals AS
SELECT CAST(count(*) AS BIGINT) AS entries, CAST(count(DISTINCT room_id) AS BIGINT) AS drafts,
  CAST(sum(fee_cents) AS BIGINT) AS fees_cents, CAST(count(*) - count(fee_cents) AS BIGINT) AS entries_without_fee
FROM counted_entries;

-- A player as the pool has the player that was drafted from last, of those that name a team if any of that year does.
-- sorting_name tells namesakes apart.
CREATE OR REPLACE TEMPORARY VIEW shown_players AS
SELECT person_id, player_id, name, position, team,
  name || chr(31) || position || chr(31) || coalesce(team, '') || chr(31) || coalesce(external_id, '') AS sorting_name
FROM (
  SELECT l.person_id, coalesce(l.external_id, CAST(l.player_index AS STRING)) AS player_id, l.player AS name,
    l.position, l.team, l.external_id,
    row_number() OVER (
      PARTITION BY l.person_id
      ORDER BY coalesce(year(d.last_day), 0) DESC, CASE WHEN l.team IS NULL THEN 0 ELSE 1 END DESC,
        coalesce(d.last_us, -1) DESC, l.pool_id DESC, l.player_index DESC) AS choice
  FROM players l
  JOIN (SELECT pool_id, max(started_us) AS last_us, max(day) AS last_day FROM counted_rooms GROUP BY pool_id) d
    ON d.pool_id = l.pool_id
) listings
WHERE choice = 1;

-- Players of each position group by entry: a build.
CREATE OR REPLACE TEMPORARY VIEW builds AS
SELECT entry_id, fee_cents, advances,
  CAST(qb AS STRING) || '-' || CAST(rb AS STRING) || '-' || CAST(wr AS STRING) || '-' || CAST(te AS STRING)
    || CASE WHEN others > 0 THEN '+' || CAST(others AS STRING) ELSE '' END AS build
FROM (
  SELECT e.entry_id, e.fee_cents, e.advances,
    count(CASE WHEN p.position_group = 'QB' THEN 1 END) AS qb, count(CASE WHEN p.position_group = 'RB' THEN 1 END) AS rb,
    count(CASE WHEN p.position_group = 'WR' THEN 1 END) AS wr, count(CASE WHEN p.position_group = 'TE' THEN 1 END) AS te,
    count(CASE WHEN p.position_group = 'other' THEN 1 END) AS others
  FROM counted_entries e LEFT JOIN counted_picks p ON p.entry_id = e.entry_id
  GROUP BY e.entry_id, e.fee_cents, e.advances
) counts;

-- By entry and NFL team: its players and its quarterbacks.
CREATE OR REPLACE TEMPORARY VIEW team_stacks AS
SELECT entry_id, team, count(*) AS players, count(CASE WHEN position_group = 'QB' THEN 1 END) AS quarterbacks,
  count(CASE WHEN position_group <> 'QB' THEN 1 END) AS mates
FROM counted_picks
WHERE team IS NOT NULL
GROUP BY entry_id, team;

-- One row for each entry and archetype, as `Archetype` defines them. place is the order of all names.
CREATE OR REPLACE TEMPORARY VIEW archetype_names AS
SELECT * FROM (VALUES (1, 'zero-RB'), (2, 'hero-RB'), (3, 'robust-RB'), (4, 'balanced-RB'), (5, 'elite-QB'), (6, 'mid-QB'),
  (7, 'late-QB'), (8, 'no-QB'), (9, 'elite-TE'), (10, 'mid-TE'), (11, 'late-TE'), (12, 'no-TE')) AS names(place, archetype);

CREATE OR REPLACE TEMPORARY VIEW roster_starts AS
SELECT e.entry_id, e.advances, r.rounds,
  min(CASE WHEN p.position_group = 'QB' THEN p.round END) AS first_qb,
  min(CASE WHEN p.position_group = 'TE' THEN p.round END) AS first_te,
  count(CASE WHEN p.position_group = 'RB' AND p.round <= 5 THEN 1 END) AS early_rb,
  count(CASE WHEN p.position_group = 'RB' AND p.round <= 4 THEN 1 END) AS rb_in_four,
  count(CASE WHEN p.position_group = 'RB' AND p.round <= 2 THEN 1 END) AS rb_in_two
FROM counted_entries e
JOIN counted_rooms r ON r.room_id = e.room_id
LEFT JOIN counted_picks p ON p.entry_id = e.entry_id
GROUP BY e.entry_id, e.advances, r.rounds;

CREATE OR REPLACE TEMPORARY VIEW archetypes AS
SELECT entry_id, advances,
  CASE WHEN early_rb = 0 THEN 'zero-RB' WHEN early_rb = 1 AND rb_in_two = 1 THEN 'hero-RB'
    WHEN rb_in_four >= 3 THEN 'robust-RB' ELSE 'balanced-RB' END AS archetype
FROM roster_starts WHERE rounds >= 5
UNION ALL
SELECT entry_id, advances,
  CASE WHEN first_qb IS NULL THEN 'no-QB' WHEN first_qb <= 4 THEN 'elite-QB' WHEN first_qb <= 8 THEN 'mid-QB'
    ELSE 'late-QB' END
FROM roster_starts
UNION ALL
SELECT entry_id, advances,
  CASE WHEN first_te IS NULL THEN 'no-TE' WHEN first_te <= 4 THEN 'elite-TE' WHEN first_te <= 8 THEN 'mid-TE'
    ELSE 'late-TE' END
FROM roster_starts;

-- The first three players of each entry, whatever their order; entries with fewer are left out.
CREATE OR REPLACE TEMPORARY VIEW entry_starts AS
SELECT entry_id, user_id, max(CASE WHEN place = 1 THEN person_id END) AS person_1,
  max(CASE WHEN place = 2 THEN person_id END) AS person_2, max(CASE WHEN place = 3 THEN person_id END) AS person_3,
  max(CASE WHEN place = 1 THEN name END) || '; ' || max(CASE WHEN place = 2 THEN name END) || '; '
    || max(CASE WHEN place = 3 THEN name END) AS players,
  max(CASE WHEN place = 1 THEN sorting_name END) || chr(1) || max(CASE WHEN place = 2 THEN sorting_name END) || chr(1)
    || max(CASE WHEN place = 3 THEN sorting_name END) AS sorting_names
FROM (
  SELECT f.entry_id, f.user_id, f.person_id, s.name, s.sorting_name,
    row_number() OVER (PARTITION BY f.entry_id ORDER BY s.sorting_name, f.person_id) AS place
  FROM (
    SELECT entry_id, user_id, person_id, row_number() OVER (PARTITION BY entry_id ORDER BY pick_number) AS number
    FROM counted_picks
  ) f JOIN shown_players s ON s.person_id = f.person_id
  WHERE f.number <= 3
) places
GROUP BY entry_id, user_id
HAVING count(*) = 3;

-- The closing line of a market: a contest, or for drafts of none the pool. The mean pick is picks_sum / drafts, over the
-- complete drafts known from every seat that started in the two weeks before the market closed.
CREATE OR REPLACE TEMPORARY VIEW markets AS
SELECT r.market, r.in_contest, r.number, coalesce(max(c.closed_us), max(r.started_us)) AS closed_us
FROM (
  SELECT CASE WHEN contest_id IS NULL THEN 'pool ' || CAST(pool_id AS STRING)
      ELSE 'contest ' || CAST(contest_id AS STRING) END AS market,
    CASE WHEN contest_id IS NULL THEN 2 ELSE 1 END AS in_contest, coalesce(contest_id, pool_id) AS number, contest_id,
    started_us
  FROM counted_rooms
) r LEFT JOIN contests c ON c.contest_id = r.contest_id
GROUP BY r.market, r.in_contest, r.number;

CREATE OR REPLACE TEMPORARY VIEW closing_lines AS
SELECT m.market, p.person_id, CAST(sum(p.pick_number) AS BIGINT) AS picks_sum, count(*) AS drafts
FROM counted_rooms r
JOIN markets m ON m.in_contest = CASE WHEN r.contest_id IS NULL THEN 2 ELSE 1 END
  AND m.number = coalesce(r.contest_id, r.pool_id)
JOIN counted_picks p ON p.room_id = r.room_id
WHERE r.is_whole AND r.started_us <= m.closed_us AND r.started_us >= m.closed_us - 1209600000000
GROUP BY m.market, p.person_id;

-- The picks of a player in a market with its closing line; picks_sum is null without one.
CREATE OR REPLACE TEMPORARY VIEW priced_picks AS
SELECT m.market, m.in_contest, m.number, p.person_id, p.pick_number, l.picks_sum, l.drafts
FROM counted_picks p
JOIN markets m ON m.in_contest = CASE WHEN p.contest_id IS NULL THEN 2 ELSE 1 END
  AND m.number = coalesce(p.contest_id, p.pool_id)
LEFT JOIN closing_lines l ON l.market = m.market AND l.person_id = p.person_id;
