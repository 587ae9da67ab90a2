// The verdicts about objections in words.

/** @type {Record<string, string>} */
const verdicts = {
  upheld: "You are right: your claim is upheld.", rejected: "Your claim is rejected: the rules were kept.", undecidable: "The records do not support a verdict either way.",
};

/** @param {string} verdict */
export const verdictWords = verdict => verdicts[verdict] ?? verdict;
