import { memoryStorage } from '@hundi/adapter-memory';
import { demoDocument } from '@hundi/testkit';
import test, { type ExecutionContext } from 'ava';
import { takeRolesFrom, titleOf } from '../../../testing/look-after.js';
import { pageFaults } from '../../../testing/page-faults.js';
import { waiting } from '../../../testing/portal.js';
import { hiddenIn, logIn, portalBrowser } from '../../../testing/portal-browser.js';
import { serve } from '../../../testing/serve.js';

const ADMIN = 'admin@acme.example';
const AT = '/portal/settings/policies';
const DRAFT = `${AT}/draft`;
const corporate = demoDocument().bankTenants[0]?.corporates[0];

/** One checker approves; the head approves settings, too. */
const open = async (t: ExecutionContext, more: Parameters<typeof demoDocument>[0] = {}) => {
  const document = demoDocument({
    ...more,
    approvalMatrix: [
      {
        packageCodes: null,
        tiers: [{ upToAmount: null, levels: [{ roleCodes: ['checker'], approvals: 1 }] }],
      },
    ] as never,
    roles: (corporate?.roles ?? []).map((role) =>
      role.roleCode === 'head'
        ? { ...role, permissions: [...role.permissions, 'settings.approve'] as never }
        : role,
    ),
  });
  const served = await serve(t, memoryStorage(), {}, { document });
  return { served, admin: await logIn(served, ADMIN) };
};

type Lines = ReadonlyArray<readonly [packages: string, upTo: string, levels: string]>;

const rows = (...lines: Lines) =>
  Object.fromEntries(
    lines.flatMap(([packages, upTo, levels], i) => [
      [`packages-${String(i)}`, packages],
      [`upTo-${String(i)}`, upTo],
      [`levels-${String(i)}`, levels],
    ]),
  );

const STRICT = rows(
  ['', '10,000.00', '1 checker'],
  ['', '', '2 checker or head, then 1 head'],
  ['', '', ''],
);

test('the policy in force is told in words, and its lines are there to be changed', async (t) => {
  const { admin } = await open(t);
  const list = await admin.get(AT);
  t.is(titleOf(list), 'Approval policy');
  t.deepEqual(pageFaults(list.response), []);
  t.regex(list.html, /<bdi>All packages: every amount needs 1 approval by checker\.<\/bdi>/);
  t.regex(list.html, /<bdi>Version 1<\/bdi>/);
  const draft = await admin.get(DRAFT);
  t.deepEqual(pageFaults(draft.response), []);
  t.regex(draft.html, /name="levels-0"[^>]*value="1 checker"/);
});

test('a draft says what it would change and does nothing; proposed, it waits and then holds', async (t) => {
  const { served, admin } = await open(t);
  await waiting(served, 2);
  await admin.get(DRAFT);
  const shown = await admin.send(DRAFT, { ...STRICT, again: 'yes' });
  t.is(shown.status, 200);
  t.regex(
    shown.html,
    /2 payouts of 2, ₹40,000\.00, would need other approvals\. 2 payouts, ₹40,000\.00: 2 approvals by checker or head, then 1 approval by head in place of 1 approval by checker\./,
  );
  t.regex((await admin.get('/portal/settings/waiting')).html, /No change waits/);
  await admin.get(DRAFT);
  t.is(titleOf(await admin.send(DRAFT, STRICT)), 'This waits for a second person');

  const head = await logIn(served, 'head@acme.example', portalBrowser(served));
  const { html } = await head.get('/portal/settings/waiting');
  const changeId = /approve\?changeId=(sc_[\w-]+)/.exec(html)?.[1] ?? '';
  await head.get(`/portal/settings/waiting/approve?changeId=${changeId}`);
  t.is(titleOf(await head.send('/portal/settings/waiting/approve')), 'The change is approved');
  const now = (await admin.get(AT)).html;
  t.regex(
    now,
    /up to ₹10,000\.00 needs 1 approval by checker; above needs 2 approvals by checker or head/,
  );
  t.regex(now, /<bdi>Version 2<\/bdi>/);
  t.regex(now, /<bdi>head \(u-head\)<\/bdi>/);
});

