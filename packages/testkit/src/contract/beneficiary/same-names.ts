/** Names that are one to the check for duplicates (§4.2): as it was stored, and as a person may search for it. */
export const sameNames: ReadonlyArray<readonly [string, string]> = [
  ['Double  Blank', 'double blank'],
  ['Single Space', ' Single   Space '],
  ['Ｆｕｌｌ　Ｗｉｄｔｈ', 'full width'],
  ['Narrow Letters', 'Ｎａｒｒｏｗ'],
  ['क्\u200dषमा', 'क्षमा'],
  ['വൻ കട', 'വന്\u200d'],
  ['Groß', 'GROSS'],
  ['ﬁx & Sons', 'FIX &'],
  ['No\u00a0Break', 'no break'],
];
