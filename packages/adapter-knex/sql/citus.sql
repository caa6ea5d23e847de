-- What the stores run on Citus in place of a statement of postgresql.sql, where the dialect rewrites it: bound to one
-- corporate, or counting what it wrote. npm run docs:generate writes this file from that one.

-- access.noteUses
INSERT INTO api_key_use (key_id, used_at)
SELECT key_id, used_at
FROM (
  SELECT u.key_id, ?::bigint AS used_at
  FROM unnest(?::text[]) AS u(key_id)
  OFFSET 0
) s
WHERE true
ON CONFLICT (key_id) DO UPDATE SET used_at = excluded.used_at
WHERE api_key_use.used_at < excluded.used_at RETURNING 1;

-- access.putApiKeys
INSERT INTO api_keys (corporate_id, bank_id, id, record)
SELECT corporate_id, bank_id, id, record
FROM (
  SELECT ?::text AS corporate_id, ?::text AS bank_id, u.id, u.record
  FROM unnest(?::text[], ?::text[]) AS u(id, record)
  OFFSET 0
) s
WHERE true
ON CONFLICT (id) DO UPDATE SET record = excluded.record
WHERE api_keys.corporate_id = excluded.corporate_id
  AND api_keys.bank_id = excluded.bank_id RETURNING 1;

-- access.putSecretKeys
INSERT INTO secret_keys (corporate_id, bank_id, id, record)
SELECT corporate_id, bank_id, id, record
FROM (
  SELECT ?::text AS corporate_id, ?::text AS bank_id, ?::text AS id, ?::text AS record
) s
WHERE true
ON CONFLICT (id) DO UPDATE SET record = excluded.record
WHERE secret_keys.corporate_id = excluded.corporate_id
  AND secret_keys.bank_id = excluded.bank_id RETURNING 1;

-- archives.drop
INSERT INTO held_references (corporate_id, reference, bank_id)
SELECT DISTINCT $1::text, s.reference, s.bank_id
FROM (
  SELECT ?::text AS corporate_id, ?::text AS bank_id, u.reference
  FROM unnest(?::text[]) AS u(reference)
  OFFSET 0
) s
WHERE true
ON CONFLICT (corporate_id, reference) DO UPDATE SET payout_id = NULL RETURNING 1;

DELETE FROM payout_terms
WHERE (corporate_id, term, payout_id) IN (
  SELECT $1::text, s.term, s.payout_id
  FROM (
    SELECT ?::text AS corporate_id, u.term, u.payout_id
    FROM unnest(?::text[], ?::uuid[]) AS u(term, payout_id)
    OFFSET 0
  ) s
)
  AND payout_id >= ?
  AND payout_id <= ?;

DELETE FROM bank_answers t
USING (
  SELECT ?::text AS corporate_id, u.payout_id
  FROM unnest(?::uuid[]) AS u(payout_id)
  OFFSET 0
) s
WHERE t.corporate_id = $1::text COLLATE "POSIX" AND t.corporate_id = ANY (ARRAY[s.corporate_id])
  AND t.payout_id BETWEEN s.payout_id AND s.payout_id;

DELETE FROM payouts t
USING (
  SELECT ?::text AS corporate_id, u.payout_id
  FROM unnest(?::uuid[]) AS u(payout_id)
  OFFSET 0
) s
WHERE t.corporate_id = $1::text COLLATE "POSIX" AND t.corporate_id = ANY (ARRAY[s.corporate_id])
  AND t.payout_id BETWEEN s.payout_id AND s.payout_id;

INSERT INTO journal_seals (corporate_id, ordinal, entry_no, position, hash, previous_hash,
    event_hash)
SELECT t.corporate_id, t.ordinal, t.entry_no, t.position, t.hash, s.previous_hash, s.event_hash
FROM (
  SELECT ?::text AS corporate_id, u.entry_no, ?::text AS previous_hash, ?::text AS event_hash
  FROM unnest(?::bigint[]) AS u(entry_no)
  OFFSET 0
) s
CROSS JOIN LATERAL (
  SELECT *
  FROM journal_seals t
  WHERE t.corporate_id = $1::text
    AND t.entry_no = s.entry_no
  OFFSET 0
) t
WHERE true
ON CONFLICT (corporate_id, ordinal) DO UPDATE SET previous_hash = excluded.previous_hash, event_hash = excluded.event_hash RETURNING 1;

DELETE FROM journal_seals t
USING (
  SELECT ?::text AS corporate_id, u.entry_no
  FROM unnest(?::bigint[]) AS u(entry_no)
  OFFSET 0
) s
WHERE t.corporate_id = $1::text COLLATE "POSIX" AND t.corporate_id = ANY (ARRAY[s.corporate_id])
  AND t.entry_no BETWEEN s.entry_no AND s.entry_no;

DELETE FROM journal t
USING (
  SELECT ?::text AS corporate_id, u.entry_no
  FROM unnest(?::bigint[]) AS u(entry_no)
  OFFSET 0
) s
WHERE t.corporate_id = $1::text COLLATE "POSIX" AND t.corporate_id = ANY (ARRAY[s.corporate_id])
  AND t.entry_no BETWEEN s.entry_no AND s.entry_no;

DELETE FROM jobs t
USING (SELECT ?::text AS corporate_id, ?::uuid AS job_id) s
WHERE t.corporate_id = $1::text COLLATE "POSIX" AND t.corporate_id = ANY (ARRAY[s.corporate_id])
  AND t.job_id BETWEEN s.job_id AND s.job_id;

-- archives.find
SELECT t.last_id, t.corporate_id, t.bank_id, (
  SELECT f.name
  FROM archive_files f
  WHERE f.corporate_id = $1::text
    AND f.number = t.file_number
) AS name
FROM (
  SELECT ?::text AS corporate_id, ?::text AS bank_id, u.subject_id
  FROM unnest(?::uuid[]) AS u(subject_id)
  OFFSET 0
) s
CROSS JOIN LATERAL (
  SELECT *
  FROM archived t
  WHERE t.corporate_id = $1::text
    AND t.subject_id = s.subject_id
    AND t.bank_id = s.bank_id
  LIMIT 1
) t
WHERE true;

-- archives.kept
SELECT t.entry_no, t.subject_kind, t.subject_id, t.sequence, t.from_state, t.to_state, t.at,
    t.actor, t.changes, t.via_key
FROM (
  SELECT ?::text AS corporate_id, ?::text AS bank_id, u.entry_no
  FROM unnest(?::bigint[]) AS u(entry_no)
  OFFSET 0
) s
CROSS JOIN LATERAL (
  SELECT *
  FROM journal t
  WHERE t.corporate_id = $1::text
    AND t.entry_no = s.entry_no
    AND t.bank_id = s.bank_id
  LIMIT 1
) t
WHERE true;

-- archives.sealed
SELECT t.entry_no, t.ordinal
FROM (
  SELECT ?::text AS corporate_id, u.entry_no
  FROM unnest(?::bigint[]) AS u(entry_no)
  OFFSET 0
) s
CROSS JOIN LATERAL (
  SELECT *
  FROM journal_seals t
  WHERE t.corporate_id = $1::text
    AND t.entry_no = s.entry_no
  LIMIT 1
) t
WHERE true;

-- bankAnswers.of
SELECT t.corporate_id, t.bank_id, t.payout_id, t.answer_id, t.verdict, t.at
FROM (
  SELECT ?::text AS corporate_id, ?::text AS bank_id, u.payout_id
  FROM unnest(?::uuid[]) AS u(payout_id)
  OFFSET 0
) s
CROSS JOIN LATERAL (
  SELECT *
  FROM bank_answers t
  WHERE t.corporate_id = $1::text
    AND t.bank_id = s.bank_id
    AND t.payout_id = s.payout_id
    AND true
  ORDER BY t.answer_no DESC
  LIMIT ?
) t
ORDER BY t.answer_no DESC
LIMIT ?;

