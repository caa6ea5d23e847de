const TOKEN = "[!#$%&'*+.^_`|~0-9a-z-]+";

/** The next parameter of a media type (RFC 9110 §5.6.6); an empty one is none. */
const PARAMETER = new RegExp(
  `[ \\t]*;[ \\t]*(?:(${TOKEN})=(?:(${TOKEN})|"([^"\\\\]*)"))?[ \\t]*`,
  'iy',
);

const UTF8 = /^utf-?8$/i;

/** Whether a `Content-Type` names this media type, in UTF-8 or without a charset. Its other parameters say nothing. */
export const isUtf8Of = (mediaType: string, header: string): boolean => {
  const [type = ''] = header.split(';', 1);
  if (type.trim().toLowerCase() !== mediaType) return false;
  PARAMETER.lastIndex = type.length;
  while (PARAMETER.lastIndex < header.length) {
    const found = PARAMETER.exec(header);
    if (found === null) return false;
    const [, name = '', token, quoted = ''] = found;
    if (name.toLowerCase() === 'charset' && !UTF8.test(token ?? quoted)) return false;
  }
  return true;
};

const MARK = Buffer.from('\ufeff');

/** A text in UTF-8 without the byte order mark that some programs write before it. */
export const withoutMark = (bytes: Buffer): Buffer =>
  bytes.subarray(0, MARK.length).equals(MARK) ? bytes.subarray(MARK.length) : bytes;
