import type { EpochMs } from '@hundi/core';

/** How many of something, in words. */
const count = (n: number, one: string, many: string): string =>
  `${n.toLocaleString('en-IN')} ${n === 1 ? one : many}`;

const payouts = (n: number): string => count(n, 'payout', 'payouts');

const DAYS = new Intl.DateTimeFormat('en-IN', {
  timeZone: 'UTC',
  day: 'numeric',
  month: 'short',
  year: 'numeric',
});

/**
 * Everything that the pages for people say in English. Another language is another module of the same type: a page takes
 * its texts from here and holds none of its own.
 */
export const ENGLISH = {
  /** The language as HTML names it, and the locale of numbers and dates. */
  language: 'en',
  locale: 'en-IN',
  purpose: 'Portal',
  caution: (bank: string): string =>
    `${bank} never asks for a one-time code by phone, chat or e-mail. Enter it on this page only.`,
  navigation: {
    label: 'Portal',
    approvals: 'Approvals',
    upload: 'Upload',
    settings: 'Settings',
    logOut: 'Log out',
    who: (username: string, corporate: string): string => `${username}, ${corporate}`,
  },
  session: {
    ends: (idle: string, latest: string): string =>
      `If you do nothing, this session ends at ${idle}. It ends at ${latest} in any case. What you have typed by then is kept until you have logged in again.`,
    soon: 'This session ends within two minutes.',
    stay: 'Stay logged in',
    stayed: 'You stay logged in',
    goOn: 'Close this tab, and go on where you were.',
  },
  again: {
    title: 'You are logged in again',
    confirmed: 'That is confirmed',
    text: 'Continue with what you were doing. Nothing is lost.',
    go: 'Continue',
  },
  cookies: {
    title: 'This page needs a cookie',
    text: 'Your browser did not send it. Allow cookies for this site, open the page again and repeat what you did. Nothing was changed.',
  },
  login: {
    title: 'Log in',
    intro: 'We mail a one-time code to your address.',
    email: 'E-mail',
    sendCode: 'Send code',
    sent: (email: string): string =>
      `If ${email} belongs to a person who can log in, a code is on its way to it. It is valid for five minutes.`,
    code: 'Code',
    logIn: 'Log in',
    other: 'Use another address, or request another code',
    factorTitle: 'Second factor',
    out: 'You are logged out.',
    over: 'Your session is over. Log in again to continue; what you typed is kept.',
    email_invalid: 'Enter an e-mail address, such as asha@example.com.',
    code_invalid: 'Enter the digits of the mailed code.',
    wrong: 'That is not the code that was mailed. Look at the newest mail.',
    used: 'This code was already used. Request another one.',
    locked: 'Too many wrong codes were entered. Request another one.',
    expired: 'This code is no longer valid. Request another one.',
    absent: 'This login is over. Request another code.',
  },
  factor: {
    code: 'Code',
    intro: {
      totp: 'Enter the six digits that your authenticator app shows now.',
      recovery: 'If you do not have it with you, enter one of your recovery codes.',
      passkey: 'You can use your passkey.',
      passkeyOnly: 'Use your passkey.',
    },
    usePasskey: 'Use passkey',
    noScript: 'A passkey needs a browser with scripts. Enter a code here, or use another browser.',
    failed: 'The browser did not give the passkey. Try again, or enter a code.',
    invalid: 'Enter the six digits of the app, or a recovery code.',
    wrong:
      'That code is wrong, was used before or is too old. Enter the one that the app shows now.',
    code_used: 'This code was already used. Wait for the next one.',
    used: 'This request was already answered. Start again.',
    locked: 'Too many wrong codes were entered. Start again.',
    expired: 'This took longer than five minutes. Start again.',
    guesses:
      'Too many wrong codes were entered today. Use a passkey or a recovery code, or try again tomorrow.',
    copied:
      'This passkey reports an older count than before: somebody may have a copy of it. Remove it, and enrol another.',
  },
  mailbox: {
    title: 'Mailbox',
    text: (email: string): string =>
      `This is a sandbox: mails to ${email} arrive here, and everybody on this machine can read them.`,
    empty: 'No mail yet.',
  },
  prove: {
    codeTitle: 'Confirm that it is you',
    codeIntro: 'This change needs a one-time code. We have mailed it to your address.',
    factorIntro: 'This change needs one of your second factors.',
    confirm: 'Confirm',
    noEmail: 'There is no e-mail address on file for you alone. Ask your administrator to add one.',
  },
  settings: {
    title: 'Settings',
    sessions: 'Your sessions',
    sessionsIntro: 'End every session that you do not know.',
    opened: 'Opened',
    used: 'Last used',
    ends: 'Ends at the latest',
    this: 'This session',
    end: 'End',
    endOf: (opened: string): string => `End the session opened ${opened}`,
    ended: 'The session is ended.',
    sessionGone: 'That session is over already.',
    factors: 'Your second factors',
    none: 'You have none yet.',
    mustEnrol:
      'Your company asks for a second factor at login. Add one here, then log in again with it.',
    name: 'Name',
    kind: 'Kind',
    state: 'State',
    added: 'Added',
    kinds: { totp: 'Authenticator app', passkey: 'Passkey' },
    states: { active: 'Active', waiting: 'Waits for a second person' },
    never: 'Never',
    remove: 'Remove',
    removeOf: (name: string): string => `Remove ${name}`,
    removed: 'The second factor is removed.',
    add: 'Add a second factor',
    nameHint: 'What you call it, such as the device.',
    addTotp: 'Add an authenticator app',
    addPasskey: 'Add a passkey',
    nameInvalid: 'Enter a name of up to 120 characters.',
    totpTitle: 'Set up the authenticator app',
    totpIntro: 'Open this link on the device with the app, or type the key into the app.',
    totpLink: 'Open the authenticator app',
    key: 'Key',
    address: 'As text',
    totpCode: 'Then enter the six digits that the app shows.',
    confirm: 'Confirm',
    passkeyTitle: 'Set up the passkey',
    passkeyIntro: 'The browser asks where to keep the passkey, and for your consent.',
    create: 'Create passkey',
    createFailed: 'The browser did not make a passkey. Try again, or add an authenticator app.',
    passkeyNoScript: 'A passkey needs a browser with scripts. Add an authenticator app instead.',
    wrongConfirmation: 'That is not what the app shows now. Wait for its next code and try again.',
    doneTitle: 'The second factor is added',
    waitsTitle: 'The second factor waits',
    active: 'It is active now.',
    waits: 'A second person has to approve it before it opens anything.',
    recovery:
      'Keep these recovery codes in a safe place. Each replaces a factor once. They are shown only now.',
    back: 'Back',
    again: 'Log in again',
    gone: 'That second factor is not there any more.',
    tooMany: (max: number): string =>
      `You have ${String(max)} second factors, which is the maximum. Remove one first.`,
    passkeysOff: 'Passkeys are not available here. Add an authenticator app.',
    over: 'The enrolment has expired. Add the factor again.',
    tooManyChanges: 'Too many changes of settings wait for a second person. Try again later.',
  },
  approvals: {
    title: 'What waits for you',
    waiting: (n: number, amount: string, isWhole: boolean): string =>
      `${isWhole ? '' : 'More than '}${payouts(n)}, ${amount} together.`,
    none: 'Nothing waits for you.',
    noneLikeThis: 'Nothing that waits for you is like this.',
    sums: 'By package, account and method',
    package: 'Package',
    account: 'Debit account',
    method: 'Method',
    count: 'Payouts',
    amount: 'Amount',
    jobs: 'By job',
    job: 'Job',
    maker: 'Maker',
    since: 'Since',
    moreJobs: (n: number): string =>
      `And ${count(n, 'more job', 'more jobs')}. Filter to see less.`,
    filter: 'Filter',
    any: 'Any',
    from: 'Amount from (₹)',
    to: 'Amount to (₹)',
    age: 'Waiting for at least',
    ages: { '1': 'One day', '3': 'Three days', '7': 'One week', '30': 'A month' },
    show: 'Show',
    showAll: 'Show everything',
    badAmount: 'Enter rupees, such as 1,00,000.00.',
    list: 'Payouts, newest first',
    selectPage: 'Select all on this page',
    wholeJob: (n: number, amount: string): string =>
      `The whole job: ${payouts(n)}, ${amount}, on this page or not`,
    reference: 'Reference',
    payee: 'To',
    level: (passed: number, of: number): string =>
      `${String(passed)} of ${String(of)} levels passed`,
    viaKey: (keyId: string): string => `by the key ${keyId}`,
    older: 'Older payouts',
    comment: 'Comment',
    commentHint: 'Everybody who sees the payouts can read it.',
    badComment: 'A comment has at most 500 characters, and no line breaks.',
    approve: 'Approve',
    reject: 'Reject',
    chooseFirst: 'Select the payouts first.',
    ask: {
      approve: (n: number, amount: string): string => `Approve ${payouts(n)}, ${amount}?`,
      reject: (n: number, amount: string): string => `Reject ${payouts(n)}, ${amount}?`,
    },
    leftOut: (n: number): string => `${payouts(n)} will be left out:`,
    leftOutOf: (reference: string, why: string): string => `${reference}: ${why}`,
    unknownPayout: 'A payout that you cannot see',
    yourComment: 'Your comment',
    factorFor: 'Your second factor is for exactly these payouts.',
    confirm: 'Confirm',
    back: 'Back',
    changed: 'What you were shown has changed meanwhile. Look at the totals again, then confirm.',
    nothingLeft: 'None of what you selected can be decided by you now. This is what waits for you.',
    needsFactor:
      'Your company asks for a second factor to approve payouts, and you have none. Add one first, then come back.',
    needsPasskey:
      'Your company asks for a passkey to approve payouts, and you have none. Add one first, then come back.',
    addFactor: 'Add a second factor',
    noRole: 'Your role does not let you decide on payouts any more. Ask your administrator.',
    noJob: 'This job has nothing that you may decide on.',
    jobBusy: 'This job is still being taken in. Try again in a moment.',
    done: {
      approve: (n: number, amount: string): string => `You approved ${payouts(n)}, ${amount}`,
      reject: (n: number, amount: string): string => `You rejected ${payouts(n)}, ${amount}`,
    },
    doneNothing: 'Nothing was decided',
    doneNothingText: 'These payouts have moved on, or somebody else decided on them.',
    notDone: (n: number): string => `${payouts(n)} stayed as they were:`,
    goOn: 'What else waits for you',
  },
  upload: {
    title: 'Upload',
    intro:
      'Bring a file of payments. You see what would become of each payment before any is submitted.',
    template: 'An empty file to fill (CSV)',
    more: 'Name and control totals',
    name: 'Name',
    nameHint:
      'What the batch is called wherever it is seen. Leave it empty to call it after the file.',
    badName: 'A name has 2 to 100 characters, and no hidden ones.',
    count: 'Number of payments',
    badCount: 'Enter how many payments the file has, such as 120.',
    sum: 'Sum of their amounts (₹)',
    totalsHint: 'If you enter both, the file is compared with them. Leave both empty to skip that.',
    badSum: 'Enter the sum in rupees, such as 1,00,000.00.',
    file: 'File',
    fileHint: 'CSV or XLSX, with at most 20,000 payments and 16 MiB.',
    preview: 'Preview',
    chooseFirst: 'Choose a file first.',
    chooseAgain: 'Choose the file again: your browser did not keep it while you logged in.',
    mendAndChoose: 'Mend what is marked below, and choose the file again.',
    columns: 'The columns of the file',
    column: 'Column',
    meanings: {
      transactionReference:
        'Required. Your own reference of the payment, up to 100 letters, digits and signs; each is used once.',
      packageCode: 'Required. The package that the payment belongs to.',
      'amountRupees or amount':
        'Required. The amount: amountRupees in rupees, such as 1,00,000.00; amount in paise.',
      'beneId or beneficiaryId': 'Required. The code or the id of the beneficiary.',
      beneficiaryAccountNumber: "One of the beneficiary's accounts. Default: the primary one.",
      debitAccountNumber: 'The account that pays. Default: as the package says.',
      paymentMethodCode: 'Such as NEFT or IMPS. Default: as the package says.',
      payoutDate: 'The day on which it is paid, as 2026-03-31. Default: as soon as it is approved.',
      remark: 'A text of up to 100 characters for the bank statement.',
      tag: 'A word by which you find the payment again.',
    },
    stopped: 'Nothing was submitted',
    noRole: 'Your role does not permit making payments. Ask your administrator.',
    gone: 'This file is not kept any more: a file is kept for an hour, and of your files the newest three. Choose it again.',
    another: 'Choose another file',
    previewTitle: 'Preview',
    inAll: 'In the file',
    accepted: 'Accepted',
    rejected: 'Rejected',
    sums: (n: number, amount: string): string => `${count(n, 'payment', 'payments')}, ${amount}`,
    allGoOn: 'If you submit the file, all of its payments are made.',
    restGoesOn:
      'If you submit the file, the accepted payments are made, and the rejected ones are not. Mend those, and bring them in a file of their own.',
    nothingAccepted: 'Nothing of this file can be submitted. Mend it, and bring it again.',
    wholeFile: (n: number): string =>
      `${count(n, 'payment is', 'payments are')} rejected because of another payment: their package takes all payments of a file or none.`,
    broughtBefore:
      'All references of this file are used already. You have probably brought this file before.',
    until: (time: string): string =>
      `This preview holds until ${time}. After that, Submit shows you a new one first.`,
    submit: 'Submit',
    line: 'Line',
    reference: 'Reference',
    amount: 'Amount',
    why: 'What is wrong',
    payee: 'To',
    how: 'Method',
    release: 'Release',
    fees: (amount: string): string => `Fees ${amount}`,
    levels: (n: number): string =>
      n === 0 ? 'No approval needed' : count(n, 'level of approval', 'levels of approval'),
    rejectedRows: 'Rejected payments',
    moreRejected: (n: number): string =>
      `And ${count(n, 'more payment', 'more payments')}. The file below has all of them.`,
    acceptedRows: 'Accepted payments, the first of them',
    moreAccepted: (n: number): string => `And ${count(n, 'more payment', 'more payments')}.`,
    faultsFile: 'All of these as a file (CSV)',
    faultsHeader: ['Line', 'Reference', 'Column', 'Code', 'What is wrong'],
    faultsTitle: 'This file needs mending',
    faults: 'What is wrong with the file',
    faultsIntro: (n: number): string =>
      n >= 100
        ? 'These are the first hundred faults. Mend them in the file, and choose it again. Nothing was submitted.'
        : `${count(n, 'fault', 'faults')}. Mend the file, and choose it again. Nothing was submitted.`,
    wholeLine: 'The whole line',
    changed:
      'Some of what you were shown has changed meanwhile. Look at it again, then submit. Nothing was submitted yet.',
    previewOver:
      'The preview was older than ten minutes. This is how things stand now. Look at it, then submit. Nothing was submitted yet.',
  },
  /** A day, as records write it. */
  day: (day: string): string => DAYS.format(Date.parse(day)),
  moment: (at: EpochMs, zone: string): string =>
    new Intl.DateTimeFormat('en-IN', {
      timeZone: zone,
      day: 'numeric',
      month: 'short',
      year: 'numeric',
      hour: '2-digit',
      minute: '2-digit',
      hourCycle: 'h23',
    }).format(at),
  time: (at: EpochMs, zone: string): string =>
    new Intl.DateTimeFormat('en-IN', {
      timeZone: zone,
      hour: '2-digit',
      minute: '2-digit',
      hourCycle: 'h23',
    }).format(at),
  payouts,
};

/** The texts of one language. */
export type PortalTexts = typeof ENGLISH;
