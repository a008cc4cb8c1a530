import { existsSync } from 'node:fs'
import { sql } from 'kysely'
import { connect } from '#platform/db/connect.ts'
import { openService, type Service } from './kept-running.ts'

export const PASSWORD = 'a lamp beside the river'

const freshDemo = async (dataDir: string, port: number) => {
  const service = await openService({ dataDir, port, flags: ['--demo'], env: { KLINIKI_DEMO_PASSWORD: PASSWORD } })
  // The people are named when it serves; all of it is there then.
  await service.close()
}

/** Opens the clinic in a folder as a service, with its own database that makes every commit durable; a new one is a demonstration clinic. */
export const openClinic = async (dataDir: string, port: number, env: Record<string, string>): Promise<Service> => {
  if (!existsSync(dataDir)) await freshDemo(dataDir, port)
  return openService({ dataDir, port, env })
}

/** An open visit that waits for a doctor, which nobody of the day has begun. */
export const findVisit = async (login: string): Promise<{ id: number; patient: number }> => {
  const connection = connect(login, 'kliniki_app', { max: 1 })
  try {
    const { rows } = await sql<{ id: number; patient: number }>`
      select v.id, v.patient_id as patient from visits v join patients p on p.id = v.patient_id
      where v.closed_at is null and v.track = 'doctor' and not exists (select from consultations c where c.visit_id = v.id)
        and not exists (select from patient_restrictions r where r.patient_id = v.patient_id) order by v.id limit 1`.execute(connection.db)
    if (!rows[0]) throw new Error('Nobody waits for a doctor in the demonstration clinic.')
    return rows[0]
  } finally {
    await connection.close()
  }
}
