-- The entries that advance from round 1, of those of which it is known.
SELECT CAST(count(CASE WHEN advances THEN 1 END) AS BIGINT) AS advanced,
  CAST(count(*) - count(advances) AS BIGINT) AS leftOut,
  CAST(count(CASE WHEN advances THEN 1 END) AS DOUBLE) / nullif(count(advances), 0) AS baseRate
FROM counted_entries
