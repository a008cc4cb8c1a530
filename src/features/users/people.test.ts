import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Permission } from '#shared/permissions.ts'
import { anAccount, signIn, signedIn } from '../../testing/accounts.ts'
import { openTestClinic, type Person, type TestClinic } from '../../testing/clinic.ts'

interface UserRow {
  id: number
  email: string
  first_name: string
  role: string
  groups: { id: number; name: string }[]
  is_active: boolean
  version: number
  one_time_password?: string | null
}

let clinic: TestClinic
let admin: Person
beforeAll(async () => {
  clinic = await openTestClinic()
  admin = await clinic.signedInFrom('System administrator', 'sysadmin')
})
afterAll(() => clinic.close())

let serial = 0
const registered = { title: 'Medical officer', registration_number: 'MDP-0001' }
const input = (overrides: Record<string, unknown> = {}) => ({
  email: `staff${++serial}@clinic.example`,
  first_name: 'Otieno',
  last_name: 'Odhiambo',
  role: 'nurse',
  ...overrides,
})
const groupId = async (name: string) =>
  (await clinic.db.selectFrom('groups').select('id').where('name', '=', name).executeTakeFirstOrThrow()).id
const add = async (overrides: Record<string, unknown> = {}, by = admin) => {
  const reply = await by.call('POST', '/users/users/', input(overrides))
  expect([reply.status, reply.text]).toEqual([201, expect.any(String)])
  return reply.json<UserRow>()
}
const put = (by: Person, person: UserRow, change: Record<string, unknown>) => {
  const { email, first_name, role } = person
  return by.call('PUT', `/users/users/${person.id}/`, { email, first_name, last_name: 'Odhiambo', role, ...change })
}

test.each(['/users/users/', '/customuser/users/', '/accounts/register/', '/api/users/users/'])(
  'createUser at %s: an administrator adds staff, who sign in with a one-time password and change it',
  async (path) => {
    const reply = await admin.call('POST', path, input({ group: 4, profession: 'Clinical officer', date_of_birth: '1990-03-03' }))
    expect(reply.status).toBe(201)
    const made = reply.json<UserRow>()
    expect(made).toMatchObject({ role: 'nurse', is_active: true, must_change_password: true, age: 35, version: 1 })
    expect(made.groups.map(({ name }) => name)).toEqual(['Nurse'])
    expect(made.one_time_password).toMatch(/^([0-9a-z]{4}-){4}[0-9a-z]{4}$/)
    expect(JSON.stringify(made)).not.toContain('hash')
    const { headers } = await signedIn(clinic, made.email, made.one_time_password ?? '')
    expect((await clinic.call('GET', '/users/doctors/', undefined, headers)).status).toBe(403)
    const trail = await clinic.db
      .selectFrom('audit_log')
      .selectAll()
      .where('entity_id', '=', made.id)
      .where('entity', '=', 'user')
      .execute()
    expect(trail.map(({ action, actor_id }) => [action, actor_id])).toEqual([['create', admin.id]])
    expect(JSON.stringify(trail)).not.toContain(made.one_time_password)
  },
)

test('createUser with a password needs no change at the first sign-in, and refuses what is broken or taken', async () => {
  const made = await add({ password: 'kahawa chungu asubuhi' })
  expect(made).toMatchObject({ must_change_password: false, one_time_password: null })
  expect((await signIn(clinic, made.email, 'kahawa chungu asubuhi')).status).toBe(200)
  const broken: [Record<string, unknown>, string][] = [
    [{ email: 'x' }, 'email'],
    [{ role: 'god' }, 'role'],
    [{ first_name: '\u200b' }, 'first_name'],
    [{ groups: [999_999] }, 'groups'],
    [{ password: 'hospital123' }, 'password'],
    [{ is_superuser: true }, 'is_superuser'],
    [{ version: 3 }, 'version'],
  ]
  for (const [change, field] of broken) {
    const reply = await admin.call('POST', '/users/users/', input(change))
    expect([field, reply.status, Object.keys(reply.json<object>())]).toEqual([field, 400, [field]])
  }
  const taken = await admin.call('POST', '/users/users/', input({ email: made.email.toUpperCase() }))
  expect([taken.status, taken.json()]).toMatchObject([
    409,
    { code: 'account_exists', existing: { id: made.id, is_self_registered: false } },
  ])
})

