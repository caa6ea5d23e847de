/** The headers of every hosted answer, with any status (F58, F63). */
const SAID: Readonly<Record<string, string>> = {
  'x-frame-options': 'DENY',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'cache-control': 'no-store',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'content-type': 'text/html; charset=utf-8',
};

const DIRECTIVES = [
  "default-src 'none'",
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
  "trusted-types 'none'",
];

/** The faults in the headers of a hosted answer, a line each. */
export const pageFaults = ({ headers }: Response): ReadonlyArray<string> => {
  const policy = (headers.get('content-security-policy') ?? '').split('; ');
  return [
    ...Object.entries(SAID)
      .filter(([name, value]) => headers.get(name) !== value)
      .map(([name]) => `${name} is ${String(headers.get(name))}`),
    ...DIRECTIVES.filter((one) => !policy.includes(one)).map((one) => `the policy lacks ${one}`),
    ...policy
      .filter((one) => /unsafe|\*|https?:/.test(one))
      .map((one) => `the policy allows ${one}`),
  ];
};
