import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { aPatient } from '../../testing/builders.ts'
import { openTestClinic, type Person, type TestClinic } from '../../testing/clinic.ts'
import { burstingTiff, hugePdf } from '../../testing/scenarios/bursting-files.ts'
import { aLetter, readNow, recordCalls, RECORDS } from '../../testing/scenarios/records.ts'

let clinic: TestClinic
let doctor: Person
beforeAll(async () => {
  clinic = await openTestClinic()
  doctor = await clinic.signedInFrom('Doctor', 'doctor')
})
afterAll(() => clinic.close())
const { upload, one } = recordCalls(() => clinic)
const aNewPatient = async () => String((await aPatient(clinic.db)).id)
const aPatientAccount = async () => {
  const person = await clinic.signedInFrom('Patient', 'patient')
  await aPatient(clinic.db, { user_id: person.id })
  return person
}
const left = () => readdirSync(join(clinic.dataDir, 'uploads'))

describe('a file that unpacks to far more than it is', () => {
  test('33 pages of 30 million points are refused before one is unpacked', { timeout: 300_000 }, async () => {
    const bytes = burstingTiff(33, 5_477)
    expect(bytes.length).toBeLessThan(1_500_000)
    const before = await clinic.files.bytes()
    const reply = await upload(await aPatientAccount(), {}, { name: 'scan.tif', bytes })
    expect([reply.status, reply.json<object>()]).toEqual([
      400,
      { file: ['The pages of this image exceed 400 million pixels in total. Send it in parts.'] },
    ])
    expect([left(), await clinic.files.bytes()]).toEqual([[], before])
  })

  test(
    'pages that come to more than 64 MB when they are drawn are refused where they do, and nothing is left',
    { timeout: 300_000 },
    async () => {
      const before = await clinic.files.bytes()
      const reply = await upload(doctor, { patient: await aNewPatient() }, { name: 'scan.tif', bytes: burstingTiff(13, 5_400) })
      expect([reply.status, reply.json<object>()]).toEqual([400, { file: ['The pages of this image exceed 64 MB. Send it in parts.'] }])
      expect([left(), await clinic.files.bytes()]).toEqual([[], before])
    },
  )

  test('a PDF that says it has a million pages is refused', { timeout: 300_000 }, async () => {
    const patient = await aNewPatient()
    const many = await upload(doctor, { patient }, { name: 'many.pdf', bytes: hugePdf(600, 1_000_000) })
    await readNow(clinic, many.json().id)
    expect(await one(doctor, many.json().id)).toMatchObject({
      status: 'failed',
      error: 'This PDF has more than 5,000 pages. Send it in parts.',
    })
    expect(left()).toEqual([])
  })

  test('of an endless text the first two million letters are read', { timeout: 300_000 }, async () => {
    const reply = await upload(
      doctor,
      { patient: await aNewPatient() },
      { name: 'long.txt', bytes: Buffer.from(`${'a '.repeat(999)}\n`.repeat(6_000)) },
    )
    expect(reply.status, reply.text).toBe(201)
    await readNow(clinic, reply.json().id)
    const { rows } = await sql<{ letters: number; pages: number; page_count: number }>`
      select sum(length(g.text))::integer as letters, count(*)::integer as pages, min(r.page_count) as page_count
      from medical_record_pages g join medical_records r on r.id = g.record_id where r.id = ${reply.json().id}`.execute(clinic.db)
    expect(rows[0]).toMatchObject({ pages: 17, page_count: 101 })
    expect(rows[0]!.letters).toBeGreaterThan(1_900_000)
    expect(rows[0]!.letters).toBeLessThan(2_200_000)
  })
})

const limit = (column: string, value: number) => sql`update security_settings set ${sql.ref(column)} = ${value}`.execute(clinic.db)

describe('what an account may upload in a day', () => {
  test('files: the third of two is refused with the limit and what is used; another account and the next day are not', async () => {
    await limit('patient_upload_files', 2)
    const [first, second] = [await aPatientAccount(), await aPatientAccount()]
    for (let i = 0; i < 2; i++) expect((await upload(first, {})).status).toBe(201)
    const reply = await upload(first, {})
    expect([reply.status, reply.json<object>()]).toEqual([
      429,
      expect.objectContaining({
        code: 'upload_quota',
        detail: 'Limit: 2 files a day for each account. Used today: 2 files.',
        limit: 2,
        used: 2,
      }),
    ])
    expect((await upload(second, {})).status).toBe(201)
    expect((await first.call('POST', RECORDS, { text: 'No file, no count.' })).status).toBe(201)
    const { now } = clinic.clock
    clinic.clock.now = new Date(now.getTime() + 86_400_000)
    const { rows } = await sql<{ id: string }>`update sessions set expires_at = expires_at + interval '2 days' returning id`.execute(
      clinic.db,
    )
    expect(rows.length).toBeGreaterThan(0)
    const counted = await sql<{ files: number }>`select files from upload_usage where owner = ${`user ${first.id}`}`.execute(clinic.db)
    expect(counted.rows).toEqual([{ files: 2 }])
    clinic.clock.now = now
  })

  test('bytes: a file that is larger than what is left is refused unread, and what was only announced is given back', async () => {
    await limit('patient_upload_files', 100)
    await limit('patient_upload_mb', 1)
    const person = await aPatientAccount()
    expect((await upload(person, {}, { name: 'a.txt', bytes: Buffer.alloc(600_000, 'a ') })).status).toBe(201)
    const reply = await upload(person, {}, { name: 'b.txt', bytes: Buffer.alloc(600_000, 'b ') })
    expect([reply.status, reply.json<object>()]).toEqual([
      429,
      expect.objectContaining({
        code: 'upload_quota',
        detail: 'Limit: 1 MB a day for each account. Used today: 1 MB.',
        limit: 1,
        unit: 'MB',
      }),
    ])
    const { rows } = await sql<{ bytes: number }>`
      select bytes::integer from upload_usage where owner = ${`user ${person.id}`}`.execute(clinic.db)
    expect(rows).toEqual([{ bytes: 600_000 }])
    expect((await upload(doctor, { patient: await aNewPatient() })).status).toBe(201)
  })

  test('ten at once cannot exceed it together', async () => {
    await limit('patient_upload_files', 3)
    await limit('patient_upload_mb', 200)
    const person = await aPatientAccount()
    const files = Array.from({ length: 10 }, () => aLetter())
    const replies = await Promise.all(files.map((file) => upload(person, {}, file)))
    expect(replies.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([
      201,
      201,
      201,
      ...Array<number>(7).fill(429),
    ])
  })
})

test('the readings of one account wait in a lane of their own: another account’s one document comes second, not eleventh', async () => {
  await sql`delete from pgboss.job where name = 'read-record'`.execute(clinic.db)
  await sql`update security_settings set patient_upload_files = 100`.execute(clinic.db)
  const person = await aPatientAccount()
  for (let i = 0; i < 10; i++) expect((await upload(person, {})).status).toBe(201)
  const mine = await upload(doctor, { patient: await aNewPatient() })
  const { rows } = await sql<{ record: number; lane: string }>`
    select (data ->> 'record')::integer as record, group_id as lane from pgboss.job
    where name = 'read-record' and state = 'created' order by priority desc, created_on`.execute(clinic.db)
  expect(rows.map(({ lane }) => lane)).toEqual([`user ${person.id}`, `user ${doctor.id}`, ...Array<string>(9).fill(`user ${person.id}`)])
  expect(rows[1]?.record).toBe(mine.json().id)
})
