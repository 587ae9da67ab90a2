-- Closing line value, power: (reference^-0.5 - pick^-0.5) / pick^-0.5 = sqrt(pick / reference) - 1. Each value is rounded to
-- billionths, halves away from zero, and summed in whole numbers.
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
      SELECT person_id, in_contest, number, count(*) AS picks, CAST(sum(pick_number) AS BIGINT) AS pick_sum,
        CAST(count(*) * picks_sum AS DOUBLE) / drafts AS reference,
        CAST(CAST(sum(CAST(CASE WHEN value >= 0 THEN floor(value * 1e9 + 0.5e0) ELSE ceil(value * 1e9 - 0.5e0) END
          AS BIGINT)) AS BIGINT) AS DOUBLE) / 1e9 AS value
      FROM (
        SELECT person_id, in_contest, number, picks_sum, drafts, pick_number,
          sqrt(CAST(pick_number AS DOUBLE) / (CAST(picks_sum AS DOUBLE) / drafts)) - 1 AS value
        FROM priced_picks WHERE picks_sum IS NOT NULL
      ) valued
      GROUP BY person_id, in_contest, number, picks_sum, drafts
    ) sums
  ) f CROSS JOIN (SELECT count(*) AS markets FROM markets) m
  WHERE f.from_last = 1
) v
JOIN shown_players s ON s.person_id = v.person_id
ORDER BY v.value DESC, s.sorting_name
