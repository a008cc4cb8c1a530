import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { bringUpToDate } from '#features/notifications/public.ts'
import { permissions } from '#shared/permissions.ts'
import { aPatient } from '../../testing/builders.ts'
import type { Person, TestClinic } from '../../testing/clinic.ts'
import { minutesAfter, MORNING, openWritingClinic, type WritingClinic } from '../../testing/clinics/writing-clinic.ts'
import { patientAlerts } from './alerts.ts'

// A portal account is as protected as the record: nobody links one, or takes one over, alone.

let writing: WritingClinic
let clinic: TestClinic
let desk: Person
let colleague: Person
let officer: Person
beforeAll(async () => {
  writing = await openWritingClinic()
  clinic = writing.clinic
  desk = await clinic.signedInFrom('Receptionist')
  colleague = await clinic.signedInFrom('Nurse', 'nurse')
  officer = await clinic.signedInFrom('System administrator', 'sysadmin')
})
beforeEach(async () => {
  clinic.clock.now = MORNING
  await writing.clear()
})
afterAll(() => writing.close())

const BORN = '1990-02-03'
const off = () => writing.setUp({ sms_is_on: false, email_is_on: false })
/** An account whose owner is called as the patients of these tests are, unless said otherwise. */
const owner = async (more: object = {}) => {
  const person = await clinic.signedInFrom('Patient', 'patient')
  await clinic.db
    .updateTable('users')
    .set({ first_name: 'Achieng', last_name: 'Ouma', ...more })
    .where('id', '=', person.id)
    .execute()
  return person
}
const aRecord = (more: object = {}) =>
  aPatient(clinic.db, { first_name: 'Achieng', second_name: 'Ouma', date_of_birth: BORN, phone: '0712345678', language: 'en', ...more })
const account = (id: number, more = '') => `/patients/patients/${id}/account/${more}`
const state = async (id: number, by = desk) =>
  (await by.call('GET', account(id))).json<{
    account: object | null
    request: { id: number; way: string; differences: string[]; contacts: string[] } | null
  }>()
/** The desk enters the code that an account shows. */
const enter = async (id: number, ownerId: Person, by = desk) => {
  const { code } = (await ownerId.call('POST', '/portal/link-code/', {})).json<{ code: string }>()
  return by.call('PUT', account(id), { code, account: ownerId.id })
}
const confirm = (id: number, request: number, by: Person, more: object = {}) =>
  by.call('POST', account(id, 'confirm/'), { request, ...more })
const isLinked = async (ownerId: Person) => (await ownerId.call('GET', '/patients/patient-profile/')).status === 200
/** The code in the message that went out last. */
const sentCode = async (at = MORNING) => {
  await writing.run(at)
  return /code is (\d{6})/.exec(writing.gateway.calls.map(({ body }) => body).join('\n'))?.[1]
}
const restrict = async (id: number) =>
  expect((await officer.call('POST', `/patients/patients/${id}/restriction/`, { reason: 'A colleague' })).status).toBe(201)
const reported = async (kind: string) => {
  for (const alert of patientAlerts) await bringUpToDate(clinic.db, alert, clinic.clock.now)
  return (await officer.call('GET', `/notifications/notifications/?kind=${kind}`)).json<{ patient: number }[]>()
}

