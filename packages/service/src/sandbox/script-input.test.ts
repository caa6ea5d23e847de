import { E } from '@hundi/core';
import test from 'ava';
import { readScript } from './script-input.js';

const faultsOf = (body: object): ReadonlyArray<string> => {
  const read = readScript(body as never);
  return E.isLeft(read) ? (read.left.errors ?? []).map(({ pointer }) => pointer) : [];
};

test('an outcome is a kind by itself, or an object with the details of its kind', (t) => {
  const refused = { kind: 'refused', code: 'account_frozen', message: 'Frozen.', retryable: true };
  const late = { kind: 'late', afterSeconds: 60 };

  t.deepEqual(
    readScript({ reference: 'INV-1', outcomes: ['unknown', refused, late] }),
    E.right({ reference: 'INV-1', outcomes: [{ kind: 'unknown' }, refused, late] } as never),
  );
  t.deepEqual(readScript({ reference: 'INV-1', outcomes: [] }), {
    ...E.right({ reference: 'INV-1', outcomes: [] }),
  });
});

for (const [body, pointers] of [
  [{}, ['/reference', '/outcomes']],
  [{ reference: '', outcomes: 'paid' }, ['/reference', '/outcomes']],
  [{ reference: 'a\u0000', outcomes: [] }, ['/reference']],
  [{ reference: 'INV-1', outcomes: Array(101).fill('paid') }, ['/outcomes']],
  [{ reference: 'INV-1', outcomes: ['paid', 'success', 7] }, ['/outcomes/1', '/outcomes/2']],
  [{ reference: 'INV-1', outcomes: [{}, { kind: 'x' }] }, ['/outcomes/0/kind', '/outcomes/1/kind']],
  [{ reference: 'INV-1', outcomes: [{ kind: 'paid', code: 'x' }] }, ['/outcomes/0/code']],
  [
    { reference: 'INV-1', outcomes: [{ kind: 'refused', code: '', retryable: 'yes' }] },
    ['/outcomes/0/code', '/outcomes/0/retryable'],
  ],
  [
    { reference: 'INV-1', outcomes: [{ kind: 'late', afterSeconds: -1 }] },
    ['/outcomes/0/afterSeconds'],
  ],
  [{ reference: 'INV-1', outcomes: [], 'a/b': 1 }, ['/a~1b']],
] as const)
  test(`a bad script is refused with a pointer to each fault: ${JSON.stringify(body).slice(0, 80)}`, (t) => {
    t.deepEqual(faultsOf(body), [...pointers]);
  });
