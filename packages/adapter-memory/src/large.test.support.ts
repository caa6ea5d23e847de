/** Whether a scenario moves thousands of payouts, which takes seconds. */
export const isLarge = ({ title }: { readonly title: string }): boolean =>
  /20,000|a large (batch|job)|gives way to a backlog/.test(title);