describe('with a contact on file', () => {
  test('the owner of the account types the code that the contact got, and the patient and the officers are told', async () => {
    const [{ id }, mine] = [await aRecord(), await owner()]
    expect((await enter(id, mine)).json()).toMatchObject({ account: null, request: { way: 'contact', contacts: ['••••••••••678'] } })
    expect(await isLinked(mine)).toBe(false)
    expect((await mine.call('GET', '/portal/link/')).json()).toMatchObject({ request: { way: 'contact', contacts: ['••••••••••678'] } })
    const code = await sentCode()
    expect(code).toMatch(/^\d{6}$/)
    // Nobody reads it in the outbox or the database.
    const kept = await clinic.db.selectFrom('messages').select('body').where('kind', '=', 'account_code').execute()
    expect(kept.at(-1)!.body).toContain('{code}')
    expect(JSON.stringify(kept)).not.toContain(code)
    expect((await desk.call('GET', `/messages/messages/?patient=${id}`)).text).not.toContain(code!)
    expect((await mine.call('POST', '/portal/link/confirm/', { code: ` ${code!.slice(0, 3)} ${code!.slice(3)} ` })).status).toBe(204)
    expect(await isLinked(mine)).toBe(true)
    expect(await state(id)).toMatchObject({ account: { id: mine.id, way: 'contact', linked_by: 'Test receptionist' }, request: null })
    writing.gateway.calls.length = 0
    await writing.run()
    expect(writing.gateway.calls[0]?.body).toContain('an account was linked to your record')
    expect((await reported('account_linked')).map(({ patient }) => patient)).toContain(id)
  })

  test('no member of staff confirms it instead, whoever they are', async () => {
    const [{ id }, mine] = [await aRecord(), await owner()]
    const { request } = (await enter(id, mine)).json<{ request: { id: number } }>()
    for (const by of [desk, colleague, officer]) expect((await confirm(id, request.id, by)).json()).toMatchObject({ code: 'by_contact' })
    expect((await desk.call('POST', '/portal/link/confirm/', { code: '123456' })).status).toBe(403)
    expect(await isLinked(mine)).toBe(false)
  })

  test('the fifth wrong code ends the request, half an hour ends the code, and sending again makes another one', async () => {
    const [{ id }, mine] = [await aRecord(), await owner()]
    await enter(id, mine)
    const first = await sentCode()
    const tried = (code: string) => mine.call('POST', '/portal/link/confirm/', { code })
    clinic.clock.now = minutesAfter(MORNING, 1)
    expect((await mine.call('POST', '/portal/link/code/', {})).status).toBe(204)
    writing.gateway.calls.length = 0
    const second = await sentCode(minutesAfter(MORNING, 1))
    expect(second).not.toBe(first)
    for (let tries = 1; tries <= 5; tries++) expect((await tried(first!)).json()).toHaveProperty('code')
    expect((await tried(second!)).json()).toMatchObject({ code: 'no_request' })
    expect(await isLinked(mine)).toBe(false)
    const other = await owner()
    await enter(id, other)
    writing.gateway.calls.length = 0
    const third = await sentCode(minutesAfter(MORNING, 1))
    await sql`update account_link_requests set code_sent_at = code_sent_at - interval '31 minutes' where user_id = ${other.id} and ended_at is null`.execute(
      clinic.db,
    )
    expect((await other.call('POST', '/portal/link/confirm/', { code: third })).json()).toEqual({
      code: ['This code has expired. Send a new one.'],
    })
  })

  test('a contact that the same person wrote into the record confirms nothing, however long ago', async () => {
    const mine = await owner()
    const made = await desk.call('POST', '/patients/patients/', {
      first_name: 'Achieng',
      second_name: 'Ouma',
      gender: 'female',
      date_of_birth: BORN,
      phone: '0799000001',
      not_a_duplicate: true,
    })
    expect((await enter(made.json<{ id: number }>().id, mine)).json()).toMatchObject({ request: { way: 'colleague', contacts: [] } })
    const { id, version } = await aRecord()
    const changed = await desk.call('PUT', `/patients/patients/${id}/`, {
      first_name: 'Achieng',
      second_name: 'Ouma',
      gender: 'female',
      date_of_birth: BORN,
      phone: '0799000002',
      version,
    })
    expect(changed.status, changed.text).toBe(200)
    expect((await enter(id, await owner())).json()).toMatchObject({ request: { way: 'colleague' } })
    // Nor does one of a year ago.
    const { id: old } = await aRecord()
    const trail = { actor_id: desk.id, entity: 'patient', entity_id: old, patient_id: old, request_id: 'a year ago', ip: '127.0.0.1' }
    const change = JSON.stringify({ phone: [null, '0712345678'] })
    await clinic.db
      .insertInto('audit_log')
      .values({ ...trail, action: 'update', at: minutesAfter(MORNING, -525_600), change })
      .execute()
    expect((await enter(old, await owner())).json()).toMatchObject({ request: { way: 'colleague' } })
    // Written by another, it does.
    const other = await clinic.signedInFrom('Receptionist')
    expect((await enter(id, await owner(), other)).json()).toMatchObject({ request: { way: 'contact' } })
  })
})

