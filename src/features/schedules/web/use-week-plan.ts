import { useQuery } from '@tanstack/react-query'
import { listDoctors } from '#features/users/contract.ts'
import type { ResponseOf } from '#shared/endpoint.ts'
import { addDays } from '#shared/zoned.ts'
import { query } from '#web/calls/api.ts'
import { useClinic } from '#web/calls/clinic.ts'
import { fullName, today } from '#web/text/format.ts'
import { useRights } from '#web/session/rights.ts'
import { listHolidays, listSchedules, listTimeOff } from '../contract.ts'

export type SessionOnScreen = ResponseOf<typeof listSchedules>[number]
export type LeaveOnScreen = ResponseOf<typeof listTimeOff>[number]
export type HolidayOnScreen = ResponseOf<typeof listHolidays>[number]
export interface DoctorName {
  id: number
  name: string
}

const MANY = 100

/** The doctors by name: those who can be assigned, and `also` those whom something on the screen belongs to. */
export const useDoctorNames = (also: readonly { doctor: number; doctor_name: string }[] = []) => {
  const { can } = useRights()
  const asked = useQuery({ ...query(listDoctors), enabled: can(listDoctors) })
  const names = new Map((asked.data ?? []).map((one) => [one.id, fullName({ ...one, second_name: null })]))
  for (const { doctor, doctor_name } of also) if (!names.has(doctor)) names.set(doctor, doctor_name)
  const doctors: DoctorName[] = [...names].map(([id, name]) => ({ id, name })).toSorted((a, b) => a.name.localeCompare(b.name))
  return { doctors, isKnown: asked.data !== undefined || asked.isError || !can(listDoctors) }
}

/** What the week from `monday` on is made of: sessions that have not ended by then, leave, holidays; of one doctor or of all. */
export const useWeekPlan = (monday: string, doctor: number | undefined) => {
  const sunday = addDays(monday, 6)
  const zone = useClinic()?.time_zone
  const now = today()
  const from = monday < now ? monday : now
  const sessions = useQuery(query(listSchedules, { query: { doctor, from } }))
  const timeOff = useQuery(query(listTimeOff, { query: { doctor, from: monday, to: sunday, cancelled: 'false', limit: MANY } }))
  const holidays = useQuery(query(listHolidays, { query: {} }))
  const asked = [sessions, timeOff, holidays]
  const failed = asked.find(({ error }) => error)
  return {
    data:
      sessions.data && timeOff.data && holidays.data && zone
        ? { sessions: sessions.data, timeOff: timeOff.data, holidays: holidays.data, zone }
        : undefined,
    error: failed?.error ?? null,
    dataUpdatedAt: Math.min(...asked.map(({ dataUpdatedAt }) => dataUpdatedAt)),
    refetch: () => asked.forEach((one) => void one.refetch()),
  }
}
