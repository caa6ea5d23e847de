-- What the stores run on SQLite, under the store and the method that runs it. Where the text depends on a filter,
-- or on the columns in which bound rows differ, the forms of some calls stand for all. npm run docs:generate writes this
-- file.

-- access.addCanary
INSERT INTO sealer_canary (one, sealed)
VALUES (?, ?)
ON CONFLICT (one) DO NOTHING;

-- access.apiKeys
SELECT t.record
FROM (SELECT value->>0 AS id FROM jsonb_each(jsonb(CAST(? AS TEXT)))) s
CROSS JOIN api_keys t INDEXED BY api_keys_by_id
WHERE t.id = s.id
  AND true;

-- access.apiKeysOf
SELECT record
FROM api_keys
WHERE corporate_id = ?
  AND bank_id = ?
ORDER BY id;

-- access.canaries
SELECT one AS number, sealed
FROM sealer_canary
ORDER BY one;

-- access.dropCanaries
DELETE FROM sealer_canary
WHERE one = ?;

-- access.noteUses
INSERT INTO api_key_use (key_id, used_at)
SELECT key_id, used_at
FROM (
  SELECT ? AS used_at, value->>0 AS key_id
  FROM jsonb_each(jsonb(CAST(? AS TEXT)))
) s
WHERE true
ON CONFLICT (key_id) DO UPDATE SET used_at = excluded.used_at
WHERE api_key_use.used_at < excluded.used_at;

-- access.putApiKeys
INSERT INTO api_keys (corporate_id, bank_id, id, record)
SELECT corporate_id, bank_id, id, record
FROM (
  SELECT ? AS corporate_id, ? AS bank_id, value->>0 AS id, value->>1 AS record
  FROM jsonb_each(jsonb(CAST(? AS TEXT)))
) s
WHERE true
ON CONFLICT (id) DO UPDATE SET record = excluded.record
WHERE api_keys.corporate_id = excluded.corporate_id
  AND api_keys.bank_id = excluded.bank_id;

-- access.putSecretKeys
INSERT INTO secret_keys (corporate_id, bank_id, id, record)
SELECT corporate_id, bank_id, id, record
FROM (SELECT ? AS corporate_id, ? AS bank_id, ? AS id, ? AS record) s
WHERE true
ON CONFLICT (id) DO UPDATE SET record = excluded.record
WHERE secret_keys.corporate_id = excluded.corporate_id
  AND secret_keys.bank_id = excluded.bank_id;

-- access.secretKeys
SELECT t.record
FROM (SELECT ? AS id) s
CROSS JOIN secret_keys t INDEXED BY secret_keys_by_id
WHERE t.id = s.id
  AND true;

-- access.secretKeysOf
SELECT record
FROM secret_keys
WHERE corporate_id = ?
  AND bank_id = ?
ORDER BY id;

-- access.someSecretKeys
SELECT record
FROM secret_keys INDEXED BY secret_keys_by_id
ORDER BY id
LIMIT ?;

-- access.uses
SELECT t.key_id, t.used_at
FROM (
  SELECT value->>0 AS key_id
  FROM jsonb_each(jsonb(CAST(? AS TEXT)))
) s
CROSS JOIN api_key_use t INDEXED BY sqlite_autoindex_api_key_use_1
WHERE t.key_id = s.key_id
  AND true;

-- archives.claim
INSERT INTO archive_claim (one, token, leased_until)
VALUES (1, 1, ?)
ON CONFLICT (one) DO UPDATE SET token = archive_claim.token + 1, leased_until = excluded.leased_until
WHERE archive_claim.leased_until <= ?
RETURNING token;

-- archives.drop
INSERT INTO archive_files (corporate_id, number, bank_id, name, digest, ordinal, hash, position,
    event_hash, at)
SELECT corporate_id, number, bank_id, name, digest, ordinal, hash, position, event_hash, at
FROM (
  SELECT ? AS corporate_id, ? AS number, ? AS bank_id, ? AS name, ? AS digest, ? AS ordinal,
      ? AS hash, ? AS position, ? AS event_hash, ? AS at
) s
WHERE true;

INSERT INTO archived (subject_id, last_id, corporate_id, bank_id, file_number)
SELECT subject_id, last_id, corporate_id, bank_id, file_number
FROM (
  SELECT ? AS corporate_id, ? AS bank_id, ? AS file_number, value->>0 AS subject_id, value->>1 AS last_id
  FROM jsonb_each(jsonb(CAST(? AS TEXT)))
) s
WHERE true;

INSERT INTO held_references (corporate_id, reference, bank_id)
SELECT DISTINCT s.corporate_id, s.reference, s.bank_id
FROM (
  SELECT ? AS corporate_id, ? AS bank_id, value->>0 AS reference
  FROM jsonb_each(jsonb(CAST(? AS TEXT)))
) s
WHERE true
ON CONFLICT (corporate_id, reference) DO UPDATE SET payout_id = NULL;

DELETE FROM payout_terms
WHERE (corporate_id, term, payout_id) IN (
  SELECT s.corporate_id, s.term, s.payout_id
  FROM (
    SELECT ? AS corporate_id, value->>0 AS term, value->>1 AS payout_id
    FROM jsonb_each(jsonb(CAST(? AS TEXT)))
  ) s
)
  AND payout_id >= ?
  AND payout_id <= ?;

DELETE FROM bank_answers INDEXED BY bank_answers_of
WHERE (corporate_id, payout_id) IN (
  SELECT t.corporate_id, t.payout_id
  FROM (
    SELECT ? AS corporate_id, value->>0 AS payout_id
    FROM jsonb_each(jsonb(CAST(? AS TEXT)))
  ) s
  CROSS JOIN bank_answers t INDEXED BY bank_answers_of
  WHERE t.corporate_id = s.corporate_id
    AND t.payout_id = s.payout_id
);

DELETE FROM payouts INDEXED BY payouts_by_id
WHERE (corporate_id, payout_id) IN (
  SELECT t.corporate_id, t.payout_id
  FROM (
    SELECT ? AS corporate_id, value->>0 AS payout_id
    FROM jsonb_each(jsonb(CAST(? AS TEXT)))
  ) s
  CROSS JOIN payouts t INDEXED BY payouts_by_id
  WHERE t.corporate_id = s.corporate_id
    AND t.payout_id = s.payout_id
);

DELETE FROM events INDEXED BY events_in_order
WHERE corporate_id = ?
  AND bank_id = ?
  AND position <= ?;

INSERT INTO journal_seals (corporate_id, ordinal, entry_no, position, hash, previous_hash,
    event_hash)
SELECT t.corporate_id, t.ordinal, t.entry_no, t.position, t.hash, s.previous_hash, s.event_hash
FROM (
  SELECT ? AS corporate_id, ? AS previous_hash, ? AS event_hash, value->>0 AS entry_no
  FROM jsonb_each(jsonb(CAST(? AS TEXT)))
) s
CROSS JOIN journal_seals t INDEXED BY journal_seals_of
WHERE t.corporate_id = s.corporate_id
  AND t.entry_no = s.entry_no
ON CONFLICT (corporate_id, ordinal) DO UPDATE SET previous_hash = excluded.previous_hash, event_hash = excluded.event_hash;

DELETE FROM journal_seals INDEXED BY journal_seals_of
WHERE (corporate_id, entry_no) IN (
  SELECT t.corporate_id, t.entry_no
  FROM (
    SELECT ? AS corporate_id, value->>0 AS entry_no
    FROM jsonb_each(jsonb(CAST(? AS TEXT)))
  ) s
  CROSS JOIN journal_seals t INDEXED BY journal_seals_of
  WHERE t.corporate_id = s.corporate_id
    AND t.entry_no = s.entry_no
);

DELETE FROM journal INDEXED BY journal_of_corporate
WHERE (corporate_id, entry_no) IN (
  SELECT t.corporate_id, t.entry_no
  FROM (
    SELECT ? AS corporate_id, value->>0 AS entry_no
    FROM jsonb_each(jsonb(CAST(? AS TEXT)))
  ) s
  CROSS JOIN journal t INDEXED BY journal_of_corporate
  WHERE t.corporate_id = s.corporate_id
    AND t.entry_no = s.entry_no
);

DELETE FROM jobs INDEXED BY jobs_by_id
WHERE (corporate_id, job_id) IN (
  SELECT t.corporate_id, t.job_id
  FROM (SELECT ? AS corporate_id, ? AS job_id) s
  CROSS JOIN jobs t INDEXED BY jobs_by_id
  WHERE t.corporate_id = s.corporate_id
    AND t.job_id = s.job_id
);

-- archives.extend
UPDATE archive_claim
SET leased_until = ?
WHERE one = 1
  AND token = ?;

-- archives.files
SELECT corporate_id, number, bank_id, name, digest, ordinal, hash, position, event_hash, at
FROM archive_files
WHERE corporate_id = ?
  AND bank_id = ?
  AND number > ?
ORDER BY number
LIMIT ?;

-- archives.find
SELECT t.last_id, t.corporate_id, t.bank_id, (
  SELECT f.name
  FROM archive_files f
  WHERE f.corporate_id = s.corporate_id
    AND f.number = t.file_number
) AS name
FROM (
  SELECT ? AS corporate_id, ? AS bank_id, value->>0 AS subject_id
  FROM jsonb_each(jsonb(CAST(? AS TEXT)))
) s
CROSS JOIN archived t INDEXED BY sqlite_autoindex_archived_1
WHERE t.corporate_id = s.corporate_id
  AND t.subject_id = s.subject_id
  AND t.bank_id = s.bank_id
  AND true;

-- archives.findAnywhere
SELECT t.last_id, t.corporate_id, t.bank_id, (
  SELECT f.name
  FROM archive_files f
  WHERE f.corporate_id = t.corporate_id
    AND f.number = t.file_number
) AS name
FROM archived t INDEXED BY archived_anywhere
WHERE t.subject_id IN (?, ?);

-- archives.id
SELECT archive_id
FROM archive_claim
WHERE one = 1;

-- archives.keepId
INSERT INTO archive_claim (one, archive_id, token, leased_until)
VALUES (1, ?, 0, 0)
ON CONFLICT (one) DO UPDATE SET archive_id = coalesce(archive_claim.archive_id, excluded.archive_id)
RETURNING archive_id;

-- archives.kept
SELECT ordinal, entry_no, position, hash, previous_hash, event_hash
FROM journal_seals
WHERE corporate_id = ?
  AND ordinal > ?
  AND ordinal <= ?
ORDER BY ordinal
LIMIT ?;

SELECT json_array(t.entry_no, t.subject_kind, t.subject_id, t.sequence, t.from_state, t.to_state,
    t.at, t.actor, t.changes, t.via_key) AS tuple
FROM (
  SELECT ? AS corporate_id, ? AS bank_id, value->>0 AS entry_no
  FROM jsonb_each(jsonb(CAST(? AS TEXT)))
) s
CROSS JOIN journal t INDEXED BY journal_of_corporate
WHERE t.corporate_id = s.corporate_id
  AND t.entry_no = s.entry_no
  AND t.bank_id = s.bank_id
  AND true;

-- archives.last
SELECT corporate_id, number, bank_id, name, digest, ordinal, hash, position, event_hash, at
FROM archive_files
WHERE corporate_id = ?
  AND bank_id = ?
  AND number < ?
ORDER BY number DESC
LIMIT 1;

-- archives.sealed
SELECT t.entry_no, t.ordinal
FROM (
  SELECT ? AS corporate_id, value->>0 AS entry_no
  FROM jsonb_each(jsonb(CAST(? AS TEXT)))
) s
CROSS JOIN journal_seals t INDEXED BY journal_seals_of
WHERE t.corporate_id = s.corporate_id
  AND t.entry_no = s.entry_no
  AND true;

-- authority.addKey
INSERT INTO authority_key (id, record)
VALUES (?, ?)
ON CONFLICT (id) DO NOTHING;

-- authority.addSignature
INSERT INTO approval_signatures (corporate_id, bank_id, id, record)
VALUES (?, ?, ?, ?);

-- authority.key
SELECT record
FROM authority_key
WHERE id = 'authority';

-- authority.signature
SELECT record
FROM approval_signatures INDEXED BY sqlite_autoindex_approval_signatures_1
WHERE corporate_id = ?
  AND bank_id = ?
  AND id = ?;

-- authority.signaturesAfter
SELECT record
FROM approval_signatures INDEXED BY sqlite_autoindex_approval_signatures_1
WHERE corporate_id = ?
  AND bank_id = ?
  AND id > ?
ORDER BY id
LIMIT ?;

-- bankAnswers.add
INSERT INTO bank_answers (corporate_id, bank_id, payout_id, answer_id, verdict, at)
SELECT corporate_id, bank_id, payout_id, answer_id, verdict, at
FROM (
  SELECT ? AS corporate_id, ? AS bank_id, ? AS at, value->>0 AS payout_id, value->>1 AS answer_id,
      value->>2 AS verdict
  FROM jsonb_each(jsonb(CAST(? AS TEXT)))
) s
WHERE true
ON CONFLICT (corporate_id, answer_id) DO NOTHING
RETURNING corporate_id, bank_id, payout_id, answer_id, verdict, at;

-- bankAnswers.of
SELECT t.corporate_id, t.bank_id, t.payout_id, t.answer_id, t.verdict, t.at
FROM (
  SELECT ? AS corporate_id, ? AS bank_id, value->>0 AS payout_id
  FROM jsonb_each(jsonb(CAST(? AS TEXT)))
) s
CROSS JOIN bank_answers t INDEXED BY bank_answers_of
WHERE t.corporate_id = s.corporate_id
  AND t.bank_id = s.bank_id
  AND t.payout_id = s.payout_id
  AND t.answer_no IN (
    SELECT t.answer_no
    FROM bank_answers t INDEXED BY bank_answers_of
    WHERE t.corporate_id = s.corporate_id
      AND t.bank_id = s.bank_id
      AND t.payout_id = s.payout_id
      AND true
    ORDER BY t.answer_no DESC
    LIMIT ?
  )
ORDER BY t.answer_no DESC
LIMIT ?;

-- beneficiaries.add
INSERT INTO beneficiaries (corporate_id, beneficiary_id, bank_id, bene_id, state, revision,
    search, change_waits, record)
VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
ON CONFLICT (corporate_id, bene_id)
WHERE state NOT IN ('rejected', 'deactivated') DO NOTHING;

INSERT INTO beneficiary_accounts (corporate_id, beneficiary_id, name_key, account_number)
SELECT corporate_id, beneficiary_id, name_key, account_number
FROM (
  SELECT ? AS corporate_id, ? AS beneficiary_id, ? AS name_key, ? AS account_number
) s
WHERE true
ON CONFLICT (corporate_id, name_key, account_number) DO NOTHING;

INSERT INTO beneficiary_packages (corporate_id, bank_id, package_code, beneficiary_id)
SELECT corporate_id, bank_id, package_code, beneficiary_id
FROM (
  SELECT ? AS corporate_id, ? AS bank_id, ? AS package_code, ? AS beneficiary_id
) s
WHERE true;

-- beneficiaries.countByPackage
SELECT s.package_code, (
  SELECT count(*)
  FROM beneficiary_packages t INDEXED BY sqlite_autoindex_beneficiary_packages_1
  WHERE t.corporate_id = s.corporate_id
    AND t.bank_id = s.bank_id
    AND t.package_code = s.package_code
) AS count
FROM (
  SELECT ? AS corporate_id, ? AS bank_id, value->>0 AS package_code
  FROM jsonb_each(jsonb(CAST(? AS TEXT)))
) s;

-- beneficiaries.find
SELECT record
FROM beneficiaries INDEXED BY beneficiaries_by_id
WHERE corporate_id = ?
  AND beneficiary_id = ?
  AND bank_id = ?;

-- beneficiaries.findByBeneIds
SELECT t.record
FROM (
  SELECT ? AS corporate_id, ? AS bank_id, value->>0 AS bene_id
  FROM jsonb_each(jsonb(CAST(? AS TEXT)))
) s
CROSS JOIN beneficiaries t INDEXED BY beneficiaries_by_bene_id
WHERE t.corporate_id = s.corporate_id
  AND t.bank_id = s.bank_id
  AND t.bene_id = s.bene_id;

-- beneficiaries.findMany
SELECT t.record
FROM (
  SELECT ? AS corporate_id, ? AS bank_id, value->>0 AS beneficiary_id
  FROM jsonb_each(jsonb(CAST(? AS TEXT)))
) s
CROSS JOIN beneficiaries t INDEXED BY beneficiaries_by_id
WHERE t.corporate_id = s.corporate_id
  AND t.bank_id = s.bank_id
  AND t.beneficiary_id = s.beneficiary_id
  AND true;

-- beneficiaries.following
SELECT record
FROM beneficiaries INDEXED BY beneficiaries_by_id
WHERE corporate_id = ?
  AND bank_id = ?
  AND search LIKE ? ESCAPE '\'
  AND CASE WHEN beneficiaries.state IN ('rejected', 'deactivated') THEN EXISTS (
    SELECT 1
    FROM json_each(beneficiaries.record, '$.packageCodes') e
    WHERE e.value IN (SELECT value FROM json_each(?))
  ) ELSE EXISTS (
    SELECT 1
    FROM beneficiary_packages p INDEXED BY beneficiary_packages_of
    WHERE p.beneficiary_id = beneficiaries.beneficiary_id
      AND p.corporate_id = beneficiaries.corporate_id
      AND p.bank_id = beneficiaries.bank_id
      AND p.package_code IN (SELECT value FROM json_each(?))
  ) END
  AND beneficiary_id > ?
ORDER BY beneficiary_id
LIMIT ?;

SELECT record
FROM beneficiaries INDEXED BY beneficiaries_by_state
WHERE corporate_id = ?
  AND bank_id = ?
  AND search LIKE ? ESCAPE '\'
  AND state = ?
  AND CASE WHEN beneficiaries.state IN ('rejected', 'deactivated') THEN EXISTS (
    SELECT 1
    FROM json_each(beneficiaries.record, '$.packageCodes') e
    WHERE e.value IN (SELECT value FROM json_each(?))
  ) ELSE EXISTS (
    SELECT 1
    FROM beneficiary_packages p INDEXED BY beneficiary_packages_of
    WHERE p.beneficiary_id = beneficiaries.beneficiary_id
      AND p.corporate_id = beneficiaries.corporate_id
      AND p.bank_id = beneficiaries.bank_id
      AND p.package_code IN (SELECT value FROM json_each(?))
  ) END
  AND beneficiary_id > ?
ORDER BY beneficiary_id
LIMIT ?;

SELECT record
FROM beneficiaries INDEXED BY beneficiaries_change_waits
WHERE corporate_id = ?
  AND bank_id = ?
  AND search LIKE ? ESCAPE '\'
  AND change_waits = 1
  AND CASE WHEN beneficiaries.state IN ('rejected', 'deactivated') THEN EXISTS (
    SELECT 1
    FROM json_each(beneficiaries.record, '$.packageCodes') e
    WHERE e.value IN (SELECT value FROM json_each(?))
  ) ELSE EXISTS (
    SELECT 1
    FROM beneficiary_packages p INDEXED BY beneficiary_packages_of
    WHERE p.beneficiary_id = beneficiaries.beneficiary_id
      AND p.corporate_id = beneficiaries.corporate_id
      AND p.bank_id = beneficiaries.bank_id
      AND p.package_code IN (SELECT value FROM json_each(?))
  ) END
  AND beneficiary_id > ?
ORDER BY beneficiary_id
LIMIT ?;

-- beneficiaries.holders
SELECT t.bene_id, t.beneficiary_id
FROM (
  SELECT ? AS corporate_id, ? AS bank_id, value->>0 AS bene_id
  FROM jsonb_each(jsonb(CAST(? AS TEXT)))
) s
CROSS JOIN beneficiaries t INDEXED BY beneficiaries_by_bene_id
WHERE t.corporate_id = s.corporate_id
  AND t.bank_id = s.bank_id
  AND t.bene_id = s.bene_id
  AND state NOT IN ('rejected', 'deactivated')
  AND true;

-- beneficiaries.idsContaining
SELECT beneficiary_id
FROM beneficiaries INDEXED BY beneficiaries_by_id
WHERE corporate_id = ?
  AND bank_id = ?
  AND ( (instr(search, ?) > 0 AND instr(substr(search, 1, instr(search, char(10)) - 1), ?) > 0)
    OR instr(lower(bene_id), ?) > 0 OR instr(lower(beneficiary_id), ?) > 0);

-- beneficiaries.idsNamed
SELECT beneficiary_id
FROM beneficiaries INDEXED BY beneficiaries_by_id
WHERE corporate_id = ?
  AND bank_id = ?
  AND instr((? || search), ?) > 0;

-- beneficiaries.list
SELECT (
  SELECT count(*)
  FROM beneficiaries INDEXED BY beneficiaries_by_id
  WHERE corporate_id = ?
    AND bank_id = ?
    AND search LIKE ? ESCAPE '\'
) AS total, page.record
FROM (SELECT 1 AS one) always
LEFT JOIN (
  SELECT beneficiary_id, record
  FROM beneficiaries INDEXED BY beneficiaries_by_id
  WHERE corporate_id = ?
    AND bank_id = ?
    AND search LIKE ? ESCAPE '\'
  ORDER BY beneficiary_id
  LIMIT ?
  OFFSET ?
) page ON 1 = 1
ORDER BY page.beneficiary_id;