const replace = async (id: number, more: object, by = desk) => {
  const { version } = (await by.call('GET', `/patients/patients/${id}/`)).json<{ version: number }>()
  const fields = { first_name: 'Achieng', second_name: 'Ouma', gender: 'female', date_of_birth: BORN }
  expect((await by.call('PUT', `/patients/patients/${id}/`, { ...fields, ...more, version })).status).toBe(200)
}
const sent = async () => {
  await writing.run()
  return writing.gateway.calls.map(({ body }) => body)
}

describe('a contact that is replaced', () => {
  test('is told so once, without a name, whoever replaces it: staff, the portal or a merge', async () => {
    const { id } = await aRecord({ phone: '0712345601' })
    await replace(id, { phone: '0712345601', residence: 'Kibera' })
    expect(await sent()).toEqual([])
    await replace(id, { phone: '0799000021' })
    const [message, ...more] = await sent()
    expect([message, more]).toEqual([expect.stringContaining('254712345601'), []])
    expect(message).toContain('was taken off a patient record')
    expect(message).not.toMatch(/Achieng|Ouma|0799000021/)

    await off()
    const { id: second, mine } = await linked()
    await writing.setUp()
    writing.gateway.calls.length = 0
    const { version } = (await mine.call('GET', '/patients/patient-profile/')).json<{ version: number }>()
    expect((await mine.call('PATCH', '/portal/profile/', { phone: '0799000022', version })).status).toBe(200)
    expect((await sent()).map((body) => body.includes('254712345678') && body.includes('was taken off a patient record'))).toEqual([true])

    expect((await unlink(second)).status).toBe(200)
    writing.gateway.calls.length = 0
    const { id: from } = await aRecord({ phone: '0799000023' })
    expect((await merge(officer, from, second, { take: ['phone'] })).status).toBe(201)
    expect((await sent()).map((body) => body.includes('254799000022') && body.includes('was taken off a patient record'))).toEqual([true])
  })

  test('confirms nothing for the account that wrote the new one while it was on the record', async () => {
    const { id, mine } = await linked()
    await writing.setUp()
    const { version } = (await mine.call('GET', '/patients/patient-profile/')).json<{ version: number }>()
    expect((await mine.call('PATCH', '/portal/profile/', { phone: '0799000024', version })).status).toBe(200)
    expect((await unlink(id)).status).toBe(200)
    expect((await enter(id, mine)).json()).toMatchObject({ request: { way: 'colleague' } })
    expect((await enter(id, await owner())).json()).toMatchObject({ request: { way: 'contact' } })
  })
})

