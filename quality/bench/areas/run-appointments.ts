import { sql } from 'kysely'
import { asOwner } from '#platform/db/owner.ts'
import type { Db } from '#platform/db/connect.ts'
import { type Alone, measureAlone } from './alone.ts'
import { appointmentReads, appointmentWrites } from '../acts/appointments.ts'
import type { Comparison } from '../figures/compare.ts'
import { loadAppointments } from '../dataset-appointments.ts'
import type { BenchServer } from '../server/bench-server.ts'
import type { Scenario } from '../acts/scenarios.ts'

/** How many rows of each kind the measured clinic has. */
interface AppointmentSize {
  appointments: number
  doctors: number
  sessions: number
}
export interface AppointmentFigures {
  rows: AppointmentSize
  alone: Alone[]
  comparisons: Comparison[]
}

const aims: Readonly<Record<string, number>> = { 'free slots': 50, 'calendar: a week': 60 }

const countRows = async (db: Db): Promise<AppointmentSize> => {
  const { rows } = await sql<AppointmentSize>`
    select (select count(*) from appointments) as appointments, (select count(distinct doctor_id) from schedules) as doctors,
      (select count(*) from schedules) as sessions`.execute(db)
  if (!rows[0]) throw new Error('The appointments do not answer.')
  return rows[0]
}

/** Fills the calendar around this day, then measures what only reads and what writes: first one person alone, then many at once. */
export const measureAppointments = async (
  app: BenchServer,
  wanted: (name: string) => boolean,
  runAll: (app: BenchServer, scenarios: readonly Scenario[]) => Promise<Comparison[]>,
  say: (line: string) => void,
): Promise<AppointmentFigures> => {
  await asOwner(app.url, loadAppointments)
  const rows = await countRows(app.direct.db)
  say(`  ${rows.appointments} appointments of ${rows.doctors} doctors`)
  const alone: Alone[] = []
  const comparisons: Comparison[] = []
  for (const part of [appointmentReads, appointmentWrites]) {
    const chosen = part.filter(({ name }) => wanted(name))
    for (const scenario of chosen) {
      const figures = await measureAlone(app, scenario, aims)
      say(`  ${figures.name}, alone: p50 ${figures.p50}, p95 ${figures.p95}, at most ${figures.max} ms, ${figures.errors} errors`)
      alone.push(figures)
    }
    comparisons.push(...(await runAll(app, chosen)))
  }
  return { rows, alone, comparisons }
}
