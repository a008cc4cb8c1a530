/** How a visit ended that was left open; a visit that a person ended as it came to its end has no outcome. */
export const outcomes = ['left without being seen', 'left before the end'] as const
export type Outcome = (typeof outcomes)[number]

/** What ended a visit that had been left open: the nightly job, a person at the end-of-day page, the patient's next visit, or a person who ended the visit itself. */
export const closingCauses = ['end of day', 'by hand', 'new visit', 'ended late'] as const
export type ClosingCause = (typeof closingCauses)[number]

/** A visit is left open when its day is over and the patient was neither moved nor taken for so many hours: it may be the middle of the night. */
export const QUIET_HOURS = 6
/** How long a visit that was closed as left can be reopened. */
export const REOPEN_DAYS = 7

/**
 * What a visit that was left open still holds. `never`: it is not closed at all; `person`: only a person closes it, who has seen that; `kept`:
 * it is closed, and this goes on without it. docs/attendance.md has the reasons.
 */
export const holdLevel = {
  results_pending: 'never',
  critical_result: 'never',
  results_to_review: 'person',
  critical_vitals: 'person',
  unsigned_note: 'person',
  orders_not_sent: 'person',
  tests_not_collected: 'person',
  reopened: 'person',
  recent_activity: 'person',
  prescription_waiting: 'kept',
  unpaid_bill: 'kept',
  referral_open: 'kept',
} as const satisfies Record<string, 'never' | 'person' | 'kept'>
export type HoldKind = keyof typeof holdLevel
export const holdKinds = Object.keys(holdLevel) as [HoldKind, ...HoldKind[]]

type Held = readonly { kind: HoldKind }[]
/** Whether a person may close a visit that holds this. */
export const mayClose = (holds: Held) => holds.every(({ kind }) => holdLevel[kind] !== 'never')
/** Whether the nightly job may: nothing that a person has to decide about. */
export const mayCloseUnseen = (holds: Held) => holds.every(({ kind }) => holdLevel[kind] === 'kept')
