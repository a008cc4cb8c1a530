import { unitText } from '#features/lab-catalogue/rules.ts'
import type { Kind } from '#features/notifications/rules.ts'
import type { Notification } from '#features/notifications/contract.ts'
import { t } from '../i18n.ts'
import type { Rights } from '../session/rights.ts'

type NotificationContent = Pick<Notification, 'kind' | 'entity_id' | 'words' | 'patient' | 'patient_name'>

const stores = '/dashboard/inventory'
const ofPatient = (what: string) => (name: string | null) =>
  name === null ? t('Critical value: {what}', { what }) : t('Critical: {name}, {what}', { name, what })

const listed = (value: unknown) => (Array.isArray(value) ? value.join(', ') : '')

const sentences: Record<Kind, (notification: NotificationContent) => string> = {
  critical_result: ({ words: { test, result, unit }, patient_name }) =>
    ofPatient([test, result, typeof unit === 'string' && unitText(unit)].filter(Boolean).join(' '))(patient_name),
  emergency_access: ({ words, patient_name }) => {
    const who = String(words['who'])
    return patient_name === null
      ? t('{who} opened a restricted record in an emergency', { who })
      : t('{who} opened the restricted record of {name} in an emergency', { who, name: patient_name })
  },
  account_linked: ({ words, patient_name }) => {
    const message = { who: String(words['who']), by: String(words['by']) }
    return patient_name === null
      ? t('Portal account linked by {who}, confirmed by {by}', message)
      : t('Portal account linked to the record of {name} by {who}, confirmed by {by}', { ...message, name: patient_name })
  },
  account_to_confirm: ({ words, patient_name }) => {
    const who = String(words['who'])
    return patient_name === null
      ? t('{who} requests confirmation of a portal account', { who })
      : t('{who} requests confirmation of the portal account of {name}', { who, name: patient_name })
  },
  critical_vitals: ({ words, patient_name }) => ofPatient(String(words['signs']))(patient_name),
  results_to_approve: ({ words }) => t('{count, plural, one {# result awaiting approval} other {# results awaiting approval}}', words),
  requisition_to_approve: ({ words }) => t('Requisition {number} of {store} awaiting approval', words),
  requisition_to_order: ({ words }) => t('Requisition {number} of {store} awaiting second approval', words),
  orders_to_approve: ({ words }) =>
    t('{count, plural, one {# purchase order awaiting approval} other {# purchase orders awaiting approval}}', words),
  bill_to_approve: ({ words }) => t('Supplier invoice {number} ({supplier}) differs: approval needed', words),
  count_to_approve: ({ words }) => t('Stock count {number} of {store} awaiting approval', words),
  stock_low: ({ words }) => t('{count, plural, one {{store}: # item low in stock} other {{store}: # items low in stock}}', words),
  stock_out: ({ words }) => t('{count, plural, one {{store}: # item out of stock} other {{store}: # items out of stock}}', words),
  stock_expiring: ({ words }) =>
    t('{count, plural, one {{store}: # batch expires within 30 days} other {{store}: # batches expire within 30 days}}', words),
  stock_expired: ({ words }) =>
    t('{count, plural, one {{store}: # expired batch in stock} other {{store}: # expired batches in stock}}', words),
  recall_open: ({ words }) => t('Recalled, do not use: {item}, lot {lot}', words),
  booking_requests: ({ words }) => t('{count, plural, one {# public booking to match} other {# public bookings to match}}', words),
  appointment_freed: ({ words, patient_name: name }) =>
    t('{name} died. Appointment {number} was cancelled; its slot is free', { ...words, name: name ?? t('A patient') }),
  prescription_requests: ({ words }) =>
    t('{count, plural, one {# patient prescription awaiting an answer} other {# patient prescriptions awaiting an answer}}', words),
  lab_requests: ({ words }) =>
    t(
      '{count, plural, one {# patient laboratory request awaiting an answer} other {# patient laboratory requests awaiting an answer}}',
      words,
    ),
  messages_failed: ({ words }) =>
    t('{count, plural, one {# patient message could not be sent} other {# patient messages could not be sent}}', words),
  analyser_inbox: ({ words }) => t('{count, plural, one {# analyser result to review} other {# analyser results to review}}', words),
  analyser_messages: ({ words }) =>
    t('{count, plural, one {# analyser message could not be read} other {# analyser messages could not be read}}', words),
  backup_missing: () => t('No verified backup for two days'),
  jobs_failed: ({ words }) =>
    t('{count, plural, one {# background job failed: {names}} other {# background jobs failed: {names}}}', {
      ...words,
      names: listed(words['names']),
    }),
  jobs_late: ({ words }) =>
    t('{count, plural, one {# background job is overdue: {names}} other {# background jobs are overdue: {names}}}', {
      ...words,
      names: listed(words['names']),
    }),
  disk_low: ({ words }) => t('Server disk nearly full: {gigabytes} GB free', words),
  certificate_expiring: ({ words }) => t('HTTPS certificate expires soon. Days left: {days}', words),
  clocks_apart: ({ words }) => t('Server and database clocks differ by {seconds} seconds', words),
  results_released: () => t('You have new results'),
  prescription_answered: () => t('The pharmacy has answered your request'),
  prescription_asked: () => t('The pharmacy has a question about your request'),
  lab_request_answered: () => t('The laboratory has answered your request'),
  appointment_changed: () => t('The clinic has confirmed or changed your appointment'),
  appointment_cancelled: () => t('The clinic has cancelled your appointment'),
}

