-- The picks with a closing line, those without one, and the drafts that make none, since not all of their seats are known.
SELECT CAST(count(picks_sum) AS BIGINT) AS picks, CAST(count(*) - count(picks_sum) AS BIGINT) AS picksWithoutReference,
  CAST((SELECT count(*) FROM counted_rooms WHERE NOT is_whole) AS BIGINT) AS partialDrafts
FROM priced_picks
