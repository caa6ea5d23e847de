import { pressOf, type Press } from './document.js';
import { checkedTheme, type Theme } from './theme/theme.js';

/** How the pages of each bank look. */
export interface Themes {
  /** The theme of pages that belong to none of the banks named here. */
  readonly theme: Theme;
  /** By the id of the bank tenant. */
  readonly themes?: Readonly<Record<string, Theme>>;
}

/** The frame that writes the pages of a bank. @throws when a theme has too little contrast. */
export const presses = ({
  theme,
  themes = {},
}: Themes): ((bankTenantId: string | undefined) => Press) => {
  const common = pressOf(checkedTheme(theme));
  const own = new Map(
    Object.entries(themes).map(([bank, one]) => [bank, pressOf(checkedTheme(one))]),
  );
  return (bankTenantId) => own.get(bankTenantId ?? '') ?? common;
};
