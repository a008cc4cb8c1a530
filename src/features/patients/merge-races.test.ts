import { afterAll, beforeAll, expect, test } from 'vitest'
import { asOwner } from '#platform/db/owner.ts'
import type { ResponseOf } from '#shared/endpoint.ts'
import { aBill } from '../../testing/scenarios/bills.ts'
import { aPatient, aVisit } from '../../testing/builders.ts'
import { openTestClinic, type Person, type TestClinic } from '../../testing/clinic.ts'
import type { mergePatients, previewMerge } from './contract-merge.ts'

let clinic: TestClinic
let officer: Person
beforeAll(async () => {
  clinic = await openTestClinic()
  officer = await clinic.signedInFrom('Records officer')
})
afterAll(() => clinic.close())

interface Two {
  from: number
  into: number
}
const query = <T extends object>(text: string, values: unknown[] = []) =>
  asOwner(clinic.ownerUrl, async (client) => (await client.query<T>(text, values)).rows)
const seenOf = async ({ from, into }: Two) =>
  (await officer.call('GET', `/patients/merges/preview/?from=${from}&into=${into}`)).json<ResponseOf<typeof previewMerge>>().seen
const send = (two: Two, seen: string, by = officer) => by.call('POST', '/patients/merges/', { ...two, seen })
const merge = async (two: Two) => (await send(two, await seenOf(two))).json<ResponseOf<typeof mergePatients>>()
const undo = (id: number) => officer.call('POST', `/patients/merges/${id}/undo/`, {})
const found = async (q: string) => (await officer.call('GET', `/patient/search/?q=${q}`)).json<{ id: number }[]>()
const two = async (): Promise<Two> => ({ from: (await aPatient(clinic.db)).id, into: (await aPatient(clinic.db)).id })

test('a record that was put away goes on with the one it is in, and comes back in the same order', async () => {
  const pair = await two()
  const third = (await aPatient(clinic.db)).id
  await aVisit(clinic.db, { patient_id: pair.from, track: 'complete' })
  const first = await merge(pair)
  const second = await merge({ from: pair.into, into: third })
  expect((await undo(first.id)).json()).toMatchObject({ code: 'merged' })
  const [{ number }] = (await query<{ number: string }>('select unique_id as number from patients where id = $1', [pair.from])) as [
    { number: string },
  ]
  expect((await found(number)).map(({ id }) => id)).toEqual([third])
  expect([(await undo(second.id)).status, (await undo(first.id)).status]).toEqual([200, 200])
  expect((await found(number)).map(({ id }) => id)).toEqual([pair.from])
  expect((await query('select from visits where patient_id = $1', [pair.from])).length).toBe(1)
})

test('while it is merged nobody writes for the record that goes: a visit and a payment go along, or are refused', async () => {
  const desk = await clinic.signedInFrom('System administrator', 'sysadmin')
  const cash = (await query<{ id: number }>(`select id from payment_modes where category = 'cash'`))[0]!.id
  const strays: unknown[] = []
  for (const turn of [0, 2]) {
    const pair = await two()
    const { id: bill } = await aBill(clinic.db, { patientId: pair.from })
    const seen = await seenOf(pair)
    const requests = [
      () => send(pair, seen),
      () => desk.call('POST', '/patients/initiate-attendance-process/', { patient: pair.from, reason: 'Fever' }),
      () => desk.call('POST', `/billing/invoices/${bill}/payments/`, { payments: [{ payment_mode: cash, amount: '500.00' }] }),
      () => send(pair, seen),
    ]
    // Who comes first is another one each time.
    const answers = await Promise.all([...requests.slice(turn), ...requests.slice(0, turn)].map((ask) => ask()))
    expect(answers.filter(({ status }) => ![201, 409].includes(status)).map(({ text }) => text)).toEqual([])
    strays.push(
      ...(await query(
        `select x.* from (select patient_id, 'visit' from visits union all select patient_id, 'receipt' from receipts
          union all select patient_id, 'bill' from invoices) x(patient_id, kind) join patients p on p.id = x.patient_id where p.merged_into is not null`,
      )),
    )
    expect((await query('select from patient_merges where from_id = $1', [pair.from])).length).toBeLessThan(2)
  }
  expect(strays).toEqual([])
  const ends = await query<{ merged: number; paid: number }>(`select (select count(*)::integer from patient_merges) as merged,
    (select count(*)::integer from receipts where total = 500) as paid`)
  expect([ends[0]!.merged > 0, ends[0]!.paid > 0]).toEqual([true, true])
})

test('five thousand rows move and go back at once, and only those may do it who have the right', async () => {
  const pair = await two()
  await query(
    `insert into visits (track_number, patient_id, reason, track, track_since, created_at, closed_at)
    select 'MANY-' || n, $1, 'Fever', 'complete', now(), now(), now() from generate_series(1, 1500) n`,
    [pair.from],
  )
  await query(
    `insert into vital_signs (visit_id, patient_id, taken_at, recorded_at, pulse)
    select id, patient_id, now(), now(), 70 from visits where patient_id = $1`,
    [pair.from],
  )
  await query(`insert into lab_panels (code, name, kind, specimen_id) select 'MANY', 'Many', 'text', min(id) from lab_specimens`)
  await query(
    `insert into lab_results (patient_id, panel_id, observed_at, result, entered, origin, source, entered_at, approved_at, approved_by)
    select $1, p.id, now(), 'Well', 'Well', 'imported', 'MANY-' || n, now(), now(), $2 from lab_panels p, generate_series(1, 2000) n
    where p.code = 'MANY'`,
    [pair.from, officer.id],
  )
  const seen = await seenOf(pair)
  const desk = await clinic.signedInFrom('Receptionist')
  expect((await send(pair, seen, desk)).status).toBe(403)
  const merged = await send(pair, seen)
  expect((await undo(merged.json<{ id: number }>().id)).status).toBe(200)
})

test('records that are much alike are listed in pairs, until they are merged', async () => {
  const person = { first_name: 'Makena', second_name: 'Wairimu', date_of_birth: '1977-03-04', phone: '+254722111222' }
  const [older, newer] = [await aPatient(clinic.db, person), await aPatient(clinic.db, person)]
  await aPatient(clinic.db, { ...person, first_name: 'Peter', date_of_birth: '2001-01-01' })
  const listed = async () =>
    (await officer.call('GET', '/patients/likely-duplicates/'))
      .json<{ one: { id: number }; other: { id: number } }[]>()
      .map(({ one, other }) => [one.id, other.id])
  expect(await listed()).toEqual([[older.id, newer.id]])
  const candidates = await officer.call('GET', `/patients/patients/${newer.id}/merge-candidates/`)
  expect(candidates.json<{ patient: { id: number } }[]>()[0]).toMatchObject({ patient: { id: older.id } })
  await merge({ from: newer.id, into: older.id })
  expect(await listed()).toEqual([])
})