-- beneficiaries.add
INSERT INTO beneficiary_accounts (corporate_id, beneficiary_id, name_key, account_number)
SELECT corporate_id, beneficiary_id, name_key, account_number
FROM (
  SELECT ?::text AS corporate_id, ?::text AS beneficiary_id, ?::text AS name_key, ?::text AS account_number
) s
WHERE true
ON CONFLICT (corporate_id, name_key, account_number) DO NOTHING RETURNING 1;

-- beneficiaries.countByPackage
SELECT s.package_code, (
  SELECT count(*)
  FROM beneficiary_packages t
  WHERE t.corporate_id = $1::text
    AND t.bank_id = s.bank_id
    AND t.package_code = s.package_code
) AS count
FROM (
  SELECT ?::text AS corporate_id, ?::text AS bank_id, u.package_code
  FROM unnest(?::text[]) AS u(package_code)
  OFFSET 0
) s;

-- beneficiaries.findByBeneIds
SELECT t.record
FROM (
  SELECT ?::text AS corporate_id, ?::text AS bank_id, u.bene_id
  FROM unnest(?::text[]) AS u(bene_id)
  OFFSET 0
) s
CROSS JOIN LATERAL (
  SELECT *
  FROM beneficiaries t
  WHERE t.corporate_id = $1::text
    AND t.bank_id = s.bank_id
    AND t.bene_id = s.bene_id
  ORDER BY t.bene_id
  OFFSET 0
) t;

-- beneficiaries.findMany
SELECT t.record
FROM (
  SELECT ?::text AS corporate_id, ?::text AS bank_id, u.beneficiary_id
  FROM unnest(?::text[]) AS u(beneficiary_id)
  OFFSET 0
) s
CROSS JOIN LATERAL (
  SELECT *
  FROM beneficiaries t
  WHERE t.corporate_id = $1::text
    AND t.bank_id = s.bank_id
    AND t.beneficiary_id = s.beneficiary_id
  LIMIT 1
) t
WHERE true;

-- beneficiaries.holders
SELECT t.bene_id, t.beneficiary_id
FROM (
  SELECT ?::text AS corporate_id, ?::text AS bank_id, u.bene_id
  FROM unnest(?::text[]) AS u(bene_id)
  OFFSET 0
) s
CROSS JOIN LATERAL (
  SELECT *
  FROM beneficiaries t
  WHERE t.corporate_id = $1::text
    AND t.bank_id = s.bank_id
    AND t.bene_id = s.bene_id
    AND state NOT IN ('rejected', 'deactivated')
  LIMIT 1
) t
WHERE true;

-- beneficiaries.replace
INSERT INTO beneficiary_accounts (corporate_id, beneficiary_id, name_key, account_number)
SELECT corporate_id, beneficiary_id, name_key, account_number
FROM (
  SELECT ?::text AS corporate_id, ?::text AS beneficiary_id, ?::text AS name_key, ?::text AS account_number
) s
WHERE true
ON CONFLICT (corporate_id, name_key, account_number) DO NOTHING RETURNING 1;

-- beneficiaries.withAccounts
SELECT t.beneficiary_id
FROM (
  SELECT ?::text AS corporate_id, ?::text AS bank_id, u.account_number
  FROM unnest(?::text[]) AS u(account_number)
  OFFSET 0
) s
CROSS JOIN LATERAL (
  SELECT *
  FROM beneficiary_accounts t
  WHERE t.corporate_id = $1::text
    AND t.account_number = s.account_number
  ORDER BY t.beneficiary_id
  OFFSET 0
) t;

SELECT t.record
FROM (
  SELECT ?::text AS corporate_id, ?::text AS bank_id, u.beneficiary_id
  FROM unnest(?::text[]) AS u(beneficiary_id)
  OFFSET 0
) s
CROSS JOIN LATERAL (
  SELECT *
  FROM beneficiaries t
  WHERE t.corporate_id = $1::text
    AND t.bank_id = s.bank_id
    AND t.beneficiary_id = s.beneficiary_id
  LIMIT 1
) t
WHERE true;

-- deliveries.queue
INSERT INTO webhook_queue (endpoint_id, event_id, corporate_id, bank_id, event_type, event_at,
    attempts, due_at, body, with_endpoint)
SELECT endpoint_id, event_id, corporate_id, bank_id, event_type, event_at, attempts, due_at,
    body, with_endpoint
FROM (
  SELECT u.endpoint_id, u.event_id, ?::text AS corporate_id, ?::text AS bank_id, ?::text AS event_type,
      ?::bigint AS event_at, ?::bigint AS attempts, ?::bigint AS due_at, ?::text AS body, ?::bigint AS with_endpoint
  FROM unnest(?::text[], ?::text[]) AS u(endpoint_id, event_id)
  OFFSET 0
) s
WHERE true
ON CONFLICT (corporate_id, endpoint_id, event_id) DO UPDATE SET event_type = excluded.event_type,
    event_at = excluded.event_at, attempts = excluded.attempts, due_at = excluded.due_at, body = excluded.body,
    with_endpoint = excluded.with_endpoint RETURNING 1;

-- deliveries.queuedOf
SELECT t.event_id, t.event_type, t.event_at, t.attempts, t.due_at, t.body, t.with_endpoint
FROM (
  SELECT ?::text AS endpoint_id, ?::text AS corporate_id, ?::text AS bank_id, u.event_id
  FROM unnest(?::text[]) AS u(event_id)
  OFFSET 0
) s
CROSS JOIN LATERAL (
  SELECT *
  FROM webhook_queue t
  WHERE t.corporate_id = $2::text
    AND t.endpoint_id = s.endpoint_id
    AND t.event_id = s.event_id
    AND t.bank_id = s.bank_id
  LIMIT 1
) t
WHERE true;

-- deliveries.unqueue
DELETE FROM webhook_queue t
USING (
  SELECT ?::text AS endpoint_id, ?::text AS corporate_id, ?::text AS bank_id, u.event_id
  FROM unnest(?::text[]) AS u(event_id)
  OFFSET 0
) s
WHERE t.corporate_id = $2::text COLLATE "POSIX" AND t.corporate_id = ANY (ARRAY[s.corporate_id])
  AND t.endpoint_id = s.endpoint_id
  AND t.event_id = s.event_id
  AND t.bank_id BETWEEN s.bank_id AND s.bank_id;

-- events.after
SELECT t.position, t.previous_hash, t.hash, t.body_hash, t.event_id, t.type, t.at, t.body
FROM (
  SELECT ?::text AS corporate_id, ?::text AS bank_id, u.position
  FROM unnest(?::bigint[]) AS u(position)
  OFFSET 0
) s
CROSS JOIN LATERAL (
  SELECT *
  FROM events t
  WHERE t.corporate_id = $1::text
    AND t.bank_id = s.bank_id
    AND t.position = s.position
  LIMIT 1
) t
WHERE true;

-- events.at
SELECT t.position, t.previous_hash, t.hash, t.body_hash, t.event_id, t.type, t.at, t.body
FROM (
  SELECT ?::text AS corporate_id, ?::text AS bank_id, u.position
  FROM unnest(?::bigint[]) AS u(position)
  OFFSET 0
) s
CROSS JOIN LATERAL (
  SELECT *
  FROM events t
  WHERE t.corporate_id = $1::text
    AND t.bank_id = s.bank_id
    AND t.position = s.position
  LIMIT 1
) t
WHERE true;

