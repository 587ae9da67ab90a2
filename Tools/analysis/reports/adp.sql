-- The mean overall pick over the drafts that took the player, with the standard deviation of the population. Sums are
-- whole numbers, so nothing cancels: sqrt(n Σx² - (Σx)²) / n.
SELECT s.player_id AS playerID, s.name, s.position, s.team, d.drafted,
  CASE WHEN w.drafts > 0 THEN CAST(d.drafted_in_whole AS DOUBLE) / w.drafts END AS draftRate,
  CAST(d.pick_sum AS DOUBLE) / d.drafted AS average,
  sqrt(CAST(d.drafted * d.squares - d.pick_sum * d.pick_sum AS DOUBLE)) / d.drafted AS standardDeviation,
  d.earliest AS earliestPick, d.latest AS latestPick
FROM (
  SELECT person_id, count(*) AS drafted, count(CASE WHEN is_whole THEN 1 END) AS drafted_in_whole,
    CAST(sum(pick_number) AS BIGINT) AS pick_sum,
    CAST(sum(CAST(pick_number AS BIGINT) * pick_number) AS BIGINT) AS squares,
    min(pick_number) AS earliest, max(pick_number) AS latest
  FROM counted_picks GROUP BY person_id
) d
JOIN shown_players s ON s.person_id = d.person_id
CROSS JOIN (SELECT count(*) AS drafts FROM counted_rooms WHERE is_whole) w
ORDER BY average, s.sorting_name
