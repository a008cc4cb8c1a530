/** How pressing a kind is: `critical` cannot wait and cannot be switched off. */
export type Level = 'info' | 'attention' | 'critical'

/** What staff is told of: it stands until somebody has dealt with it. */
export const staffKinds = {
  /** A critical value of the laboratory that nobody was told of; of a critical call. */
  critical_result: 'critical',
  /** A restricted record that was opened in an emergency, and nobody has reviewed it; of the access. */
  emergency_access: 'critical',
  /** Portal accounts that were linked with a record in the last week; of the link. */
  account_linked: 'info',
  /** A portal account that a second member of staff has to confirm; of the request. */
  account_to_confirm: 'attention',
  /** Critical vital signs that no doctor has seen; of a triage. */
  critical_vitals: 'critical',
  /** Results that were entered and wait for approval: how many. */
  results_to_approve: 'info',
  requisition_to_approve: 'attention',
  /** It needs the second approval. */
  requisition_to_order: 'attention',
  /** Orders that are drafts: how many. */
  orders_to_approve: 'info',
  bill_to_approve: 'attention',
  count_to_approve: 'attention',
  /** Of a store: how many items. */
  stock_low: 'info',
  stock_out: 'attention',
  /** Of a store: how many batches. */
  stock_expiring: 'info',
  stock_expired: 'attention',
  recall_open: 'attention',
  /** Public bookings that are on no record: how many. */
  booking_requests: 'attention',
  /** The time of an appointment of a patient who died is free; of the appointment. */
  appointment_freed: 'info',
  prescription_requests: 'attention',
  lab_requests: 'attention',
  /** Messages to patients that could not be sent in the last week: how many. */
  messages_failed: 'attention',
  /** Results of analysers that wait for a person: how many. */
  analyser_inbox: 'attention',
  /** What analysers sent in the last week and nobody could read: how many messages. */
  analyser_messages: 'attention',
  /** For two days nothing was saved and verified. */
  backup_missing: 'attention',
  /** Work outside requests that failed and has not been done since: how many kinds of it, with their names. */
  jobs_failed: 'attention',
  /** Work that comes round by itself and has not been done for long: how many kinds of it, with their names. */
  jobs_late: 'attention',
  /** Less than a tenth or 2 GB is free where the clinic's data or its backups lie: the least of it. */
  disk_low: 'critical',
  /** The certificate of https expires within two weeks: in how many days. */
  certificate_expiring: 'critical',
  /** The clocks of server and database are more than a minute apart: by how many seconds. */
  clocks_apart: 'attention',
} as const satisfies Record<string, Level>

/** What a patient is told of: it has happened. Never what it says: a telephone shows it to whoever looks. */
export const patientKinds = {
  results_released: 'info',
  prescription_answered: 'info',
  prescription_asked: 'attention',
  lab_request_answered: 'info',
  appointment_changed: 'attention',
  appointment_cancelled: 'attention',
} as const satisfies Record<string, Level>

export type StaffKind = keyof typeof staffKinds
export type PatientKind = keyof typeof patientKinds
export type Kind = StaffKind | PatientKind

const levels: Record<Kind, Level> = { ...staffKinds, ...patientKinds }
export const kinds = Object.keys(levels) as [Kind, ...Kind[]]
export const levelOf = (kind: Kind): Level => levels[kind]
export const isCritical = (kind: Kind): boolean => levels[kind] === 'critical'

/** From here on a count says "99+". */
export const MOST_COUNTED = 100
