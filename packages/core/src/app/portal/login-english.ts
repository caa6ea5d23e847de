/** Every text of a mail with a code of the portal, in English. The code comes first. */
export const ENGLISH_LOGIN = {
  subject: (corporate: string): string => `Your code for ${corporate}`,
  logsIn: (username: string, corporate: string): string =>
    `is your code to log in as ${username} of ${corporate}.`,
  ifNotAsked:
    'If you did not request it, another person entered your address. They cannot log in without this code.',
  confirms: (username: string, corporate: string): string =>
    `confirms a change that you are about to make as ${username} of ${corporate}, to its keys, endpoints, people or settings.`,
  ifNoChange:
    'If you are not about to make a change, another person is using your session: end it in the portal, and ask your administrator to suspend your account.',
  life: (minutes: number): string =>
    `It is valid for ${String(minutes)} minutes and for one use. The bank will never ask you for it.`,
  isLong:
    'It is longer than usual because many codes were requested for your address. If you request another one within that time, no new mail is sent: use this code.',
};

export type LoginTexts = typeof ENGLISH_LOGIN;
