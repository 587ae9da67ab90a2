-- The ADP of the last seven days of drafts against that of the seven days before; at least three drafts in both.
SELECT s.player_id AS playerID, s.name, s.position, s.team,
  CAST(d.earlier_sum AS DOUBLE) / d.earlier AS earlierAverage, d.earlier AS earlierDrafted,
  CAST(d.later_sum AS DOUBLE) / d.later AS laterAverage, d.later AS laterDrafted,
  CAST(d.later_sum AS DOUBLE) / d.later - CAST(d.earlier_sum AS DOUBLE) / d.earlier AS change
FROM (
  SELECT p.person_id,
    count(CASE WHEN p.day <= l.last_day - INTERVAL 7 DAY THEN 1 END) AS earlier,
    CAST(sum(CASE WHEN p.day <= l.last_day - INTERVAL 7 DAY THEN p.pick_number END) AS BIGINT) AS earlier_sum,
    count(CASE WHEN p.day > l.last_day - INTERVAL 7 DAY THEN 1 END) AS later,
    CAST(sum(CASE WHEN p.day > l.last_day - INTERVAL 7 DAY THEN p.pick_number END) AS BIGINT) AS later_sum
  FROM counted_picks p CROSS JOIN (SELECT max(day) AS last_day FROM counted_rooms) l
  WHERE p.day > l.last_day - INTERVAL 14 DAY
  GROUP BY p.person_id
) d
JOIN shown_players s ON s.person_id = d.person_id
WHERE d.earlier >= 3 AND d.later >= 3
