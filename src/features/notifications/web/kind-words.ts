import { t } from '#web/i18n.ts'
import type { Kind } from '../rules.ts'

const words = (): Record<Kind, string> => ({
  critical_result: t('Critical laboratory values'),
  emergency_access: t('Records opened in an emergency'),
  account_linked: t('Portal accounts that were linked'),
  account_to_confirm: t('Portal accounts to confirm'),
  critical_vitals: t('Critical vital signs'),
  results_to_approve: t('Results that wait for approval'),
  requisition_to_approve: t('Requisitions that wait for approval'),
  requisition_to_order: t('Requisitions that wait for their second approval'),
  orders_to_approve: t('Purchase orders that wait for approval'),
  bill_to_approve: t('Bills that differ from order or delivery'),
  count_to_approve: t('Stock counts that wait for approval'),
  stock_low: t('Low stock'),
  stock_out: t('Out of stock'),
  stock_expiring: t('Batches that expire within 30 days'),
  stock_expired: t('Batches that have expired'),
  recall_open: t('Recalls'),
  booking_requests: t('Public bookings'),
  appointment_freed: t('Appointments of patients who died'),
  prescription_requests: t('Prescriptions that patients sent in'),
  lab_requests: t('Laboratory requests of patients'),
  messages_failed: t('Messages that could not be sent'),
  analyser_inbox: t('Results of analysers that wait for somebody'),
  analyser_messages: t('Messages of analysers that could not be read'),
  backup_missing: t('No verified backup'),
  jobs_failed: t('Work in the background that failed'),
  jobs_late: t('Work in the background that is overdue'),
  disk_low: t('A disk that is nearly full'),
  certificate_expiring: t('A certificate that expires'),
  clocks_apart: t('Clocks that are apart'),
  results_released: t('New results'),
  prescription_answered: t('Answers of the pharmacy'),
  prescription_asked: t('Questions of the pharmacy'),
  lab_request_answered: t('Answers of the laboratory'),
  appointment_changed: t('Changes of my appointments'),
  appointment_cancelled: t('Appointments that the clinic cancelled'),
})

/** What is switched on and off, by its name. */
export const kindWord = (kind: Kind): string => words()[kind]