describe('without a way to send', () => {
  test('two members of staff link an account at the counter, and nobody does alone', async () => {
    await off()
    const [{ id }, mine] = [await aRecord(), await owner()]
    const { request } = (await enter(id, mine)).json<{ request: { id: number; way: string } }>()
    expect(request.way).toBe('colleague')
    expect((await confirm(id, request.id, desk)).json()).toMatchObject({ code: 'own_request' })
    const without = await clinic.signedInAs(['patients.view', 'patients.change'])
    expect((await confirm(id, request.id, without)).status).toBe(403)
    expect((await reported('account_to_confirm')).map(({ patient }) => patient)).toContain(id)
    expect(await isLinked(mine)).toBe(false)
    expect((await confirm(id, request.id, colleague)).json()).toMatchObject({ account: { id: mine.id, way: 'colleague' } })
    expect(await isLinked(mine)).toBe(true)
    expect((await confirm(id, request.id, officer)).json()).toMatchObject({ code: 'request_over' })
  })

  test('the database holds it, too: who asked never confirms', async () => {
    await off()
    const [{ id }, mine] = [await aRecord(), await owner()]
    const { request } = (await enter(id, mine)).json<{ request: { id: number } }>()
    const own = sql`update account_link_requests set ended_at = now(), ended_by = requested_by, outcome = 'linked' where id = ${request.id}`
    await expect(own.execute(clinic.db)).rejects.toThrow(/account_link_requests_by_another/)
    for (const change of [sql`requested_by = ${colleague.id}`, sql`way = 'contact'`, sql`user_id = ${desk.id}`])
      await expect(sql`update account_link_requests set ${change} where id = ${request.id}`.execute(clinic.db)).rejects.toThrow(
        /permission denied/,
      )
  })

  test('an account of another name or birth date is linked with a reason alone, and by code never', async () => {
    const [{ id }, mine] = [await aRecord(), await owner({ first_name: 'Mallory', date_of_birth: '1990-02-04' })]
    const { request } = (await enter(id, mine)).json<{ request: { id: number } }>()
    expect(request).toMatchObject({ way: 'colleague', differences: ['name', 'date_of_birth'] })
    expect((await confirm(id, request.id, colleague)).json()).toHaveProperty('note')
    expect((await confirm(id, request.id, colleague, { note: 'Married, seen her passport' })).status).toBe(200)
  })

  test('a request is refused with a reason, and the account asks anew', async () => {
    await off()
    const [{ id }, mine] = [await aRecord(), await owner()]
    const { request } = (await enter(id, mine)).json<{ request: { id: number } }>()
    const refuse = (reason: string) => colleague.call('POST', account(id, 'refuse/'), { request: request.id, reason })
    expect((await refuse('')).json()).toHaveProperty('reason')
    expect((await refuse('Not the patient')).json()).toMatchObject({ account: null, request: null })
    expect((await confirm(id, request.id, officer)).json()).toMatchObject({ code: 'request_over' })
    expect((await enter(id, mine)).status).toBe(200)
  })
})

describe('a restricted record', () => {
  test('is not linked by a receptionist who has its patient at the desk, whatever the account is called', async () => {
    const { id } = await aRecord()
    await restrict(id)
    await officer.call('POST', '/patients/initiate-attendance-process/', { patient: id, reason: 'Fever', track: 'reception' })
    // The patient was sent to the reception: the record is open to those who work there.
    expect((await desk.call('GET', `/patients/patients/${id}/`)).status).toBe(200)
    const mallory = await owner({ first_name: 'Mallory' })
    const { code } = (await mallory.call('POST', '/portal/link-code/', {})).json<{ code: string }>()
    expect((await desk.call('POST', account(id, 'check/'), { code })).status).toBe(403)
    expect((await desk.call('PUT', account(id), { code, account: mallory.id })).status).toBe(403)
    expect((await desk.call('POST', account(id, 'slip/'), {})).status).toBe(403)
    expect(await isLinked(mallory)).toBe(false)
  })

  test('takes two who may restrict records, also with a slip that was printed before and a code that was sent before', async () => {
    const [{ id }, mine] = [await aRecord(), await owner()]
    await enter(id, mine)
    const code = await sentCode()
    await restrict(id)
    expect((await mine.call('POST', '/portal/link/confirm/', { code })).json()).toHaveProperty('code')
    const { request } = (await enter(id, mine, officer)).json<{ request: { id: number; way: string } }>()
    expect(request.way).toBe('colleague')
    expect((await confirm(id, request.id, officer)).json()).toMatchObject({ code: 'own_request' })
    const carer = await clinic.signedInAs(['patients.view', 'patients.change', 'patients.confirm_account', 'attendance.reception'])
    await officer.call('POST', '/patients/initiate-attendance-process/', { patient: id, reason: 'Fever', track: 'reception' })
    expect((await confirm(id, request.id, carer)).status).toBe(403)
    const second = await clinic.signedInFrom('System administrator', 'sysadmin')
    expect((await confirm(id, request.id, second)).status).toBe(200)
    expect(await isLinked(mine)).toBe(true)
  })
})