-- events.of
SELECT t.position, t.previous_hash, t.hash, t.body_hash, t.event_id, t.type, t.at, t.body
FROM (
  SELECT ?::text AS corporate_id, ?::text AS bank_id, u.event_id
  FROM unnest(?::text[]) AS u(event_id)
  OFFSET 0
) s
CROSS JOIN LATERAL (
  SELECT *
  FROM events t
  WHERE t.corporate_id = $1::text
    AND t.bank_id = s.bank_id
    AND t.event_id >= s.event_id
    AND t.event_id <= s.event_id
  ORDER BY t.event_id
  OFFSET 0
) t;

-- factors.findMany
SELECT t.record
FROM (
  SELECT ?::text AS corporate_id, ?::text AS bank_id, u.user_id
  FROM unnest(?::text[]) AS u(user_id)
  OFFSET 0
) s
CROSS JOIN LATERAL (
  SELECT *
  FROM person_factors t
  WHERE t.corporate_id = $1::text
    AND t.bank_id = s.bank_id
    AND t.user_id = s.user_id
  LIMIT 1
) t
WHERE true;

-- idempotency.find
SELECT t.corporate_id, t.route, t.key, t.bank_id, t.fingerprint, t.outcome, t.at, t.body
FROM (
  SELECT ?::text AS corporate_id, ?::text AS route, u.key, ?::text AS bank_id
  FROM unnest(?::text[]) AS u(key)
  OFFSET 0
) s
CROSS JOIN LATERAL (
  SELECT *
  FROM answers t
  WHERE t.corporate_id = $1::text
    AND t.route = s.route
    AND t.key = s.key
    AND t.bank_id = s.bank_id
  LIMIT 1
) t
WHERE true;

-- jobs.advance
UPDATE jobs t
SET status = s.status, sequence = s.sequence, completed_at = s.completed_at
FROM (
  SELECT ?::uuid AS job_id, ?::text AS bank_id, ?::text AS corporate_id, ?::text AS api_ref,
      ?::text AS initiated_by, ?::bigint AS requested_at, ?::bigint AS total, ?::text AS status,
      ?::bigint AS sequence, ?::bigint AS completed_at, ?::text AS traceparent, ?::text AS via_key,
      ?::text AS package_codes
) s
WHERE t.corporate_id = $3::text COLLATE "POSIX" AND t.corporate_id = ANY (ARRAY[s.corporate_id])
  AND t.job_id = s.job_id
  AND t.bank_id BETWEEN s.bank_id AND s.bank_id
  AND t.sequence + 1 = s.sequence;

-- jobs.findMany
SELECT t.job_id, t.bank_id, t.corporate_id, t.api_ref, t.initiated_by, t.requested_at, t.total,
    t.status, t.sequence, t.completed_at, t.traceparent, t.via_key, t.package_codes
FROM (
  SELECT u.job_id, ?::text AS bank_id, ?::text AS corporate_id
  FROM unnest(?::uuid[]) AS u(job_id)
  OFFSET 0
) s
CROSS JOIN LATERAL (
  SELECT *
  FROM jobs t
  WHERE t.corporate_id = $2::text
    AND t.job_id = s.job_id
    AND t.bank_id = s.bank_id
  LIMIT 1
) t
WHERE true;

-- journal.incidentsAbout
SELECT t.bank_id, t.corporate_id, t.kind, t.subject_id, t.at, t.detail
FROM (
  SELECT ?::text AS corporate_id, ?::text AS bank_id, u.subject_id
  FROM unnest(?::text[]) AS u(subject_id)
  OFFSET 0
) s
CROSS JOIN LATERAL (
  SELECT *
  FROM incidents t
  WHERE t.corporate_id = $1::text
    AND t.bank_id = s.bank_id
    AND t.kind IN ('intake_failed', 'indexing_failed', 'expiry_failed', 'sending_failed', 'outcome_unknown',
      'nonsense_answer', 'contradictory_answer', 'unexpected_return', 'late_answer', 'unknown_order',
      'database_restored', 'forgotten_order', 'forgotten_charge', 'late_charge', 'reversal_unconfirmed',
      'charge_unknown', 'sealing_failed', 'delivery_failed', 'delivery_dead', 'endpoint_disabled',
      'approval_not_proven', 'policies_not_proven', 'guard_away', 'bank_file_refused', 'bank_status_unmatched',
      'bank_entry_unmatched', 'maker_locked')
    AND t.subject_id = s.subject_id
  ORDER BY t.kind
  OFFSET 0
) t;

-- journal.ofMany
SELECT t.entry_no, t.subject_kind, t.subject_id, t.sequence, t.from_state, t.to_state, t.at,
    t.actor, t.changes, t.via_key
FROM (
  SELECT ?::text AS corporate_id, ?::text AS bank_id, u.subject_id
  FROM unnest(?::text[]) AS u(subject_id)
  OFFSET 0
) s
CROSS JOIN LATERAL (
  SELECT *
  FROM journal t
  WHERE t.corporate_id = $1::text
    AND t.subject_id = s.subject_id
    AND t.bank_id = s.bank_id
  ORDER BY t.sequence
  OFFSET 0
) t;

-- journal.raise
INSERT INTO incidents (bank_id, corporate_id, kind, subject_id, at, detail)
SELECT bank_id, corporate_id, kind, subject_id, at, detail
FROM (
  SELECT ?::text AS bank_id, ?::text AS corporate_id, ?::text AS kind, u.subject_id, ?::bigint AS at,
      ?::text AS detail
  FROM unnest(?::text[]) AS u(subject_id)
  OFFSET 0
) s
WHERE true
ON CONFLICT (corporate_id, kind, subject_id) DO NOTHING RETURNING 1;

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
  SELECT ?::text AS corporate_id, u.payout_id, ?::text AS bank_id, ?::uuid AS job_id, ?::text AS source,
      ?::text AS initiation_mode, ?::text AS api_ref, u.reference, u.live_reference, ?::text AS beneficiary_id,
      ?::text AS package_code, ?::bigint AS amount, ?::text AS requested_debit_account, ?::text AS requested_method,
      ?::text AS requested_account, ?::text AS requested_purpose, ?::text AS remark, ?::text AS tag,
      ?::text AS metadata, ?::text AS payout_date, ?::text AS created_by, ?::bigint AS created_at,
      ?::text AS intake
  FROM unnest(?::uuid[], ?::text[], ?::text[]) AS u(payout_id, reference, live_reference)
  OFFSET 0
) s
WHERE true
ON CONFLICT (corporate_id, live_reference) DO NOTHING RETURNING 1;

INSERT INTO payouts (corporate_id, payout_id, bank_id, job_id, source, initiation_mode, api_ref,
    reference, live_reference, beneficiary_id, package_code, amount, requested_debit_account,
    requested_method, requested_account, requested_purpose, remark, tag, metadata, payout_date,
    created_by, created_at, intake)
SELECT $1::text, s.payout_id, s.bank_id, s.job_id, s.source, s.initiation_mode, s.api_ref,
    s.reference, NULL, s.beneficiary_id, s.package_code, s.amount, s.requested_debit_account,
    s.requested_method, s.requested_account, s.requested_purpose, s.remark, s.tag, s.metadata,
    s.payout_date, s.created_by, s.created_at, s.intake
FROM (
  SELECT ?::text AS corporate_id, u.payout_id, ?::text AS bank_id, ?::uuid AS job_id, ?::text AS source,
      ?::text AS initiation_mode, ?::text AS api_ref, u.reference, u.live_reference, ?::text AS beneficiary_id,
      ?::text AS package_code, ?::bigint AS amount, ?::text AS requested_debit_account, ?::text AS requested_method,
      ?::text AS requested_account, ?::text AS requested_purpose, ?::text AS remark, ?::text AS tag,
      ?::text AS metadata, ?::text AS payout_date, ?::text AS created_by, ?::bigint AS created_at,
      ?::text AS intake
  FROM unnest(?::uuid[], ?::text[], ?::text[]) AS u(payout_id, reference, live_reference)
  OFFSET 0
) s
WHERE NOT EXISTS (
  SELECT 1
  FROM payouts t
  WHERE t.corporate_id = $1::text COLLATE "POSIX" AND t.corporate_id = ANY (ARRAY[s.corporate_id])
    AND t.payout_id BETWEEN s.payout_id AND s.payout_id
);

