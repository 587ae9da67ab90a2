-- The share of each position in the picks of a round that name a player.
SELECT round, picks, CAST(qb AS DOUBLE) / picks AS QB, CAST(rb AS DOUBLE) / picks AS RB, CAST(wr AS DOUBLE) / picks AS WR,
  CAST(te AS DOUBLE) / picks AS TE, CAST(others AS DOUBLE) / picks AS other
FROM (
  SELECT round, count(*) AS picks, count(CASE WHEN position_group = 'QB' THEN 1 END) AS qb,
    count(CASE WHEN position_group = 'RB' THEN 1 END) AS rb, count(CASE WHEN position_group = 'WR' THEN 1 END) AS wr,
    count(CASE WHEN position_group = 'TE' THEN 1 END) AS te, count(CASE WHEN position_group = 'other' THEN 1 END) AS others
  FROM counted_picks GROUP BY round
) counts
ORDER BY round
