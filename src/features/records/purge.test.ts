import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { exportRules } from '../../runtime/tables.ts'
import { aPatient } from '../../testing/builders.ts'
import { openTestClinic, type Person, type TestClinic } from '../../testing/clinic.ts'
import { readNow, recordCalls, RECORDS, type SentFile } from '../../testing/scenarios/records.ts'
import { recordWorks } from './server/read-record.ts'

let clinic: TestClinic
let officer: Person
beforeAll(async () => {
  clinic = await openTestClinic()
  officer = await clinic.signedInFrom('Records officer', 'records')
})
afterAll(() => clinic.close())
const { added, one, list, act } = recordCalls(() => clinic)

const SECRET = 'Known HIV infection. Given amoxicillin 500 mg three times a day for 5 days.'
const aScan = (): SentFile => ({ name: 'neighbour.txt', bytes: Buffer.from(`${SECRET}\n${Math.random()}`) })
/** A document that was read, with pictures as a scan has them, and withdrawn. */
const withdrawn = async (file: SentFile = aScan()) => {
  const patient = (await aPatient(clinic.db)).id
  const { id } = await added(officer, patient, file)
  await readNow(clinic, id)
  const [picture, small] = [
    await clinic.files.put(Buffer.concat([file.bytes, Buffer.from('page')])),
    await clinic.files.put(Buffer.concat([file.bytes, Buffer.from('small')])),
  ]
  await sql`update medical_record_pages set image_sha256 = ${picture.sha256} where record_id = ${id}`.execute(clinic.db)
  await sql`update medical_records set thumbnail_sha256 = ${small.sha256} where id = ${id}`.execute(clinic.db)
  const { version } = await one(officer, id)
  const reply = await act(officer, id, 'withdraw', { reason: 'Of another patient', version })
  expect(reply.status, reply.text).toBe(200)
  return { id, patient, version: version + 1 }
}
/** One round of what removes bytes from the disk, some minutes after everything was kept. */
const removeNow = async () => {
  const work = recordWorks.find(({ job }) => job.name === 'remove-purged-files')!
  await work.run({ db: clinic.db, files: clinic.files, now: new Date(Date.now() + 300_000), data: {} } as never)
}
const onDisk = (sha256: string) => existsSync(join(clinic.dataDir, 'files', sha256.slice(0, 2), sha256))
const filesOf = async (id: number) => {
  const { rows } = await sql<{ sha256: string }>`
    select f.sha256 from medical_records r join files f on f.id = r.file_id where r.id = ${id}
    union select thumbnail_sha256 from medical_records where id = ${id} and thumbnail_sha256 is not null
    union select image_sha256 from medical_record_pages where record_id = ${id} and image_sha256 is not null`.execute(clinic.db)
  return rows.map(({ sha256 }) => sha256)
}