INSERT INTO payout_terms (corporate_id, term, payout_id)
SELECT $1::text, CASE k.kind WHEN 'p' THEN 'p' || t.beneficiary_id WHEN 'a' THEN 'a' || t.amount ELSE 'r' || t.reference
    END, t.payout_id
FROM (
  SELECT ?::text AS corporate_id, ?::text AS bank_id, ?::uuid AS first, ?::uuid AS last
) s
CROSS JOIN payouts t
CROSS JOIN (SELECT 'p' AS kind UNION ALL SELECT 'a' UNION ALL SELECT 'r') k
WHERE t.corporate_id = $1::text COLLATE "POSIX" AND t.corporate_id = ANY (ARRAY[s.corporate_id])
  AND t.bank_id BETWEEN s.bank_id AND s.bank_id
  AND t.payout_id BETWEEN s.first AND s.last
ORDER BY 1, 2, 3
ON CONFLICT DO NOTHING RETURNING 1;

INSERT INTO payout_terms (corporate_id, term, payout_id)
SELECT DISTINCT $1::text, 'b' || t.api_ref, coalesce(t.job_id, t.payout_id)
FROM (
  SELECT ?::text AS corporate_id, ?::text AS bank_id, ?::uuid AS first, ?::uuid AS last
) s
CROSS JOIN payouts t
WHERE t.corporate_id = $1::text COLLATE "POSIX" AND t.corporate_id = ANY (ARRAY[s.corporate_id])
  AND t.bank_id BETWEEN s.bank_id AND s.bank_id
  AND t.payout_id BETWEEN s.first AND s.last
ORDER BY 1, 2, 3
ON CONFLICT DO NOTHING RETURNING 1;

-- payouts.advance
UPDATE payouts t
SET status = s.status, sequence = s.sequence, approved_at = s.approved_at, sent_at = s.sent_at,
    paid_at = s.paid_at, returned_at = s.returned_at, utr = s.utr, bank_reference = s.bank_reference,
    approval = s.approval, approved_by = s.approved_by, status_details = s.status_details,
    expected_credit_at = s.expected_credit_at
FROM (
  SELECT ?::text AS corporate_id, ?::text AS bank_id, u.payout_id, ?::text AS status, ?::bigint AS sequence,
      ?::bigint AS approved_at, ?::bigint AS sent_at, u.paid_at, ?::bigint AS returned_at,
      u.utr, u.bank_reference, ?::text AS approval, ?::text AS approved_by, ?::text AS status_details,
      ?::bigint AS expected_credit_at, ?::bigint AS follows
  FROM unnest(?::uuid[], ?::bigint[], ?::text[], ?::text[]) AS u(payout_id, paid_at, utr, bank_reference)
  OFFSET 0
) s
WHERE t.corporate_id = $1::text COLLATE "POSIX" AND t.corporate_id = ANY (ARRAY[s.corporate_id])
  AND t.bank_id = s.bank_id
  AND t.payout_id = s.payout_id
  AND t.sequence BETWEEN s.follows AND s.follows;

DELETE FROM awaiting_approval t
USING (
  SELECT ?::text AS corporate_id, ?::text AS bank_id, u.payout_id
  FROM unnest(?::uuid[]) AS u(payout_id)
  OFFSET 0
) s
WHERE t.corporate_id = $1::text COLLATE "POSIX" AND t.corporate_id = ANY (ARRAY[s.corporate_id])
  AND t.bank_id = s.bank_id
  AND t.payout_id BETWEEN s.payout_id AND s.payout_id;

UPDATE payouts t
SET status = s.status, sequence = s.sequence, approved_at = s.approved_at, sent_at = s.sent_at,
    paid_at = s.paid_at, returned_at = s.returned_at, utr = s.utr, bank_reference = s.bank_reference,
    approval = s.approval, approved_by = s.approved_by, status_details = s.status_details,
    expected_credit_at = s.expected_credit_at, live_reference = NULL
FROM (
  SELECT ?::text AS corporate_id, ?::text AS bank_id, u.payout_id, ?::text AS status, ?::bigint AS sequence,
      ?::bigint AS approved_at, ?::bigint AS sent_at, ?::bigint AS paid_at, ?::bigint AS returned_at,
      ?::text AS utr, ?::text AS bank_reference, ?::text AS approval, ?::text AS approved_by,
      ?::text AS status_details, ?::bigint AS expected_credit_at, ?::bigint AS follows
  FROM unnest(?::uuid[]) AS u(payout_id)
  OFFSET 0
) s
WHERE t.corporate_id = $1::text COLLATE "POSIX" AND t.corporate_id = ANY (ARRAY[s.corporate_id])
  AND t.bank_id = s.bank_id
  AND t.payout_id = s.payout_id
  AND t.sequence BETWEEN s.follows AND s.follows;

-- payouts.decide
UPDATE payouts t
SET intake = s.intake, debit_account_id = s.debit_account_id, debit_account_number = s.debit_account_number,
    payment_method = s.payment_method, beneficiary_code = s.beneficiary_code, beneficiary_name = s.beneficiary_name,
    credit_account_number = s.credit_account_number, credit_ifsc = s.credit_ifsc, fee_base = s.fee_base,
    fee_gst = s.fee_gst, masked = s.masked, limit_day = s.limit_day, policy_version = s.policy_version,
    order_details = s.order_details, status = s.status, sequence = s.sequence, approved_at = s.approved_at,
    sent_at = s.sent_at, paid_at = s.paid_at, returned_at = s.returned_at, utr = s.utr, bank_reference = s.bank_reference,
    approval = s.approval, approved_by = s.approved_by, status_details = s.status_details,
    expected_credit_at = s.expected_credit_at
FROM (
  SELECT ?::text AS corporate_id, ?::text AS bank_id, u.payout_id, ?::text AS intake, ?::text AS debit_account_id,
      ?::text AS debit_account_number, ?::text AS payment_method, ?::text AS beneficiary_code,
      ?::text AS beneficiary_name, ?::text AS credit_account_number, ?::text AS credit_ifsc,
      ?::bigint AS fee_base, ?::bigint AS fee_gst, ?::bigint AS masked, ?::text AS limit_day,
      ?::bigint AS policy_version, ?::text AS order_details, ?::text AS status, ?::bigint AS sequence,
      ?::bigint AS approved_at, ?::bigint AS sent_at, ?::bigint AS paid_at, ?::bigint AS returned_at,
      ?::text AS utr, ?::text AS bank_reference, ?::text AS approval, ?::text AS approved_by,
      ?::text AS status_details, ?::bigint AS expected_credit_at, ?::text AS was, ?::bigint AS needs_reference
  FROM unnest(?::uuid[]) AS u(payout_id)
  OFFSET 0
) s
WHERE t.corporate_id = $1::text COLLATE "POSIX" AND t.corporate_id = ANY (ARRAY[s.corporate_id])
  AND t.bank_id = s.bank_id
  AND t.payout_id = s.payout_id
  AND t.intake BETWEEN s.was AND s.was
  AND (s.needs_reference = 0 OR t.live_reference IS NOT NULL);

