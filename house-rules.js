// Rules of this house that no linter knows: each finds some syntax by a selector, and says what to write in its place.
const forbid = (...pairs) => ({
  create: (context) =>
    Object.fromEntries(
      pairs.map(([selector, message]) => [selector, (node) => context.report({ node, message })]),
    ),
});

const spreadLiteral = ['', 'TSAsExpression > ', 'TSSatisfiesExpression > '].map(
  (wrapped) =>
    `:matches(SpreadElement, JSXSpreadAttribute) > ${wrapped}:matches(ObjectExpression, ArrayExpression)`,
);

export default {
  meta: { name: 'house' },
  rules: {
    'named-exports': forbid(['ExportDefaultDeclaration', 'Named exports only.']),
    'no-spread-literal': forbid([
      spreadLiteral.join(', '),
      'A literal that is spread where it stands: write its members without it.',
    ]),
    'pure-core': forbid(
      [
        "MemberExpression[object.name='Date'][property.name='now'], NewExpression[callee.name='Date'][arguments.length=0]",
        'Time comes from the clock port.',
      ],
      [
        "MemberExpression[object.name='Math'][property.name='random']",
        'Randomness comes from the entropy port.',
      ],
      [
        'CallExpression[callee.name=/^(setTimeout|setInterval|setImmediate|queueMicrotask)$/]',
        'Scheduling comes from the pacer port.',
      ],
      [
        "CallExpression[callee.property.name='claim']:matches([callee.object.name='work'], [callee.object.property.name='work'])",
        'Duties claim by Claims, which sees whether the database was put back.',
      ],
    ),
    'at-once': forbid([
      ":function[async=true], TSTypeReference[typeName.name='Promise']",
      'What a feature knows and how it decides needs no waiting: what waits stands in app.',
    ]),
  },
};
