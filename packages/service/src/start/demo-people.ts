import type { ProvisionDocument } from '@hundi/core';

/** A person of the demo, and what they do. */
export interface DemoPerson {
  readonly username: string;
  readonly email: string;
  readonly corporate: string;
  readonly does: string;
}

/** What people with a permission do, as far as a newcomer wants to know. */
const DOES = {
  'transaction.make': 'makes payouts',
  'transaction.approve': 'approves payouts',
  'settings.edit': 'looks after settings',
} as const;

/** The people of the document who can log in. */
export const demoPeople = ({ bankTenants }: ProvisionDocument): ReadonlyArray<DemoPerson> =>
  bankTenants.flatMap(({ corporates }) =>
    corporates.flatMap(({ name: corporate, users = [], roles = [] }) =>
      users.flatMap(({ username, email, kind, approvalState, roleCodes }) => {
        if (kind !== 'human' || approvalState !== 'approved' || email === undefined) return [];
        const theirs = new Set(
          roles
            .filter(({ roleCode }) => roleCodes.includes(roleCode))
            .flatMap(({ permissions }) => permissions),
        );
        const does = Object.entries(DOES)
          .filter(([permission]) => theirs.has(permission as keyof typeof DOES))
          .map(([, text]) => text)
          .join(', ');
        return [{ username, email, corporate, does }];
      }),
    ),
  );