test('people are for those who may see and change them', async () => {
  const viewer = await clinic.signedInAs(['users.view'])
  const other = await clinic.signedInAs(['patients.view'])
  const target = await add()
  const calls = [
    ['GET', '/users/users/'],
    ['GET', '/users/doctors/'],
    ['GET', `/users/users/${target.id}/`],
    ['POST', '/users/users/', input()],
    ['PUT', `/users/users/${target.id}/`, input()],
    ['DELETE', `/users/users/${target.id}/`],
    ['POST', `/users/users/${target.id}/reset-password/`, {}],
  ] as const
  for (const [method, path, body] of calls) {
    expect([path, (await clinic.call(method, path, body)).status]).toEqual([path, 401])
    expect([path, (await other.call(method, path, body)).status]).toEqual([path, 403])
    if (method !== 'GET') expect([path, (await viewer.call(method, path, body)).status]).toEqual([path, 403])
  }
  expect((await viewer.call('GET', `/users/users/${target.id}/`)).json()).toMatchObject({ id: target.id, email: target.email })
  for (const [method, path, body] of calls.filter(([, path]) => path.includes(String(target.id))))
    expect((await admin.call(method, path.replace(String(target.id), '999999'), body)).status).toBe(404)
})

test('listUsers answers everybody by name, or pages of them, filtered', async () => {
  const nurse = await groupId('Nurse')
  for (const [first_name, last_name] of [
    ['Zuhura', 'Ábel'],
    ['Baraka', 'abel'],
    ['Neema', 'Zulu'],
    ['Per%cent', 'Under_score'],
  ])
    await add({ first_name, last_name })
  const get = async (query: string) => {
    const reply = await admin.call('GET', `/users/users/${query}`)
    expect([query, reply.status]).toEqual([query, 200])
    return { rows: reply.json<UserRow[]>(), headers: reply.headers }
  }
  const { rows: all } = await get('')
  expect(all.length).toBe((await clinic.db.selectFrom('users').select('id').execute()).length)
  const paged: number[] = []
  let next: string | undefined = '?limit=3&count=true'
  for (let pages = 0; next !== undefined && pages < 50; pages++) {
    const page: Awaited<ReturnType<typeof get>> = await get(next)
    expect(page.headers['x-total-count']).toBe(String(all.length))
    paged.push(...page.rows.map(({ id }) => id))
    next = /<\/users\/users\/([^>]+)>; rel="next"/.exec(String(page.headers['link'] ?? ''))?.[1]
  }
  expect(paged).toEqual(all.map(({ id }) => id))
  const names = async (query: string) => (await get(query)).rows.map(({ first_name }) => first_name)
  expect(await names('?q=abel')).toEqual(['Baraka', 'Zuhura'])
  expect(await names('?q=ABEL&limit=1')).toEqual(['Baraka'])
  expect(await names('?q=neema%20zu')).toEqual(['Neema'])
  expect((await names('?q=%25')).length).toBe(all.length)
  expect(await names('?q=per%25cent')).toEqual(['Per%cent'])
  expect(await names("?q=o'%20or%201%3D1")).toEqual([])
  expect((await get(`?group_id=${nurse}&role=nurse&active=true`)).rows.every(({ role }) => role === 'nurse')).toBe(true)
  expect((await get(`?user_id=${admin.id}`)).rows.map(({ id }) => id)).toEqual([admin.id])
  expect((await get('?active=false&group_id=999')).rows).toEqual([])
  for (const query of ['?role=god', '?sort=name', '?limit=0', '?limit=101', '?cursor=x', '?active=1', '?q=a&q=b', '?group_id=0'])
    expect([query, (await admin.call('GET', `/users/users/${query}`)).status]).toEqual([query, 400])
})

