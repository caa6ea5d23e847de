/**
 * The bank's side of the messages, for a bank that plays one in tests and demonstrations.
 *
 * @packageDocumentation
 */

export {
  readInitiation,
  type ReceivedInitiation,
  type ReceivedOrder,
  type ReceivedParty,
  type RefusedGroup,
} from './bank/read-initiation.js';
export {
  writeStatusReport,
  type ReportedGroup,
  type ReportedReason,
  type ReportedStatus,
  type StatusReport,
} from './bank/write-status-report.js';
export { writeStatement, type DayOfAccount, type DayStatement } from './bank/write-statement.js';
export {
  writeNotification,
  type Booked,
  type Booking,
  type GroupBooking,
  type Notification,
} from './bank/write-notification.js';
