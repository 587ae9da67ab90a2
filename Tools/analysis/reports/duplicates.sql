-- The first three players that most entries of the field have, in any order.
SELECT g.players, g.entries, CAST(g.entries AS DOUBLE) / f.entries AS share
FROM (
  SELECT person_1, person_2, person_3, players, sorting_names, count(*) AS entries
  FROM entry_starts GROUP BY person_1, person_2, person_3, players, sorting_names
) g CROSS JOIN (SELECT count(*) AS entries FROM entry_starts) f
ORDER BY g.entries DESC, g.sorting_names
LIMIT 1000