-- beneficiaries.replace
SELECT record
FROM beneficiaries INDEXED BY beneficiaries_by_id
WHERE corporate_id = ?
  AND beneficiary_id = ?
  AND bank_id = ?;

UPDATE beneficiaries
SET bene_id = ?, state = ?, revision = ?, search = ?, change_waits = ?, record = ?
WHERE corporate_id = ?
  AND beneficiary_id = ?
  AND bank_id = ?
  AND revision = ?;

DELETE FROM beneficiary_packages
WHERE corporate_id = ?
  AND beneficiary_id = ?;

INSERT INTO beneficiary_packages (corporate_id, bank_id, package_code, beneficiary_id)
SELECT corporate_id, bank_id, package_code, beneficiary_id
FROM (
  SELECT ? AS corporate_id, ? AS bank_id, ? AS package_code, ? AS beneficiary_id
) s
WHERE true;

DELETE FROM beneficiary_accounts
WHERE corporate_id = ?
  AND beneficiary_id = ?;

DELETE FROM beneficiaries
WHERE corporate_id = ?
  AND beneficiary_id = ?
  AND bank_id = ?
  AND revision = ?;

INSERT INTO beneficiaries (corporate_id, beneficiary_id, bank_id, bene_id, state, revision,
    search, change_waits, record)
VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
ON CONFLICT (corporate_id, bene_id)
WHERE state NOT IN ('rejected', 'deactivated') DO NOTHING;

INSERT INTO beneficiary_accounts (corporate_id, beneficiary_id, name_key, account_number)
SELECT corporate_id, beneficiary_id, name_key, account_number
FROM (
  SELECT ? AS corporate_id, ? AS beneficiary_id, ? AS name_key, ? AS account_number
) s
WHERE true
ON CONFLICT (corporate_id, name_key, account_number) DO NOTHING;

-- beneficiaries.withAccounts
SELECT t.beneficiary_id
FROM (
  SELECT ? AS corporate_id, ? AS bank_id, value->>0 AS account_number
  FROM jsonb_each(jsonb(CAST(? AS TEXT)))
) s
CROSS JOIN beneficiary_accounts t INDEXED BY beneficiary_accounts_by_number
WHERE t.corporate_id = s.corporate_id
  AND t.account_number = s.account_number;

SELECT t.record
FROM (
  SELECT ? AS corporate_id, ? AS bank_id, value->>0 AS beneficiary_id
  FROM jsonb_each(jsonb(CAST(? AS TEXT)))
) s
CROSS JOIN beneficiaries t INDEXED BY beneficiaries_by_id
WHERE t.corporate_id = s.corporate_id
  AND t.bank_id = s.bank_id
  AND t.beneficiary_id = s.beneficiary_id
  AND true;

-- collections.addLink
INSERT INTO payment_links (link_id, corporate_id, bank_id, sequence, record, created_at)
VALUES (?, ?, ?, ?, ?, ?);

-- collections.addSession
INSERT INTO collection_sessions (session_id, corporate_id, bank_id, sequence, record)
VALUES (?, ?, ?, ?, ?);

-- collections.anyLink
SELECT record
FROM payment_links
WHERE link_id = ?;

-- collections.anySession
SELECT record
FROM collection_sessions
WHERE session_id = ?;

-- collections.countMail
INSERT INTO link_mails AS t (corporate_id, bank_id, whom, day, mails)
VALUES (?, ?, ?, ?, 1)
ON CONFLICT (corporate_id, bank_id, whom) DO UPDATE SET mails = CASE WHEN t.day < excluded.day THEN 1 ELSE t.mails + 1 END,
    day = CASE WHEN t.day < excluded.day THEN excluded.day ELSE t.day END
WHERE t.day < excluded.day
  OR t.mails < ?;

-- collections.link
SELECT record
FROM payment_links
WHERE link_id = ?
  AND corporate_id = ?
  AND bank_id = ?;

-- collections.links
SELECT record
FROM payment_links INDEXED BY payment_links_of
WHERE corporate_id = ?
  AND bank_id = ?
  AND (created_at, link_id) < (?, ?)
ORDER BY created_at DESC, link_id DESC
LIMIT ?;

-- collections.replaceLink
UPDATE payment_links
SET sequence = ?, record = ?
WHERE link_id = ?
  AND corporate_id = ?
  AND bank_id = ?
  AND sequence = ?
  AND instr(record, ?) > 0;

-- collections.replaceSession
UPDATE collection_sessions
SET sequence = ?, record = ?
WHERE session_id = ?
  AND corporate_id = ?
  AND bank_id = ?
  AND sequence = ?
  AND instr(record, ?) > 0;

-- collections.session
SELECT record
FROM collection_sessions
WHERE session_id = ?
  AND corporate_id = ?
  AND bank_id = ?;

-- deliveries.attempts
SELECT attempt_no, corporate_id, bank_id, endpoint_id, event_id, event_type, attempt, at, duration_ms,
    status, code, fault, answer, next_at
FROM webhook_attempts INDEXED BY webhook_attempts_of
WHERE endpoint_id = ?
  AND corporate_id = ?
  AND bank_id = ?
  AND attempt_no < ?
ORDER BY attempt_no DESC
LIMIT ?;

-- deliveries.delay
UPDATE webhook_queue INDEXED BY webhook_queue_due
SET due_at = ?, with_endpoint = 1
WHERE endpoint_id = ?
  AND corporate_id = ?
  AND bank_id = ?
  AND due_at <= ?
  AND attempts = 0;

-- deliveries.due
SELECT event_id, event_type, event_at, attempts, due_at, body, with_endpoint
FROM webhook_queue INDEXED BY webhook_queue_due
WHERE endpoint_id = ?
  AND corporate_id = ?
  AND bank_id = ?
  AND due_at <= ?
ORDER BY due_at, event_id
LIMIT ?;

-- deliveries.failing
SELECT count(*) AS failing
FROM (
  SELECT 1
  FROM webhook_progress INDEXED BY webhook_progress_failing
  WHERE failing_since > 0
    AND failing_since < 9007199254740991
  LIMIT ?
) c;

-- deliveries.forget
DELETE FROM webhook_progress
WHERE endpoint_id = ?
  AND corporate_id = ?
  AND bank_id = ?;

DELETE FROM webhook_queue
WHERE endpoint_id = ?
  AND corporate_id = ?
  AND bank_id = ?;

DELETE FROM webhook_attempts INDEXED BY webhook_attempts_of
WHERE endpoint_id = ?
  AND corporate_id = ?
  AND bank_id = ?;

-- deliveries.forgetAttempts
SELECT attempt_no, at
FROM webhook_attempts INDEXED BY webhook_attempts_of
WHERE endpoint_id = ?
  AND corporate_id = ?
  AND bank_id = ?
ORDER BY attempt_no
LIMIT ?;

DELETE FROM webhook_attempts INDEXED BY webhook_attempts_of
WHERE endpoint_id = ?
  AND corporate_id = ?
  AND bank_id = ?
  AND attempt_no <= ?;

-- deliveries.hasten
UPDATE webhook_queue INDEXED BY webhook_queue_due
SET due_at = ?
WHERE endpoint_id = ?
  AND corporate_id = ?
  AND bank_id = ?
  AND due_at > ?
  AND with_endpoint = 1;

-- deliveries.nextDue
SELECT due_at
FROM webhook_queue INDEXED BY webhook_queue_due
WHERE endpoint_id = ?
  AND corporate_id = ?
  AND bank_id = ?
  AND due_at IS NOT NULL
ORDER BY due_at
LIMIT 1;

-- deliveries.note
INSERT INTO webhook_attempts (corporate_id, bank_id, endpoint_id, event_id, event_type, attempt,
    at, duration_ms, status, code, fault, answer, next_at)
SELECT corporate_id, bank_id, endpoint_id, event_id, event_type, attempt, at, duration_ms,
    status, code, fault, answer, next_at
FROM (
  SELECT ? AS corporate_id, ? AS bank_id, ? AS event_type, ? AS attempt, ? AS at, ? AS duration_ms,
      ? AS status, ? AS code, ? AS fault, ? AS answer, ? AS next_at, value->>0 AS endpoint_id,
      value->>1 AS event_id
  FROM jsonb_each(jsonb(CAST(? AS TEXT)))
) s
WHERE true;

-- deliveries.progress
SELECT position, failing_since, slow, failures, left_alone_until
FROM webhook_progress
WHERE endpoint_id = ?
  AND corporate_id = ?
  AND bank_id = ?;

-- deliveries.putProgress
INSERT INTO webhook_progress (endpoint_id, corporate_id, bank_id, position, failing_since,
    slow, failures, left_alone_until)
VALUES (?, ?, ?, ?, ?, ?, ?, ?)
ON CONFLICT (corporate_id, endpoint_id) DO UPDATE SET position = excluded.position, failing_since = excluded.failing_since,
    slow = excluded.slow, failures = excluded.failures, left_alone_until = excluded.left_alone_until;

-- deliveries.queue
INSERT INTO webhook_queue (endpoint_id, event_id, corporate_id, bank_id, event_type, event_at,
    attempts, due_at, body, with_endpoint)
SELECT endpoint_id, event_id, corporate_id, bank_id, event_type, event_at, attempts, due_at,
    body, with_endpoint
FROM (
  SELECT ? AS corporate_id, ? AS bank_id, ? AS event_type, ? AS event_at, ? AS attempts, ? AS due_at,
      ? AS body, ? AS with_endpoint, value->>0 AS endpoint_id, value->>1 AS event_id
  FROM jsonb_each(jsonb(CAST(? AS TEXT)))
) s
WHERE true
ON CONFLICT (corporate_id, endpoint_id, event_id) DO UPDATE SET event_type = excluded.event_type,
    event_at = excluded.event_at, attempts = excluded.attempts, due_at = excluded.due_at, body = excluded.body,
    with_endpoint = excluded.with_endpoint;

-- deliveries.queuedOf
SELECT t.event_id, t.event_type, t.event_at, t.attempts, t.due_at, t.body, t.with_endpoint
FROM (
  SELECT ? AS endpoint_id, ? AS corporate_id, ? AS bank_id, value->>0 AS event_id
  FROM jsonb_each(jsonb(CAST(? AS TEXT)))
) s
CROSS JOIN webhook_queue t INDEXED BY sqlite_autoindex_webhook_queue_1
WHERE t.corporate_id = s.corporate_id
  AND t.endpoint_id = s.endpoint_id
  AND t.event_id = s.event_id
  AND t.bank_id = s.bank_id
  AND true;

-- deliveries.restart
UPDATE webhook_queue
SET attempts = 0, due_at = ?
WHERE endpoint_id = ?
  AND corporate_id = ?
  AND bank_id = ?
  AND event_at >= ?;

-- deliveries.tally
SELECT (
  SELECT count(*)
  FROM (
    SELECT 1
    FROM webhook_queue INDEXED BY webhook_queue_due
    WHERE endpoint_id = ?
      AND corporate_id = ?
      AND bank_id = ?
      AND due_at IS NOT NULL
    LIMIT ?
  ) c
) AS waiting, (
  SELECT count(*)
  FROM (
    SELECT 1
    FROM webhook_queue INDEXED BY webhook_queue_due
    WHERE endpoint_id = ?
      AND corporate_id = ?
      AND bank_id = ?
      AND due_at IS NULL
    LIMIT ?
  ) c
) AS dead;

-- deliveries.unqueue
DELETE FROM webhook_queue INDEXED BY sqlite_autoindex_webhook_queue_1
WHERE (corporate_id, endpoint_id, event_id) IN (
  SELECT t.corporate_id, t.endpoint_id, t.event_id
  FROM (
    SELECT ? AS endpoint_id, ? AS corporate_id, ? AS bank_id, value->>0 AS event_id
    FROM jsonb_each(jsonb(CAST(? AS TEXT)))
  ) s
  CROSS JOIN webhook_queue t INDEXED BY sqlite_autoindex_webhook_queue_1
  WHERE t.corporate_id = s.corporate_id
    AND t.endpoint_id = s.endpoint_id
    AND t.event_id = s.event_id
    AND t.bank_id = s.bank_id
);

-- deliveries.untried
SELECT event_id, event_type, event_at, attempts, due_at, body, with_endpoint
FROM webhook_queue INDEXED BY webhook_queue_due
WHERE endpoint_id = ?
  AND corporate_id = ?
  AND bank_id = ?
  AND due_at <= ?
  AND attempts = 0
ORDER BY due_at, event_id
LIMIT ?;

-- doubts.draw
SELECT t.payout_id
FROM payouts t INDEXED BY payouts_anywhere
WHERE t.payout_id > '00000000-0000-0000-0000-000000000000'
ORDER BY t.payout_id DESC
LIMIT 1;

INSERT INTO send_doubt (one, line)
VALUES (1, ?)
ON CONFLICT (one) DO UPDATE SET line = excluded.line
WHERE send_doubt.line < excluded.line;

-- doubts.line
SELECT line
FROM send_doubt
WHERE one = 1;

-- events.after
SELECT t.position, t.previous_hash, t.hash, t.body_hash, t.event_id, t.type, t.at, t.body
FROM events t INDEXED BY events_in_order
WHERE corporate_id = ?
  AND bank_id = ?
  AND position > ?
ORDER BY position
LIMIT ?;

SELECT position
FROM (
  SELECT position
  FROM events INDEXED BY events_by_type
  WHERE corporate_id = ?
    AND type = ?
    AND position > ?
  ORDER BY position
  LIMIT ?
) t0
UNION ALL
SELECT position
FROM (
  SELECT position
  FROM events INDEXED BY events_by_type
  WHERE corporate_id = ?
    AND type = ?
    AND position > ?
  ORDER BY position
  LIMIT ?
) t1
ORDER BY position
LIMIT ?;

SELECT t.position, t.previous_hash, t.hash, t.body_hash, t.event_id, t.type, t.at, t.body
FROM (
  SELECT ? AS corporate_id, ? AS bank_id, value->>0 AS position
  FROM jsonb_each(jsonb(CAST(? AS TEXT)))
) s
CROSS JOIN events t INDEXED BY events_in_order
WHERE t.corporate_id = s.corporate_id
  AND t.bank_id = s.bank_id
  AND t.position = s.position
  AND true;

-- events.at
SELECT t.position, t.previous_hash, t.hash, t.body_hash, t.event_id, t.type, t.at, t.body
FROM (
  SELECT ? AS corporate_id, ? AS bank_id, value->>0 AS position
  FROM jsonb_each(jsonb(CAST(? AS TEXT)))
) s
CROSS JOIN events t INDEXED BY events_in_order
WHERE t.corporate_id = s.corporate_id
  AND t.bank_id = s.bank_id
  AND t.position = s.position
  AND true;

-- events.lastPosition
SELECT position
FROM journal_heads
WHERE corporate_id = ?
  AND bank_id = ?;

-- events.of
SELECT t.position, t.previous_hash, t.hash, t.body_hash, t.event_id, t.type, t.at, t.body
FROM (
  SELECT ? AS corporate_id, ? AS bank_id, value->>0 AS event_id
  FROM jsonb_each(jsonb(CAST(? AS TEXT)))
) s
CROSS JOIN events t INDEXED BY events_by_id
WHERE t.corporate_id = s.corporate_id
  AND t.bank_id = s.bank_id
  AND t.event_id >= s.event_id
  AND t.event_id <= s.event_id;

-- factors.byId
SELECT record
FROM person_factors
WHERE id = ?;

-- factors.find
SELECT t.record
FROM person_factors t INDEXED BY person_factors_of
WHERE corporate_id = ?
  AND bank_id = ?
  AND user_id = ?;

-- factors.findMany
SELECT t.record
FROM (
  SELECT ? AS corporate_id, ? AS bank_id, value->>0 AS user_id
  FROM jsonb_each(jsonb(CAST(? AS TEXT)))
) s
CROSS JOIN person_factors t INDEXED BY person_factors_of
WHERE t.corporate_id = s.corporate_id
  AND t.bank_id = s.bank_id
  AND t.user_id = s.user_id
  AND true;

-- factors.hold
SELECT t.record
FROM person_factors t INDEXED BY person_factors_of
WHERE corporate_id = ?
  AND bank_id = ?
  AND user_id = ?;

-- factors.put
INSERT INTO person_factors (id, corporate_id, bank_id, user_id, revision, record)
VALUES (?, ?, ?, ?, ?, ?)
ON CONFLICT (corporate_id, bank_id, user_id) DO NOTHING;

UPDATE person_factors
SET revision = ?, record = ?
WHERE id = ?
  AND revision = ?;

-- idempotency.add
INSERT INTO answers (corporate_id, route, key, bank_id, fingerprint, outcome, at, body)
SELECT corporate_id, route, key, bank_id, fingerprint, outcome, at, body
FROM (
  SELECT ? AS corporate_id, ? AS route, ? AS bank_id, ? AS outcome, ? AS at, value->>0 AS key,
      value->>1 AS fingerprint, value->>2 AS body
  FROM jsonb_each(jsonb(CAST(? AS TEXT)))
) s
WHERE true
ON CONFLICT (corporate_id, route, key) DO NOTHING
RETURNING corporate_id, route, key;

-- idempotency.find
SELECT t.corporate_id, t.route, t.key, t.bank_id, t.fingerprint, t.outcome, t.at, t.body
FROM (
  SELECT ? AS corporate_id, ? AS route, ? AS bank_id, value->>0 AS key
  FROM jsonb_each(jsonb(CAST(? AS TEXT)))
) s
CROSS JOIN answers t INDEXED BY answers_by_key
WHERE t.corporate_id = s.corporate_id
  AND t.route = s.route
  AND t.key = s.key
  AND t.bank_id = s.bank_id
  AND true;

-- idempotency.reseal
UPDATE answers
SET body = ?
WHERE corporate_id = ?
  AND route = ?
  AND key = ?
  AND bank_id = ?
  AND body = ?;

-- idempotency.sealed
SELECT corporate_id, route, key, bank_id, fingerprint, outcome, at, CASE WHEN outcome IN (?)
  OR route IN (?) THEN body END AS body
FROM answers INDEXED BY answers_by_key
WHERE (corporate_id, route, key) > (?, ?, ?)
ORDER BY corporate_id, route, key
LIMIT ?;

-- jobs.add
INSERT INTO jobs (job_id, bank_id, corporate_id, api_ref, initiated_by, requested_at, total,
    status, sequence, completed_at, traceparent, via_key, package_codes)
SELECT job_id, bank_id, corporate_id, api_ref, initiated_by, requested_at, total, status, sequence,
    completed_at, traceparent, via_key, package_codes
FROM (
  SELECT ? AS bank_id, ? AS corporate_id, ? AS initiated_by, ? AS requested_at, ? AS status,
      ? AS sequence, ? AS completed_at, ? AS traceparent, ? AS via_key, ? AS package_codes,
      value->>0 AS job_id, value->>1 AS api_ref, value->>2 AS total
  FROM jsonb_each(jsonb(CAST(? AS TEXT)))
) s
WHERE true;

-- jobs.advance
INSERT INTO jobs (corporate_id, job_id, status, sequence, completed_at)
SELECT t.corporate_id, t.job_id, s.status, s.sequence, s.completed_at
FROM (
  SELECT ? AS job_id, ? AS bank_id, ? AS corporate_id, ? AS api_ref, ? AS initiated_by, ? AS requested_at,
      ? AS total, ? AS status, ? AS sequence, ? AS completed_at, ? AS traceparent, ? AS via_key,
      ? AS package_codes
) s
CROSS JOIN jobs t INDEXED BY jobs_by_id
WHERE t.corporate_id = s.corporate_id
  AND t.job_id = s.job_id
  AND t.bank_id = s.bank_id
  AND t.sequence + 1 = s.sequence
ON CONFLICT (corporate_id, job_id) DO UPDATE SET status = excluded.status, sequence = excluded.sequence,
    completed_at = excluded.completed_at;

-- jobs.find
SELECT t.job_id, t.bank_id, t.corporate_id, t.api_ref, t.initiated_by, t.requested_at, t.total,
    t.status, t.sequence, t.completed_at, t.traceparent, t.via_key, t.package_codes
FROM jobs t INDEXED BY jobs_by_id
WHERE t.job_id = ?
  AND corporate_id = ?
  AND bank_id = ?;

-- jobs.findMany
SELECT t.job_id, t.bank_id, t.corporate_id, t.api_ref, t.initiated_by, t.requested_at, t.total,
    t.status, t.sequence, t.completed_at, t.traceparent, t.via_key, t.package_codes
FROM (
  SELECT ? AS bank_id, ? AS corporate_id, value->>0 AS job_id
  FROM jsonb_each(jsonb(CAST(? AS TEXT)))
) s
CROSS JOIN jobs t INDEXED BY jobs_by_id
WHERE t.corporate_id = s.corporate_id
  AND t.job_id = s.job_id
  AND t.bank_id = s.bank_id
  AND true;

-- jobs.newest
SELECT t.job_id, t.bank_id, t.corporate_id, t.api_ref, t.initiated_by, t.requested_at, t.total,
    t.status, t.sequence, t.completed_at, t.traceparent, t.via_key, t.package_codes
FROM jobs t INDEXED BY jobs_by_id
WHERE corporate_id = ?
  AND bank_id = ?
  AND t.job_id < ?
ORDER BY t.job_id DESC
LIMIT ?;

