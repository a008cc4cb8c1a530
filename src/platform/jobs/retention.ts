const HOUR = 3_600_000
const DAY = 24 * HOUR

/** How long what the program itself needs is kept, in milliseconds. Records of patients and the audit trail are no part of this. */
export const retention = {
  /** Replies to requests with an Idempotency-Key. */
  idempotencyKeys: DAY,
  /** Sessions and their refresh tokens after they ended or expired. */
  endedSessions: 30 * DAY,
  /** What somebody asked the assistant, with its answer. */
  assistantMessages: 180 * DAY,
  /** The file and the rows of an import after the last work on it: as long as it can be taken back. */
  imports: 90 * DAY,
  /** What each account has uploaded on a day. */
  uploadUsage: 30 * DAY,
  /** Uploads that a stopped process left behind. */
  strayUploads: DAY,
} as const
