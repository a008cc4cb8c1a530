import type { Role } from '#shared/permissions.ts'
import { treat } from './doctor.ts'
import type { Work } from './facility.ts'
import { approve, examine } from './laboratory.ts'
import { triage } from './nursing.ts'
import { askAssistant, keepRecords, readReports } from './office.ts'
import { dispense } from './pharmacy.ts'
import { bookFromHome, lookAtOwnRecord } from './portal.ts'
import { receive } from './reception.ts'
import { buy, keepStores } from './stores.ts'
import { cash } from './till.ts'

export interface JobOf {
  role: Role | 'public'
  /** Of two hundred people. */
  share: number
  /** Where the work needs more than one. */
  least?: number
  work: Work
}

/** What people are there for. */
export const jobs = {
  reception: { role: 'receptionist', share: 24, work: receive },
  triage: { role: 'nurse', share: 24, work: triage },
  doctor: { role: 'doctor', share: 52, work: treat },
  laboratory: { role: 'labtech', share: 18, work: examine },
  'laboratory-manager': { role: 'lab_manager', share: 8, work: approve },
  pharmacy: { role: 'pharmacist', share: 18, work: dispense },
  till: { role: 'cashier', share: 12, work: cash },
  stores: { role: 'storekeeper', share: 5, work: keepStores },
  procurement: { role: 'procurement', share: 2, least: 2, work: buy },
  records: { role: 'records', share: 4, work: keepRecords },
  accounts: { role: 'accountant', share: 3, work: readReports },
  management: { role: 'sysadmin', share: 2, work: readReports },
  assistant: { role: 'sysadmin', share: 3, work: askAssistant },
  patient: { role: 'patient', share: 20, work: lookAtOwnRecord },
  public: { role: 'public', share: 5, work: bookFromHome },
} as const satisfies Record<string, JobOf>
export type Job = keyof typeof jobs
/** Whose hours the public may book. */
export const doctorsWork: Job = 'doctor'
