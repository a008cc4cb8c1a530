import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { z } from 'zod'
import { Id } from '#shared/paging.ts'
import { query } from '#web/calls/api.ts'
import { today } from '#web/text/format.ts'
import { t } from '#web/i18n.ts'
import { queryClient } from '#web/calls/query-client.ts'
import type { LiveNews } from '#web/calls/live-stream.ts'
import { useUrlState } from '#web/state/url-state.ts'
import { appointmentStatuses, getCalendar } from '../calendar-calls.ts'
import { daysOf, type View, views } from './calendar-days.ts'
import { namesIn } from './entry-labels.ts'
import { useOptimistic, withOptimistic } from './optimistic-changes.ts'
import { planOf, sides, type Calendar } from './plan.ts'

const shape = {
  view: z.enum(views),
  date: z.iso.date(),
  by: z.enum(sides),
  doctor: Id,
  room: Id,
  service: z.string().min(1),
  status: z.enum(appointmentStatuses),
  open: Id,
}

/** What the calendar shows, kept in the address: view, day, columns, filters, and the appointment that is open. */
export const useCalendarState = (usual: View) => {
  const [{ view = usual, date = today(), by = 'doctor', ...filters }, set] = useUrlState(shape)
  return { view, date, by, ...filters, set }
}
export type CalendarState = ReturnType<typeof useCalendarState>

const optionsFor = (from: string, to: string, withCancelled: boolean) => {
  const asked = { from, to, ...(withCancelled && { cancelled: 'true' as const }) }
  const options = query(getCalendar, { query: asked })
  const isAbout = (news: LiveNews) => {
    if (news.topic !== 'patients') return true
    const known = queryClient.getQueryData<Calendar>(options.queryKey)
    return known === undefined || known.entries.some(({ patient }) => patient === news.id)
  }
  return { ...options, meta: { ...options.meta, isAbout }, placeholderData: keepPreviousData }
}

/** The calendar of the days in view, with this browser's own newer changes; asked for again when there is news of it. */
export const useCalendar = (state: CalendarState, view: Exclude<View, 'month'>, isAsked: boolean) => {
  const { date, by, doctor, room, service, status } = state
  const days = daysOf(view, date)
  const [from = date, to = date] = [days[0], days.at(-1)]
  const asked = useQuery({ ...optionsFor(from, to, status === 'cancelled'), enabled: isAsked })
  const changes = useOptimistic()
  const { data } = asked
  const calendar = useMemo(() => data && withOptimistic(data, changes), [data, changes])
  const shown = days.join(' ')
  const plan = useMemo(
    () =>
      calendar &&
      planOf(calendar, {
        side: by,
        days: shown.split(' '),
        doctor,
        room,
        isWanted: (entry) =>
          (doctor === undefined || entry.doctor === doctor) &&
          (room === undefined || entry.room === room) &&
          (service === undefined || entry.item_name === service) &&
          (status === undefined || entry.status === status),
        nameOfNone: by === 'doctor' ? t('No doctor') : t('No room'),
      }),
    [calendar, by, shown, doctor, room, service, status],
  )
  const names = useMemo(() => calendar && namesIn(calendar), [calendar])
  return { asked, calendar, plan, names, days }
}
