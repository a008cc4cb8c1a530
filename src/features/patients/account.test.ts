import { afterAll, beforeAll, expect, test } from 'vitest'
import { anAccount } from '../../testing/accounts.ts'
import { aPatient } from '../../testing/builders.ts'
import { openTestClinic, type Person, type TestClinic } from '../../testing/clinic.ts'

let clinic: TestClinic
let desk: Person
beforeAll(async () => {
  clinic = await openTestClinic()
  desk = await clinic.signedInFrom('Receptionist')
})
afterAll(() => clinic.close())

const link = (id: number, email: string | null, headers = {}) => desk.call('PUT', `/patients/patients/${id}/account/`, { email }, headers)

test('the desk links a portal account by its e-mail, whose owner then reads the record, and unlinks it', async () => {
  const { id } = await aPatient(clinic.db)
  const owner = await clinic.signedInAs([], 'patient')
  const { email } = await clinic.db.selectFrom('users').select('email').where('id', '=', owner.id).executeTakeFirstOrThrow()
  const profile = async () => (await owner.call('GET', '/patients/patient-profile/')).status
  expect(await profile()).toBe(404)
  const linked = await link(id, email.toUpperCase())
  expect([linked.status, linked.json()]).toMatchObject([200, { user: owner.id, version: 2 }])
  expect(await profile()).toBe(200)
  const unlinked = await link(id, null)
  expect([unlinked.status, unlinked.json()]).toMatchObject([200, { user: null, version: 3 }])
  expect(await profile()).toBe(404)
  const trail = clinic.db.selectFrom('audit_log').select('change').where('patient_id', '=', id).where('action', '=', 'link account')
  expect(await trail.orderBy('id').execute()).toEqual([{ change: { user: [null, owner.id] } }, { change: { user: [owner.id, null] } }])
})

test('only an active account with the role patient can be linked', async () => {
  const { id } = await aPatient(clinic.db)
  const staff = await anAccount(clinic.db, 'nurse')
  const gone = await anAccount(clinic.db, 'patient', { is_active: false })
  for (const email of ['nobody@clinic.example', staff.email, gone.email]) {
    const reply = await link(id, email)
    expect([reply.status, reply.json()]).toEqual([400, { email: ['There is no patient account with this e-mail.'] }])
  }
  expect((await link(id, 'no e-mail')).json()).toHaveProperty('email')
  expect((await link(id, null)).json()).toHaveProperty('email')
  expect((await link(2_000_000, staff.email)).status).toBe(404)
})

test('one account is one patient, and one patient one account', async () => {
  const [first, second] = [await aPatient(clinic.db), await aPatient(clinic.db)]
  const [hers, his] = [await anAccount(clinic.db, 'patient'), await anAccount(clinic.db, 'patient')]
  expect((await link(first.id, hers.email)).status).toBe(200)
  const taken = await link(second.id, hers.email)
  expect([taken.status, taken.json()]).toMatchObject([409, { detail: 'This account belongs to another patient already.' }])
  const twice = await link(first.id, his.email)
  expect([twice.status, twice.json()]).toMatchObject([409, { detail: 'This patient is linked to an account already. Unlink it first.' }])
  expect((await link(second.id, his.email, { 'if-match': '"7"' })).status).toBe(412)
})
