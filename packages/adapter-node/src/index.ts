/**
 * What a Node host gives the engine beside its storage and its rail.
 *
 * @packageDocumentation
 */

// All the ports that every host needs and Node can give
export { nodePorts, type NodePorts, type NodePortsOptions } from './node-ports.js';

// Each port by itself
export { systemClock } from './system-clock.js';
export { nodeEntropy } from './node-entropy.js';
export { nodePacer, type NodePacing } from './node-pacer.js';
export { aesSealer, kekId, kekIdOf, KEK_BYTES } from './aes-sealer.js';
export { fileArchive } from './file-archive.js';
export { fileSendMark } from './file-send-mark.js';
export { filePolicyMark } from './file-policy-mark.js';
export { webAuthnAssertion } from './web-authn-assertion.js';
export { webAuthnPasskeys, type RelyingParty } from './web-authn-passkeys.js';
export { smtpMailer, type SmtpMailer } from './smtp-mailer.js';

// Files that only their owner reads
export { keepPrivate, readIfThere, writePrivate } from './private-file.js';

// Files that people fill in
export { paymentFiles } from './payment-file/payment-files.js';
export { paymentFileTemplate } from './payment-file/template.js';
