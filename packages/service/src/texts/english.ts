/** What the pages of a sandbox say in English. `{}` is the place of a link or a value. */
export const ENGLISH = {
  purpose: 'Sandbox',
  caution: 'A sandbox is for trying things out. Enter no real card and no real account here.',
  start: {
    title: 'Start',
    heading: 'Hundi, in a sandbox',
    about:
      'A corporate posts payments to its bank, the bank’s rules judge them, people approve them, and the bank pays. Customers pay the corporate by card.',
    simulated: 'Here the bank, the cards and the mails are simulated: no money moves.',
    portal: '{}, where people work',
    portalLink: 'The portal',
    sandbox: '{}: mailbox, clock, the bank’s books and faults',
    sandboxLink: 'The sandbox',
    partnerApi: 'Reference of the partner API',
    portalApi: 'Reference of the portal API',
    openapi: '{}, for tools',
    walks: {
      payout: {
        title: 'Authorize a payout',
        text: 'Acme Traders pays ₹2,500 to Sharma Steel. The page mails a code to the maker: read it in {}.',
        make: 'Make a payout link',
        open: 'Open the payout page',
      },
      card: {
        title: 'Pay by card',
        text: 'A customer pays ₹2,499 to Acme Traders. Use the card {}, any date to come, any CVC and any name.',
        make: 'Make a card link',
        open: 'Open the card page',
      },
    },
    mailbox: 'the mailbox',
    refused: (why: string): string =>
      `The engine refused to make the link (${why}), because the demo was changed. Delete the data directory and start the service again to begin anew.`,
    outside: {
      title: 'From outside a container',
      link: 'Only callers on the machine of the service may use the sandbox. With Docker Compose, this command makes a payout link (with {} a card link):',
      mail: 'This one prints the newest mail, with the code that the payout page asks for:',
      keys: 'And this one shows the keys of the demo corporate:',
    },
    firstCall: {
      title: 'A first call',
      text: 'The keys are in {} in the data directory. These commands read one and list the payment packages:',
    },
    people: {
      title: 'Be one of them',
      text: 'Each link opens the login of a person, with their mailbox beside it.',
      person: 'Person',
      of: 'Of',
      does: 'Does',
      doing: {
        'transaction.make': 'makes payouts',
        'transaction.approve': 'approves payouts',
        'settings.edit': 'looks after settings',
      },
    },
  },
  sandbox: {
    title: 'Sandbox',
    start: 'Start page',
    settled: 'Everything that was due is done.',
    armed: (fault: string): string => `The next call suffers: ${fault}`,
    clock: {
      title: 'Clock',
      text: 'The engine’s time is {}. Moving it runs everything that falls due, in order. It never goes back.',
      steps: { minute: 'One minute', hour: 'One hour', day: 'One day', week: 'One week' },
      settle: 'Run what is due',
    },
    mailbox: {
      title: 'Mailbox',
      to: 'Only to',
      show: 'Show',
      none: 'No mail yet.',
      sentTo: 'to {}',
    },
    books: {
      title: 'The bank’s books',
      accounts: 'Accounts',
      account: 'Account',
      number: 'Number',
      balance: 'Balance',
      noOrder: 'The bank has no order yet.',
      newest: (shown: number, total: number): string =>
        `The newest ${String(shown)} of ${String(total)} orders`,
      booked: 'Booked',
      creditAccount: 'To',
      method: 'Method',
      state: 'State',
      amount: 'Amount',
      states: {
        lost: 'lost',
        accepted: 'accepted',
        paid: 'paid',
        refused: 'refused',
        returned: 'returned',
      },
    },
    faults: {
      title: 'Faults',
      text: 'A fault strikes the next call of the bank, and is over then.',
      unreachable: { arm: 'Arm unreachable', text: 'The bank is not reached.' },
      answer_lost: {
        arm: 'Arm answer lost',
        text: 'The bank gets the order, and its answer is lost.',
      },
      order_lost: { arm: 'Arm order lost', text: 'The order is lost on its way.' },
      slow: { arm: 'Arm slow', text: 'The bank takes longer than the engine waits.' },
      duplicate_callback: {
        arm: 'Arm duplicate callback',
        text: 'The bank reports the order twice.',
      },
    },
  },
};

export type Texts = typeof ENGLISH;
