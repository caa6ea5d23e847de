import type { CardAcquirer } from '@hundi/core';
import type { CardDetails } from '@hundi/core/acquirer';
import type { BreakWire, Wired } from '../check/wire.js';

/** A charge as the acquirer's test system knows it. The kit adds references that were never used. */
export type SampleCharge = Readonly<
  Record<'bankTenantId' | 'corporateTenantId' | 'reference' | 'statementDescriptor', string> & {
    /** Paise. */
    amount: number;
  }
>;

/** An acquirer, and what the kit may do with the system behind it. Each hook that is left out leaves rules unchecked. */
export interface AcquirerUnderTest extends Wired {
  /** Returns the acquirer. Called once for the traits and once for each check; it may return the same one each time. */
  readonly acquirer: () => CardAcquirer;
  readonly charge: SampleCharge;
  /** A test card that is approved. */
  readonly approves: CardDetails;
  /** A test card that is declined. */
  readonly declines?: CardDetails;
  /** What the acquirer has taken for a charge and not given back, in paise, by its own books. */
  readonly taken?: (chargeRef: string) => number | Promise<number>;
  /** Holds the next charge on its way; the function that it returns lets it arrive. */
  readonly holdNextCharge?: BreakWire;
}
