import * as t from 'io-ts';
import { documented } from './documented.js';
import { isObject } from './json.js';
import { picked } from '../picked.js';
import { keepsValues } from './keeps-values.js';

type Required<P extends t.Props> = { [K in keyof P]: t.TypeOf<P[K]> };
type Optional<Q extends t.Props> = { [K in keyof Q]?: t.TypeOf<Q[K]> };

/** An object of these fields: `required` ones are there, `optional` ones may be absent, others are dropped. */
export class RecordType<P extends t.Props, Q extends t.Props> extends t.Type<
  Required<P> & Optional<Q>,
  unknown
> {
  readonly _tag = 'RecordType' as const;
  readonly required: P;
  readonly optional: Q;

  constructor(name: string, required: P, optional: Q) {
    const fields = [
      ...Object.entries(required).map(([key, codec]) => fieldOf(key, codec, true)),
      ...Object.entries(optional).map(([key, codec]) => fieldOf(key, codec, false)),
    ];
    super(
      name,
      (u): u is Required<P> & Optional<Q> =>
        isObject(u) &&
        fields.every(({ key, codec, needed }) =>
          u[key] === undefined ? !needed && !(key in u) : codec.is(u[key]),
        ),
      (u, context) =>
        isObject(u) ? decodeFields(fields, u, context) : t.failure(u, context, 'an object'),
      (record) =>
        Object.fromEntries(
          fields.flatMap(({ key, codec }) => {
            const value = (record as Readonly<Record<string, unknown>>)[key];
            return value === undefined ? [] : [[key, codec.encode(value) as unknown]];
          }),
        ),
    );
    this.required = required;
    this.optional = optional;
  }
}

interface Field {
  readonly key: string;
  readonly codec: t.Mixed;
  readonly needed: boolean;
  /** Whether a value that the codec recognises decodes to itself. */
  readonly keeps: boolean;
}

const fieldOf = (key: string, codec: t.Mixed, needed: boolean): Field => ({
  key,
  codec,
  needed,
  keeps: keepsValues(codec),
});

const NO_CONTEXT: t.Context = [];

/**
 * One pass over the fields. The context, which io-ts would copy for every field of every row, is built
 * only when something is wrong: a batch has 20,000 rows.
 */
const decodeFields = <A>(
  fields: ReadonlyArray<Field>,
  u: Readonly<Record<string, unknown>>,
  context: t.Context,
): t.Validation<A> => {
  const record: Record<string, unknown> = {};
  let errors: t.Errors | undefined;
  for (const { key, codec, needed, keeps } of fields) {
    const value = Object.hasOwn(u, key) ? u[key] : undefined;
    if (value === undefined && !needed) continue;
    if (keeps && codec.is(value)) {
      record[key] = value;
      continue;
    }
    const decoded = codec.validate(value, NO_CONTEXT);
    if (decoded._tag === 'Right') record[key] = decoded.right;
    else {
      const located = codec.validate(value, t.appendContext(context, key, codec, value));
      if (located._tag === 'Left') errors = [...(errors ?? []), ...located.left];
    }
  }
  return errors === undefined ? t.success(record as A) : t.failures(errors);
};

const NO_FIELDS = {};

/** A codec of such objects; `name` is what documents and errors call it. By default no field is optional. */
export const record = <P extends t.Props, Q extends t.Props = typeof NO_FIELDS>(
  name: string,
  required: P,
  optional: Q = NO_FIELDS as Q,
): RecordType<P, Q> => new RecordType(name, required, optional);

/** The same, with what the description of the interface says of it. */
export const describedRecord = <P extends t.Props, Q extends t.Props = typeof NO_FIELDS>(
  name: string,
  description: string,
  required: P,
  optional?: Q,
): RecordType<P, Q> => documented(record(name, required, optional), { description });

/** Members that a view may leave out: undefined is as good as absent. */
type Loose<Q extends t.Props> = { readonly [K in keyof Q]?: t.TypeOf<Q[K]> | undefined };

/**
 * What a view shows of a value: the members that the view names, in its order, as far as the value has them. All others
 * stay behind, secrets among them.
 */
export const shownAs = <P extends t.Props, Q extends t.Props>(
  { required, optional }: RecordType<P, Q>,
  value: NoInfer<Readonly<Required<P>> & Loose<Q>>,
): Required<P> & Optional<Q> => {
  const names = [...Object.keys(required), ...Object.keys(optional)];
  return picked(value, names as never) as Required<P> & Optional<Q>;
};