const linked = async () => {
  await off()
  const [{ id }, mine] = [await aRecord(), await owner()]
  const { request } = (await enter(id, mine)).json<{ request: { id: number } }>()
  expect((await confirm(id, request.id, colleague)).status).toBe(200)
  return { id, mine }
}
const person = async (id: number) => {
  const { email, first_name, last_name, role, version } = (await officer.call('GET', `/users/users/${id}/`)).json<Record<string, unknown>>()
  return { email, first_name, last_name, role, version }
}
const groupId = async (name: string) =>
  (await clinic.db.selectFrom('groups').select('id').where('name', '=', name).executeTakeFirstOrThrow()).id

describe('an account that is on a record', () => {
  test('gets no other password, e-mail, second step or role from staff until it is unlinked', async () => {
    const { id, mine } = await linked()
    const administrator = await clinic.signedInAs(permissions)
    const before = await person(mine.id)
    const attempts = [
      administrator.call('POST', `/users/users/${mine.id}/reset-password/`, {}),
      administrator.call('POST', `/users/users/${mine.id}/reset-second-factor/`, {}),
      administrator.call('PUT', `/users/users/${mine.id}/`, { ...before, email: 'mallory@clinic.example' }),
      administrator.call('PUT', `/users/users/${mine.id}/`, { ...before, role: 'receptionist' }),
      administrator.call('PUT', `/users/users/${mine.id}/`, { ...before, groups: [await groupId('Patient'), await groupId('Nurse')] }),
    ]
    for (const reply of await Promise.all(attempts)) expect([reply.status, reply.json()]).toMatchObject([409, { code: 'linked_account' }])
    expect(await person(mine.id)).toEqual(before)
    expect((await desk.call('POST', account(id, 'unlink/'), { reason: 'Forgot her password' })).status).toBe(200)
    expect((await administrator.call('POST', `/users/users/${mine.id}/reset-password/`, {})).json()).toHaveProperty('one_time_password')
  })

  test('is not taken over by users.change alone: out of the group of patients and into it again is no new password', async () => {
    const { mine } = await linked()
    await clinic.db
      .insertInto('second_factors')
      .values({ user_id: mine.id, secret: Buffer.alloc(40), confirmed_at: MORNING })
      .execute()
    const clerk = await clinic.signedInAs(['users.view', 'users.change'])
    for (const groups of [[], [await groupId('Patient')]]) {
      const { version: _seen, ...fields } = await person(mine.id)
      const reply = await clerk.call('PUT', `/users/users/${mine.id}/`, { ...fields, groups })
      expect([reply.status, reply.json()]).toMatchObject([200, { one_time_password: null, must_change_password: false }])
    }
    const factor = clinic.db.selectFrom('second_factors').select('user_id').where('user_id', '=', mine.id)
    expect(await factor.execute()).toHaveLength(1)
    expect(await isLinked(mine)).toBe(true)
  })

  test('loses what it waits for when staff change how it signs in', async () => {
    await off()
    const [{ id }, mine] = [await aRecord(), await owner()]
    const { request } = (await enter(id, mine)).json<{ request: { id: number } }>()
    expect((await officer.call('POST', `/users/users/${mine.id}/reset-password/`, {})).status).toBe(200)
    expect((await confirm(id, request.id, colleague)).json()).toMatchObject({ code: 'request_over' })
  })
})

