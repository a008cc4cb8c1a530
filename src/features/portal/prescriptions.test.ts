import type { ResponseOf } from '#shared/endpoint.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aPatient } from '../../testing/builders.ts'
import { openTestClinic, type Person, type TestClinic } from '../../testing/clinic.ts'
import { aPrescription, aTablet } from '../../testing/scenarios/pharmacy.ts'
import type { createRefillRequest, listOwnMedicines, listOwnPrescriptions } from './contract.ts'

type Medicines = ResponseOf<typeof listOwnMedicines>
type Prescriptions = ResponseOf<typeof listOwnPrescriptions>
type Request = ResponseOf<typeof createRefillRequest>

const REQUESTS = '/pharmacy/public-prescription-requests/'
let clinic: TestClinic
let people: { desk: Person; doctor: Person; pharmacist: Person }
beforeAll(async () => {
  clinic = await openTestClinic()
  people = {
    desk: await clinic.signedInFrom('System administrator', 'sysadmin'),
    doctor: await clinic.signedInFrom('Doctor', 'doctor'),
    pharmacist: await clinic.signedInFrom('Pharmacist', 'pharmacist'),
  }
})
afterAll(() => clinic.close())

const anAccount = async () => {
  const person = await clinic.signedInFrom('Patient', 'patient')
  const { id } = await aPatient(clinic.db, { user_id: person.id, date_of_birth: '1980-05-05' })
  const medicines = async () => (await person.call('GET', '/portal/medicines/')).json<Medicines>()
  const prescriptions = async (query = '') => (await person.call('GET', `/portal/prescriptions/${query}`)).json<Prescriptions>()
  const ask = (lines: readonly number[], note?: string) => person.call('POST', '/portal/refill-requests/', { lines, ...(note && { note }) })
  return { person, patient: id, medicines, prescriptions, ask }
}
const over = (visit: number) =>
  clinic.db.updateTable('visits').set({ track: 'complete', closed_at: clinic.clock.now }).where('id', '=', visit).execute()
/** Prescribed and, unless said otherwise, handed out, in a visit of its own. */
const prescribe = async (patient: number, lines: readonly { item: number; directions?: string }[], { isDispensed = true } = {}) => {
  const written = await aPrescription(clinic.db, people, lines, { patient })
  if (isDispensed) {
    const reply = await people.pharmacist.call('PATCH', `/patients/prescriptions/${written.id}/`, { status: 'dispensed' })
    expect(reply.status, reply.text).toBe(200)
  }
  await over(written.visit)
  return written
}
/** As if its course had ended so many days ago. */
const age = (line: number, days: number) =>
  clinic.db
    .updateTable('prescribed_drugs')
    .set({ ends_on: new Date(clinic.clock.now.getTime() - days * 86_400_000).toISOString().slice(0, 10) })
    .where('id', '=', line)
    .execute()
const refusals = async ({ prescriptions }: Awaited<ReturnType<typeof anAccount>>) =>
  new Map((await prescriptions()).flatMap(({ lines }) => lines.map(({ id, refill_refusal }) => [id, refill_refusal])))

test('a patient reads what to take now and what was prescribed: how, until when, what was handed out, and why something was stopped', async () => {
  const own = await anAccount()
  const [remedy, other] = [await aTablet(clinic.db), await aTablet(clinic.db)]
  const first = await prescribe(own.patient, [{ item: remedy.id, directions: '1 tab bd 7/7' }])
  const second = await aPrescription(clinic.db, people, [{ item: other.id }], { patient: own.patient })
  const stopped = await people.doctor.call('PATCH', `/patients/prescribed-drugs/${second.lines[0]}/`, { cancelled: true, reason: 'A rash' })
  expect(stopped.status, stopped.text).toBe(200)
  await over(second.visit)
  expect(await own.medicines()).toMatchObject([
    { origin: 'prescribed', id: first.lines[0], words: 'one tablet twice a day for 7 days', since: '2026-03-02', until: '2026-03-08' },
  ])
  const listed = await own.prescriptions()
  expect(listed).toMatchObject([
    {
      id: second.id,
      date: '2026-03-02',
      prescribed_by_name: 'Test doctor',
      lines: [{ is_current: false, stopped: { reason: 'A rash', is_replaced: false }, dispensed: [], refill_refusal: 'stopped' }],
    },
    {
      id: first.id,
      lines: [
        {
          unit: 'tablet',
          quantity: '14',
          quantity_dispensed: '14',
          is_current: true,
          stopped: null,
          dispensed: [{ quantity: '14', unit: 'tablet' }],
        },
      ],
    },
  ])
  // Told from elsewhere, as it was typed: said in plain words only where all of it is understood.
  const reported = (name: string, directions: string) => ({
    patient_id: own.patient,
    name,
    directions,
    recorded_at: new Date('2026-03-01T09:00:00Z'),
  })
  await clinic.db
    .insertInto('patient_medicines')
    .values([reported('Diclofenac', '1 tab bd'), reported('Herbs', 'as the healer says')])
    .execute()
  const others = (await own.medicines()).filter(({ origin }) => origin === 'elsewhere')
  expect(Object.fromEntries(others.map(({ name, structure }) => [name, structure !== null]))).toEqual({ Diclofenac: true, Herbs: false })
  const page = await own.person.call('GET', '/portal/prescriptions/?limit=1&count=true')
  expect(page.headers['x-total-count']).toBe('2')
  const cursor = /cursor=([^&>]+)/.exec(String(page.headers['link']))![1]!
  expect((await own.prescriptions(`?limit=1&cursor=${cursor}`)).map(({ id }) => id)).toEqual([first.id])
})

