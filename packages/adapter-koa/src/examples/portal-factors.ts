const AT = 1_772_425_800_000;
const FACTOR_ID = 'f_5f0c7c8e6c0b4b7e9a532f1d6f1c9a10';

const FACTOR_CHALLENGE_ID = 'fc_9a532f1d6f1c9a105f0c7c8e6c0b4b7e_0b8d5e2a4c1f0a9e77d2b35c6f1c9a10';

const factor = {
  factorId: FACTOR_ID,
  kind: 'totp',
  name: 'Phone',
  state: 'active',
  createdAt: AT,
};

export const factorList = { items: [{ ...factor, lastUsedAt: AT + 60_000 }] };

export const enrolledFactor = {
  factorId: FACTOR_ID,
  uri: 'otpauth://totp/Acme%20Traders:checker?secret=GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ&issuer=Acme%20Traders&algorithm=SHA1&digits=6&period=30',
};

export const confirmedFactor = {
  ...factor,
  recoveryCodes: ['gezd-gnbv-gy3t-qojq', 'mzxw-6ytb-oi2d-ambs'],
};

export const factorAsked = {
  challengeId: FACTOR_CHALLENGE_ID,
  expiresAt: AT + 300_000,
  kinds: ['totp', 'recovery'],
};

export const approvalFactorAsked = {
  ...factorAsked,
  digest: 'ZHVjayBpcyBub3QgYSBkaWdlc3QgYnV0IGxvbmcgZW4',
};