-- journal.append
INSERT INTO journal (bank_id, corporate_id, subject_kind, subject_id, sequence, from_state,
    to_state, at, actor, changes)
SELECT bank_id, corporate_id, subject_kind, subject_id, sequence, from_state, to_state, at,
    actor, changes
FROM (
  SELECT ? AS bank_id, ? AS corporate_id, ? AS subject_kind, ? AS sequence, ? AS from_state,
      ? AS to_state, ? AS at, ? AS actor, ? AS changes, value->>0 AS subject_id
  FROM jsonb_each(jsonb(CAST(? AS TEXT)))
) s
WHERE true;

-- journal.incidents
SELECT bank_id, corporate_id, kind, subject_id, at, detail
FROM incidents INDEXED BY incidents_in_order
WHERE corporate_id = ?
  AND bank_id = ?
  AND (at, kind, subject_id) < (?, ?, ?)
ORDER BY at DESC, kind DESC, subject_id DESC
LIMIT ?;

-- journal.incidentsAbout
SELECT t.bank_id, t.corporate_id, t.kind, t.subject_id, t.at, t.detail
FROM (
  SELECT ? AS corporate_id, ? AS bank_id, value->>0 AS subject_id
  FROM jsonb_each(jsonb(CAST(? AS TEXT)))
) s
CROSS JOIN incidents t INDEXED BY incidents_once
WHERE t.corporate_id = s.corporate_id
  AND t.bank_id = s.bank_id
  AND t.kind IN ('intake_failed', 'indexing_failed', 'expiry_failed', 'sending_failed', 'outcome_unknown',
    'nonsense_answer', 'contradictory_answer', 'unexpected_return', 'late_answer', 'unknown_order',
    'database_restored', 'forgotten_order', 'forgotten_charge', 'late_charge', 'reversal_unconfirmed',
    'charge_unknown', 'sealing_failed', 'delivery_failed', 'delivery_dead', 'endpoint_disabled',
    'approval_not_proven', 'policies_not_proven', 'guard_away', 'bank_file_refused', 'bank_status_unmatched',
    'bank_entry_unmatched', 'maker_locked')
  AND t.subject_id = s.subject_id;

-- journal.last
SELECT json_array(t.sequence, t.subject_kind, t.subject_id, t.sequence, t.from_state, t.to_state,
    t.at, t.actor, t.changes, t.via_key) AS tuple
FROM journal t INDEXED BY journal_of_subject
WHERE corporate_id = ?
  AND subject_id = ?
  AND bank_id = ?
  AND sequence < ?
ORDER BY sequence DESC
LIMIT ?;

-- journal.latest
SELECT json_array(t.entry_no, t.subject_kind, t.subject_id, t.sequence, t.from_state, t.to_state,
    t.at, t.actor, t.changes, t.via_key) AS tuple
FROM journal t INDEXED BY journal_of_corporate
WHERE corporate_id = ?
  AND bank_id = ?
  AND entry_no < ?
ORDER BY entry_no DESC
LIMIT ?;

SELECT json_array(t.sequence, t.subject_kind, t.subject_id, t.sequence, t.from_state, t.to_state,
    t.at, t.actor, t.changes, t.via_key) AS tuple
FROM journal t INDEXED BY journal_of_subject
WHERE corporate_id = ?
  AND subject_id = ?
  AND bank_id = ?
  AND sequence < ?
ORDER BY sequence DESC
LIMIT ?;

-- journal.latestIncidents
SELECT incident_no, bank_id, corporate_id, kind, subject_id, at, detail
FROM incidents
WHERE incident_no < ?
ORDER BY incident_no DESC
LIMIT ?;

-- journal.of
SELECT json_array(t.entry_no, t.subject_kind, t.subject_id, t.sequence, t.from_state, t.to_state,
    t.at, t.actor, t.changes, t.via_key) AS tuple
FROM journal t INDEXED BY journal_of_subject
WHERE corporate_id = ?
  AND subject_id = ?
  AND bank_id = ?
ORDER BY sequence;

-- journal.ofMany
SELECT json_array(t.entry_no, t.subject_kind, t.subject_id, t.sequence, t.from_state, t.to_state,
    t.at, t.actor, t.changes, t.via_key) AS tuple
FROM (
  SELECT ? AS corporate_id, ? AS bank_id, value->>0 AS subject_id
  FROM jsonb_each(jsonb(CAST(? AS TEXT)))
) s
CROSS JOIN journal t INDEXED BY journal_of_subject
WHERE t.corporate_id = s.corporate_id
  AND t.subject_id = s.subject_id
  AND t.bank_id = s.bank_id;

-- journal.raise
INSERT INTO incidents (bank_id, corporate_id, kind, subject_id, at, detail)
SELECT bank_id, corporate_id, kind, subject_id, at, detail
FROM (
  SELECT ? AS bank_id, ? AS corporate_id, ? AS kind, ? AS at, ? AS detail, value->>0 AS subject_id
  FROM jsonb_each(jsonb(CAST(? AS TEXT)))
) s
WHERE true
ON CONFLICT (corporate_id, kind, subject_id) DO NOTHING;

-- journal.recentIncidents
SELECT kind, count(*) AS count
FROM (
  SELECT kind, at
  FROM incidents
  ORDER BY incident_no DESC
  LIMIT ?
) i
WHERE at >= ?
GROUP BY kind;

-- notifications.find
SELECT record
FROM person_notifications INDEXED BY sqlite_autoindex_person_notifications_1
WHERE corporate_id = ?
  AND bank_id = ?
  AND user_id = ?;

-- notifications.look
SELECT corporate_id, bank_id, position, ordinal, looked_at
FROM notification_looks INDEXED BY sqlite_autoindex_notification_looks_1
WHERE corporate_id = ?
  AND bank_id = ?;

-- notifications.ofCorporate
SELECT record
FROM person_notifications INDEXED BY sqlite_autoindex_person_notifications_1
WHERE corporate_id = ?
  AND bank_id = ?;

-- notifications.put
INSERT INTO person_notifications (corporate_id, bank_id, user_id, revision, record)
VALUES (?, ?, ?, ?, ?)
ON CONFLICT (corporate_id, bank_id, user_id) DO NOTHING;

UPDATE person_notifications
SET revision = ?, record = ?
WHERE corporate_id = ?
  AND bank_id = ?
  AND user_id = ?
  AND revision = ?;

-- notifications.putLook
INSERT INTO notification_looks (corporate_id, bank_id, position, ordinal, looked_at)
VALUES (?, ?, ?, ?, ?)
ON CONFLICT (corporate_id, bank_id) DO UPDATE SET position = excluded.position, ordinal = excluded.ordinal,
    looked_at = excluded.looked_at;

-- payoutCheckouts.add
INSERT INTO held_references (corporate_id, reference, bank_id, payout_id)
VALUES (?, ?, ?, ?)
ON CONFLICT (corporate_id, reference) DO NOTHING;

INSERT INTO payout_checkouts (session_id, corporate_id, bank_id, status, revision, code_number,
    record, tries)
VALUES (?, ?, ?, ?, ?, ?, ?, 0);

-- payoutCheckouts.advance
UPDATE payout_checkouts
SET status = ?, revision = ?, record = ?, code_number = ?, tries = CASE WHEN code_number = ? THEN tries ELSE 0 END
WHERE session_id = ?
  AND corporate_id = ?
  AND bank_id = ?
  AND revision = ?;

-- payoutCheckouts.countCode
INSERT INTO payout_code_mails AS t (corporate_id, bank_id, user_id, since, codes)
VALUES (?, ?, ?, ?, 1)
ON CONFLICT (corporate_id, bank_id, user_id) DO UPDATE SET codes = CASE WHEN t.since <= ? THEN 1 ELSE t.codes + 1 END,
    since = CASE WHEN t.since <= ? THEN excluded.since ELSE t.since END
WHERE t.since <= ?
  OR t.codes < ?;

-- payoutCheckouts.countFailure
INSERT INTO payout_code_failures AS t (corporate_id, bank_id, user_id, day, failures)
VALUES (?, ?, ?, ?, 1)
ON CONFLICT (corporate_id, bank_id, user_id) DO UPDATE SET failures = CASE WHEN t.day < excluded.day THEN 1 ELSE t.failures
    + 1 END, day = CASE WHEN t.day < excluded.day THEN excluded.day ELSE t.day END
WHERE t.day < excluded.day
  OR t.failures < ?;

-- payoutCheckouts.countTry
UPDATE payout_checkouts
SET tries = tries + 1
WHERE session_id = ?
  AND status = 'open'
  AND code_number = ?
  AND tries < ?
RETURNING tries;

-- payoutCheckouts.failures
SELECT failures
FROM payout_code_failures
WHERE corporate_id = ?
  AND bank_id = ?
  AND user_id = ?
  AND day >= ?;

-- payoutCheckouts.find
SELECT t.record, t.tries
FROM payout_checkouts t
WHERE t.session_id = ?
  AND corporate_id = ?
  AND bank_id = ?;

-- payoutCheckouts.findAnywhere
SELECT t.record, t.tries
FROM payout_checkouts t
WHERE t.session_id = ?;

-- payoutCheckouts.findSurrounded
WITH shown AS (
  SELECT corporate_id, bank_id, record, tries, replace(json_extract(replace(replace(record,
      '\\', ' '), '\u', '/u'), '$.makerUserId'), ' ', '\') AS user_id, replace(json_extract(replace(replace(record,
      '\\', ' '), '\u', '/u'), '$.beneficiaryId'), ' ', '\') AS beneficiary_id
  FROM payout_checkouts
  WHERE session_id = ?
)
SELECT 'session' AS kind, record, tries
FROM shown
UNION ALL
SELECT kind, record, 0 AS tries
FROM (
  SELECT 'bank' AS kind, record
  FROM banks
  WHERE bank_id = (SELECT bank_id FROM shown)
  UNION ALL
  SELECT 'corporate' AS kind, record
  FROM corporates
  WHERE corporate_id = (SELECT corporate_id FROM shown)
    AND bank_id = (SELECT bank_id FROM shown)
  UNION ALL
  SELECT 'role' AS kind, record
  FROM roles INDEXED BY roles_by_id
  WHERE corporate_id = (SELECT corporate_id FROM shown)
    AND bank_id = (SELECT bank_id FROM shown)
  UNION ALL
  SELECT 'account' AS kind, record
  FROM debit_accounts INDEXED BY debit_accounts_by_id
  WHERE corporate_id = (SELECT corporate_id FROM shown)
    AND bank_id = (SELECT bank_id FROM shown)
  UNION ALL
  SELECT 'user' AS kind, record
  FROM users INDEXED BY users_by_id
  WHERE corporate_id = (SELECT corporate_id FROM shown)
    AND bank_id = (SELECT bank_id FROM shown)
    AND id = (SELECT user_id FROM shown)
  UNION ALL
  SELECT 'beneficiary' AS kind, record
  FROM beneficiaries INDEXED BY beneficiaries_by_id
  WHERE corporate_id = (SELECT corporate_id FROM shown)
    AND bank_id = (SELECT bank_id FROM shown)
    AND beneficiary_id = (SELECT beneficiary_id FROM shown)
  UNION ALL
  SELECT 'package' AS kind, t.record
  FROM (
    SELECT corporate_id, bank_id, package_code
    FROM beneficiary_packages INDEXED BY beneficiary_packages_of
    WHERE corporate_id = (SELECT corporate_id FROM shown)
      AND bank_id = (SELECT bank_id FROM shown)
      AND beneficiary_id = (SELECT beneficiary_id FROM shown)
  ) s
  CROSS JOIN packages t INDEXED BY packages_by_id
  WHERE t.corporate_id = s.corporate_id
    AND t.bank_id = s.bank_id
    AND t.id = s.package_code
    AND true
) around;

-- payoutCheckouts.forgiveCode
UPDATE payout_code_mails
SET codes = codes - 1
WHERE corporate_id = ?
  AND bank_id = ?
  AND user_id = ?
  AND codes > 0;

-- payoutCheckouts.forgiveFailure
UPDATE payout_code_failures
SET failures = failures - 1
WHERE corporate_id = ?
  AND bank_id = ?
  AND user_id = ?
  AND failures > 0;

-- payoutCheckouts.freeReference
DELETE FROM held_references
WHERE corporate_id = ?
  AND bank_id = ?
  AND reference = ?
  AND payout_id = ?;

-- payoutCheckouts.hold
SELECT t.record, t.tries
FROM payout_checkouts t
WHERE t.session_id = ?;

-- payouts.add
INSERT INTO payouts (corporate_id, payout_id, bank_id, job_id, source, initiation_mode, api_ref,
    reference, live_reference, beneficiary_id, package_code, amount, requested_debit_account,
    requested_method, requested_account, requested_purpose, remark, tag, metadata, payout_date,
    created_by, created_at, intake)
SELECT corporate_id, payout_id, bank_id, job_id, source, initiation_mode, api_ref, reference,
    live_reference, beneficiary_id, package_code, amount, requested_debit_account, requested_method,
    requested_account, requested_purpose, remark, tag, metadata, payout_date, created_by, created_at,
    intake
FROM (
  SELECT ? AS corporate_id, ? AS bank_id, ? AS job_id, ? AS source, ? AS initiation_mode, ? AS api_ref,
      ? AS beneficiary_id, ? AS package_code, ? AS amount, ? AS requested_debit_account, ? AS requested_method,
      ? AS requested_account, ? AS requested_purpose, ? AS remark, ? AS tag, ? AS metadata,
      ? AS payout_date, ? AS created_by, ? AS created_at, ? AS intake, value->>0 AS payout_id,
      value->>1 AS reference, value->>2 AS live_reference
  FROM jsonb_each(jsonb(CAST(? AS TEXT)))
) s
WHERE true
ON CONFLICT (corporate_id, live_reference) DO NOTHING;

INSERT INTO payouts (corporate_id, payout_id, bank_id, job_id, source, initiation_mode, api_ref,
    reference, live_reference, beneficiary_id, package_code, amount, requested_debit_account,
    requested_method, requested_account, requested_purpose, remark, tag, metadata, payout_date,
    created_by, created_at, intake)
SELECT s.corporate_id, s.payout_id, s.bank_id, s.job_id, s.source, s.initiation_mode, s.api_ref,
    s.reference, NULL, s.beneficiary_id, s.package_code, s.amount, s.requested_debit_account,
    s.requested_method, s.requested_account, s.requested_purpose, s.remark, s.tag, s.metadata,
    s.payout_date, s.created_by, s.created_at, s.intake
FROM (
  SELECT ? AS corporate_id, ? AS bank_id, ? AS job_id, ? AS source, ? AS initiation_mode, ? AS api_ref,
      ? AS beneficiary_id, ? AS package_code, ? AS amount, ? AS requested_debit_account, ? AS requested_method,
      ? AS requested_account, ? AS requested_purpose, ? AS remark, ? AS tag, ? AS metadata,
      ? AS payout_date, ? AS created_by, ? AS created_at, ? AS intake, value->>0 AS payout_id,
      value->>1 AS reference, value->>2 AS live_reference
  FROM jsonb_each(jsonb(CAST(? AS TEXT)))
) s
WHERE NOT EXISTS (
  SELECT 1
  FROM payouts t INDEXED BY payouts_by_id
  WHERE t.corporate_id = s.corporate_id
    AND t.payout_id = s.payout_id
);

INSERT INTO payout_terms (corporate_id, term, payout_id)
SELECT s.corporate_id, CASE k.kind WHEN 'p' THEN 'p' || t.beneficiary_id WHEN 'a' THEN 'a' || t.amount ELSE 'r' || t.reference
    END, t.payout_id
FROM (SELECT ? AS corporate_id, ? AS bank_id, ? AS first, ? AS last) s
CROSS JOIN payouts t INDEXED BY payouts_by_id
CROSS JOIN (SELECT 'p' AS kind UNION ALL SELECT 'a' UNION ALL SELECT 'r') k
WHERE t.corporate_id = s.corporate_id
  AND t.bank_id = s.bank_id
  AND t.payout_id BETWEEN s.first AND s.last
ORDER BY 1, 2, 3
ON CONFLICT DO NOTHING;

INSERT INTO payout_terms (corporate_id, term, payout_id)
SELECT DISTINCT s.corporate_id, 'b' || t.api_ref, coalesce(t.job_id, t.payout_id)
FROM (SELECT ? AS corporate_id, ? AS bank_id, ? AS first, ? AS last) s
CROSS JOIN payouts t INDEXED BY payouts_by_id
WHERE t.corporate_id = s.corporate_id
  AND t.bank_id = s.bank_id
  AND t.payout_id BETWEEN s.first AND s.last
ORDER BY 1, 2, 3
ON CONFLICT DO NOTHING;

-- payouts.advance
INSERT INTO payouts (corporate_id, payout_id, status, sequence, approved_at, sent_at, paid_at,
    returned_at, utr, bank_reference, approval, approved_by, status_details, expected_credit_at)
SELECT t.corporate_id, t.payout_id, s.status, s.sequence, s.approved_at, s.sent_at, s.paid_at,
    s.returned_at, s.utr, s.bank_reference, s.approval, s.approved_by, s.status_details, s.expected_credit_at
FROM (
  SELECT ? AS corporate_id, ? AS bank_id, ? AS status, ? AS sequence, ? AS approved_at, ? AS sent_at,
      ? AS returned_at, ? AS approval, ? AS approved_by, ? AS status_details, ? AS expected_credit_at,
      ? AS follows, value->>0 AS payout_id, value->>1 AS paid_at, value->>2 AS utr, value->>3 AS bank_reference
  FROM jsonb_each(jsonb(CAST(? AS TEXT)))
) s
CROSS JOIN payouts t INDEXED BY payouts_by_id
WHERE t.corporate_id = s.corporate_id
  AND t.bank_id = s.bank_id
  AND t.payout_id = s.payout_id
  AND t.sequence = s.follows
ON CONFLICT (corporate_id, payout_id) DO UPDATE SET status = excluded.status, sequence = excluded.sequence,
    approved_at = excluded.approved_at, sent_at = excluded.sent_at, paid_at = excluded.paid_at,
    returned_at = excluded.returned_at, utr = excluded.utr, bank_reference = excluded.bank_reference,
    approval = excluded.approval, approved_by = excluded.approved_by, status_details = excluded.status_details,
    expected_credit_at = excluded.expected_credit_at;

DELETE FROM awaiting_approval INDEXED BY sqlite_autoindex_awaiting_approval_1
WHERE (corporate_id, bank_id, payout_id) IN (
  SELECT t.corporate_id, t.bank_id, t.payout_id
  FROM (
    SELECT ? AS corporate_id, ? AS bank_id, value->>0 AS payout_id
    FROM jsonb_each(jsonb(CAST(? AS TEXT)))
  ) s
  CROSS JOIN awaiting_approval t INDEXED BY sqlite_autoindex_awaiting_approval_1
  WHERE t.corporate_id = s.corporate_id
    AND t.bank_id = s.bank_id
    AND t.payout_id = s.payout_id
);

INSERT INTO payouts (corporate_id, payout_id, status, sequence, approved_at, sent_at, paid_at,
    returned_at, utr, bank_reference, approval, approved_by, status_details, expected_credit_at)
SELECT t.corporate_id, t.payout_id, s.status, s.sequence, s.approved_at, s.sent_at, s.paid_at,
    s.returned_at, s.utr, s.bank_reference, s.approval, s.approved_by, s.status_details, s.expected_credit_at
FROM (
  SELECT ? AS corporate_id, ? AS bank_id, ? AS status, ? AS sequence, ? AS approved_at, ? AS sent_at,
      ? AS paid_at, ? AS returned_at, ? AS utr, ? AS bank_reference, ? AS approval, ? AS approved_by,
      ? AS status_details, ? AS expected_credit_at, ? AS follows, value->>0 AS payout_id
  FROM jsonb_each(jsonb(CAST(? AS TEXT)))
) s
CROSS JOIN payouts t INDEXED BY payouts_by_id
WHERE t.corporate_id = s.corporate_id
  AND t.bank_id = s.bank_id
  AND t.payout_id = s.payout_id
  AND t.sequence = s.follows
ON CONFLICT (corporate_id, payout_id) DO UPDATE SET status = excluded.status, sequence = excluded.sequence,
    approved_at = excluded.approved_at, sent_at = excluded.sent_at, paid_at = excluded.paid_at,
    returned_at = excluded.returned_at, utr = excluded.utr, bank_reference = excluded.bank_reference,
    approval = excluded.approval, approved_by = excluded.approved_by, status_details = excluded.status_details,
    expected_credit_at = excluded.expected_credit_at, live_reference = NULL;

-- payouts.approvedOfJob
SELECT json_array(t.payout_id, t.package_code, t.amount, t.beneficiary_id, t.payout_date, t.beneficiary_code,
    t.beneficiary_name, t.debit_account_id, t.debit_account_number, t.credit_account_number,
    t.credit_ifsc, t.payment_method) AS tuple
FROM payouts t INDEXED BY payouts_by_id
WHERE t.corporate_id = ?
  AND t.bank_id = ?
  AND t.payout_id BETWEEN ? AND ?
  AND t.intake = 'accepted'
ORDER BY t.payout_id
LIMIT ?;

