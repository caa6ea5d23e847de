import type { SealedText } from '../../../ports/sealer.js';
import type { TotpFactor } from '../../../model/factor/held/factor.js';

/** What the secret of an authenticator app is sealed for: the secret of one factor opens for no other. */
export const totpContext = (factorId: string): string => `authenticator app ${factorId}`;

export const sealedTotp = ({
  factorId,
  sealedSecret,
}: Pick<TotpFactor, 'factorId' | 'sealedSecret'>): SealedText => ({
  sealed: sealedSecret,
  context: totpContext(factorId),
});
