/** An e-mail address as the page shows it: its first letter and its host. */
export const shownEmail = (email: string): string =>
  `${email.slice(0, 1)}•••${email.slice(email.lastIndexOf('@'))}`;
