import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { aPatient } from '../../testing/builders.ts'
import { openTestClinic, type Person, type TestClinic } from '../../testing/clinic.ts'
import { found, readNow, recordCalls, type RecordOnWire } from '../../testing/scenarios/records.ts'
import { inTransaction } from '../../platform/db/connect.ts'
import { recordWorks } from './server/read-record.ts'
import { writePage } from './server/write-page.ts'

let clinic: TestClinic
let doctor: Person
beforeAll(async () => {
  clinic = await openTestClinic()
  doctor = await clinic.signedInFrom('Doctor', 'doctor')
})
afterAll(() => clinic.close())
const { added, one, act, extract } = recordCalls(() => clinic)
const suggestedIn = ({ entities }: RecordOnWire) => entities.filter(({ state }) => state === 'suggested').map(({ id }) => id)
const failLeft = () => recordWorks.find(({ job }) => job.name === 'left-readings')!.run({ db: clinic.db, publish: () => {} } as never)

describe('reading again', () => {
  test('replaces suggestions and keeps what people decided', async () => {
    const { id } = await added(doctor, (await aPatient(clinic.db)).id)
    expect((await extract(doctor, id)).json()).toMatchObject({ code: 'processing' })
    await readNow(clinic, id)
    const before = await one(doctor, id)
    const [kept, refused] = ['asthma', 'fever'].map((text) => before.entities.find((entity) => entity.text === text)!)
    const decide = (entity: number, state: string) =>
      sql`update medical_record_entities
      set state = ${state}::entity_state, decided_at = now(), decided_by = ${doctor.id}, version = version + 1 where id = ${entity}`.execute(
        clinic.db,
      )
    await decide(kept!.id, 'confirmed')
    await decide(refused!.id, 'rejected')
    for (let time = 0; time < 2; time++) {
      expect((await extract(doctor, id)).status).toBe(202)
      await readNow(clinic, id)
    }
    const after = await one(doctor, id)
    expect(found(after)).toEqual(found(before))
    expect(after.entities.filter(({ state }) => state !== 'suggested').map(({ id: entity }) => entity)).toEqual([kept!.id, refused!.id])
    expect(suggestedIn(after).some((entity) => suggestedIn(before).includes(entity))).toBe(false)
  })

  test('of a page that reads otherwise leaves it as it was decided about', async () => {
    const { id } = await added(doctor, (await aPatient(clinic.db)).id)
    await readNow(clinic, id)
    const { text, entities } = await one(doctor, id)
    await sql`update medical_record_entities set state = 'confirmed', decided_at = now(), decided_by = ${doctor.id} where id = ${entities[0]!.id}`.execute(
      clinic.db,
    )
    const other = await clinic.files.put(Buffer.from('Something else: malaria.'))
    await sql`update files set sha256 = ${other.sha256} from medical_records r where r.id = ${id} and files.id = r.file_id`.execute(
      clinic.db,
    )
    await extract(doctor, id)
    await readNow(clinic, id)
    expect(await one(doctor, id)).toMatchObject({ text, status: 'ready' })
    await sql`delete from medical_record_entities where record_id = ${id} and state = 'suggested'`.execute(clinic.db)
  })

  test('takes the suggestions of a page away with the text that they stood in, even when it is not read to its end', async () => {
    const { id } = await added(doctor, (await aPatient(clinic.db)).id)
    await readNow(clinic, id)
    await extract(doctor, id)
    await sql`update medical_records set status = 'processing' where id = ${id}`.execute(clinic.db)
    const reading = { record: id, reading: 2 }
    const { text, entities } = await one(doctor, id)
    const page = { number: 1, text, words: [], method: 'plain', quality: null, width: 0, height: 0, image: null, thumbnail: null } as const
    await writePage(clinic.db, reading, { ...page, words: [] }, null)
    expect((await one(doctor, id)).entities).toHaveLength(entities.length)
    await writePage(clinic.db, reading, { ...page, text: `New head. ${text}`, words: [] }, null)
    await act(doctor, id, 'cancel')
    expect(await one(doctor, id)).toMatchObject({ text: `New head. ${text}`, entities: [] })
  })

  test('of a page waits for who decides about it, and then leaves it as it was', async () => {
    const { id } = await added(doctor, (await aPatient(clinic.db)).id)
    await readNow(clinic, id)
    const { text, entities } = await one(doctor, id)
    await extract(doctor, id)
    await sql`update medical_records set status = 'processing' where id = ${id}`.execute(clinic.db)
    const page = {
      number: 1,
      text: 'Other text',
      words: [],
      method: 'plain',
      quality: null,
      width: 0,
      height: 0,
      image: null,
      thumbnail: null,
    } as const
    let written: Promise<void> | undefined
    await inTransaction(clinic.db, async (tx) => {
      await sql`select from medical_records where id = ${id} for no key update`.execute(tx)
      written = writePage(clinic.db, { record: id, reading: 2 }, { ...page, words: [] }, null)
      await new Promise((resolve) => setTimeout(resolve, 100))
      await sql`update medical_record_entities set state = 'confirmed', decided_at = now(), decided_by = ${doctor.id} where id = ${entities[0]!.id}`.execute(
        tx,
      )
    })
    await written
    expect((await one(doctor, id)).text).toBe(text)
  })

  test('gives a name without a code the one that the clinic’s own list has', async () => {
    const { findCodesOf } = await import('#features/diagnoses/public.ts')
    await sql`insert into diagnosis_codes (system, code, title, synonyms, source) values ('icd-10', 'Z99.8', 'Ménière-like spells', '{"spells of Wairimu"}', 'clinic')`.execute(
      clinic.db,
    )
    const codes = await findCodesOf(clinic.db, ['meniere-like SPELLS', "Spells of Wairimu'", 'spells', "'x\\", ''])
    expect([...codes]).toEqual([
      ['meniere-like SPELLS', 'Z99.8'],
      ["Spells of Wairimu'", 'Z99.8'],
    ])
  })
})

