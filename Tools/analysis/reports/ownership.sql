-- Exposure over the whole field, and the leverage of the user that `question` names.
SELECT s.player_id AS playerID, s.name, s.position, s.team, d.drafted, CAST(d.drafted AS DOUBLE) / t.entries AS ownership,
  d.own AS ownDrafted, CASE WHEN u.entries > 0 THEN CAST(d.own AS DOUBLE) / u.entries END AS ownExposure,
  CASE WHEN u.entries > 0 AND u.entries < t.entries
    THEN CAST(d.own AS DOUBLE) / u.entries - CAST(d.drafted AS DOUBLE) / t.entries END AS leverage
FROM (
  SELECT p.person_id, count(*) AS drafted, count(CASE WHEN p.user_id = q.user_id THEN 1 END) AS own
  FROM counted_picks p CROSS JOIN question q GROUP BY p.person_id
) d
JOIN shown_players s ON s.person_id = d.person_id
CROSS JOIN totals t
CROSS JOIN (SELECT count(*) AS entries FROM counted_entries e JOIN question q ON q.user_id = e.user_id) u
ORDER BY d.drafted DESC, s.name, s.person_id
