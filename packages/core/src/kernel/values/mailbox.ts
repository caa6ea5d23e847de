/** The mailbox that an address leads to: that of the address in other letter case, too. Two addresses compare by it. */
export const mailboxOf = (address: string): string => address.toLowerCase();