test(
  'the content of a withdrawn document goes: bytes, pictures, text and findings; its row and hash stay, with who and why',
  { timeout: 300_000 },
  async () => {
    const { id, patient, version } = await withdrawn()
    const before = await one(officer, id)
    expect(before.entities.length).toBeGreaterThan(0)
    const confirmed = before.entities.find(({ type }) => type === 'drug')!
    await sql`update medical_record_entities set state = 'confirmed', decided_at = now(), decided_by = ${officer.id} where id = ${confirmed.id}`.execute(
      clinic.db,
    )
    const kept = await filesOf(id)
    expect(kept.length).toBe(3)
    expect(kept.every(onDisk)).toBe(true)
    const reply = await act(officer, id, 'purge', { reason: 'The neighbour asked for it', version })
    expect(reply.status, reply.text).toBe(200)
    await removeNow()
    expect(kept.filter(onDisk)).toEqual([])
    const after = await one(officer, id)
    expect(after).toMatchObject({
      title: 'neighbour',
      text: '',
      note: '',
      has_thumbnail: false,
      purge_reason: 'The neighbour asked for it',
      file: { name: 'neighbour.txt', sha256: before.file!.sha256 },
      entities: [{ id: confirmed.id, text: '(removed)', value: null, code: null, state: 'confirmed' }],
    })
    expect(after.purged_at).not.toBeNull()
    // Nowhere in the database is a word of it.
    const { rows: tables } = await sql<{ name: string }>`
    select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'
      and (relname like 'medical_record%' or relname in ('idempotency_keys', 'audit_log', 'files', 'purged_files'))`.execute(clinic.db)
    expect(tables.length).toBe(7)
    for (const { name } of tables) {
      const found = await sql`select from ${sql.table(name)} t where t::text ilike '%HIV%' or t::text ilike '%amoxicillin%'`.execute(
        clinic.db,
      )
      expect([name, found.rows.length]).toEqual([name, 0])
    }
    const trail = await sql<{ actor_id: number; change: object }>`
    select actor_id, change from audit_log where action = 'purge' and entity_id = ${id} and patient_id = ${patient}`.execute(clinic.db)
    expect(trail.rows).toEqual([
      {
        actor_id: officer.id,
        change: { reason: 'The neighbour asked for it', sha256: before.file!.sha256, pages: 1, findings: before.entities.length },
      },
    ])
    // Whoever asks for it is told; lists, pages, exports and a second purge bear it.
    const file = await officer.call('GET', `${RECORDS}${id}/file/`)
    expect([file.status, file.json<object>()]).toEqual([410, expect.objectContaining({ code: 'purged' })])
    for (const path of ['pages/1/', 'pages/1/image/', 'thumbnail/'])
      expect((await officer.call('GET', `${RECORDS}${id}/${path}`)).status).toBe(404)
    expect(await list(officer, `?patient_id=${patient}&withdrawn=true`)).toMatchObject([{ id, purge_reason: 'The neighbour asked for it' }])
    const again = await act(officer, id, 'purge', { reason: 'Again', version: after.version })
    expect([again.status, again.json<object>()]).toEqual([409, expect.objectContaining({ code: 'purged' })])
    const named = await sql<{ sha256: string }>`${sql.raw(exportRules.documents)}`.execute(clinic.db)
    expect(named.rows.filter(({ sha256 }) => kept.includes(sha256))).toEqual([])
  },
)

test('only a document that was withdrawn, with a reason, by those who may', { timeout: 300_000 }, async () => {
  const patient = (await aPatient(clinic.db)).id
  const { id, version } = await added(officer, patient)
  const early = await act(officer, id, 'purge', { reason: 'Too early', version })
  expect([early.status, early.json<object>()]).toEqual([409, expect.objectContaining({ code: 'not_withdrawn' })])
  expect((await act(officer, id, 'withdraw', { reason: 'A second copy', version })).status).toBe(200)
  expect((await act(officer, id, 'purge', { version: version + 1 })).json<object>()).toEqual({ reason: ['This field is required.'] })
  expect((await act(officer, id, 'purge', { reason: 'Stale', version })).status).toBe(412)
  const doctor = await clinic.signedInFrom('Doctor', 'doctor')
  expect((await act(doctor, id, 'purge', { reason: 'Not mine to do', version: version + 1 })).status).toBe(403)
  expect((await act(officer, id, 'purge', { reason: 'A second copy', version: version + 1 })).status).toBe(200)
})

test('bytes that another document keeps stay, until its content is deleted as well', { timeout: 300_000 }, async () => {
  const scan = aScan()
  const [first, second] = [await withdrawn(scan), await withdrawn(scan)]
  const kept = await filesOf(first.id)
  expect(await filesOf(second.id)).toEqual(kept)
  expect((await act(officer, first.id, 'purge', { reason: 'First', version: first.version })).status).toBe(200)
  await removeNow()
  expect(kept.every(onDisk)).toBe(true)
  expect((await act(officer, second.id, 'purge', { reason: 'Second', version: second.version })).status).toBe(200)
  await removeNow()
  expect(kept.filter(onDisk)).toEqual([])
  expect(readdirSync(join(clinic.dataDir, 'uploads'))).toEqual([])
})

test('a reading that is under way brings nothing back', { timeout: 300_000 }, async () => {
  const { id, version } = await added(officer, (await aPatient(clinic.db)).id)
  expect((await act(officer, id, 'withdraw', { reason: 'Of another patient', version })).status).toBe(200)
  await readNow(clinic, id, {
    onNews: (topic) => {
      if (topic === 'records') purging ??= act(officer, id, 'purge', { reason: 'While it is read', version: version + 1 })
    },
  })
  expect((await purging)?.status).toBe(200)
  await readNow(clinic, id)
  const { rows } =
    await sql`select from medical_record_pages where record_id = ${id} union all select from medical_record_entities where record_id = ${id}`.execute(
      clinic.db,
    )
  expect(rows).toEqual([])
  expect(await one(officer, id)).toMatchObject({ text: '', status: expect.stringMatching(/failed|ready/) })
})
let purging: ReturnType<typeof act> | undefined