test('medicines are asked for again: the pharmacy reads what was prescribed last, answers, and writes it anew', async () => {
  const own = await anAccount()
  const remedy = await aTablet(clinic.db)
  const { lines, id: prescription } = await prescribe(own.patient, [{ item: remedy.id }])
  const asked = await own.ask(lines, 'Two months, please')
  expect(asked.status, asked.text).toBe(201)
  const request = asked.json<Request>()
  expect(request).toMatchObject({
    patient: own.patient,
    status: 'pending',
    file: null,
    public_prescription: null,
    note: 'Two months, please',
  })
  const seen = await people.pharmacist.call('GET', `${REQUESTS}${request.id}/`)
  expect(seen.json<Request>().lines).toMatchObject([
    {
      prescribed_drug: lines[0],
      prescription,
      item: remedy.id,
      words: 'one tablet three times a day for 5 days',
      quantity: '15.000',
      prescribed_by_name: 'Test doctor',
    },
  ])
  expect(seen.json<Request>().lines[0]!.dispensed_at).not.toBeNull()
  expect((await people.pharmacist.call('GET', `${REQUESTS}${request.id}/file/`)).status).toBe(404)
  expect((await own.ask(lines)).json()).toMatchObject({ code: 'asked' })
  expect((await own.medicines())[0]).toMatchObject({ refill_refusal: 'asked' })
  const written = await people.pharmacist.call('POST', `${REQUESTS}${request.id}/prescription/`, {
    lines: [{ item: remedy.id, directions: '1 tab tds 5/7' }],
    written_by: 'Test doctor',
  })
  expect(written.status, written.text).toBe(201)
  const made = written.json<{ prescription: number; lines: unknown[] }>()
  expect(made.lines).toHaveLength(1)
  // Handed out in full it is over, and may be asked for again.
  const dispense = (overrides: object[]) =>
    people.pharmacist.call('PATCH', `/patients/prescriptions/${made.prescription}/`, { status: 'dispensed', overrides })
  const { warnings } = (await dispense([])).json<{ warnings: { key: string; severity: string }[] }>()
  const dispensed = await dispense(
    warnings.filter(({ severity }) => severity === 'stop').map(({ key }) => ({ key, reason: 'All of it is used up' })),
  )
  expect(dispensed.status, dispensed.text).toBe(200)
  const [{ id: newest } = { id: 0 }] = await own.medicines()
  expect((await own.ask(lines)).json()).toHaveProperty('lines.0')
  expect((await own.ask([newest])).status).toBe(201)
  const mine = (await own.person.call('GET', REQUESTS)).json<Request[]>()
  expect(mine.map(({ status, lines: of }) => [status, of.length])).toEqual([
    ['pending', 1],
    ['done', 1],
  ])
  const declined = await people.pharmacist.call('PATCH', `${REQUESTS}${mine[0]!.id}/`, {
    status: 'declined',
    answer: 'Too soon',
    version: 1,
  })
  expect(declined.status, declined.text).toBe(200)
  expect((await own.ask([newest])).status).toBe(201)
})

