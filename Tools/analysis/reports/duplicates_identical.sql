-- Entries with the same whole roster, each with the lowest number of its group.
SELECT entry_id AS entry, first_entry AS sameAs
FROM (
  SELECT entry_id, min(entry_id) OVER (PARTITION BY roster) AS first_entry, count(*) OVER (PARTITION BY roster) AS entries
  FROM (
    SELECT entry_id, array_sort(array_agg(person_id)) AS roster
    FROM counted_picks GROUP BY entry_id
  ) rosters
) groups
WHERE entries > 1
