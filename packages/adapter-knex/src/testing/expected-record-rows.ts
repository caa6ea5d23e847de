import type { ExpectedTables } from './table-columns.js';

/** The rows of tables that hold one record each, beside its search columns, and of small tables. */
export const RECORD_ROWS: ExpectedTables = {
  answers: [
    {
      corporate_id: 'acme',
      route: 'route',
      key: 'request-key',
      bank_id: 'first-bank',
      fingerprint: 'fingerprint',
      outcome: 'outcome',
      at: 521,
      body: 'answer-body',
    },
  ],
  api_key_use: [{ key_id: 'used-key', used_at: 951 }],
  api_keys: [
    { corporate_id: 'acme', bank_id: 'first-bank', id: 'api-key-id', record: 'the record' },
  ],
  banks: [{ bank_id: 'first-bank', record: 'the record' }],
  beneficiaries: [
    {
      corporate_id: 'acme',
      beneficiary_id: 'payee-id',
      bank_id: 'first-bank',
      bene_id: 'payee-code',
      state: 'pending_approval',
      revision: 1,
      search: 'payee name\npayee-account',
      change_waits: 0,
      record: 'the record',
    },
  ],
  beneficiary_accounts: [
    {
      corporate_id: 'acme',
      beneficiary_id: 'payee-id',
      name_key: 'payee name',
      account_number: 'payee-account',
    },
  ],
  beneficiary_packages: [
    {
      corporate_id: 'acme',
      bank_id: 'first-bank',
      package_code: 'payee-package',
      beneficiary_id: 'payee-id',
    },
  ],
  collection_sessions: [
    {
      session_id: 'collection-id',
      corporate_id: 'acme',
      bank_id: 'first-bank',
      sequence: 11,
      record: 'the record',
    },
  ],
  corporates: [{ corporate_id: 'acme', bank_id: 'first-bank', record: 'the record' }],
  debit_accounts: [
    { corporate_id: 'acme', bank_id: 'first-bank', id: 'debit-account-id', record: 'the record' },
  ],
  limit_use: [
    {
      corporate_id: 'acme',
      package_code: 'package-code',
      day: '2026-02-03',
      bank_id: 'first-bank',
      used: 411,
    },
  ],
  kept_uploads: [
    {
      upload_id: 'upload-id',
      corporate_id: 'acme',
      bank_id: 'first-bank',
      user_id: 'upload-user',
      expires_at: 946,
      content: 'upload-content',
    },
  ],
  link_mails: [
    { corporate_id: 'acme', bank_id: 'first-bank', whom: 'mailed-person', day: 14, mails: 1 },
  ],
  login_challenges: [
    {
      challenge_id: 'challenge-id',
      address_key: 'address-1',
      sequence: 23,
      expires_at: 24,
      tries: 1,
      used_at: 25,
      record: 'the record',
    },
  ],
  packages: [
    { corporate_id: 'acme', bank_id: 'first-bank', id: 'package-code-kept', record: 'the record' },
  ],
  payment_links: [
    {
      link_id: 'link-id',
      corporate_id: 'acme',
      bank_id: 'first-bank',
      created_at: 13,
      sequence: 12,
      record: 'the record',
    },
  ],
  payout_checkouts: [
    {
      session_id: 'pcs_00000000000000000000000000000001',
      corporate_id: 'acme',
      bank_id: 'first-bank',
      status: 'open',
      revision: 15,
      code_number: 16,
      tries: 1,
      record: 'the record',
    },
  ],
  payout_code_failures: [
    {
      corporate_id: 'acme',
      bank_id: 'first-bank',
      user_id: 'counted-user',
      day: '2026-02-04',
      failures: 1,
    },
  ],
  payout_code_mails: [
    { corporate_id: 'acme', bank_id: 'first-bank', user_id: 'counted-user', since: 17, codes: 1 },
  ],
  authority_key: [{ id: 'authority', record: 'the record' }],
  approval_signatures: [
    { corporate_id: 'acme', bank_id: 'first-bank', id: 'signature-id', record: 'the record' },
  ],
  person_factors: [
    {
      id: 'factors-id',
      corporate_id: 'acme',
      bank_id: 'first-bank',
      user_id: 'factors-user',
      revision: 1,
      record: 'the record',
    },
  ],
  notification_looks: [
    { corporate_id: 'acme', bank_id: 'first-bank', position: 951, ordinal: 952, looked_at: 953 },
  ],
  person_notifications: [
    {
      corporate_id: 'acme',
      bank_id: 'first-bank',
      user_id: 'told-user',
      revision: 1,
      record: 'the record',
    },
  ],
  portal_sessions: [
    {
      session_id: 'portal-session',
      corporate_id: 'acme',
      bank_id: 'first-bank',
      user_id: 'portal-user',
      token_digest: 'portal-digest',
      created_at: 941,
      expires_at: 942,
      used_at: 943,
      confirmed_at: 944,
      factor_at: 945,
      factor_kind: 'passkey',
      factor_seal: 'factor-seal',
      only_enrols: 1,
    },
  ],
  roles: [{ corporate_id: 'acme', bank_id: 'first-bank', id: 'role-code', record: 'the record' }],
  sealer_canary: [{ one: 1, sealed: 'canary-sealed' }],
  secret_keys: [
    { corporate_id: 'acme', bank_id: 'first-bank', id: 'secret-key-id', record: 'the record' },
  ],
  send_doubt: [{ one: 1, line: 1767225600902 }],
  settings_changes: [
    {
      change_id: 'change-id',
      corporate_id: 'acme',
      bank_id: 'first-bank',
      state: 'pending',
      expires_at: 22,
      revision: 21,
      record: 'the record',
    },
  ],
  users: [
    {
      corporate_id: 'acme',
      bank_id: 'first-bank',
      id: 'user-id',
      record: 'the record',
      email: 'user@acme.example',
    },
  ],
  webhook_endpoints: [
    {
      corporate_id: 'acme',
      bank_id: 'first-bank',
      id: 'kept-endpoint',
      record: 'the record',
      disabled_by: 'person',
    },
  ],
};
