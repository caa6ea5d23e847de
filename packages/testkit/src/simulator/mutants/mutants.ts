import { authorityMutants } from './authority-mutants.js';
import { calendarMutants } from './calendar-mutants.js';
import { cancelMutants } from './cancel-mutants.js';
import { claimMutants } from './claim-mutants.js';
import { deputyMutants } from './deputy-mutants.js';
import { factorMutants } from './factor-mutants.js';
import { feedMutants } from './feed-mutants.js';
import { fileMutants } from './file-mutants.js';
import { groupMutants } from './group-mutants.js';
import { guardMutants } from './guard-mutants.js';
import type { Mutant } from './mutant.js';
import { peopleMutants } from './people-mutants.js';
import { policyMutants } from './policy-mutants.js';
import { previewMutants } from './preview-mutants.js';
import { railMutants } from './rail-mutants.js';
import { recordMutants } from './record-mutants.js';
import { restoreMutants } from './restore-mutants.js';
import { storageMutants } from './storage-mutants.js';

/** Known bugs, each of which the simulator must catch: what shows that it would catch yours. */
export const mutants: ReadonlyArray<Mutant> = [
  ...claimMutants,
  ...railMutants,
  ...guardMutants,
  ...groupMutants,
  ...calendarMutants,
  ...fileMutants,
  ...recordMutants,
  ...peopleMutants,
  ...deputyMutants,
  ...policyMutants,
  ...factorMutants,
  ...authorityMutants,
  ...previewMutants,
  ...cancelMutants,
  ...storageMutants,
  ...restoreMutants,
  ...feedMutants,
];