-- payouts.awaiting
SELECT CASE WHEN t.intake = 'undecided' THEN json_array(t.corporate_id, t.payout_id, t.bank_id,
    t.job_id, t.source, t.initiation_mode, t.api_ref, t.reference, t.live_reference, t.beneficiary_id,
    t.package_code, t.amount, t.requested_debit_account, t.requested_method, t.requested_account,
    t.requested_purpose, t.remark, t.tag, t.metadata, t.payout_date, t.created_by, t.created_at,
    t.intake) ELSE json_array(t.corporate_id, t.payout_id, t.bank_id, t.job_id, t.source, t.initiation_mode,
    t.api_ref, t.reference, t.live_reference, t.beneficiary_id, t.package_code, t.amount, t.requested_debit_account,
    t.requested_method, t.requested_account, t.requested_purpose, t.remark, t.tag, t.metadata,
    t.payout_date, t.created_by, t.created_at, t.intake, t.debit_account_id, t.debit_account_number,
    t.payment_method, t.beneficiary_code, t.beneficiary_name, t.credit_account_number, t.credit_ifsc,
    t.fee_base, t.fee_gst, t.masked, t.limit_day, t.policy_version, t.order_details, t.rejection_code,
    t.rejection_message, t.rejection_field, t.caused_by, t.status, t.sequence, t.approved_at,
    t.sent_at, t.paid_at, t.returned_at, t.utr, t.bank_reference, t.approval, t.approved_by,
    t.status_details, t.expected_credit_at) END AS tuple
FROM awaiting_approval a INDEXED BY sqlite_autoindex_awaiting_approval_1
CROSS JOIN payouts t INDEXED BY payouts_by_id
WHERE t.corporate_id = a.corporate_id
  AND t.payout_id = a.payout_id
  AND t.package_code IN (SELECT value FROM json_each(?))
  AND t.debit_account_id IN (SELECT value FROM json_each(?))
  AND a.corporate_id = ?
  AND a.bank_id = ?
  AND a.payout_id >= ?
  AND a.payout_id < ?
ORDER BY a.payout_id DESC
LIMIT ?;

SELECT CASE WHEN t.intake = 'undecided' THEN json_array(t.corporate_id, t.payout_id, t.bank_id,
    t.job_id, t.source, t.initiation_mode, t.api_ref, t.reference, t.live_reference, t.beneficiary_id,
    t.package_code, t.amount, t.requested_debit_account, t.requested_method, t.requested_account,
    t.requested_purpose, t.remark, t.tag, t.metadata, t.payout_date, t.created_by, t.created_at,
    t.intake) ELSE json_array(t.corporate_id, t.payout_id, t.bank_id, t.job_id, t.source, t.initiation_mode,
    t.api_ref, t.reference, t.live_reference, t.beneficiary_id, t.package_code, t.amount, t.requested_debit_account,
    t.requested_method, t.requested_account, t.requested_purpose, t.remark, t.tag, t.metadata,
    t.payout_date, t.created_by, t.created_at, t.intake, t.debit_account_id, t.debit_account_number,
    t.payment_method, t.beneficiary_code, t.beneficiary_name, t.credit_account_number, t.credit_ifsc,
    t.fee_base, t.fee_gst, t.masked, t.limit_day, t.policy_version, t.order_details, t.rejection_code,
    t.rejection_message, t.rejection_field, t.caused_by, t.status, t.sequence, t.approved_at,
    t.sent_at, t.paid_at, t.returned_at, t.utr, t.bank_reference, t.approval, t.approved_by,
    t.status_details, t.expected_credit_at) END AS tuple
FROM awaiting_approval a INDEXED BY sqlite_autoindex_awaiting_approval_1
CROSS JOIN payouts t INDEXED BY payouts_by_id
WHERE t.corporate_id = a.corporate_id
  AND t.payout_id = a.payout_id
  AND t.package_code IN (SELECT value FROM json_each(?))
  AND t.debit_account_id IN (SELECT value FROM json_each(?))
  AND t.status = ?
  AND a.corporate_id = ?
  AND a.bank_id = ?
  AND a.payout_id >= ?
  AND a.payout_id < ?
ORDER BY a.payout_id DESC
LIMIT ?;

SELECT CASE WHEN t.intake = 'undecided' THEN json_array(t.corporate_id, t.payout_id, t.bank_id,
    t.job_id, t.source, t.initiation_mode, t.api_ref, t.reference, t.live_reference, t.beneficiary_id,
    t.package_code, t.amount, t.requested_debit_account, t.requested_method, t.requested_account,
    t.requested_purpose, t.remark, t.tag, t.metadata, t.payout_date, t.created_by, t.created_at,
    t.intake) ELSE json_array(t.corporate_id, t.payout_id, t.bank_id, t.job_id, t.source, t.initiation_mode,
    t.api_ref, t.reference, t.live_reference, t.beneficiary_id, t.package_code, t.amount, t.requested_debit_account,
    t.requested_method, t.requested_account, t.requested_purpose, t.remark, t.tag, t.metadata,
    t.payout_date, t.created_by, t.created_at, t.intake, t.debit_account_id, t.debit_account_number,
    t.payment_method, t.beneficiary_code, t.beneficiary_name, t.credit_account_number, t.credit_ifsc,
    t.fee_base, t.fee_gst, t.masked, t.limit_day, t.policy_version, t.order_details, t.rejection_code,
    t.rejection_message, t.rejection_field, t.caused_by, t.status, t.sequence, t.approved_at,
    t.sent_at, t.paid_at, t.returned_at, t.utr, t.bank_reference, t.approval, t.approved_by,
    t.status_details, t.expected_credit_at) END AS tuple
FROM awaiting_approval a INDEXED BY sqlite_autoindex_awaiting_approval_1
CROSS JOIN payouts t INDEXED BY payouts_by_id
WHERE t.corporate_id = a.corporate_id
  AND t.payout_id = a.payout_id
  AND t.package_code IN (SELECT value FROM json_each(?))
  AND t.debit_account_id IN (SELECT value FROM json_each(?))
  AND t.job_id = ?
  AND json_extract(t.created_by, '$.userId') = ?
  AND t.amount >= ?
  AND t.amount <= ?
  AND t.created_at <= ?
  AND a.corporate_id = ?
  AND a.bank_id = ?
  AND a.payout_id >= ?
  AND a.payout_id < ?
ORDER BY a.payout_id DESC
LIMIT ?;

-- payouts.awaitingGroups
SELECT min(CAST(t.payout_id AS text)) AS first, count(*) AS count, CAST(sum(t.amount) AS text) AS amount,
    min(t.created_at) AS since
FROM awaiting_approval a INDEXED BY sqlite_autoindex_awaiting_approval_1
CROSS JOIN payouts t INDEXED BY payouts_by_id
WHERE t.corporate_id = a.corporate_id
  AND t.payout_id = a.payout_id
  AND t.package_code IN (SELECT value FROM json_each(?))
  AND t.debit_account_id IN (SELECT value FROM json_each(?))
  AND a.corporate_id = ?
  AND a.bank_id = ?
  AND a.payout_id >= ?
  AND a.payout_id < ?
GROUP BY coalesce(CAST(t.job_id AS text), CAST(t.payout_id AS text)), t.package_code, t.debit_account_id,
    t.payment_method, t.status, t.created_by, t.approval, t.payout_date
ORDER BY first DESC
LIMIT ?;

SELECT min(CAST(t.payout_id AS text)) AS first, count(*) AS count, CAST(sum(t.amount) AS text) AS amount,
    min(t.created_at) AS since
FROM awaiting_approval a INDEXED BY sqlite_autoindex_awaiting_approval_1
CROSS JOIN payouts t INDEXED BY payouts_by_id
WHERE t.corporate_id = a.corporate_id
  AND t.payout_id = a.payout_id
  AND t.package_code IN (SELECT value FROM json_each(?))
  AND t.debit_account_id IN (SELECT value FROM json_each(?))
  AND t.job_id = ?
  AND json_extract(t.created_by, '$.userId') = ?
  AND t.amount >= ?
  AND t.amount <= ?
  AND t.created_at <= ?
  AND a.corporate_id = ?
  AND a.bank_id = ?
  AND a.payout_id >= ?
  AND a.payout_id < ?
GROUP BY coalesce(CAST(t.job_id AS text), CAST(t.payout_id AS text)), t.package_code, t.debit_account_id,
    t.payment_method, t.status, t.created_by, t.approval, t.payout_date
ORDER BY first DESC
LIMIT ?;

-- payouts.decide
INSERT INTO payouts (corporate_id, payout_id, intake, debit_account_id, debit_account_number,
    payment_method, beneficiary_code, beneficiary_name, credit_account_number, credit_ifsc,
    fee_base, fee_gst, masked, limit_day, policy_version, order_details, status, sequence,
    approved_at, sent_at, paid_at, returned_at, utr, bank_reference, approval, approved_by,
    status_details, expected_credit_at)
SELECT t.corporate_id, t.payout_id, s.intake, s.debit_account_id, s.debit_account_number, s.payment_method,
    s.beneficiary_code, s.beneficiary_name, s.credit_account_number, s.credit_ifsc, s.fee_base,
    s.fee_gst, s.masked, s.limit_day, s.policy_version, s.order_details, s.status, s.sequence,
    s.approved_at, s.sent_at, s.paid_at, s.returned_at, s.utr, s.bank_reference, s.approval,
    s.approved_by, s.status_details, s.expected_credit_at
FROM (
  SELECT ? AS corporate_id, ? AS bank_id, ? AS intake, ? AS debit_account_id, ? AS debit_account_number,
      ? AS payment_method, ? AS beneficiary_code, ? AS beneficiary_name, ? AS credit_account_number,
      ? AS credit_ifsc, ? AS fee_base, ? AS fee_gst, ? AS masked, ? AS limit_day, ? AS policy_version,
      ? AS order_details, ? AS status, ? AS sequence, ? AS approved_at, ? AS sent_at, ? AS paid_at,
      ? AS returned_at, ? AS utr, ? AS bank_reference, ? AS approval, ? AS approved_by, ? AS status_details,
      ? AS expected_credit_at, ? AS was, ? AS needs_reference, value->>0 AS payout_id
  FROM jsonb_each(jsonb(CAST(? AS TEXT)))
) s
CROSS JOIN payouts t INDEXED BY payouts_by_id
WHERE t.corporate_id = s.corporate_id
  AND t.bank_id = s.bank_id
  AND t.payout_id = s.payout_id
  AND t.intake = s.was
  AND (s.needs_reference = 0 OR t.live_reference IS NOT NULL)
ON CONFLICT (corporate_id, payout_id) DO UPDATE SET intake = excluded.intake, debit_account_id = excluded.debit_account_id,
    debit_account_number = excluded.debit_account_number, payment_method = excluded.payment_method,
    beneficiary_code = excluded.beneficiary_code, beneficiary_name = excluded.beneficiary_name,
    credit_account_number = excluded.credit_account_number, credit_ifsc = excluded.credit_ifsc,
    fee_base = excluded.fee_base, fee_gst = excluded.fee_gst, masked = excluded.masked, limit_day = excluded.limit_day,
    policy_version = excluded.policy_version, order_details = excluded.order_details, status = excluded.status,
    sequence = excluded.sequence, approved_at = excluded.approved_at, sent_at = excluded.sent_at,
    paid_at = excluded.paid_at, returned_at = excluded.returned_at, utr = excluded.utr, bank_reference = excluded.bank_reference,
    approval = excluded.approval, approved_by = excluded.approved_by, status_details = excluded.status_details,
    expected_credit_at = excluded.expected_credit_at;

INSERT INTO awaiting_approval (corporate_id, bank_id, payout_id)
SELECT corporate_id, bank_id, payout_id
FROM (
  SELECT ? AS corporate_id, ? AS bank_id, value->>0 AS payout_id
  FROM jsonb_each(jsonb(CAST(? AS TEXT)))
) s
WHERE true;

-- payouts.explain
INSERT INTO payouts (corporate_id, payout_id, status_details, expected_credit_at)
SELECT t.corporate_id, t.payout_id, s.status_details, s.expected_credit_at
FROM (
  SELECT ? AS corporate_id, ? AS bank_id, ? AS status_details, ? AS expected_credit_at, ? AS follows,
      value->>0 AS payout_id
  FROM jsonb_each(jsonb(CAST(? AS TEXT)))
) s
CROSS JOIN payouts t INDEXED BY payouts_by_id
WHERE t.corporate_id = s.corporate_id
  AND t.bank_id = s.bank_id
  AND t.payout_id = s.payout_id
  AND t.sequence = s.follows
ON CONFLICT (corporate_id, payout_id) DO UPDATE SET status_details = excluded.status_details,
    expected_credit_at = excluded.expected_credit_at;

-- payouts.find
SELECT CASE WHEN t.intake = 'undecided' THEN json_array(t.corporate_id, t.payout_id, t.bank_id,
    t.job_id, t.source, t.initiation_mode, t.api_ref, t.reference, t.live_reference, t.beneficiary_id,
    t.package_code, t.amount, t.requested_debit_account, t.requested_method, t.requested_account,
    t.requested_purpose, t.remark, t.tag, t.metadata, t.payout_date, t.created_by, t.created_at,
    t.intake) ELSE json_array(t.corporate_id, t.payout_id, t.bank_id, t.job_id, t.source, t.initiation_mode,
    t.api_ref, t.reference, t.live_reference, t.beneficiary_id, t.package_code, t.amount, t.requested_debit_account,
    t.requested_method, t.requested_account, t.requested_purpose, t.remark, t.tag, t.metadata,
    t.payout_date, t.created_by, t.created_at, t.intake, t.debit_account_id, t.debit_account_number,
    t.payment_method, t.beneficiary_code, t.beneficiary_name, t.credit_account_number, t.credit_ifsc,
    t.fee_base, t.fee_gst, t.masked, t.limit_day, t.policy_version, t.order_details, t.rejection_code,
    t.rejection_message, t.rejection_field, t.caused_by, t.status, t.sequence, t.approved_at,
    t.sent_at, t.paid_at, t.returned_at, t.utr, t.bank_reference, t.approval, t.approved_by,
    t.status_details, t.expected_credit_at) END AS tuple
FROM payouts t INDEXED BY payouts_by_id
WHERE t.corporate_id = ?
  AND t.bank_id = ?
  AND t.payout_id = ?;

-- payouts.findAnywhere
SELECT CASE WHEN t.intake = 'undecided' THEN json_array(t.corporate_id, t.payout_id, t.bank_id,
    t.job_id, t.source, t.initiation_mode, t.api_ref, t.reference, t.live_reference, t.beneficiary_id,
    t.package_code, t.amount, t.requested_debit_account, t.requested_method, t.requested_account,
    t.requested_purpose, t.remark, t.tag, t.metadata, t.payout_date, t.created_by, t.created_at,
    t.intake) ELSE json_array(t.corporate_id, t.payout_id, t.bank_id, t.job_id, t.source, t.initiation_mode,
    t.api_ref, t.reference, t.live_reference, t.beneficiary_id, t.package_code, t.amount, t.requested_debit_account,
    t.requested_method, t.requested_account, t.requested_purpose, t.remark, t.tag, t.metadata,
    t.payout_date, t.created_by, t.created_at, t.intake, t.debit_account_id, t.debit_account_number,
    t.payment_method, t.beneficiary_code, t.beneficiary_name, t.credit_account_number, t.credit_ifsc,
    t.fee_base, t.fee_gst, t.masked, t.limit_day, t.policy_version, t.order_details, t.rejection_code,
    t.rejection_message, t.rejection_field, t.caused_by, t.status, t.sequence, t.approved_at,
    t.sent_at, t.paid_at, t.returned_at, t.utr, t.bank_reference, t.approval, t.approved_by,
    t.status_details, t.expected_credit_at) END AS tuple
FROM (SELECT ? AS payout_id) s
CROSS JOIN payouts t INDEXED BY payouts_anywhere
WHERE t.payout_id = s.payout_id
  AND true;

-- payouts.findMany
SELECT CASE WHEN t.intake = 'undecided' THEN json_array(t.corporate_id, t.payout_id, t.bank_id,
    t.job_id, t.source, t.initiation_mode, t.api_ref, t.reference, t.live_reference, t.beneficiary_id,
    t.package_code, t.amount, t.requested_debit_account, t.requested_method, t.requested_account,
    t.requested_purpose, t.remark, t.tag, t.metadata, t.payout_date, t.created_by, t.created_at,
    t.intake) ELSE json_array(t.corporate_id, t.payout_id, t.bank_id, t.job_id, t.source, t.initiation_mode,
    t.api_ref, t.reference, t.live_reference, t.beneficiary_id, t.package_code, t.amount, t.requested_debit_account,
    t.requested_method, t.requested_account, t.requested_purpose, t.remark, t.tag, t.metadata,
    t.payout_date, t.created_by, t.created_at, t.intake, t.debit_account_id, t.debit_account_number,
    t.payment_method, t.beneficiary_code, t.beneficiary_name, t.credit_account_number, t.credit_ifsc,
    t.fee_base, t.fee_gst, t.masked, t.limit_day, t.policy_version, t.order_details, t.rejection_code,
    t.rejection_message, t.rejection_field, t.caused_by, t.status, t.sequence, t.approved_at,
    t.sent_at, t.paid_at, t.returned_at, t.utr, t.bank_reference, t.approval, t.approved_by,
    t.status_details, t.expected_credit_at) END AS tuple
FROM (
  SELECT ? AS corporate_id, ? AS bank_id, value->>0 AS payout_id
  FROM jsonb_each(jsonb(CAST(? AS TEXT)))
) s
CROSS JOIN payouts t INDEXED BY payouts_by_id
WHERE t.corporate_id = s.corporate_id
  AND t.bank_id = s.bank_id
  AND t.payout_id = s.payout_id
  AND true;

-- payouts.heldOf
SELECT t.live_reference AS reference
FROM (
  SELECT ? AS corporate_id, ? AS bank_id, value->>0 AS reference
  FROM jsonb_each(jsonb(CAST(? AS TEXT)))
) s
CROSS JOIN payouts t INDEXED BY payouts_by_reference
WHERE t.live_reference = s.reference
  AND t.corporate_id = s.corporate_id
  AND t.bank_id = s.bank_id
  AND true;

SELECT t.reference
FROM (
  SELECT ? AS corporate_id, ? AS bank_id, value->>0 AS reference
  FROM jsonb_each(jsonb(CAST(? AS TEXT)))
) s
CROSS JOIN held_references t INDEXED BY sqlite_autoindex_held_references_1
WHERE t.corporate_id = s.corporate_id
  AND t.bank_id = s.bank_id
  AND t.reference = s.reference
  AND true;

-- payouts.hold
SELECT t.payout_id
FROM (
  SELECT ? AS corporate_id, ? AS bank_id, value->>0 AS payout_id
  FROM jsonb_each(jsonb(CAST(? AS TEXT)))
) s
CROSS JOIN payouts t INDEXED BY payouts_by_id
WHERE t.corporate_id = s.corporate_id
  AND t.bank_id = s.bank_id
  AND t.payout_id = s.payout_id;

-- payouts.holdLimits
INSERT INTO limit_use (corporate_id, package_code, day, bank_id, used)
SELECT corporate_id, package_code, day, bank_id, used
FROM (
  SELECT ? AS corporate_id, ? AS package_code, ? AS day, ? AS bank_id, ? AS used
) s
WHERE true
ON CONFLICT (corporate_id, package_code, day) DO NOTHING;

SELECT t.package_code, t.day, CAST(t.used AS text) AS used
FROM (
  SELECT ? AS corporate_id, ? AS package_code, ? AS day, ? AS bank_id, ? AS used
) s
CROSS JOIN limit_use t INDEXED BY limit_use_by_key
WHERE t.corporate_id = s.corporate_id
  AND t.package_code = s.package_code
  AND t.day = s.day
  AND t.bank_id = s.bank_id;

-- payouts.holders
SELECT CASE WHEN t.intake = 'undecided' THEN json_array(t.corporate_id, t.payout_id, t.bank_id,
    t.job_id, t.source, t.initiation_mode, t.api_ref, t.reference, t.live_reference, t.beneficiary_id,
    t.package_code, t.amount, t.requested_debit_account, t.requested_method, t.requested_account,
    t.requested_purpose, t.remark, t.tag, t.metadata, t.payout_date, t.created_by, t.created_at,
    t.intake) ELSE json_array(t.corporate_id, t.payout_id, t.bank_id, t.job_id, t.source, t.initiation_mode,
    t.api_ref, t.reference, t.live_reference, t.beneficiary_id, t.package_code, t.amount, t.requested_debit_account,
    t.requested_method, t.requested_account, t.requested_purpose, t.remark, t.tag, t.metadata,
    t.payout_date, t.created_by, t.created_at, t.intake, t.debit_account_id, t.debit_account_number,
    t.payment_method, t.beneficiary_code, t.beneficiary_name, t.credit_account_number, t.credit_ifsc,
    t.fee_base, t.fee_gst, t.masked, t.limit_day, t.policy_version, t.order_details, t.rejection_code,
    t.rejection_message, t.rejection_field, t.caused_by, t.status, t.sequence, t.approved_at,
    t.sent_at, t.paid_at, t.returned_at, t.utr, t.bank_reference, t.approval, t.approved_by,
    t.status_details, t.expected_credit_at) END AS tuple
FROM payouts t INDEXED BY payouts_by_reference
WHERE t.live_reference = ?
LIMIT ?;

