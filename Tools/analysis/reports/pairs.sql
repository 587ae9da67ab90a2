-- Entries with both of two players; lift = P(second | first) / exposure(second). The first is the one that more entries have.
SELECT CASE WHEN is_swapped THEN id_b ELSE id_a END AS firstID, CASE WHEN is_swapped THEN name_b ELSE name_a END AS first,
  CASE WHEN is_swapped THEN id_a ELSE id_b END AS secondID, CASE WHEN is_swapped THEN name_a ELSE name_b END AS second,
  together AS count, CASE WHEN is_swapped THEN drafted_b ELSE drafted_a END AS firstDrafted,
  CASE WHEN is_swapped THEN drafted_a ELSE drafted_b END AS secondDrafted,
  CAST(together AS DOUBLE) / CASE WHEN is_swapped THEN drafted_b ELSE drafted_a END AS secondGivenFirst,
  CAST(together AS DOUBLE) / CASE WHEN is_swapped THEN drafted_a ELSE drafted_b END AS firstGivenSecond,
  CAST(together AS DOUBLE) * CAST(entries AS DOUBLE) / (CAST(drafted_a AS DOUBLE) * CAST(drafted_b AS DOUBLE)) AS lift
FROM (
  SELECT c.together, a.player_id AS id_a, a.name AS name_a, da.drafted AS drafted_a, b.player_id AS id_b, b.name AS name_b,
    db.drafted AS drafted_b, t.entries,
    db.drafted > da.drafted OR (db.drafted = da.drafted AND a.name > b.name) AS is_swapped
  FROM (
    SELECT a.person_id AS person_a, b.person_id AS person_b, count(*) AS together
    FROM counted_picks a JOIN counted_picks b ON b.entry_id = a.entry_id AND b.person_id > a.person_id
    GROUP BY a.person_id, b.person_id
  ) c
  JOIN shown_players a ON a.person_id = c.person_a
  JOIN shown_players b ON b.person_id = c.person_b
  JOIN (SELECT person_id, count(*) AS drafted FROM counted_picks GROUP BY person_id) da ON da.person_id = c.person_a
  JOIN (SELECT person_id, count(*) AS drafted FROM counted_picks GROUP BY person_id) db ON db.person_id = c.person_b
  CROSS JOIN totals t
) pairs
ORDER BY together DESC
