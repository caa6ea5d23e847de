import { HINDI, hindiMoment } from '../../kernel/values/hindi-moment.js';
import { rupees } from '../../kernel/values/rupees.js';
import type { Total } from './notification-due.js';
import type { NotificationTexts } from './notification-english.js';

/** The noun is the same for one and for many. */
const payments = ({ count, amount }: Total, isWhole = true): string => {
  const total = `${count === 1 ? '' : 'कुल '}${rupees(amount)}`;
  return `${isWhole ? '' : 'कम से कम '}${count.toLocaleString(HINDI)} भुगतान (${total})`;
};

/** Every text of a notification, in Hindi. */
export const HINDI_NOTIFICATION: NotificationTexts = {
  subject: {
    waiting: (corporate) => `${corporate}: भुगतान आपके निर्णय की प्रतीक्षा में हैं`,
    expiring: (corporate) => `${corporate}: आपकी प्रतीक्षा कर रहे भुगतान जल्द समाप्त होंगे`,
    outcomes: (corporate) => `${corporate}: आपके भुगतान नहीं हुए`,
  },
  whose: (corporate, bank) => `${corporate}, ${bank}`,
  waiting: (total, isWhole) =>
    `${payments(total, isWhole)} आपके निर्णय की प्रतीक्षा में ${total.count === 1 ? 'है' : 'हैं'}।`,
  expiring: (total, firstAt) =>
    total.count === 1
      ? `आपकी प्रतीक्षा कर रहा ${payments(total)} ${firstAt} समाप्त होगा। उसके बाद कोई इसे अनुमोदित नहीं कर सकेगा।`
      : `आपकी प्रतीक्षा कर रहे ${payments(total)} तीन दिनों के भीतर समाप्त होंगे, पहला ${firstAt}। उसके बाद कोई इन्हें अनुमोदित नहीं कर सकेगा।`,
  rejected: (total) => `आपके बनाए ${payments(total)} अस्वीकार हुए।`,
  failed: (total) => `आपके बनाए ${payments(total)} बैंक में असफल हुए।`,
  open: (url) => `इन्हें देखने के लिए पोर्टल में लॉग इन करें: ${url}`,
  openYourself: 'इन्हें देखने के लिए पोर्टल में लॉग इन करें।',
  choose: 'किन बातों की ई-मेल आपको मिले और किस भाषा में, यह आप पोर्टल की सेटिंग में चुनते हैं।',
  neverAsked: (bank) =>
    `${bank} ई-मेल से कभी कोड या पासवर्ड नहीं माँगता, और इस ई-मेल में ऐसा कोई लिंक नहीं है जिससे आप लॉग इन हो जाएँ।`,
  moment: hindiMoment,
};
