import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { someone } from '../../testing/builders.ts'
import { openTestClinic, type Person, type TestClinic } from '../../testing/clinic.ts'

let clinic: TestClinic
let desk: Person
beforeAll(async () => {
  clinic = await openTestClinic()
  desk = await clinic.signedInFrom('Receptionist')
})
afterAll(() => clinic.close())

const PATIENTS = '/patients/patients/'
interface Body {
  id: number
  unique_id: string
  version: number
  first_name: string
  second_name: string
  age: number | null
}
const register = async (more: object = {}) => {
  const reply = await desk.call('POST', PATIENTS, someone(more))
  expect(reply.status, reply.text).toBe(201)
  return reply.json<Body>()
}

describe('GET /patients/patients/', () => {
  test('the newest come first, page after page, each once', async () => {
    const made = [await register(), await register(), await register()]
    const first = await desk.call('GET', `${PATIENTS}?limit=2&count=true`)
    expect(first.json<Body[]>().map((row) => row.id)).toEqual([made[2]!.id, made[1]!.id])
    expect(Number(first.headers['x-total-count'])).toBeGreaterThanOrEqual(3)
    const next = first.next!
    expect((await desk.call('GET', next)).json<Body[]>()[0]!.id).toBe(made[0]!.id)
  })

  test.each(['name', '-last_visit', '-created'])('sorted by %s, pages neither repeat nor skip anybody', async (sort) => {
    const seen: number[] = []
    let url: string | undefined = `${PATIENTS}?limit=7&sort=${sort}`
    while (url) {
      const reply = await desk.call('GET', url)
      expect(reply.status, reply.text).toBe(200)
      seen.push(...reply.json<Body[]>().map((row) => row.id))
      url = reply.next
    }
    const { n } = await clinic.db
      .selectFrom('patients')
      .where('deactivated_at', 'is', null)
      .select((eb) => eb.fn.countAll<number>().as('n'))
      .executeTakeFirstOrThrow()
    expect([seen.length, new Set(seen).size]).toEqual([n, n])
  })

  test('the names that a page ends with may be as long as names can be, in any script', async () => {
    for (const first of ['王', '小']) await register({ first_name: first.repeat(100), second_name: '明'.repeat(100) })
    const first = await desk.call('GET', `${PATIENTS}?limit=1&sort=name&active=true&gender=female&registered_from=2026-03-02`)
    let url: string | undefined = first.next
    while (url) {
      const reply = await desk.call('GET', url)
      expect(reply.status, reply.text).toBe(200)
      url = reply.next
    }
  })

  test.each(['["\u0000",1]', '["a",9223372036854775808]', '[1e400,1]', '["x"]', '{}'])('the forged cursor %s is refused', async (text) => {
    for (const sort of ['name', '-last_visit', '-created']) {
      const cursor = Buffer.from(text).toString('base64url')
      expect((await desk.call('GET', `${PATIENTS}?sort=${sort}&cursor=${cursor}`)).status, sort).toBe(400)
    }
  })

  test.each([
    'sort=unknown;drop',
    'limit=1e9',
    'limit=0',
    'page=1',
    'gender=x',
    'q[]=1',
    'gender=male&gender=female',
    'cursor=abc',
    'limit=%00',
  ])('?%s is refused by name', async (query) => {
    const reply = await desk.call('GET', `${PATIENTS}?${query}`)
    expect(reply.status).toBe(400)
    expect(Object.keys(reply.json())).toContain(decodeURIComponent(query.split('=')[0]!))
  })
})

describe('GET /patients/patients/{id}/', () => {
  test('reading a record leaves a row in the trail', async () => {
    const { id } = await register()
    expect((await desk.call('GET', `${PATIENTS}${id}/`)).status).toBe(200)
    expect((await desk.call('GET', `/api/patients/patients/${id}`)).status).toBe(200)
    const auditor = await clinic.signedInFrom('Records officer')
    const log = await auditor.call('GET', `${PATIENTS}${id}/access-log/?count=true`)
    expect(log.json<{ action: string }[]>().map((row) => row.action)).toEqual(['read', 'read', 'create'])
    expect(log.headers['x-total-count']).toBe('3')
    expect((await desk.call('GET', `${PATIENTS}${id}/access-log/`)).status).toBe(403)
  })

  test.each(['0', '-1', '9223372036854775808', '1 OR 1=1', 'abc'])('%s is no id', async (id) => {
    expect((await desk.call('GET', `${PATIENTS}${encodeURIComponent(id)}/`)).status).toBe(400)
  })

  test('somebody who is not there, and nobody signed in', async () => {
    expect((await desk.call('GET', `${PATIENTS}2000000/`)).status).toBe(404)
    expect((await clinic.call('GET', `${PATIENTS}1/`)).json()).toMatchObject({ code: 'not_authenticated' })
    const storekeeper = await clinic.signedInFrom('Storekeeper')
    expect((await storekeeper.call('GET', `${PATIENTS}1/`)).status).toBe(403)
  })
})

describe('PUT /patients/patients/{id}/', () => {
  test('a change raises the version and keeps what was not sent; a stale one shows what is there now', async () => {
    const patient = await register({ occupation: 'Teacher' })
    const change = { first_name: 'Wanjikũ', second_name: patient.second_name, gender: 'female', version: 1 }
    const saved = await desk.call('PUT', `${PATIENTS}${patient.id}/`, change)
    expect(saved.json()).toMatchObject({ first_name: 'Wanjikũ', occupation: 'Teacher', version: 2, unique_id: patient.unique_id })
    const late = await desk.call('PUT', `${PATIENTS}${patient.id}/`, change)
    expect([late.status, late.json()]).toMatchObject([412, { code: 'version_conflict', current: { first_name: 'Wanjikũ', version: 2 } }])
    const { version: _, ...rest } = change
    expect((await desk.call('PUT', `${PATIENTS}${patient.id}/`, rest, { 'if-match': '"1"' })).status).toBe(412)
    expect((await desk.call('PUT', `${PATIENTS}${patient.id}/`, rest, { 'if-match': '"2"' })).status).toBe(200)
  })
})

