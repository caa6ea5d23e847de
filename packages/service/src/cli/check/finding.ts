/** What was looked at, and what is wrong with it, if anything is. */
export interface Finding {
  readonly what: string;
  readonly isRight: boolean;
  readonly detail: string;
}

/** Looks at one thing; what it throws is what is wrong. */
export const finding = async (what: string, look: () => Promise<string>): Promise<Finding> => {
  try {
    return { what, isRight: true, detail: await look() };
  } catch (error) {
    return { what, isRight: false, detail: error instanceof Error ? error.message : String(error) };
  }
};

/** What the start makes. */
export const IS_NEW = 'made at the first start';
