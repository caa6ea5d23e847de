import type { LinkTexts } from './link-english.js';

const moment = new Intl.DateTimeFormat('hi-IN-u-nu-latn', {
  day: 'numeric',
  month: 'long',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
  timeZone: 'UTC',
  timeZoneName: 'short',
});

/** Every text of the mail with a payment link, in Hindi. */
export const HINDI_LINK: LinkTexts = {
  asks: (merchant, amount) => `${merchant} ने आपसे ${amount} का भुगतान माँगा है`,
  asksFor: (merchant, amount, description) =>
    `${merchant} ने आपसे ${amount} का भुगतान माँगा है। विवरण: ${description}`,
  end: '।',
  reference: (reference) => `संदर्भ संख्या: ${reference}`,
  pay: 'कार्ड से भुगतान यहाँ करें:',
  until: (at) => `यह लिंक ${moment.format(at)} तक और एक भुगतान के लिए मान्य है।`,
  unexpected: (merchant) => `यदि आपको इसकी अपेक्षा नहीं थी, तो भुगतान करने से पहले ${merchant} से पूछ लें।`,
};