-- payouts.index
SELECT t.payout_id
FROM (
  SELECT ? AS corporate_id, ? AS bank_id, value->>0 AS first, value->>1 AS last
  FROM jsonb_each(jsonb(CAST(? AS TEXT)))
) s
CROSS JOIN payouts t INDEXED BY payouts_by_id
WHERE t.corporate_id = s.corporate_id
  AND t.payout_id IN (
    SELECT t.payout_id
    FROM payouts t INDEXED BY payouts_by_id
    WHERE t.corporate_id = s.corporate_id
      AND t.payout_id BETWEEN s.first AND s.last
      AND t.bank_id = s.bank_id
    ORDER BY t.payout_id DESC
    LIMIT ?
  )
ORDER BY t.payout_id DESC
LIMIT ?;

INSERT INTO payout_terms (corporate_id, term, payout_id)
SELECT s.corporate_id, CASE k.kind WHEN 'p' THEN 'p' || t.beneficiary_id WHEN 'a' THEN 'a' || t.amount ELSE 'r' || t.reference
    END, t.payout_id
FROM (
  SELECT ? AS corporate_id, ? AS bank_id, value->>0 AS first, value->>1 AS last
  FROM jsonb_each(jsonb(CAST(? AS TEXT)))
) s
CROSS JOIN payouts t INDEXED BY payouts_by_id
CROSS JOIN (SELECT 'p' AS kind UNION ALL SELECT 'a' UNION ALL SELECT 'r') k
WHERE t.corporate_id = s.corporate_id
  AND t.bank_id = s.bank_id
  AND t.payout_id BETWEEN s.first AND s.last
ORDER BY 1, 2, 3
ON CONFLICT DO NOTHING;

INSERT INTO payout_terms (corporate_id, term, payout_id)
SELECT DISTINCT s.corporate_id, 'b' || t.api_ref, coalesce(t.job_id, t.payout_id)
FROM (
  SELECT ? AS corporate_id, ? AS bank_id, value->>0 AS first, value->>1 AS last
  FROM jsonb_each(jsonb(CAST(? AS TEXT)))
) s
CROSS JOIN payouts t INDEXED BY payouts_by_id
WHERE t.corporate_id = s.corporate_id
  AND t.bank_id = s.bank_id
  AND t.payout_id BETWEEN s.first AND s.last
ORDER BY 1, 2, 3
ON CONFLICT DO NOTHING;

INSERT INTO jobs (corporate_id, job_id, searchable)
SELECT t.corporate_id, t.job_id, s.searchable
FROM (
  SELECT ? AS corporate_id, ? AS bank_id, ? AS searchable, value->>0 AS job_id
  FROM jsonb_each(jsonb(CAST(? AS TEXT)))
) s
CROSS JOIN jobs t INDEXED BY jobs_by_id
WHERE t.corporate_id = s.corporate_id
  AND t.job_id = s.job_id
  AND t.bank_id = s.bank_id
ON CONFLICT (corporate_id, job_id) DO UPDATE SET searchable = excluded.searchable;

-- payouts.isHeld
SELECT 1 AS held
FROM payouts t INDEXED BY payouts_by_reference
WHERE t.corporate_id = ?
  AND t.live_reference = ?
  AND t.bank_id = ?
  AND NOT (t.intake = 'undecided' AND EXISTS (
    SELECT 1
    FROM held_references r
    WHERE r.corporate_id = ?
      AND r.reference = ?
      AND r.payout_id = ?
  ))
UNION ALL
SELECT 1
FROM held_references
WHERE corporate_id = ?
  AND reference = ?
  AND bank_id = ?
  AND (payout_id IS NULL OR payout_id <> ?);

-- payouts.lastPaid
SELECT t.beneficiary_id, t.amount, t.credit_account_number, t.credit_ifsc
FROM (
  SELECT t.corporate_id, t.payout_id
  FROM (SELECT ? AS corporate_id, ? AS bank_id, ? AS term) s
  CROSS JOIN payout_terms t INDEXED BY sqlite_autoindex_payout_terms_1
  WHERE t.corporate_id = s.corporate_id
    AND t.term = s.term
    AND t.payout_id IN (
      SELECT t.payout_id
      FROM payout_terms t INDEXED BY sqlite_autoindex_payout_terms_1
      WHERE t.corporate_id = s.corporate_id
        AND t.term = s.term
        AND (
          SELECT p.paid_at IS NOT NULL
            AND p.returned_at IS NULL
            AND p.bank_id = s.bank_id
            AND (true)
          FROM payouts p INDEXED BY payouts_by_id
          WHERE p.corporate_id = s.corporate_id
            AND p.payout_id = t.payout_id
        )
      ORDER BY t.payout_id DESC
      LIMIT ?
    )
  ORDER BY t.payout_id DESC
  LIMIT ?
) s
CROSS JOIN payouts t INDEXED BY payouts_by_id
WHERE t.corporate_id = s.corporate_id
  AND t.payout_id = s.payout_id
  AND true;

SELECT t.beneficiary_id, t.amount, t.credit_account_number, t.credit_ifsc
FROM (
  SELECT t.corporate_id, t.payout_id
  FROM (SELECT ? AS corporate_id, ? AS bank_id, ? AS term) s
  CROSS JOIN payout_terms t INDEXED BY sqlite_autoindex_payout_terms_1
  WHERE t.corporate_id = s.corporate_id
    AND t.term = s.term
    AND t.payout_id IN (
      SELECT t.payout_id
      FROM payout_terms t INDEXED BY sqlite_autoindex_payout_terms_1
      WHERE t.corporate_id = s.corporate_id
        AND t.term = s.term
        AND (
          SELECT p.paid_at IS NOT NULL
            AND p.returned_at IS NULL
            AND p.bank_id = s.bank_id
            AND ((p.package_code IN (SELECT value FROM json_each(?)) AND p.debit_account_id IN (SELECT value FROM json_each(?))))
          FROM payouts p INDEXED BY payouts_by_id
          WHERE p.corporate_id = s.corporate_id
            AND p.payout_id = t.payout_id
        )
      ORDER BY t.payout_id DESC
      LIMIT ?
    )
  ORDER BY t.payout_id DESC
  LIMIT ?
) s
CROSS JOIN payouts t INDEXED BY payouts_by_id
WHERE t.corporate_id = s.corporate_id
  AND t.payout_id = s.payout_id
  AND true;

SELECT t.beneficiary_id, t.amount, t.credit_account_number, t.credit_ifsc
FROM (
  SELECT t.corporate_id, t.payout_id
  FROM (
    SELECT ? AS corporate_id, ? AS bank_id, value->>0 AS term
    FROM jsonb_each(jsonb(CAST(? AS TEXT)))
  ) s
  CROSS JOIN payout_terms t INDEXED BY sqlite_autoindex_payout_terms_1
  WHERE t.corporate_id = s.corporate_id
    AND t.term = s.term
    AND t.payout_id IN (
      SELECT t.payout_id
      FROM payout_terms t INDEXED BY sqlite_autoindex_payout_terms_1
      WHERE t.corporate_id = s.corporate_id
        AND t.term = s.term
        AND (
          SELECT p.paid_at IS NOT NULL
            AND p.returned_at IS NULL
            AND p.bank_id = s.bank_id
            AND ((p.package_code IN (SELECT value FROM json_each(?)) AND p.debit_account_id IN (SELECT value FROM json_each(?)))
              OR (p.package_code IN (SELECT value FROM json_each(?)) AND p.debit_account_id IN (SELECT value FROM json_each(?))))
          FROM payouts p INDEXED BY payouts_by_id
          WHERE p.corporate_id = s.corporate_id
            AND p.payout_id = t.payout_id
        )
      ORDER BY t.payout_id DESC
      LIMIT ?
    )
  ORDER BY t.payout_id DESC
  LIMIT ?
) s
CROSS JOIN payouts t INDEXED BY payouts_by_id
WHERE t.corporate_id = s.corporate_id
  AND t.payout_id = s.payout_id
  AND true;

-- payouts.limitsUsed
SELECT t.package_code, t.day, CAST(t.used AS text) AS used
FROM (
  SELECT ? AS corporate_id, ? AS package_code, ? AS day, ? AS bank_id, ? AS used
) s
CROSS JOIN limit_use t INDEXED BY limit_use_by_key
WHERE t.corporate_id = s.corporate_id
  AND t.package_code = s.package_code
  AND t.day = s.day
  AND t.bank_id = s.bank_id
  AND true;

-- payouts.namedByBank
SELECT t.payout_id
FROM payouts t INDEXED BY payouts_by_utr
WHERE corporate_id = ?
  AND bank_id = ?
  AND t.utr = ?
UNION
SELECT t.payout_id
FROM payouts t INDEXED BY payouts_by_bank_reference
WHERE corporate_id = ?
  AND bank_id = ?
  AND t.bank_reference = ?
ORDER BY payout_id DESC
LIMIT ?;

SELECT CASE WHEN t.intake = 'undecided' THEN json_array(t.corporate_id, t.payout_id, t.bank_id,
    t.job_id, t.source, t.initiation_mode, t.api_ref, t.reference, t.live_reference, t.beneficiary_id,
    t.package_code, t.amount, t.requested_debit_account, t.requested_method, t.requested_account,
    t.requested_purpose, t.remark, t.tag, t.metadata, t.payout_date, t.created_by, t.created_at,
    t.intake) ELSE json_array(t.corporate_id, t.payout_id, t.bank_id, t.job_id, t.source, t.initiation_mode,
    t.api_ref, t.reference, t.live_reference, t.beneficiary_id, t.package_code, t.amount, t.requested_debit_account,
    t.requested_method, t.requested_account, t.requested_purpose, t.remark, t.tag, t.metadata,
    t.payout_date, t.created_by, t.created_at, t.intake, t.debit_account_id, t.debit_account_number,
    t.payment_method, t.beneficiary_code, t.beneficiary_name, t.credit_account_number, t.credit_ifsc,
    t.fee_base, t.fee_gst, t.masked, t.limit_day, t.policy_version, t.order_details, t.rejection_code,
    t.rejection_message, t.rejection_field, t.caused_by, t.status, t.sequence, t.approved_at,
    t.sent_at, t.paid_at, t.returned_at, t.utr, t.bank_reference, t.approval, t.approved_by,
    t.status_details, t.expected_credit_at) END AS tuple
FROM (SELECT ? AS corporate_id, ? AS bank_id, ? AS payout_id) s
CROSS JOIN payouts t INDEXED BY payouts_by_id
WHERE t.corporate_id = s.corporate_id
  AND t.bank_id = s.bank_id
  AND t.payout_id = s.payout_id
  AND true;

-- payouts.ofJob
SELECT CASE WHEN t.intake = 'undecided' THEN json_array(t.corporate_id, t.payout_id, t.bank_id,
    t.job_id, t.source, t.initiation_mode, t.api_ref, t.reference, t.live_reference, t.beneficiary_id,
    t.package_code, t.amount, t.requested_debit_account, t.requested_method, t.requested_account,
    t.requested_purpose, t.remark, t.tag, t.metadata, t.payout_date, t.created_by, t.created_at,
    t.intake) ELSE json_array(t.corporate_id, t.payout_id, t.bank_id, t.job_id, t.source, t.initiation_mode,
    t.api_ref, t.reference, t.live_reference, t.beneficiary_id, t.package_code, t.amount, t.requested_debit_account,
    t.requested_method, t.requested_account, t.requested_purpose, t.remark, t.tag, t.metadata,
    t.payout_date, t.created_by, t.created_at, t.intake, t.debit_account_id, t.debit_account_number,
    t.payment_method, t.beneficiary_code, t.beneficiary_name, t.credit_account_number, t.credit_ifsc,
    t.fee_base, t.fee_gst, t.masked, t.limit_day, t.policy_version, t.order_details, t.rejection_code,
    t.rejection_message, t.rejection_field, t.caused_by, t.status, t.sequence, t.approved_at,
    t.sent_at, t.paid_at, t.returned_at, t.utr, t.bank_reference, t.approval, t.approved_by,
    t.status_details, t.expected_credit_at) END AS tuple
FROM payouts t INDEXED BY payouts_by_id
WHERE t.corporate_id = ?
  AND t.bank_id = ?
  AND t.payout_id BETWEEN ? AND ?
ORDER BY t.payout_id
LIMIT ?;

-- payouts.ofReference
SELECT t.payout_id
FROM payouts t INDEXED BY payouts_by_reference
WHERE corporate_id = ?
  AND bank_id = ?
  AND t.live_reference = ?
UNION
SELECT t.payout_id
FROM payout_terms t INDEXED BY sqlite_autoindex_payout_terms_1
WHERE t.corporate_id = ?
  AND t.term = ?
ORDER BY payout_id DESC
LIMIT ?;

-- payouts.overdue
SELECT CASE WHEN t.intake = 'undecided' THEN json_array(t.corporate_id, t.payout_id, t.bank_id,
    t.job_id, t.source, t.initiation_mode, t.api_ref, t.reference, t.live_reference, t.beneficiary_id,
    t.package_code, t.amount, t.requested_debit_account, t.requested_method, t.requested_account,
    t.requested_purpose, t.remark, t.tag, t.metadata, t.payout_date, t.created_by, t.created_at,
    t.intake) ELSE json_array(t.corporate_id, t.payout_id, t.bank_id, t.job_id, t.source, t.initiation_mode,
    t.api_ref, t.reference, t.live_reference, t.beneficiary_id, t.package_code, t.amount, t.requested_debit_account,
    t.requested_method, t.requested_account, t.requested_purpose, t.remark, t.tag, t.metadata,
    t.payout_date, t.created_by, t.created_at, t.intake, t.debit_account_id, t.debit_account_number,
    t.payment_method, t.beneficiary_code, t.beneficiary_name, t.credit_account_number, t.credit_ifsc,
    t.fee_base, t.fee_gst, t.masked, t.limit_day, t.policy_version, t.order_details, t.rejection_code,
    t.rejection_message, t.rejection_field, t.caused_by, t.status, t.sequence, t.approved_at,
    t.sent_at, t.paid_at, t.returned_at, t.utr, t.bank_reference, t.approval, t.approved_by,
    t.status_details, t.expected_credit_at) END AS tuple
FROM (
  SELECT ? AS corporate_id, ? AS bank_id, value->>0 AS first, value->>1 AS last
  FROM jsonb_each(jsonb(CAST(? AS TEXT)))
) s
CROSS JOIN awaiting_approval a INDEXED BY sqlite_autoindex_awaiting_approval_1
CROSS JOIN payouts t INDEXED BY payouts_by_id
WHERE t.corporate_id = s.corporate_id
  AND t.payout_id = a.payout_id
  AND (t.created_at <= ? OR t.payout_date < ?)
  AND a.corporate_id = s.corporate_id
  AND a.bank_id = s.bank_id
  AND a.payout_id BETWEEN s.first AND s.last
LIMIT ?;

-- payouts.report
SELECT t.payout_id
FROM payouts t INDEXED BY payouts_by_id
WHERE t.corporate_id = ?
  AND t.payout_id BETWEEN ? AND ?
ORDER BY t.payout_id DESC
LIMIT 1
OFFSET ?;

SELECT CASE WHEN t.intake = 'undecided' THEN json_array(t.corporate_id, t.payout_id, t.bank_id,
    t.job_id, t.source, t.initiation_mode, t.api_ref, t.reference, t.live_reference, t.beneficiary_id,
    t.package_code, t.amount, t.requested_debit_account, t.requested_method, t.requested_account,
    t.requested_purpose, t.remark, t.tag, t.metadata, t.payout_date, t.created_by, t.created_at,
    t.intake) ELSE json_array(t.corporate_id, t.payout_id, t.bank_id, t.job_id, t.source, t.initiation_mode,
    t.api_ref, t.reference, t.live_reference, t.beneficiary_id, t.package_code, t.amount, t.requested_debit_account,
    t.requested_method, t.requested_account, t.requested_purpose, t.remark, t.tag, t.metadata,
    t.payout_date, t.created_by, t.created_at, t.intake, t.debit_account_id, t.debit_account_number,
    t.payment_method, t.beneficiary_code, t.beneficiary_name, t.credit_account_number, t.credit_ifsc,
    t.fee_base, t.fee_gst, t.masked, t.limit_day, t.policy_version, t.order_details, t.rejection_code,
    t.rejection_message, t.rejection_field, t.caused_by, t.status, t.sequence, t.approved_at,
    t.sent_at, t.paid_at, t.returned_at, t.utr, t.bank_reference, t.approval, t.approved_by,
    t.status_details, t.expected_credit_at) END AS tuple
FROM payouts t INDEXED BY payouts_by_id
WHERE t.corporate_id = ?
  AND t.payout_id BETWEEN ? AND ?
  AND coalesce((t.bank_id = ? AND t.package_code IN (SELECT value FROM json_each(?)) AND (t.debit_account_id IS NULL
    OR t.debit_account_id IN (SELECT value FROM json_each(?)))), false)
ORDER BY t.payout_id DESC
LIMIT ?;

SELECT CASE WHEN t.intake = 'undecided' THEN json_array(t.corporate_id, t.payout_id, t.bank_id,
    t.job_id, t.source, t.initiation_mode, t.api_ref, t.reference, t.live_reference, t.beneficiary_id,
    t.package_code, t.amount, t.requested_debit_account, t.requested_method, t.requested_account,
    t.requested_purpose, t.remark, t.tag, t.metadata, t.payout_date, t.created_by, t.created_at,
    t.intake) ELSE json_array(t.corporate_id, t.payout_id, t.bank_id, t.job_id, t.source, t.initiation_mode,
    t.api_ref, t.reference, t.live_reference, t.beneficiary_id, t.package_code, t.amount, t.requested_debit_account,
    t.requested_method, t.requested_account, t.requested_purpose, t.remark, t.tag, t.metadata,
    t.payout_date, t.created_by, t.created_at, t.intake, t.debit_account_id, t.debit_account_number,
    t.payment_method, t.beneficiary_code, t.beneficiary_name, t.credit_account_number, t.credit_ifsc,
    t.fee_base, t.fee_gst, t.masked, t.limit_day, t.policy_version, t.order_details, t.rejection_code,
    t.rejection_message, t.rejection_field, t.caused_by, t.status, t.sequence, t.approved_at,
    t.sent_at, t.paid_at, t.returned_at, t.utr, t.bank_reference, t.approval, t.approved_by,
    t.status_details, t.expected_credit_at) END AS tuple
FROM payouts t INDEXED BY payouts_by_id
WHERE t.corporate_id = ?
  AND t.payout_id BETWEEN ? AND ?
  AND coalesce((t.bank_id = ? AND coalesce(t.status, 'queued') = ? AND t.package_code IN (SELECT value FROM json_each(?))
    AND (t.debit_account_id IS NULL OR t.debit_account_id IN (SELECT value FROM json_each(?)))),
    false)
ORDER BY t.payout_id DESC
LIMIT ?;

SELECT CASE WHEN t.intake = 'undecided' THEN json_array(t.corporate_id, t.payout_id, t.bank_id,
    t.job_id, t.source, t.initiation_mode, t.api_ref, t.reference, t.live_reference, t.beneficiary_id,
    t.package_code, t.amount, t.requested_debit_account, t.requested_method, t.requested_account,
    t.requested_purpose, t.remark, t.tag, t.metadata, t.payout_date, t.created_by, t.created_at,
    t.intake) ELSE json_array(t.corporate_id, t.payout_id, t.bank_id, t.job_id, t.source, t.initiation_mode,
    t.api_ref, t.reference, t.live_reference, t.beneficiary_id, t.package_code, t.amount, t.requested_debit_account,
    t.requested_method, t.requested_account, t.requested_purpose, t.remark, t.tag, t.metadata,
    t.payout_date, t.created_by, t.created_at, t.intake, t.debit_account_id, t.debit_account_number,
    t.payment_method, t.beneficiary_code, t.beneficiary_name, t.credit_account_number, t.credit_ifsc,
    t.fee_base, t.fee_gst, t.masked, t.limit_day, t.policy_version, t.order_details, t.rejection_code,
    t.rejection_message, t.rejection_field, t.caused_by, t.status, t.sequence, t.approved_at,
    t.sent_at, t.paid_at, t.returned_at, t.utr, t.bank_reference, t.approval, t.approved_by,
    t.status_details, t.expected_credit_at) END AS tuple
FROM payouts t INDEXED BY payouts_by_id
WHERE t.corporate_id = ?
  AND t.payout_id BETWEEN ? AND ?
  AND coalesce((t.bank_id = ? AND t.payout_id = ? AND t.package_code IN (SELECT value FROM json_each(?))
    AND (t.debit_account_id IS NULL OR t.debit_account_id IN (SELECT value FROM json_each(?)))),
    false)
ORDER BY t.payout_id DESC
LIMIT ?;

SELECT count(*) AS rows, min(CAST(u.payout_id AS text)) AS first, sum(u.found) AS matches,
    (
      SELECT t.job_id
      FROM jobs t INDEXED BY jobs_without_terms
      WHERE t.corporate_id = ?
        AND t.searchable = 0
        AND t.job_id BETWEEN ? AND ?
      ORDER BY t.job_id
      LIMIT 1
    ) AS pending
FROM (
  SELECT t.payout_id, CASE WHEN (t.beneficiary_id IN (SELECT value FROM json_each(?)) OR (t.reference >= ?
      AND t.reference < ?) OR (t.api_ref >= ? AND t.api_ref < ?)) THEN 1 ELSE 0 END AS found
  FROM payouts t INDEXED BY payouts_by_id
  WHERE t.corporate_id = ?
    AND t.payout_id BETWEEN ? AND ?
  ORDER BY t.payout_id DESC
  LIMIT ?
) u;

