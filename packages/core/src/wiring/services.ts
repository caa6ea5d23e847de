import { makeJobDigests } from '../approval/job-digests.js';
import { makeAuthorityKey } from '../authority/authority-key.js';
import { makeCheckedSignatures } from '../authority/checked-signatures.js';
import { makePolicyMarks } from '../authority/policy-marks.js';
import { makeCauses } from '../duty/causes.js';
import { makeClaims } from '../duty/claims.js';
import { makeDutyParts } from '../duty/duty-parts.js';
import { makeGuardedMailer } from '../duty/guarded-mailer.js';
import { makeLooks, makeNextDues } from '../duty/next-dues.js';
import { makeProveFactor } from '../factor/prove/prove-factor.js';
import { makeAcceptance } from '../intake/accept/acceptance.js';
import { makeJudging } from '../intake/rules/judging.js';
import { makeNotificationLooks } from '../notification/notification-looks.js';
import { makeSealerInTime } from '../duty/sealer-in-time.js';
import { makeDetectRestore } from '../restore/detect-restore.js';
import { makeGuardedSendMark } from '../duty/guarded-send-mark.js';
import { makeResolveDoubts } from '../restore/resolve-doubts.js';
import { makeUnrecorded } from '../duty/unrecorded.js';
import { makeMailAdministrators } from '../settings/mail-administrators.js';
import { makeProposing } from '../settings/make-or-propose.js';
import { makeGuarding } from '../settlement/send/guarding.js';
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
  makeProposing,
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
  makeJudging,
  makeAcceptance,
  makeNotificationLooks,
  makeReportWorkLeft,
];
