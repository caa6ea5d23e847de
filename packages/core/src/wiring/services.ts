import { makeJobDigests } from '../app/approval/job-digests.js';
import { makeAuthorityKey } from '../app/authority/authority-key.js';
import { makeCheckedSignatures } from '../app/authority/checked-signatures.js';
import { makePolicyMarks } from '../app/authority/policy-marks.js';
import { makeCauses } from '../app/duty/causes.js';
import { makeClaims } from '../app/duty/claims.js';
import { makeDutyParts } from '../app/duty/duty-parts.js';
import { makeGuardedMailer } from '../app/duty/guarded-mailer.js';
import { makeLooks, makeNextDues } from '../app/duty/next-dues.js';
import { makeProveFactor } from '../app/factor/prove/prove-factor.js';
import { makeAcceptance } from '../app/intake/accept/acceptance.js';
import { makeJudging } from '../app/intake/rules/judging.js';
import { makeNotificationLooks } from '../app/notification/notification-looks.js';
import { makeSealerInTime } from '../app/duty/sealer-in-time.js';
import { makeDetectRestore } from '../app/restore/detect-restore.js';
import { makeGuardedSendMark } from '../app/duty/guarded-send-mark.js';
import { makeResolveDoubts } from '../app/restore/resolve-doubts.js';
import { makeUnrecorded } from '../app/duty/unrecorded.js';
import { makeMailAdministrators } from '../app/settings/mail-administrators.js';
import { makeGuarding } from '../app/settlement/send/guarding.js';
import { makeAskForgottenCharges } from '../app/collection/checkout/forgotten-charges.js';
import { makeFeatures } from './features.js';
import { makeReportWorkLeft } from './work-left.js';

/** Services that use cases and duties share, and that no caller uses directly. */
export const SERVICES = [
  makeFeatures,
  makeCauses,
  makeSealerInTime,
  makeGuardedSendMark,
  makeGuardedMailer,
  makeUnrecorded,
  makeLooks,
  makeNextDues,
  makeMailAdministrators,
  makeClaims,
  makeDutyParts,
  makeDetectRestore,
  makeResolveDoubts,
  makeJobDigests,
  makeAuthorityKey,
  makePolicyMarks,
  makeGuarding,
  makeCheckedSignatures,
  makeProveFactor,
  makeAskForgottenCharges,
  makeJudging,
  makeAcceptance,
  makeNotificationLooks,
  makeReportWorkLeft,
];