test('listDoctors answers the active doctors, without secrets', async () => {
  const doctor = await add({ role: 'doctor', profession: 'Paediatrician', last_name: 'Aaron', ...registered })
  const gone = await add({ role: 'doctor', is_active: false, ...registered })
  const reception = await clinic.signedInFrom('Receptionist')
  const rows = (await reception.call('GET', '/users/doctors/')).json<UserRow[]>()
  expect(rows[0]).toEqual({ id: doctor.id, first_name: 'Otieno', last_name: 'Aaron', profession: 'Paediatrician' })
  expect(rows.some(({ id }) => id === gone.id)).toBe(false)
})

test('updateUser changes a person; a role brings its group; absent fields stay; stale versions are told', async () => {
  const person = await add({ phone: '0712345678' })
  const extra = await groupId('Cashier')
  const first = await put(admin, person, { first_name: 'Onyango', version: 1, group: 7 })
  expect([first.status, first.headers['etag']]).toEqual([200, '"2"'])
  expect(first.json()).toMatchObject({ first_name: 'Onyango', phone: '0712345678', version: 2 })
  const stale = await put(admin, person, { version: 1 })
  expect([stale.status, stale.json<{ current: UserRow }>().current.version]).toEqual([412, 2])
  expect((await admin.call('PUT', `/users/users/${person.id}/`, input({ email: person.email }), { 'if-match': '"1"' })).status).toBe(412)
  const doctor = (await put(admin, person, { role: 'doctor', phone: null, ...registered })).json<UserRow>()
  expect([doctor.role, doctor.groups.map(({ name }) => name), doctor]).toEqual([
    'doctor',
    ['Doctor'],
    expect.objectContaining({ phone: null }),
  ])
  const both = (await put(admin, doctor, { groups: [...doctor.groups.map(({ id }) => id), extra] })).json<UserRow>()
  expect(both.groups.map(({ name }) => name)).toEqual(['Cashier', 'Doctor'])
  expect((await put(admin, both, { role: 'nurse' })).json<UserRow>().groups.map(({ name }) => name)).toEqual(['Cashier', 'Nurse'])
  expect((await put(admin, person, { email: (await add()).email })).json()).toEqual({ email: ['This value is already in use.'] })
  expect((await put(admin, person, { groups: [999_999] })).status).toBe(400)
  expect((await put(admin, person, { id: 1 })).json()).toMatchObject({ id: person.id })
  const trail = await clinic.db
    .selectFrom('audit_log')
    .select('change')
    .where('entity_id', '=', person.id)
    .where('action', '=', 'update')
    .execute()
  expect(trail[0]?.change).toEqual({ first_name: ['Otieno', 'Onyango'] })
})

test('a right that was given or taken counts from the next request', async () => {
  const { id, email } = await anAccount(clinic.db, 'storekeeper')
  const { headers } = await signedIn(clinic, email)
  const look = async () => (await clinic.call('GET', '/users/doctors/', undefined, headers)).status
  const rights = async () => (await clinic.call('GET', `/authperms/permissions/user/${id}/`, undefined, headers)).json<string[]>()
  expect([await look(), (await rights()).includes('attendance.view')]).toEqual([403, false])
  const row = { id, email, first_name: 'Amina', role: 'storekeeper' } as UserRow
  expect((await put(admin, row, { groups: [await groupId('Doctor')] })).status).toBe(200)
  expect([await look(), (await rights()).includes('attendance.view')]).toEqual([200, true])
  expect((await put(admin, row, { groups: [] })).status).toBe(200)
  expect([await look(), await rights()]).toEqual([403, []])
})

test('disableUser signs the person out at once and keeps the row; enabling lets them in again', async () => {
  const { id, email } = await anAccount(clinic.db, 'nurse')
  const { headers } = await signedIn(clinic, email)
  expect((await admin.call('DELETE', `/users/users/${id}/`)).status).toBe(204)
  expect((await clinic.call('GET', '/users/me/', undefined, headers)).status).toBe(401)
  expect((await signIn(clinic, email)).status).toBe(401)
  expect((await admin.call('DELETE', `/users/users/${id}/`)).status).toBe(204)
  const row = (await admin.call('GET', `/users/users/${id}/`)).json<UserRow>()
  expect([row.is_active, row.version]).toEqual([false, 2])
  expect((await put(admin, row, { is_active: true })).status).toBe(200)
  expect((await clinic.call('GET', '/users/me/', undefined, headers)).status).toBe(401)
  expect((await signIn(clinic, email)).status).toBe(200)
  const again = await signedIn(clinic, email)
  expect((await put(admin, row, { is_active: false })).status).toBe(200)
  expect((await clinic.call('GET', '/users/me/', undefined, again.headers)).status).toBe(401)
})

