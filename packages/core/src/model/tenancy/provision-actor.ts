import type { UserId } from '../../kernel/values/ids.js';

/** The actor that the journal names for records from a provision document. */
export const PROVISION = 'provision' as UserId;
