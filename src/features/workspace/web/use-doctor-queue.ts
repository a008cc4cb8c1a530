import { useQuery } from '@tanstack/react-query'
import { useNavigate } from 'react-router'
import { listVisits } from '#features/attendance/contract.ts'
import { isLeftOpen } from '#features/attendance/rules.ts'
import { useOptimisticVisits, useVisitChanges, withChanges } from '#features/attendance/web/use-visit-changes.ts'
import { useVisitRights } from '#features/attendance/web/use-visit-rights.ts'
import type { VisitOnScreen } from '#features/attendance/web/visit-name.tsx'
import { query } from '#web/calls/api.ts'
import { goOn } from '#web/session/leaving.ts'
import { inOrder, isMine } from './queue-order.ts'
import { clinicNow } from '#web/state/clinic-clock.ts'

const MANY = 100

/** The doctors' queue: whoever is on the tracks of a doctor, in the order in which they should be seen. */
export const useQueue = () => {
  const waiting = useQuery(query(listVisits, { query: { track: 'doctor', limit: MANY } }))
  const results = useQuery(query(listVisits, { query: { track: 'added result', limit: MANY } }))
  const changes = useOptimisticVisits()
  const { me, mayAttend } = useVisitRights()
  const { attend } = useVisitChanges()
  const fetchedAt = Math.max(waiting.dataUpdatedAt, results.dataUpdatedAt)
  const all = withChanges([...(waiting.data ?? []), ...(results.data ?? [])], changes, fetchedAt).filter(
    ({ track }) => track === 'doctor' || track === 'added result',
  )
  const error = waiting.error ?? results.error
  // Of a list that cannot be fetched nothing is shown, whatever was known before.
  const visits = error ? [] : inOrder(all, me.id)
  return {
    asked: {
      data: error ? undefined : waiting.data && results.data && visits,
      error,
      dataUpdatedAt: fetchedAt,
      refetch: () => void Promise.all([waiting.refetch(), results.refetch()]),
    },
    visits,
    me,
    mayAttend,
    /** Whoever should be seen next: for this doctor or for any, and with nobody yet; of an earlier day only when nobody else waits. */
    next: (except?: number) => {
      const waiting = visits.filter((visit) => visit.id !== except && visit.attended_by === null && isMine(visit, me.id))
      return waiting.find((visit) => !isLeftOpen(visit, clinicNow())) ?? waiting[0]
    },
    /** Takes the patient: everybody sees who has them. */
    call: async (visit: VisitOnScreen) => (visit.attended_by === me.id ? visit : attend(visit, me, true)),
    addressOf: ({ patient }: Pick<VisitOnScreen, 'patient'>) => `/dashboard/patients/${patient}?tab=visit`,
  }
}

/** Goes on to the next patient from a visit, after the question about orders in it that are not sent. */
export const useCallAfter = ({ call, addressOf }: Pick<ReturnType<typeof useQueue>, 'call' | 'addressOf'>) => {
  const go = useNavigate()
  return (visit: number, next: VisitOnScreen) =>
    goOn('next', visit, async () => {
      await call(next)
      await go(addressOf(next))
    })
}