test('a person who has no passkey where approvals need one proposes nothing, reads why, and keeps the draft', async (t) => {
  const secondFactor = { login: 'none', approval: 'passkey', hosted: 'none' } as const;
  const { admin } = await open(t, { secondFactor });
  await admin.get(DRAFT);
  const refused = await admin.send(DRAFT, STRICT);
  t.is(refused.status, 403);
  t.deepEqual(pageFaults(refused.response), []);
  t.regex(refused.html, /This needs a passkey, and you have none/);
  t.regex(refused.html, /href="[^"]*\/portal\/settings" target="_blank">Add a second factor</);
  t.regex(refused.html, /name="levels-1"[^>]*value="2 checker or head, then 1 head"/);
  t.regex((await admin.get('/portal/settings/waiting')).html, /No change waits/);
});

test('the form of one page sent twice proposes once; the policy in force is proposed by nobody', async (t) => {
  const { admin } = await open(t);
  const fields = { ...hiddenIn((await admin.get(DRAFT)).html, DRAFT), ...STRICT };
  await admin.send(DRAFT, fields);
  t.is(titleOf(await admin.send(DRAFT, fields)), 'This waits for a second person');
  const list = (await admin.get('/portal/settings/waiting')).html;
  t.is([...list.matchAll(/Other approval policy/g)].length, 1);
  await admin.get(DRAFT);
  const same = await admin.send(DRAFT, rows(['', '', '1 checker']));
  t.is(titleOf(same), 'This policy is in force already');
});

test('what is wrong is told by its line, and nothing typed is lost', async (t) => {
  const { admin } = await open(t);
  for (const [lines, fault] of [
    [
      [
        ['NOWHERE', '', '1 checker'],
        ['', '', '1 checker'],
      ],
      /Line 1: “NOWHERE”: Enter the code of a package of your company/,
    ],
    [
      [
        ['', '5.00', '1 checker'],
        ['', '', '1 <boss>'],
      ],
      /Line 2: /,
    ],
    [
      [['', '', '2 checker, then 1 head or admin']],
      /Line 1: “admin”: Enter the code of a role of your company that may approve payouts/,
    ],
    [
      [
        ['', 'many', '1 checker'],
        ['', '', '1 checker'],
      ],
      /Line 1: Enter an amount in rupees/,
    ],
    [
      [
        ['', '5.00', 'who?'],
        ['', '', '1 checker'],
      ],
      /Line 1: At each level, enter first how many people approve/,
    ],
    [
      [
        ['', '5.00', ''],
        ['', '', '1 checker'],
      ],
      /Line 1: /,
    ],
    [
      [['', '5.00', '1 checker']],
      /Line 1: Leave the amount of the last line for these packages empty/,
    ],
  ] as ReadonlyArray<readonly [Lines, RegExp]>) {
    await admin.get(DRAFT);
    const bad = await admin.send(DRAFT, rows(...lines));
    t.is(bad.status, 400, String(fault));
    t.regex(bad.html, fault);
    t.regex(bad.html, /1 checker/);
    t.false(bad.html.includes('<boss>'));
  }
  t.regex((await admin.get('/portal/settings/waiting')).html, /No change waits/);
});