test('what was stopped, is controlled, too old, waits to be fetched or was prescribed anew is refused in words', async () => {
  const own = await anAccount()
  const [controlled, old, waiting, again] = [
    await aTablet(clinic.db),
    await aTablet(clinic.db),
    await aTablet(clinic.db),
    await aTablet(clinic.db),
  ]
  await clinic.db.updateTable('stocked_items').set({ is_controlled: true }).where('item_id', '=', controlled.id).execute()
  const first = await prescribe(own.patient, [{ item: controlled.id }, { item: old.id }, { item: again.id }])
  await age(first.lines[1]!, 200)
  const second = await prescribe(own.patient, [{ item: waiting.id }, { item: again.id }], { isDispensed: false })
  const expected = new Map<number, string | null>([
    [first.lines[0]!, 'controlled'],
    [first.lines[1]!, 'too_old'],
    [first.lines[2]!, 'newer'],
    [second.lines[0]!, 'to_fetch'],
    [second.lines[1]!, 'to_fetch'],
  ])
  const found = await refusals(own)
  expect([...expected.keys()].map((id) => found.get(id))).toEqual([...expected.values()])
  const reply = await own.ask([...expected.keys()])
  expect(reply.status).toBe(400)
  expect(Object.values(reply.json<Record<string, string[]>>()).flat()).toEqual([
    'The doctor must prescribe this medicine each time. Book a visit for it.',
    'This prescription is too old. Book a visit, so that the doctor sees you first.',
    'There is a newer prescription for this medicine. Request that one.',
    'Some of it is still waiting for you at the pharmacy. You do not need to ask.',
    'Some of it is still waiting for you at the pharmacy. You do not need to ask.',
  ])
  expect(await clinic.db.selectFrom('public_prescription_requests').select('id').where('patient_id', '=', own.patient).execute()).toEqual(
    [],
  )
  await clinic.db.updateTable('pharmacy_settings').set({ refill_months: 12 }).execute()
  expect((await own.ask([first.lines[1]!])).status).toBe(201)
  expect((await own.ask([])).status).toBe(400)
})

test('two requests for the same medicine at once are one, whichever prescription they name', async () => {
  const own = await anAccount()
  const remedy = await aTablet(clinic.db)
  const { lines } = await prescribe(own.patient, [{ item: remedy.id }])
  const replies = await Promise.all(Array.from({ length: 5 }, () => own.ask(lines)))
  expect(replies.filter(({ status }) => status === 201)).toHaveLength(1)
  expect(replies.filter(({ status }) => status === 409).map((reply) => reply.json()['code'])).toEqual(Array(4).fill('asked'))
  const kept = await clinic.db.selectFrom('public_prescription_requests').select('id').where('patient_id', '=', own.patient).execute()
  expect(kept).toHaveLength(1)
  const bare = clinic.db.insertInto('public_prescription_requests').values({
    patient_id: own.patient,
    date_created: clinic.clock.now,
    date_changed: clinic.clock.now,
    created_by: own.person.id,
  })
  await expect(bare.execute()).rejects.toThrow('of a file or of lines')
})

test('nobody reads or asks for what is another’s', async () => {
  const [own, other] = [await anAccount(), await anAccount()]
  const remedy = await aTablet(clinic.db, 1000, { name: 'Zebrafinchine' })
  const foreign = await prescribe(other.patient, [{ item: remedy.id }])
  const mine = await prescribe(own.patient, [{ item: (await aTablet(clinic.db)).id }])
  const unknown = await own.ask([2_000_000_000])
  const refused = await own.ask([mine.lines[0]!, foreign.lines[0]!])
  expect([refused.status, refused.text]).toEqual([404, unknown.text])
  expect((await other.ask(foreign.lines)).status).toBe(201)
  const replies = [
    await own.person.call('GET', '/portal/medicines/'),
    await own.person.call('GET', '/portal/prescriptions/'),
    await own.person.call('GET', REQUESTS),
  ]
  for (const reply of replies) expect([reply.status, reply.text.includes('Zebrafinchine')]).toEqual([200, false])
  const unlinked = await clinic.signedInFrom('Patient', 'patient')
  for (const reply of [
    await unlinked.call('GET', '/portal/medicines/'),
    await unlinked.call('GET', '/portal/prescriptions/'),
    await unlinked.call('POST', '/portal/refill-requests/', { lines: foreign.lines }),
  ])
    expect(reply.json()).toMatchObject({ code: 'not_linked' })
  expect((await people.doctor.call('POST', '/portal/refill-requests/', { lines: foreign.lines })).status).toBe(403)
})