-- payouts.explain
UPDATE payouts t
SET status_details = s.status_details, expected_credit_at = s.expected_credit_at
FROM (
  SELECT ?::text AS corporate_id, ?::text AS bank_id, u.payout_id, ?::text AS status_details,
      ?::bigint AS expected_credit_at, ?::bigint AS follows
  FROM unnest(?::uuid[]) AS u(payout_id)
  OFFSET 0
) s
WHERE t.corporate_id = $1::text COLLATE "POSIX" AND t.corporate_id = ANY (ARRAY[s.corporate_id])
  AND t.bank_id = s.bank_id
  AND t.payout_id = s.payout_id
  AND t.sequence BETWEEN s.follows AND s.follows;

-- payouts.findMany
SELECT t.corporate_id, t.payout_id, t.bank_id, t.job_id, t.source, t.initiation_mode, t.api_ref,
    t.reference, t.live_reference, t.beneficiary_id, t.package_code, t.amount, t.requested_debit_account,
    t.requested_method, t.requested_account, t.requested_purpose, t.remark, t.tag, t.metadata,
    t.payout_date, t.created_by, t.created_at, t.intake, t.debit_account_id, t.debit_account_number,
    t.payment_method, t.beneficiary_code, t.beneficiary_name, t.credit_account_number, t.credit_ifsc,
    t.fee_base, t.fee_gst, t.masked, t.limit_day, t.policy_version, t.order_details, t.rejection_code,
    t.rejection_message, t.rejection_field, t.caused_by, t.status, t.sequence, t.approved_at,
    t.sent_at, t.paid_at, t.returned_at, t.utr, t.bank_reference, t.approval, t.approved_by,
    t.status_details, t.expected_credit_at
FROM (
  SELECT ?::text AS corporate_id, ?::text AS bank_id, u.payout_id
  FROM unnest(?::uuid[]) AS u(payout_id)
  OFFSET 0
) s
CROSS JOIN LATERAL (
  SELECT *
  FROM payouts t
  WHERE t.corporate_id = $1::text
    AND t.bank_id = s.bank_id
    AND t.payout_id = s.payout_id
  LIMIT 1
) t
WHERE true;

-- payouts.heldOf
SELECT t.live_reference AS reference
FROM (
  SELECT ?::text AS corporate_id, ?::text AS bank_id, u.reference
  FROM unnest(?::text[]) AS u(reference)
  OFFSET 0
) s
CROSS JOIN LATERAL (
  SELECT *
  FROM payouts t
  WHERE t.live_reference = s.reference
    AND t.corporate_id = $1::text
    AND t.bank_id = s.bank_id
  LIMIT 1
) t
WHERE true;

SELECT t.reference
FROM (
  SELECT ?::text AS corporate_id, ?::text AS bank_id, u.reference
  FROM unnest(?::text[]) AS u(reference)
  OFFSET 0
) s
CROSS JOIN LATERAL (
  SELECT *
  FROM held_references t
  WHERE t.corporate_id = $1::text
    AND t.bank_id = s.bank_id
    AND t.reference = s.reference
  LIMIT 1
) t
WHERE true;

-- payouts.hold
SELECT t.payout_id
FROM (
  SELECT ?::text AS corporate_id, ?::text AS bank_id, u.payout_id
  FROM unnest(?::uuid[]) AS u(payout_id)
  OFFSET 0
) s
CROSS JOIN payouts t
WHERE t.corporate_id = $1::text COLLATE "POSIX" AND t.corporate_id = ANY (ARRAY[s.corporate_id])
  AND t.bank_id = s.bank_id
  AND t.payout_id BETWEEN s.payout_id AND s.payout_id
FOR UPDATE OF t;

-- payouts.holdLimits
INSERT INTO limit_use (corporate_id, package_code, day, bank_id, used)
SELECT corporate_id, package_code, day, bank_id, used
FROM (
  SELECT ?::text AS corporate_id, ?::text AS package_code, ?::text AS day, ?::text AS bank_id,
      ?::bigint AS used
) s
WHERE true
ON CONFLICT (corporate_id, package_code, day) DO NOTHING RETURNING 1;

SELECT t.package_code, t.day, CAST(t.used AS text) AS used
FROM (
  SELECT ?::text AS corporate_id, ?::text AS package_code, ?::text AS day, ?::text AS bank_id,
      ?::bigint AS used
) s
CROSS JOIN limit_use t
WHERE t.corporate_id = $1::text COLLATE "POSIX" AND t.corporate_id = ANY (ARRAY[s.corporate_id])
  AND t.package_code = s.package_code
  AND t.day = s.day
  AND t.bank_id BETWEEN s.bank_id AND s.bank_id
FOR UPDATE OF t;

-- payouts.index
SELECT t.payout_id
FROM (
  SELECT ?::text AS corporate_id, ?::text AS bank_id, u.first, u.last
  FROM unnest(?::uuid[], ?::uuid[]) AS u(first, last)
  OFFSET 0
) s
CROSS JOIN LATERAL (
  SELECT *
  FROM payouts t
  WHERE t.corporate_id = $1::text
    AND t.payout_id BETWEEN s.first AND s.last
    AND t.bank_id = s.bank_id
  ORDER BY t.payout_id DESC
  LIMIT ?
) t
ORDER BY t.payout_id DESC
LIMIT ?;

INSERT INTO payout_terms (corporate_id, term, payout_id)
SELECT $1::text, CASE k.kind WHEN 'p' THEN 'p' || t.beneficiary_id WHEN 'a' THEN 'a' || t.amount ELSE 'r' || t.reference
    END, t.payout_id
FROM (
  SELECT ?::text AS corporate_id, ?::text AS bank_id, u.first, u.last
  FROM unnest(?::uuid[], ?::uuid[]) AS u(first, last)
  OFFSET 0
) s
CROSS JOIN payouts t
CROSS JOIN (SELECT 'p' AS kind UNION ALL SELECT 'a' UNION ALL SELECT 'r') k
WHERE t.corporate_id = $1::text COLLATE "POSIX" AND t.corporate_id = ANY (ARRAY[s.corporate_id])
  AND t.bank_id BETWEEN s.bank_id AND s.bank_id
  AND t.payout_id BETWEEN s.first AND s.last
ORDER BY 1, 2, 3
ON CONFLICT DO NOTHING RETURNING 1;

INSERT INTO payout_terms (corporate_id, term, payout_id)
SELECT DISTINCT $1::text, 'b' || t.api_ref, coalesce(t.job_id, t.payout_id)
FROM (
  SELECT ?::text AS corporate_id, ?::text AS bank_id, u.first, u.last
  FROM unnest(?::uuid[], ?::uuid[]) AS u(first, last)
  OFFSET 0
) s
CROSS JOIN payouts t
WHERE t.corporate_id = $1::text COLLATE "POSIX" AND t.corporate_id = ANY (ARRAY[s.corporate_id])
  AND t.bank_id BETWEEN s.bank_id AND s.bank_id
  AND t.payout_id BETWEEN s.first AND s.last
ORDER BY 1, 2, 3
ON CONFLICT DO NOTHING RETURNING 1;

UPDATE jobs t
SET searchable = s.searchable
FROM (
  SELECT ?::text AS corporate_id, ?::text AS bank_id, u.job_id, ?::bigint AS searchable
  FROM unnest(?::uuid[]) AS u(job_id)
  OFFSET 0
) s
WHERE t.corporate_id = $1::text COLLATE "POSIX" AND t.corporate_id = ANY (ARRAY[s.corporate_id])
  AND t.job_id = s.job_id
  AND t.bank_id BETWEEN s.bank_id AND s.bank_id;

