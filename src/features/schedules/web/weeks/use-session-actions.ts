import { useMutation } from '@tanstack/react-query'
import type { RequestOf } from '#shared/endpoint.ts'
import { without } from '#shared/paging.ts'
import { call, messageOf } from '#web/calls/api.ts'
import { confirm } from '#web/messages/dialogs.ts'
import { today } from '#web/text/format.ts'
import { t } from '#web/i18n.ts'
import { queryClient } from '#web/calls/query-client.ts'
import { toast } from '#web/messages/toast.tsx'
import { createSchedule, endSchedule, updateSchedule } from '#features/schedules/contract.ts'
import { firstDayOf } from '#features/schedules/rules.ts'
import { overlapText } from '../overlap.ts'
import { weekdayWord } from '../schedule-labels.ts'
import type { SessionOnScreen } from '../use-week-plan.ts'

export type SessionBody = RequestOf<typeof createSchedule>['body']

/** The first day on which one of the sessions is held; null when none is. */
export const firstDayOfAll = (sessions: readonly SessionOnScreen[]): string | null =>
  sessions.flatMap((session) => firstDayOf(session) ?? []).toSorted((a, b) => a.localeCompare(b))[0] ?? null

const refresh = () => void queryClient.invalidateQueries()

/** What a session was added with: to add it again, or elsewhere. */
export const bodyAgain = (session: SessionOnScreen): SessionBody =>
  without(session, ['id', 'doctor_name', 'room_name', 'item_name', 'version'])

const undo = async (sessions: readonly { id: number }[]) => {
  try {
    for (const { id } of sessions) await call(endSchedule, { params: { id } })
    toast.done(t('Undone.'))
  } catch (error) {
    toast.failed(error)
  }
  refresh()
}

/** Says what was added, with the way back. */
export const sayAdded = (added: readonly { id: number }[]) =>
  toast.done(t('{count, plural, one {# session added.} other {# sessions added.}}', { count: added.length }), {
    label: t('Undo'),
    run: () => void undo(added),
  })

/** Adds sessions one by one; what is refused is said with its day, the others stay. Answers those that were added. */
export const addSessions = async (bodies: readonly SessionBody[], before: readonly SessionOnScreen[] = []) => {
  const added = [...before]
  const refused: string[] = []
  for (const body of bodies)
    try {
      added.push(await call(createSchedule, { body }))
    } catch (error) {
      refused.push(`${weekdayWord(body.weekday)}: ${overlapText(error) ?? messageOf(error)}`)
    }
  refresh()
  if (added.length > 0) sayAdded(added)
  if (refused.length > 0) toast.failed(refused.join(' '))
  return added
}

const WORKDAYS = [1, 2, 3, 4, 5]
/** A usual week: Monday to Friday, 8 to 17. */
export const usualWeek = (doctor: number, slot_minutes: number): SessionBody[] =>
  WORKDAYS.map((weekday) => ({ doctor, weekday, starts_at: '08:00', ends_at: '17:00', slot_minutes, valid_from: today() }))

const reopen = async (session: SessionOnScreen, isRemoved: boolean) => {
  try {
    if (isRemoved) await call(createSchedule, { body: bodyAgain(session) })
    else await call(updateSchedule, { params: { id: session.id }, body: { valid_to: session.valid_to } })
    toast.done(t('Undone.'))
  } catch (error) {
    toast.failed(overlapText(error) ?? error)
  }
  refresh()
}

/** Ends a session, after a question, with the way back. */
export const useEndSession = (onDone: () => void) => {
  const { mutate, isPending } = useMutation({
    mutationFn: ({ id }: SessionOnScreen) => call(endSchedule, { params: { id } }),
    onSuccess: ({ is_removed, affected }, session) => {
      refresh()
      const message = is_removed ? t('Session removed.') : t('Session ended.')
      const left =
        affected > 0
          ? ` ${t('{count, plural, one {# appointment is now outside the session.} other {# appointments are now outside the session.}}', { count: affected })}`
          : ''
      toast.done(message + left, { label: t('Undo'), run: () => void reopen(session, is_removed) })
      onDone()
    },
    onError: (error) => toast.failed(error),
  })
  const ask = async (session: SessionOnScreen) => {
    const isMeant = await confirm({
      title: t('End this session?'),
      text: t('The session stops from now on. Appointments already booked in it stay and must be moved or cancelled.'),
      action: t('End session'),
      isGrave: true,
    })
    if (isMeant) mutate(session)
  }
  return { ask, isRunning: isPending }
}