SELECT CASE WHEN t.intake = 'undecided' THEN json_array(t.corporate_id, t.payout_id, t.bank_id,
    t.job_id, t.source, t.initiation_mode, t.api_ref, t.reference, t.live_reference, t.beneficiary_id,
    t.package_code, t.amount, t.requested_debit_account, t.requested_method, t.requested_account,
    t.requested_purpose, t.remark, t.tag, t.metadata, t.payout_date, t.created_by, t.created_at,
    t.intake) ELSE json_array(t.corporate_id, t.payout_id, t.bank_id, t.job_id, t.source, t.initiation_mode,
    t.api_ref, t.reference, t.live_reference, t.beneficiary_id, t.package_code, t.amount, t.requested_debit_account,
    t.requested_method, t.requested_account, t.requested_purpose, t.remark, t.tag, t.metadata,
    t.payout_date, t.created_by, t.created_at, t.intake, t.debit_account_id, t.debit_account_number,
    t.payment_method, t.beneficiary_code, t.beneficiary_name, t.credit_account_number, t.credit_ifsc,
    t.fee_base, t.fee_gst, t.masked, t.limit_day, t.policy_version, t.order_details, t.rejection_code,
    t.rejection_message, t.rejection_field, t.caused_by, t.status, t.sequence, t.approved_at,
    t.sent_at, t.paid_at, t.returned_at, t.utr, t.bank_reference, t.approval, t.approved_by,
    t.status_details, t.expected_credit_at) END AS tuple
FROM payouts t INDEXED BY payouts_by_id
WHERE t.corporate_id = ?
  AND t.payout_id BETWEEN ? AND ?
  AND coalesce((t.bank_id = ? AND t.package_code IN (SELECT value FROM json_each(?)) AND (t.debit_account_id IS NULL
    OR t.debit_account_id IN (SELECT value FROM json_each(?))) AND (t.beneficiary_id IN (SELECT value FROM json_each(?))
    OR (t.reference >= ? AND t.reference < ?) OR (t.api_ref >= ? AND t.api_ref < ?))), false)
ORDER BY t.payout_id DESC
LIMIT ?;

SELECT count(*) AS rows, min(CAST(u.payout_id AS text)) AS first, sum(u.found) AS matches,
    NULL AS pending
FROM (
  SELECT t.payout_id, CASE WHEN (t.beneficiary_id IN (SELECT value FROM json_each(?)) OR (t.reference >= ?
      AND t.reference < ?) OR (t.api_ref >= ? AND t.api_ref < ?)) THEN 1 ELSE 0 END AS found
  FROM payouts t INDEXED BY payouts_by_id
  WHERE t.corporate_id = ?
    AND t.payout_id BETWEEN ? AND ?
  ORDER BY t.payout_id DESC
  LIMIT ?
) u;

SELECT CASE WHEN t.intake = 'undecided' THEN json_array(t.corporate_id, t.payout_id, t.bank_id,
    t.job_id, t.source, t.initiation_mode, t.api_ref, t.reference, t.live_reference, t.beneficiary_id,
    t.package_code, t.amount, t.requested_debit_account, t.requested_method, t.requested_account,
    t.requested_purpose, t.remark, t.tag, t.metadata, t.payout_date, t.created_by, t.created_at,
    t.intake) ELSE json_array(t.corporate_id, t.payout_id, t.bank_id, t.job_id, t.source, t.initiation_mode,
    t.api_ref, t.reference, t.live_reference, t.beneficiary_id, t.package_code, t.amount, t.requested_debit_account,
    t.requested_method, t.requested_account, t.requested_purpose, t.remark, t.tag, t.metadata,
    t.payout_date, t.created_by, t.created_at, t.intake, t.debit_account_id, t.debit_account_number,
    t.payment_method, t.beneficiary_code, t.beneficiary_name, t.credit_account_number, t.credit_ifsc,
    t.fee_base, t.fee_gst, t.masked, t.limit_day, t.policy_version, t.order_details, t.rejection_code,
    t.rejection_message, t.rejection_field, t.caused_by, t.status, t.sequence, t.approved_at,
    t.sent_at, t.paid_at, t.returned_at, t.utr, t.bank_reference, t.approval, t.approved_by,
    t.status_details, t.expected_credit_at) END AS tuple
FROM payouts t INDEXED BY payouts_by_id
WHERE t.corporate_id = ?
  AND t.payout_id BETWEEN ? AND ?
  AND coalesce((t.bank_id = ? AND t.created_at >= ? AND t.created_at < ? AND t.package_code IN (SELECT value FROM json_each(?))
    AND (t.debit_account_id IS NULL OR t.debit_account_id IN (SELECT value FROM json_each(?)))),
    false)
ORDER BY t.payout_id DESC
LIMIT ?;

SELECT 'reference' AS list, l.payout_id
FROM (
  SELECT t.payout_id
  FROM payout_terms t INDEXED BY sqlite_autoindex_payout_terms_1
  WHERE t.corporate_id = ?
    AND t.term >= (SELECT ?)
    AND t.term < (SELECT ?)
    AND t.payout_id BETWEEN ? AND ?
  ORDER BY t.payout_id DESC
  LIMIT ?
) l
UNION ALL
SELECT 'batch' AS list, l.payout_id
FROM (
  SELECT t.payout_id
  FROM payout_terms t INDEXED BY sqlite_autoindex_payout_terms_1
  WHERE t.corporate_id = ?
    AND t.term >= (SELECT ?)
    AND t.term < (SELECT ?)
    AND t.payout_id BETWEEN ? AND ?
  ORDER BY t.payout_id DESC
  LIMIT ?
) l;

SELECT CASE WHEN t.intake = 'undecided' THEN json_array(t.corporate_id, t.payout_id, t.bank_id,
    t.job_id, t.source, t.initiation_mode, t.api_ref, t.reference, t.live_reference, t.beneficiary_id,
    t.package_code, t.amount, t.requested_debit_account, t.requested_method, t.requested_account,
    t.requested_purpose, t.remark, t.tag, t.metadata, t.payout_date, t.created_by, t.created_at,
    t.intake) ELSE json_array(t.corporate_id, t.payout_id, t.bank_id, t.job_id, t.source, t.initiation_mode,
    t.api_ref, t.reference, t.live_reference, t.beneficiary_id, t.package_code, t.amount, t.requested_debit_account,
    t.requested_method, t.requested_account, t.requested_purpose, t.remark, t.tag, t.metadata,
    t.payout_date, t.created_by, t.created_at, t.intake, t.debit_account_id, t.debit_account_number,
    t.payment_method, t.beneficiary_code, t.beneficiary_name, t.credit_account_number, t.credit_ifsc,
    t.fee_base, t.fee_gst, t.masked, t.limit_day, t.policy_version, t.order_details, t.rejection_code,
    t.rejection_message, t.rejection_field, t.caused_by, t.status, t.sequence, t.approved_at,
    t.sent_at, t.paid_at, t.returned_at, t.utr, t.bank_reference, t.approval, t.approved_by,
    t.status_details, t.expected_credit_at) END AS tuple
FROM (
  SELECT ? AS corporate_id, value->>0 AS payout_id
  FROM jsonb_each(jsonb(CAST(? AS TEXT)))
) s
CROSS JOIN payouts t INDEXED BY payouts_by_id
WHERE t.corporate_id = s.corporate_id
  AND t.payout_id = s.payout_id
  AND coalesce((t.bank_id = ? AND t.package_code IN (SELECT value FROM json_each(?)) AND (t.debit_account_id IS NULL
    OR t.debit_account_id IN (SELECT value FROM json_each(?))) AND (t.beneficiary_id IN (SELECT value FROM json_each(?))
    OR (t.reference >= ? AND t.reference < ?) OR (t.api_ref >= ? AND t.api_ref < ?))), false)
ORDER BY t.payout_id DESC
LIMIT ?;

SELECT count(*) AS rows, min(CAST(u.payout_id AS text)) AS first, sum(u.found) AS matches,
    (
      SELECT t.job_id
      FROM jobs t INDEXED BY jobs_without_terms
      WHERE t.corporate_id = ?
        AND t.searchable = 0
        AND t.job_id BETWEEN ? AND ?
      ORDER BY t.job_id
      LIMIT 1
    ) AS pending
FROM (
  SELECT t.payout_id, CASE WHEN (t.beneficiary_id IN (SELECT value FROM json_each(?)) OR t.amount = ?
      OR (t.reference >= ? AND t.reference < ?) OR (t.api_ref >= ? AND t.api_ref < ?) OR t.job_id BETWEEN ? AND ?) THEN 1
      ELSE 0 END AS found
  FROM payouts t INDEXED BY payouts_by_id
  WHERE t.corporate_id = ?
    AND t.payout_id BETWEEN ? AND ?
  ORDER BY t.payout_id DESC
  LIMIT ?
) u;

SELECT CASE WHEN t.intake = 'undecided' THEN json_array(t.corporate_id, t.payout_id, t.bank_id,
    t.job_id, t.source, t.initiation_mode, t.api_ref, t.reference, t.live_reference, t.beneficiary_id,
    t.package_code, t.amount, t.requested_debit_account, t.requested_method, t.requested_account,
    t.requested_purpose, t.remark, t.tag, t.metadata, t.payout_date, t.created_by, t.created_at,
    t.intake) ELSE json_array(t.corporate_id, t.payout_id, t.bank_id, t.job_id, t.source, t.initiation_mode,
    t.api_ref, t.reference, t.live_reference, t.beneficiary_id, t.package_code, t.amount, t.requested_debit_account,
    t.requested_method, t.requested_account, t.requested_purpose, t.remark, t.tag, t.metadata,
    t.payout_date, t.created_by, t.created_at, t.intake, t.debit_account_id, t.debit_account_number,
    t.payment_method, t.beneficiary_code, t.beneficiary_name, t.credit_account_number, t.credit_ifsc,
    t.fee_base, t.fee_gst, t.masked, t.limit_day, t.policy_version, t.order_details, t.rejection_code,
    t.rejection_message, t.rejection_field, t.caused_by, t.status, t.sequence, t.approved_at,
    t.sent_at, t.paid_at, t.returned_at, t.utr, t.bank_reference, t.approval, t.approved_by,
    t.status_details, t.expected_credit_at) END AS tuple
FROM payouts t INDEXED BY payouts_by_id
WHERE t.corporate_id = ?
  AND t.payout_id BETWEEN ? AND ?
  AND coalesce((t.bank_id = ? AND t.package_code IN (SELECT value FROM json_each(?)) AND (t.debit_account_id IS NULL
    OR t.debit_account_id IN (SELECT value FROM json_each(?))) AND (t.beneficiary_id IN (SELECT value FROM json_each(?))
    OR t.amount = ? OR (t.reference >= ? AND t.reference < ?) OR (t.api_ref >= ? AND t.api_ref < ?)
    OR t.job_id BETWEEN ? AND ?)), false)
ORDER BY t.payout_id DESC
LIMIT ?;

SELECT t.payout_id
FROM payouts t INDEXED BY payouts_by_id
WHERE t.corporate_id = ?
  AND t.payout_id BETWEEN ? AND ?
ORDER BY t.payout_id DESC
LIMIT 1;

SELECT count(*) AS rows, min(CAST(u.payout_id AS text)) AS first, sum(u.found) AS matches,
    NULL AS pending
FROM (
  SELECT t.payout_id, CASE WHEN (t.beneficiary_id IN (SELECT value FROM json_each(?)) OR t.amount = ?
      OR (t.reference >= ? AND t.reference < ?) OR (t.api_ref >= ? AND t.api_ref < ?) OR t.job_id BETWEEN ? AND ?) THEN 1
      ELSE 0 END AS found
  FROM payouts t INDEXED BY payouts_by_id
  WHERE t.corporate_id = ?
    AND t.payout_id BETWEEN ? AND ?
  ORDER BY t.payout_id DESC
  LIMIT ?
) u;

SELECT 'equal' AS list, l.payout_id
FROM (
  SELECT t.payout_id
  FROM (SELECT ? AS corporate_id, ? AS term) s
  CROSS JOIN payout_terms t INDEXED BY sqlite_autoindex_payout_terms_1
  WHERE t.corporate_id = s.corporate_id
    AND t.term = s.term
    AND t.payout_id IN (
      SELECT t.payout_id
      FROM payout_terms t INDEXED BY sqlite_autoindex_payout_terms_1
      WHERE t.corporate_id = s.corporate_id
        AND t.term = s.term
        AND t.payout_id BETWEEN ? AND ?
      ORDER BY t.payout_id DESC
      LIMIT ?
    )
  ORDER BY t.payout_id DESC
  LIMIT ?
) l
UNION ALL
SELECT 'reference' AS list, l.payout_id
FROM (
  SELECT t.payout_id
  FROM payout_terms t INDEXED BY sqlite_autoindex_payout_terms_1
  WHERE t.corporate_id = ?
    AND t.term >= (SELECT ?)
    AND t.term < (SELECT ?)
    AND t.payout_id BETWEEN ? AND ?
  ORDER BY t.payout_id DESC
  LIMIT ?
) l
UNION ALL
SELECT 'batch' AS list, l.payout_id
FROM (
  SELECT t.payout_id
  FROM payout_terms t INDEXED BY sqlite_autoindex_payout_terms_1
  WHERE t.corporate_id = ?
    AND t.term >= (SELECT ?)
    AND t.term < (SELECT ?)
    AND t.payout_id BETWEEN ? AND ?
  ORDER BY t.payout_id DESC
  LIMIT ?
) l;

SELECT count(*) AS rows, min(CAST(u.payout_id AS text)) AS first, sum(u.found) AS matches,
    (
      SELECT t.job_id
      FROM jobs t INDEXED BY jobs_without_terms
      WHERE t.corporate_id = ?
        AND t.searchable = 0
        AND t.job_id BETWEEN ? AND ?
      ORDER BY t.job_id
      LIMIT 1
    ) AS pending
FROM (
  SELECT t.payout_id, CASE WHEN (t.beneficiary_id IN (SELECT value FROM json_each(?)) OR (t.reference >= ?
      AND t.reference < ?) OR (t.api_ref >= ? AND t.api_ref < ?) OR t.job_id BETWEEN ? AND ?) THEN 1 ELSE 0 END AS found
  FROM payouts t INDEXED BY payouts_by_id
  WHERE t.corporate_id = ?
    AND t.payout_id BETWEEN ? AND ?
  ORDER BY t.payout_id DESC
  LIMIT ?
) u;

SELECT CASE WHEN t.intake = 'undecided' THEN json_array(t.corporate_id, t.payout_id, t.bank_id,
    t.job_id, t.source, t.initiation_mode, t.api_ref, t.reference, t.live_reference, t.beneficiary_id,
    t.package_code, t.amount, t.requested_debit_account, t.requested_method, t.requested_account,
    t.requested_purpose, t.remark, t.tag, t.metadata, t.payout_date, t.created_by, t.created_at,
    t.intake) ELSE json_array(t.corporate_id, t.payout_id, t.bank_id, t.job_id, t.source, t.initiation_mode,
    t.api_ref, t.reference, t.live_reference, t.beneficiary_id, t.package_code, t.amount, t.requested_debit_account,
    t.requested_method, t.requested_account, t.requested_purpose, t.remark, t.tag, t.metadata,
    t.payout_date, t.created_by, t.created_at, t.intake, t.debit_account_id, t.debit_account_number,
    t.payment_method, t.beneficiary_code, t.beneficiary_name, t.credit_account_number, t.credit_ifsc,
    t.fee_base, t.fee_gst, t.masked, t.limit_day, t.policy_version, t.order_details, t.rejection_code,
    t.rejection_message, t.rejection_field, t.caused_by, t.status, t.sequence, t.approved_at,
    t.sent_at, t.paid_at, t.returned_at, t.utr, t.bank_reference, t.approval, t.approved_by,
    t.status_details, t.expected_credit_at) END AS tuple
FROM payouts t INDEXED BY payouts_by_id
WHERE t.corporate_id = ?
  AND t.payout_id BETWEEN ? AND ?
  AND coalesce((t.bank_id = ? AND t.package_code IN (SELECT value FROM json_each(?)) AND (t.debit_account_id IS NULL
    OR t.debit_account_id IN (SELECT value FROM json_each(?))) AND (t.beneficiary_id IN (SELECT value FROM json_each(?))
    OR (t.reference >= ? AND t.reference < ?) OR (t.api_ref >= ? AND t.api_ref < ?) OR t.job_id BETWEEN ? AND ?)),
    false)
ORDER BY t.payout_id DESC
LIMIT ?;

SELECT CASE WHEN t.intake = 'undecided' THEN json_array(t.corporate_id, t.payout_id, t.bank_id,
    t.job_id, t.source, t.initiation_mode, t.api_ref, t.reference, t.live_reference, t.beneficiary_id,
    t.package_code, t.amount, t.requested_debit_account, t.requested_method, t.requested_account,
    t.requested_purpose, t.remark, t.tag, t.metadata, t.payout_date, t.created_by, t.created_at,
    t.intake) ELSE json_array(t.corporate_id, t.payout_id, t.bank_id, t.job_id, t.source, t.initiation_mode,
    t.api_ref, t.reference, t.live_reference, t.beneficiary_id, t.package_code, t.amount, t.requested_debit_account,
    t.requested_method, t.requested_account, t.requested_purpose, t.remark, t.tag, t.metadata,
    t.payout_date, t.created_by, t.created_at, t.intake, t.debit_account_id, t.debit_account_number,
    t.payment_method, t.beneficiary_code, t.beneficiary_name, t.credit_account_number, t.credit_ifsc,
    t.fee_base, t.fee_gst, t.masked, t.limit_day, t.policy_version, t.order_details, t.rejection_code,
    t.rejection_message, t.rejection_field, t.caused_by, t.status, t.sequence, t.approved_at,
    t.sent_at, t.paid_at, t.returned_at, t.utr, t.bank_reference, t.approval, t.approved_by,
    t.status_details, t.expected_credit_at) END AS tuple
FROM payouts t INDEXED BY payouts_by_id
WHERE t.corporate_id = ?
  AND t.payout_id BETWEEN ? AND ?
  AND coalesce((t.bank_id = ? AND coalesce(t.status, 'queued') = ?), false)
ORDER BY t.payout_id DESC
LIMIT ?;

-- payouts.tally
SELECT s.job_id, t.package_code, t.debit_account_id, t.intake, t.status, count(*) AS count,
    CAST(sum(t.amount) AS text) AS amount
FROM (
  SELECT ? AS corporate_id, ? AS bank_id, value->>0 AS job_id, value->>1 AS first, value->>2 AS last
  FROM jsonb_each(jsonb(CAST(? AS TEXT)))
) s
CROSS JOIN payouts t INDEXED BY payouts_by_id
WHERE t.corporate_id = s.corporate_id
  AND t.bank_id = s.bank_id
  AND t.payout_id BETWEEN s.first AND s.last
GROUP BY s.job_id, t.package_code, t.debit_account_id, t.intake, t.status;

-- payouts.tallySpans
SELECT c.span, c.status, count(*) AS count, CAST(sum(c.amount) AS text) AS amount, min(c.created_at) AS since
FROM (
  SELECT CASE WHEN coalesce((t.bank_id = ? AND t.package_code IN (SELECT value FROM json_each(?))
      AND (t.debit_account_id IS NULL OR t.debit_account_id IN (SELECT value FROM json_each(?)))),
      false) THEN CASE WHEN t.created_at >= ? THEN 1 WHEN t.created_at >= ? THEN 0 END END AS span,
      coalesce(t.status, 'queued') AS status, t.amount, t.created_at
  FROM payouts t INDEXED BY payouts_by_id
  WHERE t.corporate_id = ?
    AND t.payout_id BETWEEN ? AND ?
  ORDER BY t.payout_id DESC
  LIMIT ?
) c
GROUP BY c.span, c.status;

SELECT c.span, c.status, count(*) AS count, CAST(sum(c.amount) AS text) AS amount, min(c.created_at) AS since
FROM (
  SELECT CASE WHEN coalesce((t.bank_id = ? AND coalesce(t.status, 'queued') = ? AND t.created_at >= ?
      AND t.package_code IN (SELECT value FROM json_each(?)) AND (t.debit_account_id IS NULL
      OR t.debit_account_id IN (SELECT value FROM json_each(?)))), false) THEN CASE WHEN t.created_at >= ? THEN 0 END END
      AS span, coalesce(t.status, 'queued') AS status, t.amount, t.created_at
  FROM payouts t INDEXED BY payouts_by_id
  WHERE t.corporate_id = ?
    AND t.payout_id BETWEEN ? AND ?
  ORDER BY t.payout_id DESC
  LIMIT ?
) c
GROUP BY c.span, c.status;

SELECT t.payout_id
FROM payouts t INDEXED BY payouts_by_id
WHERE t.corporate_id = ?
  AND t.payout_id BETWEEN ? AND ?
ORDER BY t.payout_id DESC
LIMIT 1
OFFSET ?;

