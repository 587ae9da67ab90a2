-- Entries by the most players on bye in one week, of all positions and of each. Entries without any known bye week are left out.
SELECT n.on_bye AS onBye, count(CASE WHEN m.most = n.on_bye THEN 1 END) AS entries,
  count(CASE WHEN m.most_qb = n.on_bye THEN 1 END) AS QB, count(CASE WHEN m.most_rb = n.on_bye THEN 1 END) AS RB,
  count(CASE WHEN m.most_wr = n.on_bye THEN 1 END) AS WR, count(CASE WHEN m.most_te = n.on_bye THEN 1 END) AS TE
FROM (SELECT 0 AS on_bye UNION SELECT DISTINCT round AS on_bye FROM picks) n
JOIN (
  SELECT e.entry_id, coalesce(max(w.players), 0) AS most, coalesce(max(w.qb), 0) AS most_qb,
    coalesce(max(w.rb), 0) AS most_rb, coalesce(max(w.wr), 0) AS most_wr, coalesce(max(w.te), 0) AS most_te
  FROM counted_entries e
  LEFT JOIN (
    SELECT entry_id, bye_week, count(*) AS players, count(CASE WHEN position_group = 'QB' THEN 1 END) AS qb,
      count(CASE WHEN position_group = 'RB' THEN 1 END) AS rb, count(CASE WHEN position_group = 'WR' THEN 1 END) AS wr,
      count(CASE WHEN position_group = 'TE' THEN 1 END) AS te
    FROM counted_picks WHERE bye_week BETWEEN 1 AND 31
    GROUP BY entry_id, bye_week
  ) w ON w.entry_id = e.entry_id
  LEFT JOIN (
    SELECT entry_id FROM counted_picks GROUP BY entry_id
    HAVING count(CASE WHEN bye_week BETWEEN 1 AND 31 THEN 1 END) = 0
  ) u ON u.entry_id = e.entry_id
  WHERE u.entry_id IS NULL
  GROUP BY e.entry_id
) m ON n.on_bye <= m.most
GROUP BY n.on_bye
ORDER BY n.on_bye