describe('reading ends', () => {
  test('when it is cancelled, before and while it runs', async () => {
    const { id } = await added(doctor, (await aPatient(clinic.db)).id)
    expect((await act(doctor, id, 'cancel')).json()).toMatchObject({ status: 'failed', error: 'Reading was cancelled.', pages_read: 0 })
    expect((await act(doctor, id, 'cancel')).json()).toMatchObject({ code: 'not_processing' })
    await extract(doctor, id)
    let cancelled: Promise<unknown> | undefined
    await readNow(clinic, id, { onNews: () => void (cancelled ??= act(doctor, id, 'cancel')) })
    await cancelled
    expect(await one(doctor, id)).toMatchObject({ status: 'failed', error: 'Reading was cancelled.', text: '', entities: [] })
    await extract(doctor, id)
    await readNow(clinic, id)
    expect((await one(doctor, id)).status).toBe('ready')
  })

  test('when the file cannot be read, with the reason, and when we cannot, with ours', async () => {
    const { id: patient } = await aPatient(clinic.db)
    const broken = '%PDF-1.4\n1 0 obj\n<< /Type /Nothing >>\nendobj\ntrailer\n<< /Root 1 0 R >>\n%%EOF\n'
    const { id } = await added(doctor, patient, { name: 'broken.pdf', bytes: Buffer.from(broken, 'latin1') })
    await readNow(clinic, id)
    const failed = await one(doctor, id)
    expect(failed.status).toBe('failed')
    expect(failed.error).toMatch(/^[A-Z].*\.$/)
    const lost = await added(doctor, patient)
    await sql`update files set sha256 = ${'0'.repeat(64)} where id = (select file_id from medical_records where id = ${lost.id})`.execute(
      clinic.db,
    )
    await expect(readNow(clinic, lost.id)).rejects.toThrow('This document cannot be read')
    expect(await one(doctor, lost.id)).toMatchObject({ status: 'failed', error: 'Failed to process medical record' })
  })

  test('without a word of whose a restricted document is', async () => {
    const { id: patient } = await aPatient(clinic.db)
    const { id } = await added(doctor, patient)
    const officer = await clinic.signedInAs(['patients.view', 'patients.restrict'])
    expect((await officer.call('POST', `/patients/patients/${patient}/restriction/`, { reason: 'A colleague' })).status).toBe(201)
    const news = await readNow(clinic, id)
    expect(news.length).toBeGreaterThan(1)
    expect(news.map(([, , owner]) => owner).filter((owner) => owner !== undefined)).toEqual([])
  })

  test('when the program stops: it is taken up again, and what is in no queue any more has failed', async () => {
    const { id } = await added(doctor, (await aPatient(clinic.db)).id)
    const stopping = new AbortController()
    await expect(readNow(clinic, id, { signal: stopping.signal, onNews: () => stopping.abort(new Error('stopped')) })).rejects.toThrow(
      'stopped',
    )
    expect((await one(doctor, id)).status).toBe('processing')
    await failLeft()
    expect((await one(doctor, id)).status).toBe('processing')
    await readNow(clinic, id)
    expect((await one(doctor, id)).status).toBe('ready')
    const left = await added(doctor, (await aPatient(clinic.db)).id)
    await sql`delete from pgboss.job where name = 'read-record' and (data->>'record')::integer = ${left.id}`.execute(clinic.db)
    await failLeft()
    expect(await one(doctor, left.id)).toMatchObject({ status: 'failed', error: 'Failed to process medical record' })
    expect((await one(doctor, id)).status).toBe('ready')
  })
})
