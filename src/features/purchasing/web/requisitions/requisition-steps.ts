import { t } from '#web/i18n.ts'
import type { Step } from '../document-steps.tsx'
import type { Requisition } from './requisition-types.ts'

/** What happened to a requisition and what is still to come, with who may not do it. */
export const requisitionSteps = (of: Requisition): readonly Step[] => {
  const isOver = of.status === 'rejected' || of.status === 'cancelled'
  const asked: Step = { key: 'asked', title: t('Asked for'), who: of.requested_by_name, at: of.date_created }
  const submitted: Step = { key: 'submitted', title: t('Submitted'), at: of.submitted_at }
  const department: Step = {
    key: 'department',
    title: t('Approved for the department'),
    who: of.department_approved_by_name,
    at: of.department_approved_at,
    note:
      of.status === 'submitted'
        ? t('Waits for somebody who may approve for the department, other than {{who}}.', { who: of.requested_by_name })
        : undefined,
  }
  const procurement: Step = {
    key: 'procurement',
    title: t('Approved for procurement'),
    who: of.procurement_approved_by_name,
    at: of.procurement_approved_at,
    note:
      of.status === 'department approved'
        ? t('Waits for somebody who may approve for procurement, other than {{who}} and {{other}}.', {
            who: of.requested_by_name,
            other: of.department_approved_by_name ?? '',
          })
        : undefined,
  }
  const ended: Step = {
    key: 'ended',
    title: of.status === 'rejected' ? t('Rejected') : of.status === 'cancelled' ? t('Cancelled') : t('Ordered or issued'),
    who: of.ended_by_name,
    at: of.ended_at,
    note: of.end_reason || undefined,
    isBad: of.status === 'rejected',
  }
  const all = [asked, submitted, department, procurement, ended]
  return isOver ? all.filter(({ at }) => at) : all
}
