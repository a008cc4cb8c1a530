import { tableLabel } from './web/merge/table-labels.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { asOwner } from '#platform/db/owner.ts'
import type { ResponseOf } from '#shared/endpoint.ts'
import { anAppointment, anItem, aPatient, aVisit } from '../../testing/builders.ts'
import { openTestClinic, type Person, type TestClinic } from '../../testing/clinic.ts'
import { fingerprint } from '../../testing/databases/fingerprint.ts'
import { fillRecord } from '../../testing/patients/whole-record.ts'
import type { mergePatients, previewMerge, previewUndo } from './contract-merge.ts'
import type { getPatient } from './contract.ts'

let clinic: TestClinic
let officer: Person
let account: Person
beforeAll(async () => {
  clinic = await openTestClinic()
  officer = await clinic.signedInFrom('Records officer')
  account = await clinic.signedInFrom('Patient', 'patient')
  await anItem(clinic.db)
})
afterAll(() => clinic.close())

type Preview = ResponseOf<typeof previewMerge>
type Merge = ResponseOf<typeof mergePatients>
type Two = { from: number; into: number }

const query = <T extends object>(text: string, values: unknown[] = []) =>
  asOwner(clinic.ownerUrl, async (client) => (await client.query<T>(text, values)).rows)
const preview = async ({ from, into }: Two) => {
  const reply = await officer.call('GET', `/patients/merges/preview/?from=${from}&into=${into}`)
  expect(reply.status, reply.text).toBe(200)
  return reply.json<Preview>()
}
const send = (two: Two, seen: string, more: object = {}, by = officer) => by.call('POST', '/patients/merges/', { ...two, seen, ...more })
const merge = async (two: Two, more: object = {}) => {
  const reply = await send(two, (await preview(two)).seen, more)
  expect(reply.status, reply.text).toBe(201)
  return reply.json<Merge>()
}
const undo = (id: number) => officer.call('POST', `/patients/merges/${id}/undo/`, {})
const found = async (q: string) => (await officer.call('GET', `/patient/search/?q=${q}`)).json<{ id: number; formerly: string[] }[]>()
const read = async (id: number) => (await officer.call('GET', `/patients/patients/${id}/`)).json<ResponseOf<typeof getPatient>>()
const two = async (more: object = {}): Promise<Two> => ({
  from: (await aPatient(clinic.db, more)).id,
  into: (await aPatient(clinic.db)).id,
})

/** Everything in the clinic but the ledger of merges itself and how often a record was written. */
const everything = async () => {
  const left = /^(patient_merges|patient_merge_rows|patients|rate_limits|idempotency_keys|sessions) /
  const people = await query('select (to_jsonb(p) - $1)::text as print from patients p order by id', ['version'])
  return [...(await fingerprint(clinic.ownerUrl)).filter((line) => !left.test(line)), ...people.map((row) => JSON.stringify(row))]
}

const owner = async (patient: number) =>
  (await query<{ name: string; count: string }>('select name, count from count_patient_rows($1)', [patient])).map(({ name, count }) => [
    name,
    Number(count),
  ])

