import { sql } from 'kysely'
import { clinicDayStart, type readClinicHead } from '#features/company/public.ts'
import { namesOnFile, redactRestricted } from '#features/patients/public.ts'
import { dayIn } from '#shared/dates.ts'
import { wallTimeOf } from '#shared/zoned.ts'
import type { Context } from '#platform/http/handle.ts'
import { breakable, breakAll } from '#platform/pdf/breakable.ts'
import type { PrintPdf } from '#platform/pdf/print.ts'
import { age, day, moment } from '#platform/pdf/printed-values.ts'
import { isListedFor, type Onlooker } from './past.ts'
import { statusLabel, type AppointmentStatus } from '../rules.ts'

const template = new URL('./day.typ', import.meta.url)
type Head = Awaited<ReturnType<typeof readClinicHead>>

interface Line {
  id: number
  number: string
  patient: number | null
  name: string
  birth: string | null
  is_estimated: boolean
  phone: string | null
  start: Date
  end: Date
  doctor: number | null
  doctor_name: string | null
  room_name: string | null
  item_name: string | null
  status: AppointmentStatus
}

/**
 * Who is to come on a day, by doctor and time; what was cancelled is not on the list. Of a restricted record that is shut to the reader: who comes
 * when to whom, and nothing else, and nothing of what is past.
 */
export const findDay = async (reader: Onlooker, { date, doctor }: { date: string; doctor?: number | undefined }): Promise<Line[]> => {
  const { rows } = await sql<Line>`
    select a.id, a.number, a.patient_id as patient,
      coalesce(case when p.id is null then b.first_name || ' ' || b.second_name else ${namesOnFile} end, 'Unknown') as name,
      coalesce(p.date_of_birth, b.date_of_birth) as birth, coalesce(p.is_birth_date_estimated, false) as is_estimated,
      coalesce(p.phone, b.phone_number) as phone, a.appointment_date_time as start, a.ends_at as "end", a.doctor_id as doctor,
      concat_ws(' ', u.first_name, u.last_name) as doctor_name, r.name as room_name, t.name as item_name, a.status
    from appointments a left join patients p on p.id = a.patient_id left join public_bookings b on b.id = a.public_booking_id
    left join users u on u.id = a.doctor_id left join rooms r on r.id = a.room_id left join items t on t.id = a.item_id
    where a.appointment_date_time >= ${clinicDayStart(date)} and a.appointment_date_time < ${clinicDayStart(date, 1)}
      and a.status <> 'cancelled' and ${isListedFor(reader)} ${doctor === undefined ? sql`` : sql`and a.doctor_id = ${doctor}`}
    order by u.first_name, u.last_name, a.doctor_id, a.appointment_date_time, a.place, a.id`.execute(reader.db)
  return redactRestricted(reader, rows, {
    patientOf: ({ patient }) => patient,
    redact: (line) => ({ ...line, birth: null, phone: null, item_name: null }),
  })
}

const cellsOf = ({ start, end, number, name, birth, is_estimated, phone, item_name, room_name, status }: Line, zone: string) => [
  `${wallTimeOf(start, zone).time}–${wallTimeOf(end, zone).time}`,
  number,
  name,
  birth === null ? '' : age(birth, dayIn(zone, start), is_estimated),
  phone ?? '',
  [item_name, room_name].filter(Boolean).join(', '),
  statusLabel[status],
]

/** The list of a day as PDF, in English, A4: texts are data to the template, never markup. */
export const printList = (
  { user, now }: Pick<Context, 'user' | 'now'>,
  printPdf: PrintPdf,
  lines: readonly Line[],
  date: string,
  { clinic, zone }: Head,
): Promise<Uint8Array> => {
  const groups = Map.groupBy(lines, ({ doctor }) => doctor)
  const words = {
    title: 'Appointments',
    day: day(date),
    count: `${lines.length} ${lines.length === 1 ? 'appointment' : 'appointments'}`,
    columns: ['Time', 'Number', 'Name', 'Age', 'Phone', 'Service', 'Status', 'Seen'],
    groups: [...groups.values()].map((group) => ({
      doctor: group[0]?.doctor_name || 'Without a doctor',
      rows: group.map((line) => cellsOf(line, zone)),
    })),
    foot: `Printed ${moment(now, zone)} by ${user.first_name} ${user.last_name}`.trimEnd(),
  }
  return printPdf(template, {
    ...breakAll(words),
    clinic: { ...clinic, name: breakable(clinic.name), lines: clinic.lines.map(breakable) },
  })
}
