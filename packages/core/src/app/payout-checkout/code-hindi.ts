import type { CodeTexts } from './code-english.js';

export const HINDI_CODE: CodeTexts = {
  title: 'आपका OTP',
  subject: (amount) => `${amount} अधिकृत करने का आपका OTP`,
  code: ['आपका OTP है', '।'],
  payee: (name, lastDigits) => `${name}, खाता संख्या के अंतिम अंक ${lastDigits}`,
  lines: (amount, corporate, payee, reference) => [
    `यह ${corporate} का ${amount} का एक भुगतान अधिकृत करता है,`,
    `लाभार्थी ${payee},`,
    `संदर्भ ${reference}।`,
  ],
  warning: (minutes, bank) =>
    `यह ${String(minutes)} मिनट तक और केवल इसी भुगतान के लिए मान्य है। ${bank} इसे आपसे फ़ोन या ई-मेल पर कभी नहीं माँगेगा।`,
  unasked:
    'यदि आपने इसे नहीं माँगा, तो इसका उपयोग न करें, और अपनी कंपनी में भुगतानों के ज़िम्मेदार व्यक्ति को बताएँ।',
};
