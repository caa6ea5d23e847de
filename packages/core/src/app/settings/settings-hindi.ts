import { hindiMoment } from '../../kernel/values/hindi-moment.js';
import type { SettingsChangeName } from '../../model/settings/change/settings-change.js';
import type { SettingsTexts } from './settings-english.js';

const TAKE_BACK =
  'इसे पोर्टल में तुरंत वापस लें (कुंजी निरस्त करें, एंडपॉइंट ठीक करें, होस्ट हटाएँ, पिछली अनुमोदन नीति प्रस्तावित करें या उपयोगकर्ता को फिर से निलंबित करें)';

const REMOVED = 'आपके सत्र समाप्त हो गए हैं। ई-मेल से मिले OTP से लॉग इन करें, और नया दूसरा फ़ैक्टर जोड़ें।';

const WHAT: Readonly<Record<SettingsChangeName, string>> = {
  create_api_key: 'नई पार्टनर कुंजी',
  rotate_api_key: 'दूसरी के स्थान पर नई पार्टनर कुंजी',
  create_secret_key: 'नई गुप्त कुंजी',
  rotate_secret_key: 'दूसरी के स्थान पर नई गुप्त कुंजी',
  create_webhook_endpoint: 'नया वेबहुक एंडपॉइंट',
  change_webhook_endpoint: 'वेबहुक एंडपॉइंट में बदलाव',
  rotate_webhook_secret: 'वेबहुक एंडपॉइंट का नया सीक्रेट',
  delete_webhook_endpoint: 'वेबहुक एंडपॉइंट हटाना',
  put_checkout_settings: 'नए होस्ट, जिन पर ग्राहक लौट सकते हैं',
  reinstate_person: 'निलंबित उपयोगकर्ता की बहाली',
  put_approval_policy: 'भुगतानों के लिए दूसरे अनुमोदन',
  enrol_factor: 'उपयोगकर्ता का नया दूसरा फ़ैक्टर, जिससे उनके अनुमोदन दिए जा सकते हैं',
  reset_factors: 'उपयोगकर्ता के सभी दूसरे फ़ैक्टर और रिकवरी कोड हटाना',
};

const DID = {
  made: 'की सेटिंग बदली',
  proposed: 'की सेटिंग में बदलाव प्रस्तावित किया',
  approved: 'की सेटिंग में बदलाव अनुमोदित किया',
} as const;

const DID_TO_FACTORS = {
  made: 'हटाए',
  proposed: 'हटाने का प्रस्ताव किया',
  approved: 'हटाने का अनुमोदन किया',
} as const;

const OPERATOR = /^operator (.+)$/;

/** Every text of a mail about settings, in Hindi. */
export const HINDI_SETTINGS: SettingsTexts = {
  labels: {
    keyId: 'कुंजी',
    name: 'नाम',
    replaces: 'इस कुंजी के स्थान पर',
    scopes: 'स्कोप',
    actsAsUserId: 'किसकी ओर से',
    endpointId: 'एंडपॉइंट',
    url: 'कहाँ भेजता है',
    eventTypes: 'इवेंट',
    status: 'स्थिति',
    destinationHosts: 'होस्ट',
    userId: 'उपयोगकर्ता',
    suspendedBy: 'निलंबित करने वाला',
    factorKind: 'प्रकार',
  },
  who: (username, by) => {
    const [, operator] = OPERATOR.exec(by) ?? [];
    if (operator !== undefined) return `बैंक के संचालक ${operator}`;
    return username === by ? by : `${username} (${by})`;
  },
  subject: (corporate, step) =>
    `${corporate}: सेटिंग ${step === 'proposed' ? 'बदलने वाली है' : 'बदली गई है'}`,
  did: (who, step, corporate, kind) => `${who} ने ${corporate} ${DID[step]}: ${WHAT[kind]}।`,
  when: (at) => `कब: ${hindiMoment(at)} (UTC)`,
  ifNotAgreed: {
    proposed:
      'जब तक कोई दूसरा व्यक्ति इसे पोर्टल में अनुमोदित नहीं करता, कुछ नहीं बदलता। यदि यह तय नहीं हुआ था, तो इसे वहाँ अस्वीकार करें, और प्रस्ताव करने वाले व्यक्ति को निलंबित करें।',
    made: `यदि यह तय नहीं हुआ था, तो ${TAKE_BACK}, और ऐसा करने वाले व्यक्ति को निलंबित करें।`,
    approved: `यदि यह तय नहीं हुआ था, तो ${TAKE_BACK}, और प्रस्ताव तथा अनुमोदन करने वाले व्यक्तियों को निलंबित करें।`,
  },
  most: ({ ofUser, ofCorporate }) =>
    `एक घंटे में एक उपयोगकर्ता के अधिकतम ${String(ofUser)}, और एक कंपनी के अधिकतम ${String(ofCorporate)} बदलावों के बारे में ई-मेल भेजी जाती हैं। पोर्टल हर बदलाव दिखाता है।`,
  factorsSubject: (corporate, step) =>
    `${corporate}: आपके दूसरे फ़ैक्टर ${step === 'proposed' ? 'हटाए जाने वाले हैं' : 'हटा दिए गए हैं'}`,
  didToFactors: (who, step, corporate) =>
    `${who} ने ${corporate} में आपके सभी दूसरे फ़ैक्टर और रिकवरी कोड ${DID_TO_FACTORS[step]}।`,
  then: {
    made: REMOVED,
    proposed: 'जब तक कोई दूसरा व्यक्ति इसे पोर्टल में अनुमोदित नहीं करता, कुछ नहीं बदलता।',
    approved: REMOVED,
  },
  ifNotLost:
    'यदि आपने उन्हें नहीं खोया, तो तुरंत किसी व्यवस्थापक या अपने बैंक को फ़ोन करें: हो सकता है कि कोई दूसरा व्यक्ति आपके नाम से लॉग इन करने वाला हो।',
};