-- payouts.undecided
SELECT json_array(t.payout_id, t.bank_id, t.corporate_id, t.reference, CASE WHEN (
  SELECT 1
  FROM held_references r
  WHERE r.corporate_id = s.corporate_id
    AND r.reference = t.live_reference
    AND (r.payout_id IS NULL OR r.payout_id <> t.payout_id)
) = 1 THEN NULL ELSE t.live_reference END, t.beneficiary_id, t.package_code, t.amount, t.created_at,
    t.job_id, t.requested_debit_account, t.requested_method, t.requested_account, t.requested_purpose,
    t.remark, t.payout_date) AS tuple
FROM (
  SELECT ? AS corporate_id, ? AS bank_id, value->>0 AS payout_id
  FROM jsonb_each(jsonb(CAST(? AS TEXT)))
) s
CROSS JOIN payouts t INDEXED BY payouts_by_id
WHERE t.corporate_id = s.corporate_id
  AND t.bank_id = s.bank_id
  AND t.payout_id = s.payout_id
  AND t.intake = 'undecided';

-- payouts.undecidedOfJob
SELECT json_array(t.payout_id, t.bank_id, t.corporate_id, t.reference, CASE WHEN (
  SELECT 1
  FROM held_references r
  WHERE r.corporate_id = t.corporate_id
    AND r.reference = t.live_reference
    AND (r.payout_id IS NULL OR r.payout_id <> t.payout_id)
) = 1 THEN NULL ELSE t.live_reference END, t.beneficiary_id, t.package_code, t.amount, t.created_at,
    t.job_id, t.requested_debit_account, t.requested_method, t.requested_account, t.requested_purpose,
    t.remark, t.payout_date) AS tuple
FROM payouts t INDEXED BY payouts_by_id
WHERE t.corporate_id = ?
  AND t.bank_id = ?
  AND t.payout_id BETWEEN ? AND ?
  AND t.intake = 'undecided'
ORDER BY t.payout_id
LIMIT ?;

-- payouts.useLimits
INSERT INTO limit_use (corporate_id, package_code, day, bank_id, used)
SELECT corporate_id, package_code, day, bank_id, used
FROM (
  SELECT ? AS corporate_id, ? AS package_code, ? AS day, ? AS bank_id, ? AS used
) s
WHERE true
ON CONFLICT (corporate_id, package_code, day) DO UPDATE SET used = coalesce(limit_use.used,
    0) + excluded.used;

-- payouts.waits
SELECT s.first, min(t.created_at) AS created_at, min(t.payout_date) AS payout_date
FROM (
  SELECT ? AS corporate_id, ? AS bank_id, value->>0 AS first, value->>1 AS last
  FROM jsonb_each(jsonb(CAST(? AS TEXT)))
) s
CROSS JOIN awaiting_approval a INDEXED BY sqlite_autoindex_awaiting_approval_1
CROSS JOIN payouts t INDEXED BY payouts_by_id
WHERE t.corporate_id = s.corporate_id
  AND t.payout_id = a.payout_id
  AND a.corporate_id = s.corporate_id
  AND a.bank_id = s.bank_id
  AND a.payout_id BETWEEN s.first AND s.last
GROUP BY s.first;

-- portal.addChallenge
INSERT INTO login_challenges (challenge_id, address_key, sequence, expires_at, record, tries)
VALUES (?, ?, ?, ?, ?, 0)
ON CONFLICT (address_key, sequence) DO NOTHING;

-- portal.addSession
INSERT INTO portal_sessions (session_id, corporate_id, bank_id, user_id, token_digest, created_at,
    expires_at, used_at, confirmed_at, factor_at, factor_kind, factor_seal, only_enrols)
VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?);

-- portal.challenge
SELECT record, tries, used_at
FROM login_challenges
WHERE challenge_id = ?;

-- portal.confirmSession
UPDATE portal_sessions
SET confirmed_at = ?
WHERE session_id = ?;

-- portal.countTry
UPDATE login_challenges
SET tries = tries + 1
WHERE challenge_id = ?
  AND tries < ?
  AND used_at IS NULL
  AND expires_at > ?
RETURNING record;

-- portal.endSession
DELETE FROM portal_sessions
WHERE session_id = ?;

-- portal.forgetExpired
SELECT t.challenge_id AS id
FROM login_challenges t INDEXED BY login_challenges_expiry
WHERE t.expires_at <= ?
ORDER BY t.expires_at, t.challenge_id
LIMIT ?;

DELETE FROM login_challenges INDEXED BY sqlite_autoindex_login_challenges_1
WHERE (challenge_id) IN (
  SELECT t.challenge_id
  FROM (
    SELECT value->>0 AS challenge_id
    FROM jsonb_each(jsonb(CAST(? AS TEXT)))
  ) s
  CROSS JOIN login_challenges t INDEXED BY sqlite_autoindex_login_challenges_1
  WHERE t.challenge_id = s.challenge_id
);

SELECT t.session_id AS id
FROM portal_sessions t INDEXED BY portal_sessions_expiry
WHERE t.expires_at <= ?
ORDER BY t.expires_at, t.session_id
LIMIT ?;

DELETE FROM portal_sessions INDEXED BY sqlite_autoindex_portal_sessions_1
WHERE (session_id) IN (
  SELECT t.session_id
  FROM (
    SELECT value->>0 AS session_id
    FROM jsonb_each(jsonb(CAST(? AS TEXT)))
  ) s
  CROSS JOIN portal_sessions t INDEXED BY sqlite_autoindex_portal_sessions_1
  WHERE t.session_id = s.session_id
);

SELECT t.upload_id AS id
FROM kept_uploads t INDEXED BY kept_uploads_expiry
WHERE t.expires_at <= ?
ORDER BY t.expires_at, t.upload_id
LIMIT ?;

DELETE FROM kept_uploads INDEXED BY sqlite_autoindex_kept_uploads_1
WHERE (upload_id) IN (
  SELECT t.upload_id
  FROM (
    SELECT value->>0 AS upload_id
    FROM jsonb_each(jsonb(CAST(? AS TEXT)))
  ) s
  CROSS JOIN kept_uploads t INDEXED BY sqlite_autoindex_kept_uploads_1
  WHERE t.upload_id = s.upload_id
);

-- portal.keepUpload
SELECT upload_id AS id
FROM kept_uploads INDEXED BY kept_uploads_of
WHERE corporate_id = ?
  AND bank_id = ?
  AND user_id = ?
ORDER BY expires_at DESC, upload_id DESC
LIMIT 1000
OFFSET ?;

INSERT INTO kept_uploads (upload_id, corporate_id, bank_id, user_id, expires_at, content)
VALUES (?, ?, ?, ?, ?, ?);

-- portal.latestChallenges
SELECT record, tries, used_at
FROM login_challenges INDEXED BY login_challenges_of
WHERE address_key = ?
ORDER BY sequence DESC
LIMIT ?;

-- portal.noteFactor
UPDATE portal_sessions
SET factor_at = ?, factor_kind = ?, factor_seal = ?
WHERE session_id = ?;

-- portal.noteSessionUses
UPDATE portal_sessions
SET used_at = ?
WHERE session_id = ?
  AND (used_at IS NULL OR used_at < ?);

-- portal.session
SELECT session_id, corporate_id, bank_id, user_id, token_digest, created_at, expires_at, used_at,
    confirmed_at, factor_at, factor_kind, factor_seal, only_enrols
FROM portal_sessions
WHERE session_id = ?;

-- portal.sessionsOf
SELECT session_id, corporate_id, bank_id, user_id, token_digest, created_at, expires_at, used_at,
    confirmed_at, factor_at, factor_kind, factor_seal, only_enrols
FROM portal_sessions INDEXED BY portal_sessions_of
WHERE corporate_id = ?
  AND user_id = ?
  AND bank_id = ?
ORDER BY session_id;

-- portal.upload
SELECT upload_id, corporate_id, bank_id, user_id, expires_at, content
FROM kept_uploads
WHERE upload_id = ?
  AND corporate_id = ?
  AND bank_id = ?
  AND user_id = ?;

-- portal.useChallenge
UPDATE login_challenges
SET used_at = ?
WHERE challenge_id = ?
  AND used_at IS NULL;

-- sealedRecords.page
SELECT id AS id, record
FROM secret_keys
WHERE id > ?
ORDER BY id
LIMIT ?;

SELECT id AS id, record
FROM webhook_endpoints
WHERE id > ?
ORDER BY id
LIMIT ?;

SELECT change_id AS id, record
FROM settings_changes
WHERE change_id > ?
ORDER BY change_id
LIMIT ?;

SELECT session_id AS id, record
FROM collection_sessions
WHERE session_id > ?
ORDER BY session_id
LIMIT ?;

SELECT link_id AS id, record
FROM payment_links
WHERE link_id > ?
ORDER BY link_id
LIMIT ?;

SELECT id AS id, record
FROM person_factors
WHERE id > ?
ORDER BY id
LIMIT ?;

SELECT id AS id, record
FROM authority_key
WHERE id > ?
ORDER BY id
LIMIT ?;

-- sealedRecords.replace
UPDATE secret_keys
SET record = ?
WHERE id = ?
  AND record = ?;

UPDATE webhook_endpoints
SET record = ?
WHERE id = ?
  AND record = ?;

UPDATE settings_changes
SET record = ?
WHERE change_id = ?
  AND record = ?;

UPDATE collection_sessions
SET record = ?
WHERE session_id = ?
  AND record = ?;

UPDATE payment_links
SET record = ?
WHERE link_id = ?
  AND record = ?;

UPDATE person_factors
SET record = ?, revision = ?
WHERE id = ?
  AND record = ?;

UPDATE authority_key
SET record = ?
WHERE id = ?
  AND record = ?;

-- seals.chain
SELECT corporate_id, bank_id, ordinal, hash, position, event_hash, token, failures
FROM journal_heads
WHERE corporate_id = ?
  AND bank_id = ?;

SELECT ordinal, entry_no, position, hash
FROM journal_seals
WHERE corporate_id = ?
  AND ordinal > ?
ORDER BY ordinal
LIMIT ?;

SELECT json_array(t.entry_no, t.subject_kind, t.subject_id, t.sequence, t.from_state, t.to_state,
    t.at, t.actor, t.changes, t.via_key) AS tuple
FROM (
  SELECT ? AS corporate_id, ? AS bank_id, value->>0 AS entry_no
  FROM jsonb_each(jsonb(CAST(? AS TEXT)))
) s
CROSS JOIN journal t INDEXED BY journal_of_corporate
WHERE t.corporate_id = s.corporate_id
  AND t.entry_no = s.entry_no
  AND t.bank_id = s.bank_id
  AND true;

-- seals.claim
INSERT INTO journal_heads (corporate_id, bank_id, ordinal, hash, position, event_hash, token,
    failures, up_to, leased_until)
SELECT corporate_id, bank_id, 0, '0000000000000000000000000000000000000000000000000000000000000000',
    0, '0000000000000000000000000000000000000000000000000000000000000000', 1, 0, 0, leased_until
FROM (SELECT ? AS corporate_id, ? AS bank_id, ? AS leased_until) s
WHERE true
ON CONFLICT (corporate_id) DO UPDATE SET leased_until = excluded.leased_until, token = journal_heads.token + 1
WHERE journal_heads.leased_until <= ?
  AND journal_heads.bank_id = excluded.bank_id
RETURNING corporate_id, bank_id, ordinal, hash, position, event_hash, token, failures, (SELECT version FROM hundi_schema)
    AS version, (SELECT serves FROM hundi_schema) AS serves;

-- seals.head
SELECT corporate_id, bank_id, ordinal, hash, position, event_hash, token, failures
FROM journal_heads
WHERE corporate_id = ?
  AND bank_id = ?;

-- seals.nextDue
SELECT coalesce((SELECT seq FROM sqlite_sequence WHERE name = 'journal'), 0) AS last, '' AS life;

WITH RECURSIVE c (corporate_id) AS (
  SELECT (
    SELECT j.corporate_id
    FROM journal j INDEXED BY journal_of_corporate
    WHERE j.corporate_id > ?
    ORDER BY j.corporate_id
    LIMIT 1
  )
  UNION ALL
  SELECT (
    SELECT j.corporate_id
    FROM journal j INDEXED BY journal_of_corporate
    WHERE j.corporate_id > c.corporate_id
    ORDER BY j.corporate_id
    LIMIT 1
  )
  FROM c
  WHERE c.corporate_id IS NOT NULL
)
SELECT c.corporate_id, (
  SELECT j.bank_id
  FROM journal j INDEXED BY journal_of_corporate
  WHERE j.corporate_id = c.corporate_id
  ORDER BY j.entry_no
  LIMIT 1
) AS bank_id
FROM c
WHERE c.corporate_id IS NOT NULL
  AND coalesce((
    SELECT h.leased_until
    FROM journal_heads h
    WHERE h.corporate_id = c.corporate_id
  ), 0) <= ?
  AND (
    SELECT 1
    FROM journal j INDEXED BY journal_of_corporate
    WHERE j.corporate_id = c.corporate_id
      AND j.entry_no > coalesce((
        SELECT h.up_to
        FROM journal_heads h
        WHERE h.corporate_id = c.corporate_id
      ), 0)
      AND (j.entry_no <= ? OR (
        SELECT 1
        FROM journal_seals s
        WHERE s.corporate_id = j.corporate_id
          AND s.entry_no = j.entry_no
      ) IS NULL)
    LIMIT 1
  ) IS NOT NULL
LIMIT ?;

-- seals.orphans
WITH h AS (
  SELECT coalesce(max(ordinal), 0) AS ordinal, coalesce(max(position), 0) AS position, coalesce(max(up_to),
      0) AS up_to
  FROM journal_heads
  WHERE corporate_id = ?
    AND bank_id = ?
)
SELECT (
  SELECT s.ordinal
  FROM journal_seals s
  WHERE s.corporate_id = ?
    AND s.ordinal > (SELECT ordinal FROM h)
  ORDER BY s.ordinal
  LIMIT 1
) AS seal, (
  SELECT min(e.position)
  FROM events e
  WHERE e.corporate_id = ?
    AND e.position > (SELECT position FROM h)
) AS event, (
  SELECT min(j.entry_no)
  FROM journal j INDEXED BY journal_of_corporate
  WHERE j.corporate_id = ?
    AND j.entry_no <= (SELECT up_to FROM h)
    AND (
      SELECT 1
      FROM journal_seals s
      WHERE s.corporate_id = j.corporate_id
        AND s.entry_no = j.entry_no
      LIMIT 1
    ) IS NULL
) AS place;

-- seals.putOff
UPDATE journal_heads
SET leased_until = ?, failures = failures + 1
WHERE corporate_id = ?
  AND bank_id = ?
  AND token = ?;

-- seals.tenants
WITH RECURSIVE c (corporate_id) AS (
  SELECT (
    SELECT min(n.corporate_id)
    FROM (
      SELECT (
        SELECT j.corporate_id
        FROM journal j INDEXED BY journal_of_corporate
        WHERE j.corporate_id > ?
        ORDER BY j.corporate_id
        LIMIT 1
      ) AS corporate_id
      UNION ALL
      SELECT (
        SELECT j.corporate_id
        FROM journal_heads j
        WHERE j.corporate_id > ?
        ORDER BY j.corporate_id
        LIMIT 1
      ) AS corporate_id
      UNION ALL
      SELECT (
        SELECT j.corporate_id
        FROM journal_seals j
        WHERE j.corporate_id > ?
        ORDER BY j.corporate_id
        LIMIT 1
      ) AS corporate_id
      UNION ALL
      SELECT (
        SELECT j.corporate_id
        FROM archive_files j
        WHERE j.corporate_id > ?
        ORDER BY j.corporate_id
        LIMIT 1
      ) AS corporate_id
    ) n
  )
  UNION ALL
  SELECT (
    SELECT min(n.corporate_id)
    FROM (
      SELECT (
        SELECT j.corporate_id
        FROM journal j INDEXED BY journal_of_corporate
        WHERE j.corporate_id > c.corporate_id
        ORDER BY j.corporate_id
        LIMIT 1
      ) AS corporate_id
      UNION ALL
      SELECT (
        SELECT j.corporate_id
        FROM journal_heads j
        WHERE j.corporate_id > c.corporate_id
        ORDER BY j.corporate_id
        LIMIT 1
      ) AS corporate_id
      UNION ALL
      SELECT (
        SELECT j.corporate_id
        FROM journal_seals j
        WHERE j.corporate_id > c.corporate_id
        ORDER BY j.corporate_id
        LIMIT 1
      ) AS corporate_id
      UNION ALL
      SELECT (
        SELECT j.corporate_id
        FROM archive_files j
        WHERE j.corporate_id > c.corporate_id
        ORDER BY j.corporate_id
        LIMIT 1
      ) AS corporate_id
    ) n
  )
  FROM c
  WHERE c.corporate_id IS NOT NULL
)
SELECT c.corporate_id, coalesce((
  SELECT j.bank_id
  FROM journal j INDEXED BY journal_of_corporate
  WHERE j.corporate_id = c.corporate_id
  ORDER BY j.entry_no
  LIMIT 1
), (
  SELECT o.bank_id
  FROM journal_heads o
  WHERE o.corporate_id = c.corporate_id
  LIMIT 1
), (
  SELECT o.bank_id
  FROM archive_files o
  WHERE o.corporate_id = c.corporate_id
  LIMIT 1
), (
  SELECT o.bank_id
  FROM corporates o
  WHERE o.corporate_id = c.corporate_id
  LIMIT 1
), '') AS bank_id
FROM c
WHERE c.corporate_id IS NOT NULL
LIMIT ?;

-- seals.unsealed
SELECT coalesce((SELECT seq FROM sqlite_sequence WHERE name = 'journal'), 0) AS last, '' AS life;

SELECT up_to
FROM journal_heads
WHERE corporate_id = ?
  AND bank_id = ?;

SELECT json_array(t.entry_no, t.subject_kind, t.subject_id, t.sequence, t.from_state, t.to_state,
    t.at, t.actor, t.changes, t.via_key) AS tuple
FROM journal t INDEXED BY journal_of_corporate
WHERE t.corporate_id = ?
  AND t.bank_id = ?
  AND t.entry_no > ?
  AND (
    SELECT 1
    FROM journal_seals s
    WHERE s.corporate_id = t.corporate_id
      AND s.entry_no = t.entry_no
  ) IS NULL
ORDER BY t.entry_no
LIMIT ?;

-- seals.waiting
SELECT coalesce((SELECT seq FROM sqlite_sequence WHERE name = 'journal'), 0) AS last, '' AS life;

WITH RECURSIVE c (corporate_id) AS (
  SELECT (
    SELECT j.corporate_id
    FROM journal j INDEXED BY journal_of_corporate
    WHERE j.corporate_id > ?
    ORDER BY j.corporate_id
    LIMIT 1
  )
  UNION ALL
  SELECT (
    SELECT j.corporate_id
    FROM journal j INDEXED BY journal_of_corporate
    WHERE j.corporate_id > c.corporate_id
    ORDER BY j.corporate_id
    LIMIT 1
  )
  FROM c
  WHERE c.corporate_id IS NOT NULL
)
SELECT c.corporate_id, (
  SELECT j.bank_id
  FROM journal j INDEXED BY journal_of_corporate
  WHERE j.corporate_id = c.corporate_id
  ORDER BY j.entry_no
  LIMIT 1
) AS bank_id
FROM c
WHERE c.corporate_id IS NOT NULL
  AND coalesce((
    SELECT h.leased_until
    FROM journal_heads h
    WHERE h.corporate_id = c.corporate_id
  ), 0) <= ?
  AND (
    SELECT 1
    FROM journal j INDEXED BY journal_of_corporate
    WHERE j.corporate_id = c.corporate_id
      AND j.entry_no > coalesce((
        SELECT h.up_to
        FROM journal_heads h
        WHERE h.corporate_id = c.corporate_id
      ), 0)
      AND (j.entry_no <= ? OR (
        SELECT 1
        FROM journal_seals s
        WHERE s.corporate_id = j.corporate_id
          AND s.entry_no = j.entry_no
      ) IS NULL)
    LIMIT 1
  ) IS NOT NULL
LIMIT ?;

-- seals.write
UPDATE journal_heads
SET ordinal = ?, hash = ?, position = ?, event_hash = ?, leased_until = ?, failures = 0, up_to = CASE WHEN '' = ? THEN max(up_to,
    ?) ELSE up_to END
WHERE corporate_id = ?
  AND bank_id = ?
  AND token = ?
  AND ordinal = ?;

INSERT INTO journal_seals (corporate_id, ordinal, entry_no, position, hash)
SELECT corporate_id, ordinal, entry_no, position, hash
FROM (
  SELECT ? AS corporate_id, value->>0 AS ordinal, value->>1 AS entry_no, value->>2 AS position,
      value->>3 AS hash
  FROM jsonb_each(jsonb(CAST(? AS TEXT)))
) s
WHERE true;

INSERT INTO events (corporate_id, position, bank_id, event_id, type, at, previous_hash, hash,
    body_hash, body)
SELECT corporate_id, position, bank_id, event_id, type, at, previous_hash, hash, body_hash,
    body
FROM (
  SELECT ? AS corporate_id, ? AS bank_id, ? AS type, value->>0 AS position, value->>1 AS event_id,
      value->>2 AS at, value->>3 AS previous_hash, value->>4 AS hash, value->>5 AS body_hash,
      CAST(substr(?, value->>6, value->>7) AS TEXT) AS body
  FROM jsonb_each(jsonb(CAST(? AS TEXT)))
) s
WHERE true;

