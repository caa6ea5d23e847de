import type { LoginTexts } from './login-english.js';

/** Every text of a mail with a code of the portal, in Hindi. The code comes first. */
export const HINDI_LOGIN: LoginTexts = {
  subject: (corporate) => `${corporate} के लिए आपका OTP`,
  logsIn: (username, corporate) => `${corporate} में ${username} के रूप में लॉग इन करने का आपका OTP है।`,
  ifNotAsked:
    'यदि आपने इसे नहीं माँगा, तो किसी दूसरे व्यक्ति ने आपका पता दर्ज किया है। वह इस OTP के बिना लॉग इन नहीं कर सकता।',
  confirms: (username, corporate) =>
    `उस बदलाव की पुष्टि करता है जो आप ${corporate} के ${username} के रूप में करने वाले हैं, उसकी कुंजियों, एंडपॉइंट, उपयोगकर्ताओं या सेटिंग में।`,
  ifNoChange:
    'यदि आप कोई बदलाव नहीं करने वाले हैं, तो कोई दूसरा व्यक्ति आपका सत्र उपयोग कर रहा है: उसे पोर्टल में समाप्त करें, और अपने व्यवस्थापक से अपना खाता निलंबित करवाएँ।',
  life: (minutes) =>
    `यह ${String(minutes)} मिनट तक और एक बार के लिए मान्य है। बैंक इसे आपसे कभी नहीं माँगेगा।`,
  isLong:
    'यह सामान्य से लंबा है, क्योंकि आपके पते के लिए बहुत-से OTP माँगे गए। यदि आप इस समय के भीतर दूसरा माँगते हैं, तो नई ई-मेल नहीं भेजी जाती: इसी OTP का उपयोग करें।',
};
