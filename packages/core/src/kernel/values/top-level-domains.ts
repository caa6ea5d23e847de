import { once } from '../once.js';

const LATIN = `
  abogado abudhabi academy accountant accountants actor adult aero africa agency airforce alsace amsterdam
  analytics apartments app archi army art asia associates attorney auction audio auto autos baby band bar
  barcelona bargains bayern bcn beauty beer berlin best bet bid bike bingo bio biz black blackfriday blog blue
  boats bom bond boo boston bot boutique box broker brussels build builders business buzz bzh cab cafe cam camera
  camp capetown capital car cards care career careers cars casa cash casino cat catering center ceo cfd
  channel charity chat cheap christmas church city claims cleaning click clinic clothing cloud club coach
  codes coffee college cologne com community company compare computer condos construction consulting contact
  contractors cooking cool coop corsica country coupons courses credit creditcard cricket cruise cruises cymru
  cyou dad dance data date dating day dds dealer deals degree delivery democrat dental dentist desi design dev
  diamonds diet digital direct directory discount diy doctor dog domains download dubai durban earth eco edu
  education email energy engineer engineering enterprises equipment esq estate eus events example exchange
  expert exposed express fail faith family fan fans farm fashion feedback film finance financial fish fishing
  fit fitness flights florist flowers foo food football forex forsale forum foundation frl fun fund furniture
  futbol fyi gal gallery game games garden gay gdn gent gift gifts gives giving glass global gmbh gold golf gov
  graphics gratis green gripe group guide guitars guru hair hamburg haus health healthcare help helsinki
  hiphop hiv hockey holdings holiday homes horse hospital host hosting hotels house how icu immo immobilien
  inc industries info ing ink institute insure int internal international invalid investments irish ist
  istanbul jetzt jewelry jobs joburg juegos kaufen kids kim kitchen kiwi koeln kosher krd kred kyoto land lat law
  lawyer lease legal lgbt life lifestyle lighting limited limo link live living llc llp loan loans local
  localhost lol london lotto love ltd ltda luxe luxury madrid maison makeup management market marketing
  markets mba media melbourne meme memorial men menu miami mil mobi mobile moda moe moi mom money monster mortgage
  moscow motorcycles mov movie museum music nagoya name navy net network new news nexus ngo ninja nowruz nrw
  nyc observer okinawa one ong onion onl online ooo org organic osaka ovh page paris pars partners parts party
  pet phd photo photography photos physio pics pictures pink pizza place plumbing plus poker porn post press
  pro productions prof promo properties property protection pub quebec quest racing radio realestate realtor
  realty recipes red rehab reise reisen ren rent rentals repair report republican rest restaurant review
  reviews rich rio rip rocks rodeo rsvp rugby ruhr run ryukyu saarland sale salon sarl sbs school schule
  science scot security select services sex sexy shia shiksha shoes shop shopping show singles site ski skin
  soccer social software solar solutions soy spa space sport srl stockholm storage store stream studio study
  style sucks supplies supply support surf surgery swiss sydney systems tatar tattoo tax taxi tci team tech
  technology tel tennis test theater theatre tickets tienda tips tires tirol today tokyo tools top tours town
  toys trade trading training travel trust tube university uno vacations vegas ventures versicherung vet
  viajes video villas vin vip vision vlaanderen vodka vote voting voto voyage wales wang watch watches webcam
  website wedding whoswho wien wiki win wine work works world wtf xin xxx xyz yachts yoga yokohama zip zone
  zuerich`;

const OTHER_SCRIPTS = `
  ελ ευ бг бел дети ею ком мкд мон москва онлайн орг рус рф сайт срб укр қаз հայ ישראל קום الاردن البحرين
  الجزائر السعودية السعوديه السعودیة السعودیۃ المغرب اليمن امارات ايران ایران بارت بازار بھارت تونس سودان
  سوريا سورية شبكة عراق عرب عمان فلسطين قطر كوم مصر مليسيا موريتانيا موقع پاكستان پاکستان ڀارت कॉम नेट भारत भारतम्
  भारोत संगठन বাংলা ভারত ভাৰত ਭਾਰਤ ભારત ଭାରତ இந்தியா இலங்கை சிங்கப்பூர் భారత్ ಭಾರತ ഭാരതം ලංකා คอม ไทย ລາວ გე
  みんな コム 世界 中国 中國 中文网 企业 佛山 信息 健康 八卦 公司 台湾 台灣 商城 商店 商标 在线 大拿 娱乐 广东 慈善 我爱你 手机 招聘 新加坡
  新闻 时尚 机构 游戏 澳門 澳门 点看 移动 组织机构 网址 网店 网站 网络 臺灣 购物 集团 餐厅 香港 닷넷 닷컴 한국`;

const names = once(
  (): ReadonlySet<string> => new Set(`${LATIN} ${OTHER_SCRIPTS}`.trim().split(/\s+/u)),
);

/**
 * Whether web addresses may end in this label, of lower-case letters: any two Latin letters, which are those of a
 * country; a top-level domain under which anybody can register a name; one that is reserved for examples and the like.
 * Those of single companies are left out: only they can lead anywhere under it.
 */
export const isTopLevelDomain = (label: string): boolean =>
  /^(?:[a-z]{2}|xn--.+)$/u.test(label) || names().has(label);