test('the field of a faulty line is marked, names what is wrong and takes the focus; without one the list of faults does', async (t) => {
  const { admin } = await open(t);
  const marked = async (...lines: Lines) => {
    await admin.get(DRAFT);
    const { html, response } = await admin.send(DRAFT, rows(...lines));
    t.deepEqual(pageFaults(response), []);
    const inputs = [...html.matchAll(/<input[^>]* name="(\w+-\d+)"[^>]*>/g)];
    const faulty = inputs.filter(([input]) => input.includes('aria-invalid="true"'));
    for (const [input] of faulty) {
      t.regex(input, / autofocus/);
      const [, told = ''] = /aria-describedby="(?:[^"]* )?(fault-\d+)"/.exec(input) ?? [];
      t.regex(html, new RegExp(`<li id="${told}">Line `));
    }
    return { fields: faulty.map(([, name]) => name), html };
  };
  const of = async (...lines: Lines) => (await marked(...lines)).fields;
  t.deepEqual(await of(['VENDOR', '', '1 checker'], ['', '', 'nonsense xx']), ['levels-1']);
  t.deepEqual(await of(['NOWHERE', '', '1 checker'], ['', '', '1 checker']), ['packages-0']);
  t.deepEqual(await of(['', 'many', '1 checker'], ['', '', 'who?']), ['upTo-0', 'levels-1']);
  t.deepEqual(await of(['', '5.00', '1 checker'], ['', '6.00', '1 checker']), ['upTo-1']);
  const many = Array.from(
    { length: 60 },
    (_, i) => ['NO', `${String(i + 1)}x`, '2 bosses'] as const,
  );
  t.true((await marked(...many)).html.length < 60_000);
  const none = await marked(['VENDOR, SALARY, CAPEX', '', '1 checker']);
  t.deepEqual(none.fields, []);
  t.regex(none.html, /<div class="notice bad" role="alert" tabindex="-1" autofocus>/);
});

test('in Hindi a faulty line of a draft says what each of its fields expects', async (t) => {
  const { served } = await open(t);
  const browser = portalBrowser(served);
  browser.cookies.set('hundi-language', 'hi');
  const admin = await logIn(served, ADMIN, browser);
  await admin.get(DRAFT);
  const { html } = await admin.send(
    DRAFT,
    rows(['NOPE', 'many', 'who?'], ['VENDOR', '5.00', '1 nobody']),
  );
  t.regex(html, /राशि रुपयों में लिखें/);
  t.regex(html, /पहले लिखें कि कितने लोग अनुमोदन करें/);
  t.notRegex(html, /यह मान स्वीकार्य नहीं है/);
  const undecided = await admin.send(DRAFT, rows(['NOPE', '5.00', '1 nobody']));
  t.regex(undecided.html, /अपनी कंपनी के पैकेज का कोड/);
  t.regex(undecided.html, /“nobody”: अपनी कंपनी की ऐसी भूमिका का कोड/);
  t.regex(undecided.html, /अंतिम पंक्ति की राशि ख़ाली छोड़ें/);
});

for (const [lines, said] of [
  [60, /Line 60/],
  [61, /The policy in force does not fit the lines of this page/],
] as const)
  test(`the draft of a policy of ${String(lines)} lines weighs less than 60 KB, and loses none`, async (t) => {
    const tiers = Array.from({ length: lines }, (_, i) => ({
      upToAmount: i === lines - 1 ? null : (i + 1) * 1_000_050,
      levels:
        i % 2 === 1
          ? []
          : [
              { roleCodes: ['checker', 'head'], approvals: 2 },
              { roleCodes: [], approvals: 1 },
            ],
    }));
    const approvalMatrix = [{ packageCodes: null, tiers }] as never;
    const document = demoDocument({ approvalMatrix });
    const admin = await logIn(await serve(t, memoryStorage(), {}, { document }), ADMIN);
    const { html } = await admin.get(DRAFT);
    t.true(html.length < 60_000, String(html.length));
    t.regex(html, said);
    t.is(/<button>Propose</.test(html), lines === 60);
    if (lines > 60) return;
    const typed = [...html.matchAll(/name="((?:packages|upTo|levels)-\d+)"[^>]*?value="([^"]*)"/g)];
    const fields = Object.fromEntries(typed.map(([, name = '', value = '']) => [name, value]));
    t.is(titleOf(await admin.send(DRAFT, fields)), 'This policy is in force already');
  });

test('a role that is taken away in mid-form is said in words, and nothing is proposed', async (t) => {
  const { served, admin } = await open(t);
  await admin.get(DRAFT);
  await takeRolesFrom(served, 'u-admin');
  t.is((await admin.send(DRAFT, STRICT)).status, 403);
  t.is((await admin.get(AT)).status, 403);
  const head = await logIn(served, 'head@acme.example', portalBrowser(served));
  t.notRegex((await head.get(AT)).html, /Draft another policy/);
  t.regex((await head.get('/portal/settings/waiting')).html, /No change waits/);
});
