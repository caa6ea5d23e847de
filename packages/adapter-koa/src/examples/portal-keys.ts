const AT = 1_772_425_800_000;

export const apiKey = {
  keyId: '5f0c7c8e6c0b4b7e',
  name: 'erp',
  scopes: ['payments'],
  createdBy: 'u-admin',
  createdAt: AT,
  expiresAt: AT + 31_536_000_000,
  lastUsedAt: AT + 60_000,
  actsAsUserId: 'u-erp',
};

export const apiKeyPage = {
  items: [apiKey],
  pagination: { page: 1, limit: 50, total: 1, hasMore: false },
};

export const newApiKey = {
  keyId: apiKey.keyId,
  name: apiKey.name,
  scopes: apiKey.scopes,
  createdBy: apiKey.createdBy,
  createdAt: apiKey.createdAt,
  expiresAt: apiKey.expiresAt,
  actsAsUserId: apiKey.actsAsUserId,
  key: `pak_${apiKey.keyId}_${'0b8d5e2a'.repeat(6)}`,
};

export const secretKey = {
  keyId: '9a3e7c21d04b8f65',
  name: 'shop',
  createdBy: 'u-admin',
  createdAt: AT,
  expiresAt: AT + 31_536_000_000,
  lastUsedAt: AT + 60_000,
};

export const secretKeyPage = {
  items: [secretKey],
  pagination: { page: 1, limit: 50, total: 1, hasMore: false },
};

export const newSecretKey = {
  keyId: secretKey.keyId,
  name: secretKey.name,
  createdBy: secretKey.createdBy,
  createdAt: secretKey.createdAt,
  expiresAt: secretKey.expiresAt,
  key: `sk_${secretKey.keyId}_${'0b8d5e2a'.repeat(6)}`,
};
