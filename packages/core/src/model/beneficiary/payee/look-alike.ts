import { nameKey } from './beneficiary.js';

/** Letters of other scripts, and zeros of India's, each with the Latin letter that it looks like (Unicode TR 39). */
const LOOKS =
  'АA ВB ЕE ЅS ІI ЇI ЈJ КK МM НH ОO РP СC ТT УY ХX ҮY ԌG ԚQ ԜW ӀI аa вB еe ѕs іi їi јj кk мM нH оo рp сc тT уy хx үy һh ԁd ԛq ԝw ӏl ' +
  'ΑA ΒB ΕE ΖZ ΗH ΙI ΚK ΜM ΝN ΟO ΡP ΤT ΥY ΧX αa εe ηn ιi κk μu νv οo ρp τt υu χx ωw ' +
  'ՍU ՏS ՕO ցg հh ոn սu օo զq ıi ɑa ɡg ѵv ѴV гr ϲc ϹC ϳj ͿJ סo ' +
  // Cherokee and Lisu.
  'ᎠD ᎡR ᎢT ᎪA ᎫJ ᎬE ᎳW ᎷM ᎻH ᎽY ᏀG ᏃZ ᏒR ᏔW ᏙV ᏚS ᏞL ᏟC ᏢP ᏦK ᏴB ' +
  'ꓐB ꓑP ꓓD ꓔT ꓖG ꓗK ꓙJ ꓚC ꓜZ ꓝF ꓟM ꓠN ꓡL ꓢS ꓣR ꓦV ꓧH ꓪW ꓫX ꓬY ꓮA ꓰE ꓲI ꓳO ꓴU ' +
  '०o ০o ੦o ૦o ୦o ௦o ౦o ೦o ൦o';

const LATIN: ReadonlyMap<string, string> = new Map(
  LOOKS.split(' ').map(([letter = '', latin = '']) => [letter, latin]),
);

const inLatin = (text: string): string =>
  Array.from(text, (letter) => LATIN.get(letter) ?? letter).join('');

/**
 * The key under which two names look the same to a person, though letters of one may be of another script. NFKC makes some
 * letters that look Latin into others of their script, and some others into letters that look Latin.
 */
export const lookKey = (name: string): string => nameKey(inLatin(inLatin(name).normalize('NFKC')));