test('resetPassword gives a one-time password and ends every session', async () => {
  const { id, email } = await anAccount(clinic.db, 'nurse')
  const { headers } = await signedIn(clinic, email)
  const reply = await admin.call('POST', `/users/users/${id}/reset-password/`, {})
  const { one_time_password } = reply.json<{ one_time_password: string }>()
  expect(reply.status).toBe(200)
  expect((await clinic.call('GET', '/users/me/', undefined, headers)).status).toBe(401)
  expect((await signIn(clinic, email)).status).toBe(401)
  expect((await signIn(clinic, email, one_time_password)).status).toBe(200)
  clinic.clock.now = new Date(clinic.clock.now.getTime() + 8 * 86_400_000)
  expect((await signIn(clinic, email, one_time_password)).status).toBe(401)
  clinic.clock.now = new Date(clinic.clock.now.getTime() - 8 * 86_400_000)
  const trail = await clinic.db.selectFrom('audit_log').selectAll().where('entity_id', '=', id).execute()
  expect(JSON.stringify(trail)).not.toContain(one_time_password)
})

test('nobody grants rights that they do not have, and only a holder of groups.change adds rights', async () => {
  const nurseRights = ['users.view', 'users.change', 'company.view'] as const satisfies Permission[]
  const clerk = await clinic.signedInAs(nurseRights)
  const chief = await clinic.signedInAs([...nurseRights, 'groups.change'])
  const [store, adminGroup] = [await groupId('Storekeeper'), await groupId('System administrator')]
  const refused = await clerk.call('POST', '/users/users/', input({ role: 'doctor' }))
  const denied = await clinic.db.selectFrom('audit_log').select(['action', 'change']).where('actor_id', '=', clerk.id).execute()
  expect(denied).toEqual([{ action: 'denied', change: { call: 'POST /users/users/' } }])
  expect([refused.status, refused.json<{ detail: string }>().detail]).toEqual([403, expect.stringContaining('attendance.doctor')])
  expect((await clerk.call('POST', '/users/users/', input({ role: 'sysadmin', groups: [] }))).status).toBe(403)
  expect((await clerk.call('POST', '/users/users/', input({ role: 'patient', groups: [adminGroup] }))).status).toBe(403)
  const patient = await add({ role: 'patient' }, clerk)
  expect((await put(clerk, patient, { groups: [store] })).status).toBe(403)
  expect((await put(clerk, patient, { first_name: 'Otis' })).status).toBe(200)
  expect((await put(chief, patient, { groups: [adminGroup] })).status).toBe(403)
  expect((await put(chief, patient, { role: 'sysadmin', groups: [] })).status).toBe(403)
  for (const by of [clerk, chief]) {
    const self = (await by.call('GET', `/users/users/${by.id}/`)).json<UserRow>()
    expect((await put(by, self, { groups: [...self.groups.map(({ id }) => id), adminGroup] })).status).toBe(403)
  }
})

test('an account with permissions that the user lacks is not changed: no new password, address, name or telephone, and no end', async () => {
  const clerk = await clinic.signedInAs(['users.view', 'users.change'])
  const above = (await clerk.call('GET', `/users/users/${admin.id}/`)).json<UserRow>()
  expect((await clerk.call('POST', `/users/users/${admin.id}/reset-password/`, {})).status).toBe(403)
  expect((await clerk.call('DELETE', `/users/users/${admin.id}/`)).status).toBe(403)
  expect((await put(clerk, above, { email: 'mine@clinic.example' })).status).toBe(403)
  expect((await put(clerk, above, { groups: [] })).status).toBe(403)
  expect((await put(clerk, above, { is_active: false })).status).toBe(403)
  expect((await put(clerk, above, { phone: '0712345678' })).status).toBe(403)
  expect((await put(clerk, above, {})).status).toBe(403)
})

