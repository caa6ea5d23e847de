import type { Surroundings } from './programs.test.support.js';

const PORTS = {
  bankRail: `import('@hundi/core').BankRail`,
  bankDirectory: `import('@hundi/core').BankDirectory`,
  kek: 'Uint8Array',
  sendMarkFile: 'string',
};
const HOST = { ...PORTS, storage: `import('@hundi/core').Storage` };
const ENGINE = `import { createHundi } from '@hundi/core';\nimport { nodePorts } from '@hundi/adapter-node';`;
const RUNNER =
  '((title: string, run: () => unknown) => void) & { readonly skip: (title: string) => void }';
const SIMULATION: Surroundings = { made: ['violations', 'hash'] };

/** Every block of TypeScript that is a part of a program, and what its reader has around it. */
export const PROGRAMS: Readonly<Record<string, Surroundings>> = {
  'README.md ts 1': { made: ['sandbox'] },
  'docs/webhooks.md ts 1': {
    given: { recordOnce: '(id: string, event: { readonly type: string }) => Promise<void>' },
    filled: { '.listen(8080)': `.listen(0, '127.0.0.1')` },
    made: ['server'],
  },
  'docs/webhooks.md ts 2': {
    given: {
      myVerifier:
        '(headers: object, body: Uint8Array, secrets: ReadonlyArray<string>, now: number) => boolean',
    },
    made: ['checks'],
  },
  'docs/take-cards.md ts 1': {
    given: {
      bank: 'string',
      shop: 'string',
      secretKey: 'string',
      order: '{ readonly id: string; readonly paise: number; readonly title: string }',
    },
    made: ['session'],
  },
  'docs/take-cards.md ts 2': {
    given: { query: 'string', secretKeys: 'ReadonlyArray<string>' },
    made: ['shown'],
  },
  'docs/embedding.md ts 1': { imports: ENGINE, given: HOST, made: ['engine'] },
  'docs/embedding.md ts 2': {
    imports: `${ENGINE}\nimport { openDatabaseClock } from '@hundi/adapter-knex';`,
    given: { ...HOST, db: `Parameters<typeof openDatabaseClock>[0]` },
    made: ['engine'],
  },
  'docs/embedding.md ts 3': {
    imports: `import { E } from '@hundi/core';`,
    given: {
      engine: `import('@hundi/core').Hundi`,
      document: `import('@hundi/core').ProvisionInput`,
      onError: `import('@hundi/core').WorkerObserver['onError']`,
    },
    made: ['provisioned', 'worker'],
  },
  'docs/embedding.md ts 4': {
    given: {
      myRail: `(url: string) => import('@hundi/core').BankRail`,
      testSystem: `ReturnType<typeof import('../documents/test-system.test.support.js').testSystemOf>`,
      test: RUNNER,
    },
    made: ['checks'],
  },
  'docs/embedding.md ts 5': {
    imports: `${ENGINE}\nimport { E } from '@hundi/core';\nimport { knexStorage } from '@hundi/adapter-knex';`,
    given: {
      ...PORTS,
      db: `Parameters<typeof knexStorage>[0]`,
      tenant: `import('@hundi/core').Tenant`,
      batch: `Parameters<import('@hundi/core').Hundi['acceptBatch']>[1]['batch']`,
    },
    made: ['accepted'],
  },
  'docs/hosted-pages.md ts 1': {
    given: { engine: `import('@hundi/core').Hundi` },
    filled: { 'base64,…': 'base64,PHN2Zy8+' },
  },
  'docs/iso20022.md ts 1': {
    given: {
      orders: `ReadonlyArray<import('@hundi/core/rail').BankOrder>`,
      createdAt: 'number',
    },
    made: ['initiation', 'refused', 'written'],
  },
  'docs/iso20022.md ts 2': {
    imports: `import { E } from '@hundi/core';`,
    given: {
      initiation: `import('@hundi/adapter-iso20022').PaymentInitiation`,
      guide: `import('@hundi/adapter-iso20022').UsageGuide`,
      file: 'AsyncIterable<Uint8Array>',
    },
    made: ['reports', 'forPeople'],
  },
  'docs/iso20022.md ts 3': {
    imports: `import { systemClock } from '@hundi/adapter-node';`,
    given: {
      drop: 'string',
      dataDir: 'string',
      guide: `import('@hundi/adapter-iso20022').UsageGuide`,
      engine: `Pick<import('@hundi/core').Hundi, 'raiseIncidents' | 'takeBankReports'>`,
      bankTenantId: 'string',
      log: '(text: string) => void',
    },
    made: ['bankRail', 'taken', 'refused'],
  },
  'docs/simulator.md ts 1': SIMULATION,
  'packages/testkit/README.md ts 2': {
    given: {
      myRail: `import('@hundi/core').BankRail`,
      anOrderOfTheTestSystem: `Parameters<typeof checkRail>[0]['pays']`,
      timesPaid: '(bankRef: string) => number',
      faults: `NonNullable<Parameters<typeof checkRail>[0]['faults']>`,
    },
    made: ['checks'],
  },
  'packages/testkit/README.md ts 3': {
    given: {
      test: '(title: string, run: (t: { readonly pass: () => void }) => Promise<void>) => void',
      freshStorage: `() => Promise<import('@hundi/core').Storage>`,
    },
  },
  'packages/testkit/README.md ts 4': SIMULATION,
};

/** The bank of a rail that stands as a module of its own. */
export const BANK_OF_THE_RAIL = `
const paid = new Map();
const answer = ({ bankRef }) => ({ kind: 'paid', utr: 'UTR' + bankRef, bankReference: bankRef });
const send = (order) => { paid.set(order.bankRef, answer(order)); return answer(order); };
const lookUp = (bankRef) => paid.get(bankRef) ?? { kind: 'absent' };
`;
