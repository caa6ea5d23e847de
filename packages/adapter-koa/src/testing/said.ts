const HIDDEN = /<(script|style)[^>]*>[^]*?<\/\1>/g;

/** The element of another language, such as the name of a language at the foot. */
const OF_ANOTHER = /<(\w+)[^>]* lang="[a-z-]+"[^>]*>[^<]*<\/\1>/g;

const ATTRIBUTES = /\s(?:aria-label|placeholder|title|alt|data-wait-text)="([^"]*)"/g;

const UNESCAPED: Readonly<Record<string, string>> = {
  '&quot;': '"',
  '&amp;': '&',
  '&lt;': '<',
  '&#39;': "'",
};

/** What a page says to a person in its own language, to see and to hear: text, and attributes that are read out. */
export const saidOn = (html: string): ReadonlyArray<string> => {
  const [, body = ''] = html.replaceAll(HIDDEN, '').split(/<html[^>]*>/);
  const own = body.replaceAll(OF_ANOTHER, '');
  return [...[...own.matchAll(ATTRIBUTES)].map(([, text = '']) => text), ...own.split(/<[^>]*>/)]
    .map((text) => text.replaceAll(/&(?:quot|amp|lt|#39);/g, (one) => UNESCAPED[one] ?? one).trim())
    .filter((text) => text !== '');
};