test('every column of the database that refers to a patient is moved, or on the list of those that stay', async () => {
  const columns = await query<{ name: string }>(`
    select distinct c.relname || '.' || a.attname as name from pg_attribute a join pg_class c on c.oid = a.attrelid
    left join pg_constraint f on f.conrelid = c.oid and f.contype = 'f' and a.attnum = any (f.conkey) and f.confrelid = 'patients'::regclass
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and a.attnum > 0 and not a.attisdropped
      and (f.oid is not null or a.attname = 'patient_id') order by 1`)
  const listed = await query<{ name: string; guards: number }>(`select t.name, (select count(*)::integer from pg_trigger g
    where g.tgrelid = t.name::regclass and g.tgname in ('put_away_insert', 'put_away_update')) as guards from patient_tables t where t.stays is null`)
  for (const { name } of listed) expect(tableLabel(name), name).not.toBe(name)
  const staying = await query<{ name: string }>('select name from patient_tables where stays is not null')
  const known = [...listed, ...staying].map(({ name }) => `${name}.patient_id`)
  const ledger = ['patient_merges.from_id', 'patient_merges.into_id', 'patients.merged_into']
  expect(columns.map(({ name }) => name).toSorted()).toEqual([...known, ...ledger].toSorted())
  expect(listed.filter(({ guards }) => guards !== 2)).toEqual([])
  // What stands in the way of a merge is named before: a new rule that a patient has something once has to be decided.
  const once = await query<{ name: string }>(`
    select i.indexrelid::regclass::text as name from pg_index i join patient_tables t on t.name = i.indrelid::regclass::text and t.stays is null
    join pg_attribute a on a.attrelid = i.indrelid and a.attname = 'patient_id'
    where (i.indisunique or i.indisexclusion) and a.attnum = any (i.indkey::smallint[]) order by 1`)
  expect(once.map(({ name }) => name)).toEqual([
    'account_links_open',
    'allergies_once',
    'appointments_patient_elsewhere',
    'deaths_one_current',
    'patient_insurances_once',
    'pregnancies_one_current',
    'problems_once',
    'visits_one_open',
    'waiting_list_one_open',
  ])
})