-- payouts.lastPaid
SELECT t.beneficiary_id, t.amount, t.credit_account_number, t.credit_ifsc
FROM (
  SELECT t.corporate_id, t.payout_id
  FROM (
    SELECT ?::text AS corporate_id, ?::text AS bank_id, u.term
    FROM unnest(?::text[]) AS u(term)
    OFFSET 0
  ) s
  CROSS JOIN LATERAL (
    SELECT *
    FROM payout_terms t
    WHERE t.corporate_id = $1::text
      AND t.term = s.term
      AND (
        SELECT p.paid_at IS NOT NULL
          AND p.returned_at IS NULL
          AND p.bank_id = s.bank_id
          AND ((p.package_code = ANY(?::text[]) AND p.debit_account_id = ANY(?::text[])) OR (p.package_code = ANY(?::text[])
            AND p.debit_account_id = ANY(?::text[])))
        FROM payouts p
        WHERE p.corporate_id = $1::text COLLATE "POSIX" AND p.corporate_id = ANY (ARRAY[s.corporate_id])
          AND p.payout_id BETWEEN t.payout_id AND t.payout_id
      )
    ORDER BY t.payout_id DESC
    LIMIT ?
  ) t
  ORDER BY t.payout_id DESC
  LIMIT ?
) s
CROSS JOIN LATERAL (
  SELECT *
  FROM payouts t
  WHERE t.corporate_id = $1::text
    AND t.payout_id = s.payout_id
  LIMIT 1
) t
WHERE true;

-- payouts.limitsUsed
SELECT t.package_code, t.day, CAST(t.used AS text) AS used
FROM (
  SELECT ?::text AS corporate_id, ?::text AS package_code, ?::text AS day, ?::text AS bank_id,
      ?::bigint AS used
) s
CROSS JOIN LATERAL (
  SELECT *
  FROM limit_use t
  WHERE t.corporate_id = $1::text
    AND t.package_code = s.package_code
    AND t.day = s.day
    AND t.bank_id = s.bank_id
  LIMIT 1
) t
WHERE true;

-- payouts.namedByBank
SELECT t.corporate_id, t.payout_id, t.bank_id, t.job_id, t.source, t.initiation_mode, t.api_ref,
    t.reference, t.live_reference, t.beneficiary_id, t.package_code, t.amount, t.requested_debit_account,
    t.requested_method, t.requested_account, t.requested_purpose, t.remark, t.tag, t.metadata,
    t.payout_date, t.created_by, t.created_at, t.intake, t.debit_account_id, t.debit_account_number,
    t.payment_method, t.beneficiary_code, t.beneficiary_name, t.credit_account_number, t.credit_ifsc,
    t.fee_base, t.fee_gst, t.masked, t.limit_day, t.policy_version, t.order_details, t.rejection_code,
    t.rejection_message, t.rejection_field, t.caused_by, t.status, t.sequence, t.approved_at,
    t.sent_at, t.paid_at, t.returned_at, t.utr, t.bank_reference, t.approval, t.approved_by,
    t.status_details, t.expected_credit_at
FROM (
  SELECT ?::text AS corporate_id, ?::text AS bank_id, ?::uuid AS payout_id
) s
CROSS JOIN LATERAL (
  SELECT *
  FROM payouts t
  WHERE t.corporate_id = $1::text
    AND t.bank_id = s.bank_id
    AND t.payout_id = s.payout_id
  LIMIT 1
) t
WHERE true;

-- payouts.overdue
SELECT t.corporate_id, t.payout_id, t.bank_id, t.job_id, t.source, t.initiation_mode, t.api_ref,
    t.reference, t.live_reference, t.beneficiary_id, t.package_code, t.amount, t.requested_debit_account,
    t.requested_method, t.requested_account, t.requested_purpose, t.remark, t.tag, t.metadata,
    t.payout_date, t.created_by, t.created_at, t.intake, t.debit_account_id, t.debit_account_number,
    t.payment_method, t.beneficiary_code, t.beneficiary_name, t.credit_account_number, t.credit_ifsc,
    t.fee_base, t.fee_gst, t.masked, t.limit_day, t.policy_version, t.order_details, t.rejection_code,
    t.rejection_message, t.rejection_field, t.caused_by, t.status, t.sequence, t.approved_at,
    t.sent_at, t.paid_at, t.returned_at, t.utr, t.bank_reference, t.approval, t.approved_by,
    t.status_details, t.expected_credit_at
FROM (
  SELECT ?::text AS corporate_id, ?::text AS bank_id, u.first, u.last
  FROM unnest(?::uuid[], ?::uuid[]) AS u(first, last)
  OFFSET 0
) s
CROSS JOIN LATERAL (
  SELECT *
  FROM awaiting_approval a
  WHERE a.corporate_id = $1::text
    AND a.bank_id = s.bank_id
    AND a.payout_id BETWEEN s.first AND s.last
  OFFSET 0
) a
CROSS JOIN LATERAL (
  SELECT *
  FROM payouts t
  WHERE t.corporate_id = $1::text
    AND t.payout_id = a.payout_id
    AND (t.created_at <= ? OR t.payout_date < ?)
  LIMIT 1
) t
WHERE true
LIMIT ?;

-- payouts.report
SELECT t.corporate_id, t.payout_id, t.bank_id, t.job_id, t.source, t.initiation_mode, t.api_ref,
    t.reference, t.live_reference, t.beneficiary_id, t.package_code, t.amount, t.requested_debit_account,
    t.requested_method, t.requested_account, t.requested_purpose, t.remark, t.tag, t.metadata,
    t.payout_date, t.created_by, t.created_at, t.intake, t.debit_account_id, t.debit_account_number,
    t.payment_method, t.beneficiary_code, t.beneficiary_name, t.credit_account_number, t.credit_ifsc,
    t.fee_base, t.fee_gst, t.masked, t.limit_day, t.policy_version, t.order_details, t.rejection_code,
    t.rejection_message, t.rejection_field, t.caused_by, t.status, t.sequence, t.approved_at,
    t.sent_at, t.paid_at, t.returned_at, t.utr, t.bank_reference, t.approval, t.approved_by,
    t.status_details, t.expected_credit_at
FROM (
  SELECT ?::text AS corporate_id, u.payout_id
  FROM unnest(?::uuid[]) AS u(payout_id)
  OFFSET 0
) s
CROSS JOIN LATERAL (
  SELECT *
  FROM payouts t
  WHERE t.corporate_id = $1::text
    AND t.payout_id = s.payout_id
  LIMIT 1
) t
WHERE coalesce((t.bank_id = ? AND t.package_code = ANY(?::text[]) AND (t.debit_account_id IS NULL
    OR t.debit_account_id = ANY(?::text[])) AND (t.beneficiary_id = ANY(?::text[]) OR (t.reference >= ?
    AND t.reference < ?) OR (t.api_ref >= ? AND t.api_ref < ?))), false)
ORDER BY t.payout_id DESC
LIMIT ?;

SELECT 'equal' AS list, l.payout_id
FROM (
  SELECT t.payout_id
  FROM (SELECT ?::text AS corporate_id, ?::text AS term) s
  CROSS JOIN LATERAL (
    SELECT *
    FROM payout_terms t
    WHERE t.corporate_id = $1::text
      AND t.term = s.term
      AND t.payout_id BETWEEN ? AND ?
    ORDER BY t.payout_id DESC
    LIMIT ?
  ) t
  ORDER BY t.payout_id DESC
  LIMIT ?
) l
UNION ALL
SELECT 'reference' AS list, l.payout_id
FROM (
  SELECT t.payout_id
  FROM payout_terms t
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
  FROM payout_terms t
  WHERE t.corporate_id = ?
    AND t.term >= (SELECT ?)
    AND t.term < (SELECT ?)
    AND t.payout_id BETWEEN ? AND ?
  ORDER BY t.payout_id DESC
  LIMIT ?
) l;

