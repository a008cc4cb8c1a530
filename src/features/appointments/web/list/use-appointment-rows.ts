import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { z } from 'zod'
import { Id } from '#shared/paging.ts'
import { pages, query } from '#web/calls/api.ts'
import { today } from '#web/text/format.ts'
import { usePages } from '#web/calls/rows.ts'
import { useUrlState } from '#web/state/url-state.ts'
import { listAppointments, countDays } from '#features/appointments/contract.ts'
import { appointmentStatuses, MAX_COUNT_DAYS, type AppointmentStatus } from '#features/appointments/rules.ts'

const state = {
  q: z.string().max(100),
  status: z.enum(appointmentStatuses),
  doctor: Id,
  room: Id,
  from: z.iso.date(),
  to: z.iso.date(),
  /** Every day, instead of today. */
  days: z.literal('all'),
  open: Id,
  book: z.literal('1'),
}
const PAGE = 100
const DAY_MS = 86_400_000

/** How many of each state the days have; nothing for more days than are counted at once. */
const useCounts = (from: string | undefined, to: string | undefined, doctor: number | undefined, room: number | undefined) => {
  const isCounted = from !== undefined && to !== undefined && (Date.parse(to) - Date.parse(from)) / DAY_MS < MAX_COUNT_DAYS && from <= to
  const { data } = useQuery({ ...query(countDays, { query: { from: from ?? '', to: to ?? '', doctor, room } }), enabled: isCounted })
  if (!isCounted || !data) return null
  const counts = new Map<AppointmentStatus, number>()
  for (const day of data)
    for (const status of appointmentStatuses) counts.set(status, (counts.get(status) ?? 0) + (day.counts[status] ?? 0))
  return { total: data.reduce((sum, day) => sum + day.total, 0), counts }
}

/** What the address of the list says, and the rows it asks for: those of today unless something else was asked for. */
export const useAppointmentRows = () => {
  const [url, setUrl] = useUrlState(state)
  const isAnyDay = url.days === 'all' || (url.q !== undefined && url.from === undefined && url.to === undefined)
  const isToday = !isAnyDay && url.from === undefined && url.to === undefined
  const [from, to] = isAnyDay ? [undefined, undefined] : isToday ? [today(), today()] : [url.from, url.to]
  const { q, status, doctor, room } = url
  const rows = usePages({
    ...pages(listAppointments, {
      query: { q, status, assigned_doctor__id: doctor, room, from, to, sort: isAnyDay ? '-time' : 'time', limit: PAGE },
    }),
    placeholderData: keepPreviousData,
  })
  return {
    url,
    setUrl,
    rows,
    from,
    to,
    isToday,
    isOneDay: from !== undefined && from === to,
    isNarrowed: [q, status, doctor, room].some((value) => value !== undefined),
    counts: useCounts(from, to, doctor, room),
  }
}
export type AppointmentRows = ReturnType<typeof useAppointmentRows>
