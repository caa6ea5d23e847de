import { hindiMoment } from '../../../kernel/values/hindi-moment.js';
import type { LinkTexts } from './link-english.js';

export const HINDI_LINK: LinkTexts = {
  asks: (merchant, amount) => `${merchant} ने आपसे ${amount} का भुगतान माँगा है`,
  asksFor: (merchant, amount, description) =>
    `${merchant} ने आपसे ${amount} का भुगतान माँगा है। विवरण: ${description}`,
  end: '।',
  reference: (reference) => `संदर्भ संख्या: ${reference}`,
  pay: 'कार्ड से भुगतान यहाँ करें:',
  until: (at) => `यह लिंक ${hindiMoment(at)} (UTC) तक और एक भुगतान के लिए मान्य है।`,
  unexpected: (merchant) => `यदि आपको इसकी अपेक्षा नहीं थी, तो भुगतान करने से पहले ${merchant} से पूछ लें।`,
};
