import type { Permission } from '#shared/permissions.ts'
import type { User } from '#platform/http/handle.ts'
import { kinds, patientKinds, type Kind, type StaffKind } from '../rules.ts'

type Holder = Pick<User, 'role' | 'permissions'>
type Need = readonly Permission[]

/** Whom each kind is for: whoever holds all of one of these lists, because they can do something about it. */
const needs: Record<StaffKind, readonly [Need, ...Need[]]> = {
  critical_result: [['laboratory.view', 'laboratory.request']],
  emergency_access: [['audit.log']],
  account_linked: [['audit.log']],
  account_to_confirm: [['patients.change', 'patients.confirm_account']],
  critical_vitals: [['triage.view', 'attendance.doctor']],
  results_to_approve: [['laboratory.view', 'laboratory.approve']],
  requisition_to_approve: [['purchasing.view', 'purchasing.approve_request']],
  requisition_to_order: [['purchasing.view', 'purchasing.approve']],
  orders_to_approve: [['purchasing.view', 'purchasing.approve']],
  bill_to_approve: [['purchasing.view', 'purchasing.approve_bill']],
  count_to_approve: [['stock.view', 'stock.approve']],
  stock_low: [
    ['stock.view', 'stock.count'],
    ['stock.view', 'purchasing.order'],
    ['stock.view', 'laboratory.settings'],
  ],
  stock_out: [
    ['stock.view', 'stock.count'],
    ['stock.view', 'purchasing.order'],
    ['stock.view', 'laboratory.settings'],
  ],
  stock_expiring: [
    ['stock.view', 'stock.count'],
    ['stock.view', 'laboratory.settings'],
  ],
  stock_expired: [
    ['stock.view', 'stock.count'],
    ['stock.view', 'laboratory.settings'],
  ],
  recall_open: [['stock.view', 'stock.move']],
  booking_requests: [['appointments.view', 'appointments.change', 'patients.add']],
  appointment_freed: [['appointments.view', 'appointments.change', 'patients.view']],
  prescription_requests: [['prescriptions.view', 'prescriptions.dispense']],
  lab_requests: [['laboratory.view', 'laboratory.request']],
  messages_failed: [['messages.view']],
  analyser_inbox: [['laboratory.view', 'laboratory.enter']],
  analyser_messages: [['laboratory.view', 'laboratory.enter']],
  backup_missing: [['backups.manage']],
  jobs_failed: [['system.view'], ['company.change']],
  jobs_late: [['system.view']],
  disk_low: [['system.view']],
  certificate_expiring: [['system.view']],
  clocks_apart: [['system.view']],
}

/** The kinds that this person may be told of now. */
export const kindsFor = ({ role, permissions }: Holder): Kind[] => {
  if (role === 'patient') return Object.keys(patientKinds) as Kind[]
  return kinds.filter((kind) => kind in needs && needs[kind as StaffKind].some((need) => need.every((one) => permissions.has(one))))
}

/** The kinds that tell all their readers at once, without those of a single person. */
export const sharedKinds = (readable: readonly Kind[]): Kind[] => readable.filter((kind) => kind in needs)

export const maySeeNames = ({ permissions }: Holder): boolean => permissions.has('patients.view')
