-- The entries that have three players, and those with another user's entry of the same start. An entry without a user is the
-- only one of its user.
SELECT CAST(count(*) AS BIGINT) AS fieldEntries,
  CAST(count(CASE WHEN alike - coalesce(own, 1) > 0 THEN 1 END) AS BIGINT) AS entriesWithMatch
FROM (
  SELECT count(*) OVER (PARTITION BY person_1, person_2, person_3) AS alike,
    CASE WHEN user_id IS NOT NULL
      THEN count(*) OVER (PARTITION BY person_1, person_2, person_3, user_id) END AS own
  FROM entry_starts
) starts