-- settingsChanges.add
INSERT INTO settings_changes (change_id, corporate_id, bank_id, state, expires_at, revision,
    record)
VALUES (?, ?, ?, ?, ?, ?, ?);

-- settingsChanges.find
SELECT record
FROM settings_changes
WHERE change_id = ?
  AND corporate_id = ?
  AND bank_id = ?;

-- settingsChanges.latest
SELECT record
FROM settings_changes INDEXED BY settings_changes_of
WHERE corporate_id = ?
  AND bank_id = ?
  AND change_id < ?
ORDER BY change_id DESC
LIMIT ?;

-- settingsChanges.pending
SELECT record
FROM settings_changes INDEXED BY settings_changes_by_state
WHERE corporate_id = ?
  AND bank_id = ?
  AND state = 'pending'
  AND expires_at > ?;

-- settingsChanges.replace
UPDATE settings_changes
SET state = ?, revision = ?, record = ?
WHERE change_id = ?
  AND corporate_id = ?
  AND bank_id = ?
  AND revision = ?;

-- tenancy.actors
WITH wanted AS (
  SELECT *
  FROM (SELECT ? AS corporate_id, ? AS bank_id, ? AS id) s
), owner AS (SELECT DISTINCT corporate_id, bank_id FROM wanted)
SELECT 'user' AS kind, t.record
FROM wanted
CROSS JOIN users t INDEXED BY users_by_id
WHERE t.corporate_id = wanted.corporate_id
  AND t.bank_id = wanted.bank_id
  AND t.id = wanted.id
UNION ALL
SELECT 'role' AS kind, t.record
FROM owner
CROSS JOIN roles t INDEXED BY roles_by_id
WHERE t.corporate_id = owner.corporate_id
  AND t.bank_id = owner.bank_id;

-- tenancy.addressees
SELECT t.record, (
  SELECT c.record
  FROM corporates c
  WHERE c.corporate_id = t.corporate_id
    AND c.bank_id = t.bank_id
) AS corporate
FROM users t INDEXED BY users_by_email
WHERE t.email = coalesce( (
  SELECT email
  FROM users INDEXED BY users_by_email
  WHERE email = ?
  LIMIT 1
), (
  SELECT email
  FROM users INDEXED BY users_by_email
  WHERE email > ''
  ORDER BY email
  LIMIT 1
) );

-- tenancy.bank
SELECT record
FROM banks
WHERE bank_id = ?;

-- tenancy.corporate
SELECT record
FROM corporates t
WHERE corporate_id = ?
  AND bank_id = ?;

-- tenancy.corporatesOf
SELECT corporate_id
FROM corporates INDEXED BY corporates_by_bank
WHERE bank_id = ?
ORDER BY corporate_id;

-- tenancy.debitAccounts
SELECT record
FROM debit_accounts
WHERE corporate_id = ?
  AND bank_id = ?
ORDER BY id;

-- tenancy.everybody
SELECT 'user' AS kind, t.record
FROM users t INDEXED BY users_by_id
WHERE corporate_id = ?
  AND bank_id = ?
UNION ALL
SELECT 'role' AS kind, t.record
FROM roles t INDEXED BY roles_by_id
WHERE corporate_id = ?
  AND bank_id = ?;

-- tenancy.holdCorporate
SELECT record
FROM corporates t
WHERE corporate_id = ?
  AND bank_id = ?;

-- tenancy.packages
SELECT record
FROM packages
WHERE corporate_id = ?
  AND bank_id = ?
ORDER BY id;

SELECT t.record
FROM (SELECT ? AS corporate_id, ? AS bank_id, ? AS id) s
CROSS JOIN packages t INDEXED BY packages_by_id
WHERE t.corporate_id = s.corporate_id
  AND t.bank_id = s.bank_id
  AND t.id = s.id
ORDER BY t.id;

-- tenancy.packagesAfter
SELECT record
FROM packages INDEXED BY packages_by_id
WHERE corporate_id = ?
  AND id > ?
  AND bank_id = ?
ORDER BY id
LIMIT ?;

-- tenancy.putBank
INSERT INTO banks (bank_id, record)
VALUES (?, ?)
ON CONFLICT (bank_id) DO UPDATE SET record = excluded.record;

-- tenancy.putCorporate
INSERT INTO corporates (corporate_id, bank_id, record)
VALUES (?, ?, ?)
ON CONFLICT (corporate_id) DO UPDATE SET record = excluded.record
WHERE corporates.bank_id = excluded.bank_id;

-- tenancy.putDebitAccounts
INSERT INTO debit_accounts (corporate_id, bank_id, id, record)
SELECT corporate_id, bank_id, id, record
FROM (SELECT ? AS corporate_id, ? AS bank_id, ? AS id, ? AS record) s
WHERE true
ON CONFLICT (corporate_id, id) DO UPDATE SET record = excluded.record
WHERE debit_accounts.corporate_id = excluded.corporate_id
  AND debit_accounts.bank_id = excluded.bank_id;

-- tenancy.putPackages
INSERT INTO packages (corporate_id, bank_id, id, record)
SELECT corporate_id, bank_id, id, record
FROM (
  SELECT ? AS corporate_id, ? AS bank_id, value->>0 AS id, value->>1 AS record
  FROM jsonb_each(jsonb(CAST(? AS TEXT)))
) s
WHERE true
ON CONFLICT (corporate_id, id) DO UPDATE SET record = excluded.record
WHERE packages.corporate_id = excluded.corporate_id
  AND packages.bank_id = excluded.bank_id;

-- tenancy.putRoles
INSERT INTO roles (corporate_id, bank_id, id, record)
SELECT corporate_id, bank_id, id, record
FROM (SELECT ? AS corporate_id, ? AS bank_id, ? AS id, ? AS record) s
WHERE true
ON CONFLICT (corporate_id, id) DO UPDATE SET record = excluded.record
WHERE roles.corporate_id = excluded.corporate_id
  AND roles.bank_id = excluded.bank_id;

-- tenancy.putUsers
INSERT INTO users (corporate_id, bank_id, id, record, email)
SELECT corporate_id, bank_id, id, record, email
FROM (
  SELECT ? AS corporate_id, ? AS bank_id, value->>0 AS id, value->>1 AS record, value->>2 AS email
  FROM jsonb_each(jsonb(CAST(? AS TEXT)))
) s
WHERE true
ON CONFLICT (corporate_id, id) DO UPDATE SET record = excluded.record, email = excluded.email
WHERE users.corporate_id = excluded.corporate_id
  AND users.bank_id = excluded.bank_id;

-- tenancy.roles
SELECT record
FROM roles
WHERE corporate_id = ?
  AND bank_id = ?
ORDER BY id;

-- tenancy.surroundings
WITH wanted AS (
  SELECT *
  FROM (
    SELECT ? AS corporate_id, ? AS bank_id, value->>0 AS kind, value->>1 AS id
    FROM jsonb_each(jsonb(CAST(? AS TEXT)))
  ) s
)
SELECT 'user' AS kind, t.record
FROM wanted s
CROSS JOIN users t INDEXED BY users_by_id
WHERE t.corporate_id = s.corporate_id
  AND t.bank_id = s.bank_id
  AND t.id = s.id
  AND s.kind = 'user'
UNION ALL
SELECT 'package' AS kind, t.record
FROM wanted s
CROSS JOIN packages t INDEXED BY packages_by_id
WHERE t.corporate_id = s.corporate_id
  AND t.bank_id = s.bank_id
  AND t.id = s.id
  AND s.kind = 'package'
UNION ALL
SELECT 'bank' AS kind, record
FROM banks
WHERE bank_id = ?
UNION ALL
SELECT 'corporate' AS kind, record
FROM corporates
WHERE corporate_id = ?
  AND bank_id = ?
UNION ALL
SELECT 'role' AS kind, record
FROM roles INDEXED BY roles_by_id
WHERE corporate_id = ?
  AND bank_id = ?
UNION ALL
SELECT 'account' AS kind, record
FROM debit_accounts INDEXED BY debit_accounts_by_id
WHERE corporate_id = ?
  AND bank_id = ?;

-- tenancy.tenantsOf
SELECT t.bank_id, t.corporate_id
FROM (SELECT ? AS corporate_id) s
CROSS JOIN corporates t INDEXED BY sqlite_autoindex_corporates_1
WHERE t.corporate_id = s.corporate_id
  AND true;

-- tenancy.users
SELECT record
FROM users
WHERE corporate_id = ?
  AND bank_id = ?
ORDER BY id;

-- webhookEndpoints.disabled
SELECT (
  SELECT count(*)
  FROM (
    SELECT 1
    FROM webhook_endpoints INDEXED BY webhook_endpoints_disabled
    WHERE disabled_by = 'gone'
    LIMIT ?
  ) c
) AS gone, (
  SELECT count(*)
  FROM (
    SELECT 1
    FROM webhook_endpoints INDEXED BY webhook_endpoints_disabled
    WHERE disabled_by = 'failing'
    LIMIT ?
  ) c
) AS failing, (
  SELECT count(*)
  FROM (
    SELECT 1
    FROM webhook_endpoints INDEXED BY webhook_endpoints_disabled
    WHERE disabled_by = 'person'
    LIMIT ?
  ) c
) AS person;

-- webhookEndpoints.disabledBy
SELECT record
FROM webhook_endpoints INDEXED BY webhook_endpoints_disabled
WHERE disabled_by = ?
LIMIT ?;

-- webhookEndpoints.find
SELECT t.record
FROM (SELECT ? AS corporate_id, ? AS bank_id, ? AS id) s
CROSS JOIN webhook_endpoints t INDEXED BY webhook_endpoints_by_id
WHERE t.corporate_id = s.corporate_id
  AND t.bank_id = s.bank_id
  AND t.id = s.id
ORDER BY t.id;

-- webhookEndpoints.of
SELECT record
FROM webhook_endpoints
WHERE corporate_id = ?
  AND bank_id = ?
ORDER BY id;

-- webhookEndpoints.put
INSERT INTO webhook_endpoints (corporate_id, bank_id, id, record, disabled_by)
SELECT corporate_id, bank_id, id, record, disabled_by
FROM (
  SELECT ? AS corporate_id, ? AS bank_id, ? AS id, ? AS record, ? AS disabled_by
) s
WHERE true
ON CONFLICT (id) DO UPDATE SET record = excluded.record, disabled_by = excluded.disabled_by
WHERE webhook_endpoints.corporate_id = excluded.corporate_id
  AND webhook_endpoints.bank_id = excluded.bank_id;

-- webhookEndpoints.remove
DELETE FROM webhook_endpoints
WHERE id = ?
  AND corporate_id = ?
  AND bank_id = ?;

-- webhookEndpoints.some
SELECT record
FROM webhook_endpoints INDEXED BY webhook_endpoints_by_id
ORDER BY id
LIMIT ?;

-- work.add
INSERT INTO work (corporate_id, subject, duty, bank_id, run_at, attempts, token)
SELECT corporate_id, subject, duty, bank_id, run_at, attempts, token
FROM (
  SELECT ? AS corporate_id, ? AS duty, ? AS bank_id, ? AS run_at, ? AS attempts, ? AS token,
      value->>0 AS subject
  FROM jsonb_each(jsonb(CAST(? AS TEXT)))
) s
WHERE true
ON CONFLICT (corporate_id, subject) DO UPDATE SET duty = excluded.duty, run_at = excluded.run_at,
    bank_id = excluded.bank_id, token = excluded.token;

-- work.claim
SELECT subject, duty, bank_id, corporate_id, run_at, attempts, failures, token, marked_at
FROM work t INDEXED BY work_due
WHERE duty = ?
  AND run_at >= ?
  AND run_at <= ?
  AND (TRUE OR run_at < CAST(? AS bigint) - 60000)
ORDER BY run_at, subject
LIMIT ?;

UPDATE work_tokens
SET next = next + 2000
RETURNING next - 2000 AS first, (SELECT version FROM hundi_schema) AS version, (SELECT serves FROM hundi_schema) AS serves;

INSERT INTO work (corporate_id, subject, token, duty, run_at, attempts, marked_at)
SELECT t.corporate_id, t.subject, s.token, s.duty, s.run_at, s.attempts, s.marked_at
FROM (
  SELECT ? AS corporate_id, ? AS duty, ? AS run_at, ? AS attempts, ? AS marked_at, value->>0 AS subject,
      value->>1 AS token
  FROM jsonb_each(jsonb(CAST(? AS TEXT)))
) s
CROSS JOIN work t INDEXED BY sqlite_autoindex_work_1
WHERE t.corporate_id = s.corporate_id
  AND t.subject = s.subject
ON CONFLICT (corporate_id, subject) DO UPDATE SET token = excluded.token, duty = excluded.duty,
    run_at = excluded.run_at, attempts = excluded.attempts, marked_at = excluded.marked_at;

-- work.claimOf
SELECT t.subject, t.duty, t.bank_id, t.corporate_id, t.run_at, t.attempts, t.failures, t.token,
    t.marked_at
FROM (SELECT ? AS corporate_id, ? AS bank_id, ? AS first, ? AS last) s
CROSS JOIN work t INDEXED BY sqlite_autoindex_work_1
WHERE t.corporate_id = s.corporate_id
  AND t.subject BETWEEN s.first AND s.last
  AND t.bank_id = s.bank_id
  AND t.duty = ?
  AND t.run_at <= ?
ORDER BY t.subject
LIMIT ?;

-- work.defer
INSERT INTO work (corporate_id, subject, duty, run_at)
SELECT t.corporate_id, t.subject, s.duty, s.run_at
FROM (
  SELECT ? AS corporate_id, ? AS duty, ? AS run_at, value->>0 AS subject, value->>1 AS token
  FROM jsonb_each(jsonb(CAST(? AS TEXT)))
) s
CROSS JOIN work t INDEXED BY sqlite_autoindex_work_1
WHERE t.corporate_id = s.corporate_id
  AND t.subject = s.subject
  AND t.token = s.token
ON CONFLICT (corporate_id, subject) DO UPDATE SET duty = excluded.duty, run_at = excluded.run_at;

-- work.drop
DELETE FROM work INDEXED BY sqlite_autoindex_work_1
WHERE (corporate_id, subject) IN (
  SELECT t.corporate_id, t.subject
  FROM (
    SELECT ? AS corporate_id, value->>0 AS subject
    FROM jsonb_each(jsonb(CAST(? AS TEXT)))
  ) s
  CROSS JOIN work t INDEXED BY sqlite_autoindex_work_1
  WHERE t.corporate_id = s.corporate_id
    AND t.subject = s.subject
);

-- work.earliest
SELECT subject, duty, bank_id, corporate_id, run_at, attempts, failures, token, marked_at
FROM work INDEXED BY work_due
WHERE duty = ?
  AND (run_at, subject) > (?, ?)
ORDER BY run_at, subject
LIMIT ?;

-- work.fail
INSERT INTO work (corporate_id, subject, duty, run_at, failures)
SELECT t.corporate_id, t.subject, s.duty, s.run_at, s.failures
FROM (
  SELECT ? AS corporate_id, ? AS duty, ? AS run_at, ? AS failures, value->>0 AS subject, value->>1 AS token
  FROM jsonb_each(jsonb(CAST(? AS TEXT)))
) s
CROSS JOIN work t INDEXED BY sqlite_autoindex_work_1
WHERE t.corporate_id = s.corporate_id
  AND t.subject = s.subject
  AND t.token = s.token
ON CONFLICT (corporate_id, subject) DO UPDATE SET duty = excluded.duty, run_at = excluded.run_at,
    failures = excluded.failures;

-- work.finish
DELETE FROM work INDEXED BY sqlite_autoindex_work_1
WHERE (corporate_id, subject) IN (
  SELECT t.corporate_id, t.subject
  FROM (
    SELECT ? AS corporate_id, value->>0 AS subject, value->>1 AS token
    FROM jsonb_each(jsonb(CAST(? AS TEXT)))
  ) s
  CROSS JOIN work t INDEXED BY sqlite_autoindex_work_1
  WHERE t.corporate_id = s.corporate_id
    AND t.subject = s.subject
    AND t.token = s.token
);

-- work.giveBack
INSERT INTO work (corporate_id, subject, duty, run_at, attempts)
SELECT t.corporate_id, t.subject, s.duty, s.run_at, s.attempts
FROM (
  SELECT ? AS corporate_id, ? AS duty, ? AS run_at, ? AS attempts, value->>0 AS subject, value->>1 AS token
  FROM jsonb_each(jsonb(CAST(? AS TEXT)))
) s
CROSS JOIN work t INDEXED BY sqlite_autoindex_work_1
WHERE t.corporate_id = s.corporate_id
  AND t.subject = s.subject
  AND t.token = s.token
ON CONFLICT (corporate_id, subject) DO UPDATE SET duty = excluded.duty, run_at = excluded.run_at,
    attempts = excluded.attempts;

-- work.held
SELECT t.subject
FROM (
  SELECT ? AS corporate_id, value->>0 AS subject, value->>1 AS token
  FROM jsonb_each(jsonb(CAST(? AS TEXT)))
) s
CROSS JOIN work t INDEXED BY sqlite_autoindex_work_1
WHERE t.corporate_id = s.corporate_id
  AND t.subject = s.subject
  AND t.token = s.token;

-- work.hold
SELECT t.subject
FROM (
  SELECT ? AS corporate_id, value->>0 AS subject
  FROM jsonb_each(jsonb(CAST(? AS TEXT)))
) s
CROSS JOIN work t INDEXED BY sqlite_autoindex_work_1
WHERE t.corporate_id = s.corporate_id
  AND t.subject = s.subject;

-- work.lastToken
SELECT next - 1 AS last
FROM work_tokens;

-- work.nextDues
WITH d (duty, since) AS (VALUES ('process-jobs', CAST(? AS bigint)), ('retry-jobs', CAST(? AS bigint)),
    ('arm-expiry', CAST(? AS bigint)), ('index-payouts', CAST(? AS bigint)), ('send-to-bank',
    CAST(? AS bigint)), ('query-unknowns', CAST(? AS bigint)), ('expire-approvals', CAST(? AS bigint)),
    ('expire-sessions', CAST(? AS bigint)), ('expire-collections', CAST(? AS bigint)), ('query-charges',
    CAST(? AS bigint)), ('reverse-charges', CAST(? AS bigint)), ('seal-journal', CAST(? AS bigint)),
    ('deliver-webhooks', CAST(? AS bigint)), ('deliver-slowly', CAST(? AS bigint)), ('gather-notifications',
    CAST(? AS bigint)), ('send-notifications', CAST(? AS bigint))), n AS (
      SELECT d.duty, (
        SELECT t.run_at
        FROM work t INDEXED BY work_due
        WHERE t.duty = d.duty
          AND t.run_at >= d.since
        ORDER BY t.run_at, t.subject
        LIMIT 1
      ) AS run_at
      FROM d
    )
SELECT duty, run_at
FROM n
WHERE run_at IS NOT NULL;

-- work.ofDuty
SELECT subject, duty, bank_id, corporate_id, run_at, attempts, failures, token, marked_at
FROM work INDEXED BY sqlite_autoindex_work_1
WHERE corporate_id = ?
  AND bank_id = ?
  AND duty = ?
LIMIT ?;

-- work.ofSubjects
SELECT t.subject, t.duty, t.bank_id, t.corporate_id, t.run_at, t.attempts, t.failures, t.token,
    t.marked_at
FROM (
  SELECT ? AS corporate_id, value->>0 AS subject
  FROM jsonb_each(jsonb(CAST(? AS TEXT)))
) s
CROSS JOIN work t INDEXED BY sqlite_autoindex_work_1
WHERE t.corporate_id = s.corporate_id
  AND t.subject = s.subject
  AND true;

-- work.skipTokens
UPDATE work_tokens
SET next = max(next, ? + 1)
RETURNING next;

-- work.tally
SELECT count(*) AS waiting, count(*) FILTER (WHERE run_at <= ?) AS due, count(*) FILTER (WHERE attempts = 0) AS untouched,
    min(run_at) AS first_at
FROM (
  SELECT run_at, attempts
  FROM work INDEXED BY work_due
  WHERE duty = ?
  ORDER BY run_at, subject
  LIMIT ?
) w;

-- work.tallyUnknown
SELECT count(*) AS count, min(w.marked_at) AS first_marked_at
FROM (
  SELECT corporate_id, CAST(subject AS TEXT) AS payout_id, marked_at
  FROM work INDEXED BY work_due
  WHERE duty = 'query-unknowns'
  ORDER BY run_at, subject
  LIMIT ?
) w
CROSS JOIN payouts t INDEXED BY payouts_by_id
WHERE t.corporate_id = w.corporate_id
  AND t.payout_id = w.payout_id
  AND t.status = 'sent_to_bank';

-- work.wake
INSERT INTO work (corporate_id, subject, duty, bank_id, run_at, attempts, token)
SELECT corporate_id, subject, duty, bank_id, run_at, attempts, token
FROM (
  SELECT ? AS corporate_id, ? AS duty, ? AS bank_id, ? AS run_at, ? AS attempts, ? AS token,
      value->>0 AS subject
  FROM jsonb_each(jsonb(CAST(? AS TEXT)))
) s
WHERE true
ON CONFLICT (corporate_id, subject) DO UPDATE SET run_at = excluded.run_at
WHERE work.duty = excluded.duty
  AND work.run_at > excluded.run_at;