test('nobody disables or demotes themselves', async () => {
  const other = await clinic.signedInFrom('System administrator', 'sysadmin')
  const self = (await other.call('GET', `/users/users/${other.id}/`)).json<UserRow>()
  const replies = [
    await other.call('DELETE', `/users/users/${other.id}/`),
    await put(other, self, { is_active: false }),
    await put(other, self, { groups: [] }),
    await put(other, self, { role: 'nurse' }),
  ]
  expect(replies.map((reply) => [reply.status, reply.json<{ code: string }>().code])).toEqual(replies.map(() => [409, 'own_account']))
  await put(admin, self, { is_active: false })
})

test('an administrator signs somebody out everywhere; the password stays, and whoever has more rights is out of reach', async () => {
  const nurse = await anAccount(clinic.db, 'nurse')
  const { headers } = await signedIn(clinic, nurse.email)
  const path = `/users/users/${nurse.id}/end-sessions/`
  const clerk = await clinic.signedInAs(['users.view', 'users.change'])
  expect((await clerk.call('POST', path, {})).status).toBe(403)
  expect((await clinic.call('GET', '/users/me/', undefined, headers)).status).toBe(200)
  expect((await admin.call('POST', path, {})).status).toBe(204)
  expect((await clinic.call('GET', '/users/me/', undefined, headers)).status).toBe(401)
  expect((await signIn(clinic, nurse.email)).status).toBe(200)
})

const refusedFields = async (reply: Promise<{ status: number; json<T>(): T }>) => {
  const answer = await reply
  return [answer.status, Object.keys(answer.json<object>())]
}

test('who gets a right to sign documents needs title and registration number, in every way to it', async () => {
  const both = ['title', 'registration_number']
  expect(await refusedFields(admin.call('POST', '/users/users/', input({ role: 'doctor' })))).toEqual([400, both])
  expect(await refusedFields(admin.call('POST', '/users/users/', input({ role: 'labtech', title: 'Technologist' })))).toEqual([
    400,
    ['registration_number'],
  ])
  // Who administers the program, and who dispenses, signs nothing by that.
  for (const role of ['sysadmin', 'pharmacist', 'nurse']) await add({ role })
  const nurse = await add()
  expect(await refusedFields(put(admin, nurse, { role: 'doctor' }))).toEqual([400, both])
  expect(await refusedFields(put(admin, nurse, { groups: [await groupId('Nurse'), await groupId('Doctor')] }))).toEqual([400, both])
  const name = `Signing ${++serial}`
  const group = (await admin.call('POST', '/authperms/groups', { name, permissions: ['patients.view'] })).json<{ id: number }>().id
  expect((await put(admin, nurse, { groups: [group] })).status).toBe(200)
  const widened = await admin.call('PUT', `/authperms/groups/${group}`, { name, permissions: ['patients.view', 'letters.write'] })
  expect([widened.status, widened.json()]).toMatchObject([409, { code: 'registration_needed', people: [nurse.id] }])
  expect(widened.json<{ detail: string }>().detail).toContain('Otieno Odhiambo')
  expect((await put(admin, nurse, { ...registered, registration_council: 'Council' })).status).toBe(200)
  expect((await admin.call('PUT', `/authperms/groups/${group}`, { name, permissions: ['patients.view', 'letters.write'] })).status).toBe(
    200,
  )

  // Nobody writes a number for themselves without the right to change accounts.
  const doctor = await clinic.signedInFrom('Doctor', 'doctor')
  expect((await doctor.call('PATCH', '/users/me/', { registration_number: 'MINE' })).status).toBe(400)
  expect((await doctor.call('GET', '/users/me/')).json()).toMatchObject({ registration_number: 'TEST-0001', lacks_registration: false })
  const long = await admin.call('POST', '/users/users/', input({ role: 'doctor', ...registered, registration_number: 'x'.repeat(41) }))
  expect([long.status, Object.keys(long.json())]).toEqual([400, ['registration_number']])
})
