-- How rosters are begun. The share is that of the entries with a known archetype of the position.
SELECT n.archetype, coalesce(c.entries, 0) AS entries,
  CAST(coalesce(c.entries, 0) AS DOUBLE)
    / nullif(sum(coalesce(c.entries, 0)) OVER (PARTITION BY right(n.archetype, 2)), 0) AS share
FROM archetype_names n
LEFT JOIN (SELECT archetype, count(*) AS entries FROM archetypes GROUP BY archetype) c ON c.archetype = n.archetype
ORDER BY n.place
