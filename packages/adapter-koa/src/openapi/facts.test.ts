import { E, Instruction, Paise } from '@hundi/core';
import { NewBeneficiary } from '@hundi/core/wire';
import { Ajv2020 } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import test from 'ava';
import fc from 'fast-check';
import type * as io from 'io-ts';
import { newBeneficiary } from '../examples/beneficiaries.js';
import { batch } from '../examples/payments.js';
import { schemas } from './json-schema.js';

/** What the schema of a codec says of a value. */
const saysOf = (codec: io.Mixed) => {
  const { of, named } = schemas();
  const schema = of(codec);
  const ajv = new Ajv2020({ strict: false });
  formats.default(ajv);
  return ajv.compile({ ...schema, components: { schemas: named() } });
};

/** Values that a client might send in place of a field: text of many kinds, numbers, and things that are neither. */
const somethingElse = fc.oneof(
  fc.string({ unit: 'grapheme', maxLength: 120 }),
  fc.stringMatching(/^[A-Za-z0-9]{0,45}$/),
  fc.stringMatching(/^[0-9]{0,40}$/),
  fc.stringMatching(/^20[0-9]{2}-[01][0-9]-[0-3][0-9]$/),
  fc.integer({ min: -2, max: 10 ** 15 + 2 }),
  fc.double(),
  fc.constantFrom(null, true, {}, [''], ['VENDOR'], 'a@b.example', 10 ** 15 - 1, 10 ** 15),
);

for (const [codec, sample] of [
  [Instruction, batch.payments[0] as object],
  [NewBeneficiary, newBeneficiary],
] as ReadonlyArray<readonly [io.Mixed, object]>) {
  test(`every value that ${codec.name} accepts fits its schema`, (t) => {
    const isDescribed = saysOf(codec);
    t.true(isDescribed(sample));
    fc.assert(
      fc.property(fc.constantFrom(...Object.keys(sample)), somethingElse, (field, value) => {
        const body = { ...sample, [field]: value };
        return E.isLeft(codec.decode(body)) || isDescribed(body);
      }),
      { numRuns: 2_000 },
    );
  });
}

test('the bounds of an amount are those of its codec', (t) => {
  const isDescribed = saysOf(Paise);
  for (const amount of [-1, 0, 1, 1.5, 10 ** 15 - 1, 10 ** 15, NaN, '1', null]) {
    t.is(isDescribed(amount), Paise.is(amount), String(amount));
  }
});
