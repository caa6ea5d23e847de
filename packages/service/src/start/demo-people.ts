import type { ProvisionDocument } from '@hundi/core';

/** What a newcomer wants to know of what people do. */
const DEEDS = ['transaction.make', 'transaction.approve', 'settings.edit'] as const;
type Deed = (typeof DEEDS)[number];

/** A person of the demo, and what they do. */
export interface DemoPerson {
  readonly username: string;
  readonly email: string;
  readonly corporate: string;
  /** Of the permissions that say it to a newcomer, those that they have. */
  readonly does: ReadonlyArray<Deed>;
}

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
        const does = DEEDS.filter((permission) => theirs.has(permission));
        return [{ username, email, corporate, does }];
      }),
    ),
  );
