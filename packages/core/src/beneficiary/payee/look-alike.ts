import { nameKey } from './beneficiary.js';

/** Letters of Cyrillic, Greek and Armenian, each with the Latin letter that it looks like (Unicode TR 39). */
const LOOKS =
  'АA ВB ЕE ЅS ІI ЇI ЈJ КK МM НH ОO РP СC ТT УY ХX ҮY ԌG ԚQ ԜW ӀI аa вB еe ѕs іi їi јj кk мM нH оo рp сc тT уy хx үy һh ԁd ԛq ԝw ӏl ' +
  'ΑA ΒB ΕE ΖZ ΗH ΙI ΚK ΜM ΝN ΟO ΡP ΤT ΥY ΧX αa εe ηn ιi κk μu νv οo ρp τt υu χx ωw ' +
  'ՍU ՏS ՕO ցg հh ոn սu օo զq ıi ɑa ɡg';

const LATIN: ReadonlyMap<string, string> = new Map(
  LOOKS.split(' ').map(([letter = '', latin = '']) => [letter, latin]),
);

/** The key under which two names look the same to a person, though letters of one may be of another script. */
export const lookKey = (name: string): string =>
  nameKey(Array.from(name.normalize('NFKC'), (letter) => LATIN.get(letter) ?? letter).join(''));