describe('deactivating', () => {
  test('DELETE hides a patient from lists and searches and keeps the record; reactivating brings it back', async () => {
    const officer = await clinic.signedInFrom('Records officer')
    const patient = await register()
    expect((await desk.call('DELETE', `${PATIENTS}${patient.id}/`)).status).toBe(403)
    expect((await officer.call('DELETE', `${PATIENTS}${patient.id}/?reason=Registered%20twice`)).status).toBe(204)
    expect((await officer.call('GET', `/patient/search/?q=${patient.unique_id}`)).json()).toEqual([])
    expect((await officer.call('GET', `${PATIENTS}${patient.id}/`)).json()).toMatchObject({
      is_active: false,
      deactivation_reason: 'Registered twice',
    })
    expect((await officer.call('DELETE', `${PATIENTS}${patient.id}/`)).status).toBe(409)
    expect((await officer.call('POST', `${PATIENTS}${patient.id}/reactivate/`, {})).json()).toMatchObject({ is_active: true })
  })

  test('POST /api/patient/delete-patient does the same by id in the body', async () => {
    const officer = await clinic.signedInFrom('Records officer')
    const { id } = await register()
    expect((await officer.call('POST', '/api/patient/delete-patient', { id })).status).toBe(200)
    expect((await officer.call('POST', '/patient/delete-patient', { id: 2_000_000 })).status).toBe(404)
  })
})

describe('GET /patients/patient-profile/', () => {
  test('what the staff note for each other is not in it, whoever asks', async () => {
    const account = await clinic.signedInAs([], 'patient')
    const { id } = await register({
      alerts: [{ text: 'Shouts at staff' }],
      allergies: [{ substance: 'Latex', category: 'other', severity: 'mild' }],
    })
    await clinic.db.updateTable('patients').set({ user_id: account.id, deactivation_reason: 'Moved away' }).where('id', '=', id).execute()
    for (const person of [account, desk]) {
      const profile = (await person.call('GET', `/patients/patient-profile/?userId=${account.id}`)).json<object>()
      expect(profile).toMatchObject({ id, allergies: [{ substance: 'Latex' }] })
      for (const name of ['alerts', 'deactivation_reason', 'open_visit']) expect(profile).not.toHaveProperty(name)
    }
  })

  test('a patient reads their own record by user id, and nobody else’s', async () => {
    const account = await clinic.signedInAs([], 'patient')
    const stranger = await clinic.signedInAs([], 'patient')
    const { id } = await register()
    await clinic.db.updateTable('patients').set({ user_id: account.id }).where('id', '=', id).execute()
    expect((await account.call('GET', `/patients/patient-profile/?userId=${account.id}`)).json()).toMatchObject({ id })
    expect((await account.call('GET', '/patients/patient-profile/')).json()).toMatchObject({ id })
    expect((await stranger.call('GET', `/patients/patient-profile/?userId=${account.id}`)).json()).toMatchObject({ code: 'not_found' })
    const tried = clinic.db.selectFrom('audit_log').select(['action', 'patient_id']).where('actor_id', '=', stranger.id)
    expect(await tried.execute()).toEqual([{ action: 'denied', patient_id: id }])
    expect((await desk.call('GET', `/patients/patient-profile/?user_id=${account.id}`)).json()).toMatchObject({ id })
    expect((await account.call('GET', `${PATIENTS}${id}/`)).status).toBe(403)
  })
})

test('reading a record, a profile or a card leaves a row in the trail; lists and searches leave none', async () => {
  const { id, first_name, second_name } = await register()
  const owner = await clinic.signedInAs([], 'patient')
  await clinic.db.updateTable('patients').set({ user_id: owner.id }).where('id', '=', id).execute()
  const reader = await clinic.signedInFrom('Receptionist')
  await reader.call('GET', PATIENTS)
  await reader.call('GET', `/patient/search/?q=${first_name}`)
  await reader.call('POST', '/patients/duplicates/', { first_name, second_name })
  const trail = async () =>
    clinic.db.selectFrom('audit_log').select(['action', 'entity', 'patient_id']).where('actor_id', '=', reader.id).orderBy('id').execute()
  expect(await trail()).toEqual([])
  await reader.call('GET', `${PATIENTS}${id}/`)
  await reader.call('GET', `/patients/patient-profile/?user_id=${owner.id}`)
  await reader.call('GET', `${PATIENTS}${id}/card/`)
  expect(await trail()).toEqual([
    { action: 'read', entity: 'patient', patient_id: id },
    { action: 'read', entity: 'patient', patient_id: id },
    { action: 'print', entity: 'patient card', patient_id: id },
  ])
})

test('GET /patients/patients/{id}/card/ prints a card and a wristband', async () => {
  const { id, unique_id } = await register()
  for (const kind of ['card', 'wristband']) {
    const reply = await desk.call('GET', `${PATIENTS}${id}/card/?kind=${kind}`)
    expect([reply.status, reply.headers['content-type']]).toEqual([200, 'application/pdf'])
    expect(reply.headers['content-disposition']).toContain(`${kind}-${unique_id}.pdf`)
    expect(reply.text.startsWith('%PDF')).toBe(true)
  }
})
