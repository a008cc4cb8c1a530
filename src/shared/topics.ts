import type { Permission } from './permissions.ts'

/**
 * What live news may be about, and who may hear it. News carries a topic, an id and whose it is, never data. That of `rights`, `portal` and
 * `notifications` is for the account whose id it carries; without one it is for everybody who may hear of it. That of `notes` carries the
 * visit in which one was begun, that of `orders` the visit in which somebody has orders that are not sent.
 */
export const topics = {
  attendance: 'attendance.view',
  patients: 'patients.view',
  users: 'users.view',
  appointments: 'appointments.view',
  schedules: 'appointments.view',
  messages: 'messages.view',
  announcements: 'announcements.view',
  laboratory: 'laboratory.view',
  analysers: 'laboratory.enter',
  records: 'records.add',
  triage: 'triage.view',
  consultations: 'consultations.view',
  notes: 'consultations.view',
  orders: 'attendance.view',
  referrals: 'referrals.view',
  letters: 'letters.view',
  prescriptions: 'prescriptions.view',
  diagnoses: 'signed-in',
  billing: 'billing.view',
  stock: 'stock.view',
  purchasing: 'purchasing.view',
  catalogue: 'signed-in',
  notifications: 'staff',
  portal: 'patient',
  backups: 'backups.manage',
  imports: 'imports.run',
  exports: 'clinic.export',
  system: 'system.view',
  company: 'signed-in',
  settings: 'signed-in',
  rights: 'signed-in',
} as const satisfies Record<string, Permission | 'signed-in' | 'staff' | 'patient'>
export type Topic = keyof typeof topics

/**
 * Of what belongs to one patient each: news of these says whose it is when it is one patient's alone, and a screen that shows another patient
 * has nothing to ask. What lies in stores, catalogues and calendars is everybody's.
 */
export const patientTopics: ReadonlySet<string> = new Set<Topic>([
  'attendance',
  'laboratory',
  'records',
  'triage',
  'consultations',
  'notes',
  'orders',
  'referrals',
  'letters',
  'prescriptions',
  'billing',
])