// A page that stayed open while the server was brought up to date knows fewer kinds.
const known = <T>(byKind: Record<Kind, T>, kind: Kind): T | undefined => (Object.hasOwn(byKind, kind) ? byKind[kind] : undefined)

/** A notification in one line of plain words. */
export const sentenceOf = (notification: NotificationContent): string =>
  known(sentences, notification.kind)?.(notification) ?? t('New notification: reload the page')

/** The record for who treats the patient, the list of calls for who makes them. */
const ofCritical = ({ patient }: NotificationContent, { allowed }: Rights, tab: 'triage' | 'laboratory') =>
  patient !== null && (tab === 'triage' || allowed('attendance.doctor'))
    ? `/dashboard/patients/${patient}?tab=${tab}`
    : tab === 'triage'
      ? '/dashboard/doctor-interface'
      : '/dashboard/laboratory/critical'

const places: Record<Kind, (notification: NotificationContent, rights: Rights) => string | null> = {
  critical_result: (notification, rights) => ofCritical(notification, rights, 'laboratory'),
  emergency_access: () => '/dashboard/administration/audit?tab=emergency',
  account_linked: ({ patient }) => (patient === null ? null : `/dashboard/patients/${patient}?account`),
  account_to_confirm: ({ patient }) => (patient === null ? null : `/dashboard/patients/${patient}?account`),
  critical_vitals: (notification, rights) => ofCritical(notification, rights, 'triage'),
  results_to_approve: () => '/dashboard/laboratory/approve',
  requisition_to_approve: ({ entity_id }) => `${stores}/requisitions/${entity_id}`,
  requisition_to_order: ({ entity_id }) => `${stores}/requisitions/${entity_id}`,
  orders_to_approve: () => `${stores}/purchase-orders?tab=draft`,
  bill_to_approve: ({ entity_id }) => `${stores}/order-bills/${entity_id}`,
  count_to_approve: ({ entity_id }) => `${stores}/counts/${entity_id}`,
  stock_low: ({ entity_id }) => `${stores}/stock?store=${entity_id}&state=low`,
  stock_out: ({ entity_id }) => `${stores}/stock?store=${entity_id}&state=out`,
  stock_expiring: ({ entity_id }) => `${stores}/expiry?within=30&store=${entity_id}`,
  stock_expired: ({ entity_id }) => `${stores}/expiry?within=expired&store=${entity_id}`,
  recall_open: ({ entity_id }) => `${stores}/recalls/${entity_id}`,
  booking_requests: () => '/dashboard/appointments/requests',
  appointment_freed: ({ patient }) => (patient === null ? null : `/dashboard/patients/${patient}?tab=appointments`),
  prescription_requests: () => '/dashboard/pharmacy?tab=requests',
  lab_requests: () => '/dashboard/laboratory/public-requests',
  backup_missing: () => '/dashboard/administration/backups',
  messages_failed: () => '/dashboard/administration/messages?state=failed',
  analyser_inbox: () => '/dashboard/laboratory/analysers/inbox',
  analyser_messages: () => '/dashboard/laboratory/analysers/messages?state=failed',
  jobs_failed: () => '/dashboard/administration/system?tab=jobs',
  jobs_late: () => '/dashboard/administration/system?tab=jobs',
  disk_low: () => '/dashboard/administration/system',
  certificate_expiring: () => '/dashboard/administration/system',
  clocks_apart: () => '/dashboard/administration/system',
  results_released: () => '/patient-overview/results',
  prescription_answered: () => '/patient-overview/prescriptions',
  prescription_asked: () => '/patient-overview/prescriptions',
  lab_request_answered: () => '/patient-overview/requests',
  appointment_changed: () => '/patient-overview/bookings',
  appointment_cancelled: () => '/patient-overview/bookings',
}

/** Where it can be dealt with; null where no screen is for it. */
export const placeOf = (notification: NotificationContent, rights: Rights): string | null =>
  known(places, notification.kind)?.(notification, rights) ?? null
