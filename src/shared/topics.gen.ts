// Written by `npm run generate` from the manifests of the features, src/features/*/feature.ts. Not edited by hand.

import type { Permission } from './permissions.gen.ts'

/** What live news may be about, and who may hear of it. */
export const topics = {
  'company': 'signed-in',
  'settings': 'signed-in',
  'users': 'users.view',
  'rights': 'signed-in',
  'notifications': 'staff',
  'messages': 'messages.view',
  'announcements': 'announcements.view',
  'backups': 'backups.manage',
  'catalogue': 'signed-in',
  'patients': 'patients.view',
  'stock': 'stock.view',
  'diagnoses': 'signed-in',
  'orders': 'attendance.view',
  'attendance': 'attendance.view',
  'billing': 'billing.view',
  'purchasing': 'purchasing.view',
  'schedules': 'appointments.view',
  'appointments': 'appointments.view',
  'laboratory': 'laboratory.view',
  'analysers': 'laboratory.enter',
  'triage': 'triage.view',
  'consultations': 'consultations.view',
  'notes': 'consultations.view',
  'letters': 'letters.view',
  'prescriptions': 'prescriptions.view',
  'referrals': 'referrals.view',
  'records': 'records.add',
  'imports': 'imports.run',
  'exports': 'clinic.export',
  'system': 'system.view',
  'portal': 'patient',
} as const satisfies Record<string, Permission | 'signed-in' | 'staff' | 'patient'>
export type Topic = keyof typeof topics

/** Topics of what belongs to one patient each. */
export const patientTopics: ReadonlySet<string> = new Set<Topic>([
  'orders',
  'attendance',
  'billing',
  'laboratory',
  'triage',
  'consultations',
  'notes',
  'letters',
  'prescriptions',
  'referrals',
  'records',
])
