-- Players of one NFL team in an entry. The share is that of the entries of which any team is known.
SELECT c.team, c.naked, c.single, c.double, c.triple_or_more AS tripleOrMore,
  CAST(c.single + c.double + c.triple_or_more AS DOUBLE) / (t.entries - u.entries) AS share,
  c.without_quarterback AS withoutQuarterback, c.size2, c.size3, c.size4, c.size5 AS size5OrMore
FROM (
  SELECT team, count(CASE WHEN quarterbacks > 0 AND mates = 0 THEN 1 END) AS naked,
    count(CASE WHEN quarterbacks > 0 AND mates = 1 THEN 1 END) AS single,
    count(CASE WHEN quarterbacks > 0 AND mates = 2 THEN 1 END) AS double,
    count(CASE WHEN quarterbacks > 0 AND mates >= 3 THEN 1 END) AS triple_or_more,
    count(CASE WHEN quarterbacks = 0 AND players >= 2 THEN 1 END) AS without_quarterback,
    count(CASE WHEN players = 2 THEN 1 END) AS size2, count(CASE WHEN players = 3 THEN 1 END) AS size3,
    count(CASE WHEN players = 4 THEN 1 END) AS size4, count(CASE WHEN players >= 5 THEN 1 END) AS size5
  FROM team_stacks GROUP BY team
) c
CROSS JOIN totals t
CROSS JOIN (
  SELECT count(*) AS entries
  FROM (SELECT entry_id FROM counted_picks GROUP BY entry_id HAVING count(team) = 0) unknown
) u
WHERE c.naked + c.single + c.double + c.triple_or_more + c.size2 + c.size3 + c.size4 + c.size5 > 0
ORDER BY c.single + c.double + c.triple_or_more DESC, c.team
