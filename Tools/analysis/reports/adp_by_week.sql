-- The same mean over the drafts that started in each week, from Monday, UTC.
SELECT s.player_id AS playerID, s.name, s.position, s.team, d.week, CAST(d.pick_sum AS DOUBLE) / d.drafted AS average
FROM (
  SELECT person_id, CAST(CAST(date_trunc('week', day) AS DATE) AS STRING) AS week, count(*) AS drafted,
    CAST(sum(pick_number) AS BIGINT) AS pick_sum
  FROM counted_picks WHERE day IS NOT NULL
  GROUP BY person_id, CAST(CAST(date_trunc('week', day) AS DATE) AS STRING)
) d
JOIN shown_players s ON s.person_id = d.person_id
