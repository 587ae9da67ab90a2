-- Closing line value, linear: pick - reference, positive = taken later. Under one line a sum is a fraction of whole numbers;
-- fractions of several markets are added up in the order of their numbers, and the sum is rounded to billionths.
SELECT s.player_id AS playerID, s.name, s.position, s.team, v.picks, CAST(v.pick_sum AS DOUBLE) / v.picks AS averagePick,
  v.reference / v.picks AS averageReference, v.value / v.picks AS averageValue, v.value AS totalValue
FROM (
  SELECT f.person_id, f.picks, f.pick_sum, f.reference,
    CASE WHEN m.markets > 1 THEN round(f.value * 1e9) / 1e9 + 0e0 ELSE f.value END AS value
  FROM (
    SELECT person_id,
      sum(picks) OVER (PARTITION BY person_id ORDER BY in_contest, number
        ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW) AS picks,
      sum(pick_sum) OVER (PARTITION BY person_id ORDER BY in_contest, number
        ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW) AS pick_sum,
      sum(reference) OVER (PARTITION BY person_id ORDER BY in_contest, number
        ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW) AS reference,
      sum(value) OVER (PARTITION BY person_id ORDER BY in_contest, number
        ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW) AS value,
      row_number() OVER (PARTITION BY person_id ORDER BY in_contest DESC, number DESC) AS from_last
    FROM (
      SELECT person_id, in_contest, number, picks, pick_sum,
        CAST(picks * picks_sum AS DOUBLE) / drafts AS reference,
        CAST(pick_sum * drafts - picks * picks_sum AS DOUBLE) / drafts AS value
      FROM (
        SELECT person_id, in_contest, number, picks_sum, drafts, count(*) AS picks,
          CAST(sum(pick_number) AS BIGINT) AS pick_sum
        FROM priced_picks WHERE picks_sum IS NOT NULL
        GROUP BY person_id, in_contest, number, picks_sum, drafts
      ) sums
    ) fractions
  ) f CROSS JOIN (SELECT count(*) AS markets FROM markets) m
  WHERE f.from_last = 1
) v
JOIN shown_players s ON s.person_id = v.person_id
ORDER BY v.value DESC, s.sorting_name
