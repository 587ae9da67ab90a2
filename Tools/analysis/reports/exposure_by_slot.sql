-- The share of the entries of each draft position that have the player.
SELECT s.player_id AS playerID, s.name, s.position, s.team, 'slot' || CAST(n.slot AS STRING) AS slot,
  CAST(coalesce(d.drafted, 0) AS DOUBLE) / n.entries AS share
FROM (SELECT DISTINCT person_id FROM counted_picks) p
JOIN shown_players s ON s.person_id = p.person_id
CROSS JOIN (SELECT slot, count(*) AS entries FROM counted_entries WHERE slot IS NOT NULL GROUP BY slot) n
LEFT JOIN (SELECT person_id, slot, count(*) AS drafted FROM counted_picks GROUP BY person_id, slot) d
  ON d.person_id = p.person_id AND d.slot = n.slot