describe('a whole record', () => {
  let pair: Two
  let before: string[]
  let done: Merge

  beforeAll(async () => {
    const from = await aPatient(clinic.db, { first_name: 'Zawadi', second_name: 'Formername', phone: '0733123987' })
    const into = await aPatient(clinic.db, { first_name: 'Zawadi', second_name: 'Keptname', date_of_birth: '1980-05-06' })
    pair = { from: from.id, into: into.id }
    await fillRecord(clinic.ownerUrl, { patient: from.id, mark: 'Gone', by: officer.id, account: account.id, count: 3 })
    await fillRecord(clinic.ownerUrl, {
      patient: into.id,
      mark: 'Kept',
      by: officer.id,
      account: account.id,
      at: new Date('2026-01-01T06:00:00Z'),
    })
    await query('call rebuild_patient_search()')
    before = await everything()
  })

  test('is shown before it moves, and only who was shown what there is merges it', async () => {
    const seen = await preview(pair)
    expect(seen).toMatchObject({ stops: [], same: [], is_doubtful: false, differs: ['names', 'phone'] })
    const rows = Object.fromEntries(seen.kinds.map(({ kind, count }) => [kind, count]))
    expect(rows).toMatchObject({ visits: 3, consultations: 3, invoices: 3, receipts: 3, medical_records: 3, appointments: 3 })
    expect(Object.keys(rows).length).toBeGreaterThan(20)
    expect(seen.kinds.find(({ kind }) => kind === 'visits')!.rows[0]).toMatchObject({ text: expect.stringMatching(/Gone visits/) })
    await query(`insert into problems (patient_id, title, recorded_at, changed_at) values ($1, 'Came meanwhile', now(), now())`, [
      pair.from,
    ])
    const late = await send(pair, seen.seen)
    expect([late.status, late.json<{ code: string }>().code]).toEqual([409, 'changed'])
    expect(late.json<{ preview: Preview }>().preview.kinds).toContainEqual(expect.objectContaining({ kind: 'problems', count: 4 }))
    await query(`delete from problems where title = 'Came meanwhile'`)
    expect(await everything()).toEqual(before)
  })

  test('moves as it is: whose the rows are is all that changes', async () => {
    const [from, into] = [await owner(pair.from), await owner(pair.into)]
    done = await merge(pair, { take: ['phone'] })
    expect(await owner(pair.from)).toEqual([])
    const all = new Map(into as [string, number][])
    for (const [name, count] of from as [string, number][]) all.set(name, (all.get(name) ?? 0) + count)
    expect(new Map((await owner(pair.into)) as [string, number][])).toEqual(all)
    expect(done.moved.map(({ kind, count }) => [kind, count])).toEqual(from)
    // Nothing else of a bill, a result or a signed note is another one than before.
    const [sums] = await query(
      `select (select count(*)::integer from invoices where patient_id = $1 and total = 100) as bills,
      (select count(*)::integer from lab_results where patient_id = $1 and approved_at is not null) as results,
      (select count(*)::integer from prescriptions where patient_id = $1 and status = 'pending' and version = 1) as pending`,
      [pair.into],
    )
    expect(sums).toEqual({ bills: 4, results: 4, pending: 4 })
  })

  test('is found by what it was called', async () => {
    const [{ unique_id }] = (await query<{ unique_id: string }>('select unique_id from patients where id = $1', [pair.from])) as [
      { unique_id: string },
    ]
    for (const q of [unique_id, 'Formername', 'Zawadi Formername', '0733123987', 'Keptname'])
      expect([q, (await found(q)).map(({ id, formerly }) => [id, formerly])]).toEqual([q, [[pair.into, [unique_id]]]])
    expect(await read(pair.from)).toMatchObject({ is_active: false, merged_into: { id: pair.into } })
    expect(await read(pair.into)).toMatchObject({ phone: '0733123987', second_name: 'Keptname' })
    const keys = 'select kind, key, patient_id, name from patient_search_keys order by 1, 2, 3'
    const kept = await query(keys)
    await query('call rebuild_patient_search()')
    expect(await query(keys)).toEqual(kept)
  })

  test('is written in no more, nor merged twice, nor brought back by hand', async () => {
    const answers = [
      await officer.call('POST', `/patients/patients/${pair.from}/reactivate/`, {}),
      await officer.call('PUT', `/patients/patients/${pair.from}/`, { first_name: 'A', second_name: 'B', gender: 'male' }),
      await officer.call('POST', `/patients/patients/${pair.from}/identifiers/`, { kind: 'passport', value: 'X1' }),
    ]
    expect(answers.map((answer) => [answer.status, answer.json<{ code: string }>().code])).toEqual(answers.map(() => [409, 'merged']))
    const again = await preview(pair)
    expect(again.stops).toEqual([{ reason: 'merged', text: again.from.unique_id }])
    expect((await send(pair, again.seen)).status).toBe(409)
    expect((await send({ from: pair.into, into: pair.into }, again.seen)).status).toBe(400)
    await expect(aVisit(clinic.db, { patient_id: pair.from })).rejects.toThrow('put away')
    await expect(query('update visits set patient_id = $1 where patient_id = $2', [pair.from, pair.into])).rejects.toThrow('put away')
    await expect(clinic.db.updateTable('patients').set({ merged_into: null }).where('id', '=', pair.from).execute()).rejects.toThrow(
      'merged by',
    )
    await expect(
      clinic.db
        .updateTable('invoices')
        .set({ patient_id: pair.into + 1 })
        .where('patient_id', '=', pair.into)
        .execute(),
    ).rejects.toThrow('never changes')
  })

  test('goes back whole: the clinic is what it was before', async () => {
    expect((await undo(done.id)).status).toBe(200)
    // The trail has grown; it is never written over.
    expect(await everything()).toEqual(before)
    expect((await undo(done.id)).status).toBe(409)
    expect((await found('Formername')).map(({ id }) => id)).toEqual([pair.from])
    const trail = await query<{ action: string }>(
      `select action from audit_log where patient_id = any ($1) and action like '%merge%' order by id`,
      [[pair.from, pair.into]],
    )
    expect(trail.map(({ action }) => action)).toEqual(['merge into', 'merge', 'undo merge', 'undo merge'])
  })
})

