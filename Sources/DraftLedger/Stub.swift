// DraftLedger