-- payouts.tally
SELECT s.job_id, t.*
FROM (
  SELECT ?::text AS corporate_id, ?::text AS bank_id, u.job_id, u.first, u.last
  FROM unnest(?::uuid[], ?::uuid[], ?::uuid[]) AS u(job_id, first, last)
  OFFSET 0
) s
CROSS JOIN LATERAL (
  SELECT package_code, debit_account_id, intake, status, count(*) AS count, CAST(sum(amount) AS text) AS amount
  FROM payouts t
  WHERE t.corporate_id = $1::text
    AND t.bank_id = s.bank_id
    AND t.payout_id BETWEEN s.first AND s.last
  GROUP BY package_code, debit_account_id, intake, status
) t;

-- payouts.undecided
SELECT t.payout_id, t.bank_id, t.corporate_id, t.reference, CASE WHEN (
  SELECT 1
  FROM held_references r
  WHERE r.corporate_id = $1::text
    AND r.reference = t.live_reference
    AND (r.payout_id IS NULL OR r.payout_id <> t.payout_id)
) = 1 THEN NULL ELSE t.live_reference END, t.beneficiary_id, t.package_code, t.amount, t.created_at,
    t.job_id, t.requested_debit_account, t.requested_method, t.requested_account, t.requested_purpose,
    t.remark, t.payout_date
FROM (
  SELECT ?::text AS corporate_id, ?::text AS bank_id, u.payout_id
  FROM unnest(?::uuid[]) AS u(payout_id)
  OFFSET 0
) s
CROSS JOIN LATERAL (
  SELECT *
  FROM payouts t
  WHERE t.corporate_id = $1::text
    AND t.bank_id = s.bank_id
    AND t.payout_id = s.payout_id
  LIMIT 1
) t
WHERE t.intake = 'undecided';

-- payouts.useLimits
INSERT INTO limit_use (corporate_id, package_code, day, bank_id, used)
SELECT corporate_id, package_code, day, bank_id, used
FROM (
  SELECT ?::text AS corporate_id, ?::text AS package_code, ?::text AS day, ?::text AS bank_id,
      ?::bigint AS used
) s
WHERE true
ON CONFLICT (corporate_id, package_code, day) DO UPDATE SET used = coalesce(limit_use.used,
    0) + excluded.used RETURNING 1;

-- payouts.waits
SELECT s.first, min(t.created_at) AS created_at, min(t.payout_date) AS payout_date
FROM (
  SELECT ?::text AS corporate_id, ?::text AS bank_id, u.first, u.last
  FROM unnest(?::uuid[], ?::uuid[]) AS u(first, last)
  OFFSET 0
) s
CROSS JOIN LATERAL (
  SELECT *
  FROM awaiting_approval a
  WHERE a.corporate_id = $1::text
    AND a.bank_id = s.bank_id
    AND a.payout_id BETWEEN s.first AND s.last
  OFFSET 0
) a
CROSS JOIN LATERAL (
  SELECT *
  FROM payouts t
  WHERE t.corporate_id = $1::text
    AND t.payout_id = a.payout_id
  LIMIT 1
) t
WHERE true
GROUP BY s.first;

-- seals.chain
SELECT t.entry_no, t.subject_kind, t.subject_id, t.sequence, t.from_state, t.to_state, t.at,
    t.actor, t.changes, t.via_key
FROM (
  SELECT ?::text AS corporate_id, ?::text AS bank_id, u.entry_no
  FROM unnest(?::bigint[]) AS u(entry_no)
  OFFSET 0
) s
CROSS JOIN LATERAL (
  SELECT *
  FROM journal t
  WHERE t.corporate_id = $1::text
    AND t.entry_no = s.entry_no
    AND t.bank_id = s.bank_id
  LIMIT 1
) t
WHERE true;

-- tenancy.packages
SELECT t.record
FROM (
  SELECT ?::text AS corporate_id, ?::text AS bank_id, ?::text AS id
) s
CROSS JOIN packages t
WHERE t.corporate_id = $1::text COLLATE "POSIX" AND t.corporate_id = ANY (ARRAY[s.corporate_id])
  AND t.bank_id = s.bank_id
  AND t.id BETWEEN s.id AND s.id
ORDER BY t.id;

-- tenancy.putDebitAccounts
INSERT INTO debit_accounts (corporate_id, bank_id, id, record)
SELECT corporate_id, bank_id, id, record
FROM (
  SELECT ?::text AS corporate_id, ?::text AS bank_id, ?::text AS id, ?::text AS record
) s
WHERE true
ON CONFLICT (corporate_id, id) DO UPDATE SET record = excluded.record
WHERE debit_accounts.corporate_id = excluded.corporate_id
  AND debit_accounts.bank_id = excluded.bank_id RETURNING 1;

-- tenancy.putPackages
INSERT INTO packages (corporate_id, bank_id, id, record)
SELECT corporate_id, bank_id, id, record
FROM (
  SELECT ?::text AS corporate_id, ?::text AS bank_id, u.id, u.record
  FROM unnest(?::text[], ?::text[]) AS u(id, record)
  OFFSET 0
) s
WHERE true
ON CONFLICT (corporate_id, id) DO UPDATE SET record = excluded.record
WHERE packages.corporate_id = excluded.corporate_id
  AND packages.bank_id = excluded.bank_id RETURNING 1;

-- tenancy.putRoles
INSERT INTO roles (corporate_id, bank_id, id, record)
SELECT corporate_id, bank_id, id, record
FROM (
  SELECT ?::text AS corporate_id, ?::text AS bank_id, ?::text AS id, ?::text AS record
) s
WHERE true
ON CONFLICT (corporate_id, id) DO UPDATE SET record = excluded.record
WHERE roles.corporate_id = excluded.corporate_id
  AND roles.bank_id = excluded.bank_id RETURNING 1;

-- tenancy.putUsers
INSERT INTO users (corporate_id, bank_id, id, record, email)
SELECT corporate_id, bank_id, id, record, email
FROM (
  SELECT ?::text AS corporate_id, ?::text AS bank_id, u.id, u.record, u.email
  FROM unnest(?::text[], ?::text[], ?::text[]) AS u(id, record, email)
  OFFSET 0
) s
WHERE true
ON CONFLICT (corporate_id, id) DO UPDATE SET record = excluded.record, email = excluded.email
WHERE users.corporate_id = excluded.corporate_id
  AND users.bank_id = excluded.bank_id RETURNING 1;

-- tenancy.surroundings
WITH wanted AS (
  SELECT *
  FROM (
    SELECT ?::text AS corporate_id, ?::text AS bank_id, u.kind, u.id
    FROM unnest(?::text[], ?::text[]) AS u(kind, id)
    OFFSET 0
  ) s
)
SELECT 'user' AS kind, t.record
FROM wanted s
CROSS JOIN LATERAL (
  SELECT *
  FROM users t
  WHERE t.corporate_id = $1::text
    AND t.bank_id = s.bank_id
    AND t.id = s.id
  LIMIT 1
) t
WHERE s.kind = 'user'
UNION ALL
SELECT 'package' AS kind, t.record
FROM wanted s
CROSS JOIN LATERAL (
  SELECT *
  FROM packages t
  WHERE t.corporate_id = $1::text
    AND t.bank_id = s.bank_id
    AND t.id = s.id
  LIMIT 1
) t
WHERE s.kind = 'package'
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
FROM roles
WHERE corporate_id = ?
  AND bank_id = ?
UNION ALL
SELECT 'account' AS kind, record
FROM debit_accounts
WHERE corporate_id = ?
  AND bank_id = ?;

-- tenancy.tenantsOf
SELECT t.bank_id, t.corporate_id
FROM (SELECT ?::text AS corporate_id) s
CROSS JOIN LATERAL (
  SELECT *
  FROM corporates t
  WHERE t.corporate_id = $1::text
  LIMIT 1
) t
WHERE true;