test('what stands in the way is named, and what both say alike stays behind', async () => {
  const pair = await two({ date_of_birth: '1990-01-01', gender: 'male', user_id: (await clinic.signedInFrom('Patient', 'patient')).id })
  await clinic.db
    .updateTable('patients')
    .set({ date_of_birth: '1991-01-01', user_id: (await clinic.signedInFrom('Patient', 'patient')).id })
    .where('id', '=', pair.into)
    .execute()
  const doctor = (await clinic.signedInFrom('Doctor', 'doctor')).id
  const when = { appointment_date_time: new Date('2026-03-05T07:00:00Z') }
  for (const id of [pair.from, pair.into]) {
    await aVisit(clinic.db, { patient_id: id })
    await anAppointment(clinic.db, { patient_id: id, doctor_id: id === pair.from ? doctor : null, ...when })
    await query(`insert into waiting_list (patient_id, from_day, created_at) values ($1, '2026-03-05', now())`, [id])
    await query(
      `insert into allergies (patient_id, substance, category, severity, recorded_at) values ($1, 'Nuts', 'food', $2, now()), ($1, 'Penicillin', 'drug', 'severe', now())`,
      [id, id === pair.from ? 'severe' : 'mild'],
    )
    // An intolerance and an allergy to the same substance say two things: both are kept.
    await query(
      `insert into allergies (patient_id, substance, category, severity, recorded_at, is_intolerance) values ($1, 'Codeine', 'drug', 'mild', now(), $2)`,
      [id, id === pair.into],
    )
    await query(`insert into problems (patient_id, title, recorded_at, changed_at) values ($1, 'Asthma', now(), now())`, [id])
  }
  const seen = await preview(pair)
  expect(seen.stops.map(({ reason }) => reason).toSorted()).toEqual([
    'account',
    'account',
    'allergy',
    'appointments',
    'two visits',
    'waiting',
  ])
  expect(seen.same.map(({ text }) => text).toSorted()).toEqual(['Asthma', 'Penicillin'])
  const refused = await send(pair, seen.seen)
  expect([refused.status, refused.json<{ code: string }>().code]).toEqual([409, 'stopped'])
  await query(`update allergies set ended_at = now(), ended_by = $2, end_reason = 'Twice' where substance = 'Nuts' and patient_id = $1`, [
    pair.into,
    officer.id,
  ])
  await query(`update appointments set status = 'cancelled' where patient_id = $1`, [pair.into])
  await query('delete from waiting_list where patient_id = $1', [pair.into])
  await query(`update visits set closed_at = now(), track = 'complete' where patient_id = $1`, [pair.into])
  await query('update patients set user_id = null where id = any ($1)', [[pair.from, pair.into]])
  const now = await preview(pair)
  expect([now.stops, now.is_doubtful]).toEqual([[], true])
  expect((await send(pair, now.seen)).json()).toHaveProperty('typed_number')
  const { id } = await merge(pair, { typed_number: now.into.unique_id })
  const [left] = await query(
    `select (select array_agg(substance) from allergies where patient_id = $1) as allergies,
    (select array_agg(title) from problems where patient_id = $1) as problems`,
    [pair.from],
  )
  expect(left).toEqual({ allergies: ['Penicillin'], problems: ['Asthma'] })

  // What is written since goes back with the visit it is of; what is the kept record's own stays.
  const [visit] = await query<{ id: number }>('select id from visits where patient_id = $1 and closed_at is null', [pair.into])
  await query(`insert into vital_signs (visit_id, patient_id, taken_at, recorded_at, pulse) values ($1, $2, now(), now(), 77)`, [
    visit!.id,
    pair.into,
  ])
  await query(`insert into problems (patient_id, title, recorded_at, changed_at) values ($1, 'Written since', now(), now())`, [pair.into])
  await query(`insert into invoices (visit_id, patient_id, created_at) values ($1, $2, now())`, [visit!.id, pair.into])
  // An appointment that it had before stays its own, though the patient came to it with a visit that goes back.
  const [own] = await query<{ id: number }>(
    `update appointments set visit_id = $1 where patient_id = $2 and status = 'cancelled' returning id`,
    [visit!.id, pair.into],
  )
  const back = (await officer.call('GET', `/patients/merges/${id}/undo/`)).json<ResponseOf<typeof previewUndo>>()
  expect([back.follows, back.stays, back.gone]).toEqual([
    [
      { kind: 'invoices', count: 1 },
      { kind: 'vital_signs', count: 1 },
    ],
    [{ kind: 'problems', count: 1 }],
    0,
  ])
  expect((await undo(id)).status).toBe(200)
  expect(await query('select patient_id from appointments where id = $1', [own!.id])).toEqual([{ patient_id: pair.into }])
  const [since] = await query(
    `select (select count(*)::integer from vital_signs where patient_id = $1) as signs,
    (select count(*)::integer from invoices where patient_id = $1) as bills,
    (select patient_id from problems where title = 'Written since') as problem`,
    [pair.from],
  )
  expect(since).toEqual({ signs: 1, bills: 1, problem: pair.into })
})