const MERGER = ['patients.view', 'patients.change', 'patients.merge', 'patients.confirm_account'] as const
/** What somebody is answered who merges two records, whatever stands in the way. */
const merge = async (by: Person, from: number, into: number, more: object = {}) => {
  const preview = (await by.call('GET', `/patients/merges/preview/?from=${from}&into=${into}`)).json<{
    seen: string
    into: { unique_id: string }
  }>()
  return by.call('POST', '/patients/merges/', { from, into, seen: preview.seen, typed_number: preview.into.unique_id, ...more })
}
const unlink = (id: number) => officer.call('POST', account(id, 'unlink/'), { reason: 'To be merged' })

describe('a merge', () => {
  test('with a record that has an account is refused, whichever stays and whoever merges: it would read another record', async () => {
    const { id, mine } = await linked()
    const victim = await aRecord({ first_name: 'Zawadi', second_name: 'Victim' })
    await clinic.db
      .insertInto('problems')
      .values({ patient_id: victim.id, title: 'Secret of the victim', recorded_at: MORNING, changed_at: MORNING })
      .execute()
    const number = (await clinic.db.selectFrom('patients').select('unique_id').where('id', '=', id).executeTakeFirstOrThrow()).unique_id
    for (const by of [await clinic.signedInAs([...MERGER]), officer])
      for (const [from, into] of [
        [victim.id, id],
        [id, victim.id],
      ] as const)
        expect((await merge(by, from, into)).json()).toMatchObject({ code: 'stopped', stops: [{ reason: 'account', text: number }] })
    expect((await mine.call('GET', '/portal/data/')).text).not.toContain('Secret of the victim')
    // The database holds it, too.
    const direct = sql`select merge_patients(${victim.id}, ${id}, '{}', '{}', '{}'::jsonb, now(), ${officer.id})`
    await expect(direct.execute(clinic.db)).rejects.toThrow(/portal account/)
    // Unlinked, it is merged; the account reads nothing of it until the link is asked for and confirmed anew, and undoing opens nothing.
    expect((await unlink(id)).status).toBe(200)
    const { id: merged } = (await merge(officer, victim.id, id)).json<{ id: number }>()
    expect(await isLinked(mine)).toBe(false)
    expect((await officer.call('POST', `/patients/merges/${merged}/undo/`, {})).status).toBe(200)
    expect(await isLinked(mine)).toBe(false)
  })

  test('ends what waits for either record: the code that was sent before opens nothing after', async () => {
    const [{ id }, mine] = [await aRecord(), await owner()]
    await enter(id, mine)
    const code = await sentCode()
    const victim = await aRecord({ first_name: 'Zawadi', second_name: 'Victim' })
    expect((await merge(officer, victim.id, id)).status).toBe(201)
    expect((await mine.call('POST', '/portal/link/confirm/', { code })).json()).toMatchObject({ code: 'no_request' })
    expect(await isLinked(mine)).toBe(false)
  })

  test('leaves the contact to confirm only where both records had it, and whoever merged confirms nothing', async () => {
    const merger = await clinic.signedInAs([...MERGER])
    const asked = async (one: object, other: object, more: object = {}) => {
      const [from, into] = [await aRecord(one), await aRecord(other)]
      expect((await merge(merger, from.id, into.id, more)).status).toBe(201)
      return { id: into.id, ...(await enter(into.id, await owner())).json<{ request: { id: number; way: string } }>() }
    }
    expect((await asked({}, {})).request.way).toBe('contact')
    expect((await asked({ phone: '0799000011' }, {}, { take: ['phone'] })).request.way).toBe('colleague')
    const { id, request } = await asked({ phone: '0799000012' }, {})
    expect(request.way).toBe('colleague')
    expect((await confirm(id, request.id, merger)).json()).toMatchObject({ code: 'own_merge' })
    expect((await confirm(id, request.id, colleague)).status).toBe(200)
  })
})
