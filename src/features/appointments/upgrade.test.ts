import { copyFileSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { migrate } from '#platform/db/migrate.ts'
import { asOwner } from '#platform/db/owner.ts'
import { emptyDatabase } from '../../testing/databases/clone.ts'

// A clinic that made appointments before anything kept them apart.
const MIGRATIONS = join(import.meta.dirname, '../../../db/migrations')
let database: Awaited<ReturnType<typeof emptyDatabase>>
let before: string
beforeAll(async () => {
  database = await emptyDatabase()
  before = mkdtempSync(join(tmpdir(), 'kliniki-before-'))
  for (const file of readdirSync(MIGRATIONS)) if (file < '0020') copyFileSync(join(MIGRATIONS, file), join(before, file))
  await migrate(database.url, before)
})
afterAll(async () => {
  rmSync(before, { recursive: true, force: true })
  await database?.drop()
})

const rows = <R extends object>(sql: string) => asOwner(database.url, async (client) => (await client.query<R>(sql)).rows)

test('appointments that overlap in every way are brought along, each in a place of its own, and what is over stays over', async () => {
  await rows(`
    insert into users (email, first_name, last_name, role)
      values ('a@clinic.example', 'A', 'Doctor', 'doctor'), ('b@clinic.example', 'B', 'Doctor', 'doctor');
    insert into patients (unique_id, first_name, second_name, gender, created_at)
      select 'P-9' || n, 'A', 'Patient', 'unknown', now() from generate_series(1, 200) n;
    create view old as select (select min(id) from patients) as patient, (select min(id) from users) as doctor`)
  const book = (patient: string, doctor: string, at: string, status: string, n: number) =>
    rows(`insert into appointments (patient_id, doctor_id, appointment_date_time, reason, status, created_at, changed_at)
      select ${patient}, ${doctor}, ${at}, 'x', '${status}', now(), now() from old, generate_series(0, ${n - 1}) n`)
  // One after the other over the full hour; a whole school at the same minute; and wishes for no doctor.
  await book('patient + n', 'doctor', "timestamptz '2026-01-05 08:00Z' + n * interval '7 minutes'", 'confirmed', 60)
  await book('patient + n', 'doctor', "'2026-01-06 08:00Z'", 'done', 150)
  await book('patient + n', 'null', "'2026-01-07 08:00Z'", 'pending', 50)
  // The same patient with two doctors at once: of these, what came about is what was true.
  await book('patient + 199', 'doctor', "'2026-01-08 08:00Z'", 'done', 1)
  await book('patient + 199', 'doctor + 1', "'2026-01-08 08:10Z'", 'pending', 1)
  await book('patient + 198', 'doctor', "'2026-01-09 08:00Z'", 'pending', 1)
  await book('patient + 198', 'doctor + 1', "'2026-01-09 08:15Z'", 'pending', 1)
  await book('patient + 198', 'doctor', "'2026-01-09 08:30Z'", 'pending', 1)
  // The end of one lies in the next hour.
  await book('patient + n', 'doctor + 1', "timestamptz '2026-01-10 10:30Z' + n * interval '15 minutes'", 'confirmed', 2)
  await migrate(database.url, MIGRATIONS)
  const kept = await rows<{ status: string; count: number }>(
    'select status::text, count(*)::integer as count from appointments group by 1 order by 1',
  )
  expect(kept).toEqual([
    { status: 'cancelled', count: 2 },
    { status: 'completed', count: 151 },
    { status: 'confirmed', count: 62 },
    { status: 'pending', count: 52 },
  ])
  const days = await rows<{ day: string; places: number }>(
    `select to_char(appointment_date_time, 'DD') as day, max(place)::integer as places from appointments
    where status <> 'cancelled' and doctor_id is not null group by 1 order by 1`,
  )
  expect(days).toEqual([
    { day: '05', places: 3 },
    { day: '06', places: 150 },
    { day: '08', places: 1 },
    { day: '09', places: 1 },
    { day: '10', places: 2 },
  ])
})
