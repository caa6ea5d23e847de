/** A QR code as a picture: squares of one unit, dark where the path goes, with the margin that readers need. */
export interface QrCode {
  /** Units on a side. */
  readonly size: number;
  readonly path: string;
}

/** As many bytes as a camera reads with ease. */
const BYTES_MAX = 600;

/** The QR code of a text; none where it is too long for one. */
export const qrCodeOf = async (text: string): Promise<QrCode | undefined> => {
  if (Buffer.byteLength(text) > BYTES_MAX) return undefined;
  const { encode } = await import('uqr');
  const { size, data } = encode(text, { ecc: 'M', border: 4 });
  return { size, path: data.flatMap(rowPath).join('') };
};

/** The dark runs of a row. */
const rowPath = (row: ReadonlyArray<boolean>, y: number): ReadonlyArray<string> => {
  const runs: string[] = [];
  for (let x = 0; x < row.length; x += 1) {
    if (row[x] !== true) continue;
    const from = x;
    while (row[x + 1] === true) x += 1;
    runs.push(`M${String(from)} ${String(y)}h${String(x + 1 - from)}v1H${String(from)}z`);
  }
  return runs;
};