-- webhookEndpoints.find
SELECT t.record
FROM (
  SELECT ?::text AS corporate_id, ?::text AS bank_id, ?::text AS id
) s
CROSS JOIN webhook_endpoints t
WHERE t.corporate_id = $1::text COLLATE "POSIX" AND t.corporate_id = ANY (ARRAY[s.corporate_id])
  AND t.bank_id = s.bank_id
  AND t.id BETWEEN s.id AND s.id
ORDER BY t.id;

-- webhookEndpoints.put
INSERT INTO webhook_endpoints (corporate_id, bank_id, id, record, disabled_by)
SELECT corporate_id, bank_id, id, record, disabled_by
FROM (
  SELECT ?::text AS corporate_id, ?::text AS bank_id, ?::text AS id, ?::text AS record, ?::text AS disabled_by
) s
WHERE true
ON CONFLICT (id) DO UPDATE SET record = excluded.record, disabled_by = excluded.disabled_by
WHERE webhook_endpoints.corporate_id = excluded.corporate_id
  AND webhook_endpoints.bank_id = excluded.bank_id RETURNING 1;

-- work.add
INSERT INTO work (corporate_id, subject, duty, bank_id, run_at, attempts, token)
SELECT corporate_id, subject, duty, bank_id, run_at, attempts, token
FROM (
  SELECT ?::text AS corporate_id, u.subject, ?::text AS duty, ?::text AS bank_id, ?::bigint AS run_at,
      ?::bigint AS attempts, ?::bigint AS token
  FROM unnest(?::text[]) AS u(subject)
  OFFSET 0
) s
WHERE true
ON CONFLICT (corporate_id, subject) DO UPDATE SET duty = excluded.duty, run_at = excluded.run_at,
    bank_id = excluded.bank_id, token = excluded.token RETURNING 1;

-- work.claim
UPDATE work t
SET token = s.token, duty = s.duty, run_at = s.run_at, attempts = s.attempts, marked_at = s.marked_at
FROM (
  SELECT ?::text AS corporate_id, u.subject, u.token, ?::text AS duty, ?::bigint AS run_at,
      ?::bigint AS attempts, ?::bigint AS marked_at
  FROM unnest(?::text[], ?::bigint[]) AS u(subject, token)
  OFFSET 0
) s
WHERE t.corporate_id = $1::text COLLATE "POSIX" AND t.corporate_id = ANY (ARRAY[s.corporate_id])
  AND t.subject BETWEEN s.subject AND s.subject;

-- work.claimOf
SELECT t.subject, t.duty, t.bank_id, t.corporate_id, t.run_at, t.attempts, t.failures, t.token,
    t.marked_at
FROM (
  SELECT ?::text AS corporate_id, ?::text AS bank_id, ?::text AS first, ?::text AS last
) s
CROSS JOIN LATERAL (
  SELECT *
  FROM work t
  WHERE t.corporate_id = $1::text
    AND t.subject BETWEEN s.first AND s.last
    AND t.bank_id = s.bank_id
    AND t.duty = ?
    AND t.run_at <= ?
  OFFSET 0
) t
WHERE true
ORDER BY t.subject
LIMIT ?
FOR UPDATE OF t SKIP LOCKED;

-- work.defer
UPDATE work t
SET duty = s.duty, run_at = s.run_at
FROM (
  SELECT ?::text AS corporate_id, u.subject, u.token, ?::text AS duty, ?::bigint AS run_at
  FROM unnest(?::text[], ?::bigint[]) AS u(subject, token)
  OFFSET 0
) s
WHERE t.corporate_id = $1::text COLLATE "POSIX" AND t.corporate_id = ANY (ARRAY[s.corporate_id])
  AND t.subject = s.subject
  AND t.token BETWEEN s.token AND s.token;

-- work.drop
DELETE FROM work t
USING (
  SELECT ?::text AS corporate_id, u.subject
  FROM unnest(?::text[]) AS u(subject)
  OFFSET 0
) s
WHERE t.corporate_id = $1::text COLLATE "POSIX" AND t.corporate_id = ANY (ARRAY[s.corporate_id])
  AND t.subject BETWEEN s.subject AND s.subject;

-- work.fail
UPDATE work t
SET duty = s.duty, run_at = s.run_at, failures = s.failures
FROM (
  SELECT ?::text AS corporate_id, u.subject, u.token, ?::text AS duty, ?::bigint AS run_at,
      ?::bigint AS failures
  FROM unnest(?::text[], ?::bigint[]) AS u(subject, token)
  OFFSET 0
) s
WHERE t.corporate_id = $1::text COLLATE "POSIX" AND t.corporate_id = ANY (ARRAY[s.corporate_id])
  AND t.subject = s.subject
  AND t.token BETWEEN s.token AND s.token;

-- work.finish
DELETE FROM work t
USING (
  SELECT ?::text AS corporate_id, u.subject, u.token
  FROM unnest(?::text[], ?::bigint[]) AS u(subject, token)
  OFFSET 0
) s
WHERE t.corporate_id = $1::text COLLATE "POSIX" AND t.corporate_id = ANY (ARRAY[s.corporate_id])
  AND t.subject = s.subject
  AND t.token BETWEEN s.token AND s.token;

-- work.giveBack
UPDATE work t
SET duty = s.duty, run_at = s.run_at, attempts = s.attempts
FROM (
  SELECT ?::text AS corporate_id, u.subject, u.token, ?::text AS duty, ?::bigint AS run_at,
      ?::bigint AS attempts
  FROM unnest(?::text[], ?::bigint[]) AS u(subject, token)
  OFFSET 0
) s
WHERE t.corporate_id = $1::text COLLATE "POSIX" AND t.corporate_id = ANY (ARRAY[s.corporate_id])
  AND t.subject = s.subject
  AND t.token BETWEEN s.token AND s.token;

-- work.held
SELECT t.subject
FROM (
  SELECT ?::text AS corporate_id, u.subject, u.token
  FROM unnest(?::text[], ?::bigint[]) AS u(subject, token)
  OFFSET 0
) s
CROSS JOIN work t
WHERE t.corporate_id = $1::text COLLATE "POSIX" AND t.corporate_id = ANY (ARRAY[s.corporate_id])
  AND t.subject = s.subject
  AND t.token BETWEEN s.token AND s.token
FOR UPDATE OF t;

-- work.hold
SELECT t.subject
FROM (
  SELECT ?::text AS corporate_id, u.subject
  FROM unnest(?::text[]) AS u(subject)
  OFFSET 0
) s
CROSS JOIN work t
WHERE t.corporate_id = $1::text COLLATE "POSIX" AND t.corporate_id = ANY (ARRAY[s.corporate_id])
  AND t.subject BETWEEN s.subject AND s.subject
FOR UPDATE OF t;

-- work.ofSubjects
SELECT t.subject, t.duty, t.bank_id, t.corporate_id, t.run_at, t.attempts, t.failures, t.token,
    t.marked_at
FROM (
  SELECT ?::text AS corporate_id, u.subject
  FROM unnest(?::text[]) AS u(subject)
  OFFSET 0
) s
CROSS JOIN LATERAL (
  SELECT *
  FROM work t
  WHERE t.corporate_id = $1::text
    AND t.subject = s.subject
  LIMIT 1
) t
WHERE true;

-- work.wake
INSERT INTO work (corporate_id, subject, duty, bank_id, run_at, attempts, token)
SELECT corporate_id, subject, duty, bank_id, run_at, attempts, token
FROM (
  SELECT ?::text AS corporate_id, u.subject, ?::text AS duty, ?::text AS bank_id, ?::bigint AS run_at,
      ?::bigint AS attempts, ?::bigint AS token
  FROM unnest(?::text[]) AS u(subject)
  OFFSET 0
) s
WHERE true
ON CONFLICT (corporate_id, subject) DO UPDATE SET run_at = excluded.run_at
WHERE work.duty = excluded.duty
  AND work.run_at > excluded.run_at RETURNING 1;
