-- How often entries with the same build advance from round 1, with Wilson's interval of 95 %; at least ten entries.
SELECT a.build,
  a.entries, a.advanced, a.rate,
  CASE WHEN a.advanced = 0 THEN 0e0 ELSE greatest(0e0, (a.middle - a.spread) / a.scale) END AS low,
  CASE WHEN a.advanced = a.entries THEN 1e0 ELSE least(1e0, (a.middle + a.spread) / a.scale) END AS high
FROM (
  SELECT b.*, rate + z * z / (2 * n) AS middle, z * sqrt(rate * (1 - rate) / n + z * z / (4 * n * n)) AS spread,
    1 + z * z / n AS scale
  FROM (
    SELECT c.*, CAST(advanced AS DOUBLE) / entries AS rate, CAST(entries AS DOUBLE) AS n, 1.959963984540054e0 AS z
    FROM (
      SELECT build, count(*) AS entries, count(CASE WHEN advances THEN 1 END) AS advanced
      FROM builds WHERE advances IS NOT NULL
      GROUP BY build
    ) c
    WHERE entries >= 10
  ) b
) a
ORDER BY low DESC, a.entries DESC
