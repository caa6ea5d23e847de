import type { Clock, PolicyMark, Ports, SendMark } from '@hundi/core';
import { aesSealer } from './aes-sealer.js';
import { filePolicyMark } from './file-policy-mark.js';
import { fileSendMark } from './file-send-mark.js';
import { nodeEntropy } from './node-entropy.js';
import { nodePacer, type NodePacing } from './node-pacer.js';
import { systemClock } from './system-clock.js';

/** What a host decides about its Node ports. */
export type NodePortsOptions = {
  /**
   * The key of 32 bytes under which the engine seals secrets. Keep it: nothing that was sealed opens without it. Of
   * several keys the first seals, and any opens: so a new one takes the place of an old one.
   */
  readonly kek: Uint8Array | ReadonlyArray<Uint8Array>;
  /** Default: the clock of the operating system. */
  readonly clock?: Clock;
  readonly pacing?: NodePacing;
} & (
  | {
      /**
       * The file of the send mark; that of the policy mark stands beside it, with `.policies` behind its name. Put them where
       * a backup of the database does not bring them back.
       */
      readonly sendMarkFile: string;
    }
  | {
      /** Where the host itself keeps how far sending has come. */
      readonly sendMark: SendMark;
      /** And which policies came into force last. */
      readonly policyMark?: PolicyMark;
    }
);

/** The ports that Node itself can give. */
export type NodePorts = Pick<
  Ports,
  'clock' | 'entropy' | 'pacer' | 'sealer' | 'sendMark' | 'policyMark'
>;

/**
 * The ports of a Node host that are not its business: it adds its storage, its bank rail and its bank directory, and
 * the engine runs.
 *
 * @throws when a key is not 32 bytes long, none is given, or one is given twice.
 */
export const nodePorts = (options: NodePortsOptions): NodePorts => {
  const { kek, clock = systemClock, pacing } = options;
  return {
    clock,
    entropy: nodeEntropy,
    pacer: nodePacer(clock, pacing),
    sealer: aesSealer(kek),
    ...marksOf(options),
  };
};

const marksOf = (options: NodePortsOptions): Pick<Ports, 'sendMark' | 'policyMark'> => {
  if ('sendMarkFile' in options) {
    const { sendMarkFile } = options;
    return {
      sendMark: fileSendMark(sendMarkFile),
      policyMark: filePolicyMark(`${sendMarkFile}.policies`),
    };
  }
  const { sendMark, policyMark } = options;
  return policyMark === undefined ? { sendMark } : { sendMark, policyMark };
};
