import { JobDigests, makeJobDigests } from '../approval/job-digests.js';
import { AuthorityKey, makeAuthorityKey } from '../authority/authority-key.js';
import { CheckedSignatures, makeCheckedSignatures } from '../authority/checked-signatures.js';
import { makePolicyMarks, PolicyMarks } from '../authority/policy-marks.js';
import { Causes, makeCauses } from '../duty/causes.js';
import { Claims, makeClaims } from '../duty/claims.js';
import { DutyParts, makeDutyParts } from '../duty/duty-parts.js';
import { GuardedMailer, makeGuardedMailer } from '../duty/guarded-mailer.js';
import { Looks, makeLooks, makeNextDues, NextDues } from '../duty/next-dues.js';
import { makeProveFactor, ProveFactor } from '../factor/prove/prove-factor.js';
import { Acceptance, makeAcceptance } from '../intake/accept/acceptance.js';
import { Judging, makeJudging } from '../intake/rules/judging.js';
import { BankRail } from '../ports/bank-rail.js';
import { Clock } from '../ports/clock.js';
import { makeNotificationLooks, NotificationLooks } from '../notification/notification-looks.js';
import { Mailer } from '../ports/email.js';
import { Entropy } from '../ports/entropy.js';
import { Passkeys } from '../ports/passkeys.js';
import { PolicyMark } from '../ports/policy-mark.js';
import { Pacer } from '../ports/pacer.js';
import { GuardedSealer, makeSealerInTime } from '../ports/guarded-sealer.js';
import { Sealer } from '../ports/sealer.js';
import { SendGuard } from '../ports/send-guard.js';
import { SendMark } from '../ports/send-mark.js';
import { DetectRestore, makeDetectRestore } from '../restore/detect-restore.js';
import { GuardedSendMark, makeGuardedSendMark } from '../restore/guarded-send-mark.js';
import { makeResolveDoubts, ResolveDoubts } from '../restore/resolve-doubts.js';
import { makeUnrecorded, Unrecorded } from '../duty/unrecorded.js';
import { MailAdministrators, makeMailAdministrators } from '../settings/mail-administrators.js';
import { makeProposing, Proposing } from '../settings/make-or-propose.js';
import { Guarding, makeGuarding } from '../settlement/send/guarding.js';
import { Storage } from '../storage/storage.js';
import { Features, features } from './features.js';
import { optional, recipe } from './recipe.js';
import { makeReportWorkLeft, ReportWorkLeft } from './work-left.js';

/** Services that use cases and duties share, and that no caller uses directly. */
export const SERVICES = [
  features,
  recipe(Causes, makeCauses, [Clock]),
  recipe(GuardedSealer, makeSealerInTime, [Sealer, Pacer, Causes]),
  recipe(GuardedSendMark, makeGuardedSendMark, [SendMark, Pacer, Causes]),
  recipe(GuardedMailer, makeGuardedMailer, [optional(Mailer), Pacer, Causes]),
  recipe(Unrecorded, makeUnrecorded, [Clock, Causes]),
  recipe(Looks, makeLooks, [Storage, Clock, Unrecorded]),
  recipe(NextDues, makeNextDues, [Looks]),
  recipe(MailAdministrators, makeMailAdministrators, [Clock, optional(Mailer), Pacer, Causes]),
  recipe(Proposing, makeProposing, [Clock, Entropy, AuthorityKey, MailAdministrators]),
  recipe(Claims, makeClaims, [Storage, Clock, GuardedSendMark]),
  recipe(DutyParts, makeDutyParts, [Storage, Clock, Claims, Causes]),
  recipe(DetectRestore, makeDetectRestore, [Storage, Clock, GuardedSendMark]),
  recipe(ResolveDoubts, makeResolveDoubts, [Storage, Clock, BankRail, Pacer, Causes]),
  recipe(JobDigests, makeJobDigests, []),
  recipe(AuthorityKey, makeAuthorityKey, [Storage, Entropy, GuardedSealer]),
  recipe(PolicyMarks, makePolicyMarks, [Pacer, Causes, optional(PolicyMark)]),
  recipe(Guarding, makeGuarding, [Storage, Clock, Pacer, Causes, optional(SendGuard)]),
  recipe(CheckedSignatures, makeCheckedSignatures, [
    Storage,
    Clock,
    AuthorityKey,
    optional(Passkeys),
  ]),
  recipe(ProveFactor, makeProveFactor, [
    Storage,
    Clock,
    GuardedSealer,
    AuthorityKey,
    optional(Passkeys),
  ]),
  recipe(Judging, makeJudging, [BankRail, Pacer, Clock, Causes]),
  recipe(Acceptance, makeAcceptance, [Storage, Clock, Entropy, Judging, Causes]),
  recipe(NotificationLooks, makeNotificationLooks, [Storage, Clock, Features]),
  recipe(ReportWorkLeft, makeReportWorkLeft, [Storage, Clock, Causes, Features]),
];
