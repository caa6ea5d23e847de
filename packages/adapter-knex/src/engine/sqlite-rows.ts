import { longTexts } from './long-texts.js';
import type { RowSource } from './over-rows.js';
import type { Cells } from './dialect.js';
import type { Cell } from './session.js';

const encoder = new TextEncoder();

// The driver copies a text into its own memory several times slower than bytes. A short one is not worth encoding.
const BYTES_FROM = 16 * 1_024;

const boundJson = (value: unknown): string | Uint8Array => {
  const json = JSON.stringify(value);
  return json.length < BYTES_FROM ? json : encoder.encode(json);
};

/**
 * Rows travel as one JSON text of arrays, or its bytes: one binding, parsed once into JSONB. Long texts travel beside
 * it as bytes, since most are JSON: quoted once more, each would be written, read and copied several times.
 */
export const sqliteRows: RowSource = {
  from: (columns) => {
    let place = 0;
    const constants = columns.filter(({ varies }) => !varies).map(({ name }) => `? AS ${name}`);
    const cells = columns
      .filter(({ varies }) => varies)
      .map(({ name, type }) => {
        const cell = (): string => `value->>${String(place++)}`;
        return type === 'long'
          ? `CAST(substr(?, ${cell()}, ${cell()}) AS TEXT) AS ${name}`
          : `${cell()} AS ${name}`;
      });
    const all = [...constants, ...cells].join(', ');
    return `(SELECT ${all}${place === 0 ? '' : ' FROM jsonb_each(jsonb(CAST(? AS TEXT)))'}) s`;
  },
  bind: (rows, varying, types) => {
    const long = new Map(
      varying
        .filter((i) => types[i] === 'long')
        .map((i) => [i, longTexts(rows.map((row) => row[i] ?? null))]),
    );
    const cells = rows.map((row, r): Cells => {
      if (long.size === 0) return varying.map((i) => row[i]);
      const own: Cell[] = [];
      for (const i of varying) {
        const places = long.get(i)?.places[r];
        if (places === undefined) own.push(row[i]);
        else own.push(...places);
      }
      return own;
    });
    return [...[...long.values()].map(({ bytes }) => bytes), boundJson(cells)];
  },
};
