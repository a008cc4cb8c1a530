import type { Permission } from '#shared/permissions.ts'
import { mayMove, requisitionMoves, type RequisitionMove, type RequisitionStatus } from '../requisition-calls.ts'

interface Asked {
  status: RequisitionStatus
  requested_by: number
  requested_by_name: string
  department_approved_by: number | null
  department_approved_by_name: string | null
  items: readonly { open_units: number; ordered_units: number; issued_units: number }[]
}
interface Person {
  id: number
  allowed: (permission: Permission) => boolean
}

/** Who has already had a say in it, and so cannot approve it (any more): their name; null when this person may. */
export const approvalBarredBy = (
  { requested_by, requested_by_name, department_approved_by, department_approved_by_name }: Asked,
  me: number,
) =>
  me === requested_by
    ? { kind: 'asked' as const, name: requested_by_name }
    : me === department_approved_by
      ? { kind: 'approved' as const, name: department_approved_by_name ?? '' }
      : null

/** Whether the person may make a move, as far as who they are and where it stands decide; two approvers aside. */
export const mayDo = (requisition: Asked, move: RequisitionMove, person: Person): boolean => {
  if (!mayMove(requisitionMoves[move], requisition.status)) return false
  const isOwn = requisition.requested_by === person.id
  const isTouched = requisition.items.some(({ ordered_units, issued_units }) => ordered_units + issued_units > 0)
  const mayEnd = isOwn || person.allowed('purchasing.approve_request') || person.allowed('purchasing.approve')
  const rules: Record<RequisitionMove, boolean> = {
    submit: isOwn && person.allowed('purchasing.request'),
    reopen: isOwn && person.allowed('purchasing.request'),
    'approve-department': person.allowed('purchasing.approve_request'),
    approve: person.allowed('purchasing.approve'),
    reject: !isOwn && person.allowed(requisition.status === 'submitted' ? 'purchasing.approve_request' : 'purchasing.approve'),
    cancel: mayEnd && !isTouched,
    close: mayEnd,
  }
  return rules[move]
}

/** Something of it is approved, and neither ordered nor issued yet. */
export const isOpen = ({ status, items }: Asked): boolean =>
  (status === 'approved' || status === 'part-ordered') && items.some(({ open_units }) => open_units > 0)
