/** The address of the list of beneficiaries. */
export const AT = '/portal/beneficiaries';

/** The address of one beneficiary, or of something below it. */
export const pathOf = (beneficiaryId: string, below: '' | `/${string}` = '') =>
  `${AT}/${encodeURIComponent(beneficiaryId)}${below}` as const;
