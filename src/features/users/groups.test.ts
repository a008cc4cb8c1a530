import { afterAll, beforeAll, expect, test } from 'vitest'
import { permissions, seededGroups } from '#shared/permissions.ts'
import { openTestClinic, type Person, type TestClinic } from '../../testing/clinic.ts'

interface GroupRow {
  id: number
  name: string
  version: number
  members: number
  is_seeded: boolean
  permissions: { id: number; name: string }[]
}

let clinic: TestClinic
let admin: Person
beforeAll(async () => {
  clinic = await openTestClinic()
  admin = await clinic.signedInFrom('System administrator', 'sysadmin')
})
afterAll(() => clinic.close())

const groupCalled = async (name: string) => {
  const [group] = (await admin.call('GET', `/authperms/groups?name=${encodeURIComponent(name)}`)).json<GroupRow[]>()
  return (await admin.call('GET', `/authperms/groups/${group?.id}`)).json<GroupRow>()
}
const put = ({ id, name }: GroupRow, change: object) => admin.call('PUT', `/authperms/groups/${id}`, { name, permissions: [], ...change })
const rightsPath = (id: number | string) => `/authperms/permissions/user/${id}/`
const namesOf = ({ permissions: held }: GroupRow) => held.map(({ name }) => name)

test('listGroups: everybody finds the self-registration group by name and learns of no other', async () => {
  const patient = await clinic.call('GET', '/authperms/groups?name=pATIENT')
  expect([patient.status, patient.json()]).toEqual([200, [{ id: expect.any(Number), name: 'Patient' }]])
  for (const name of ['Nurse', 'System administrator', 'nothing', '', '%', "' or 1=1"])
    expect((await clinic.call('GET', `/authperms/groups?name=${encodeURIComponent(name)}`)).json()).toEqual([])
  expect((await clinic.call('GET', '/authperms/groups')).status).toBe(401)
  const nurse = await clinic.signedInFrom('Nurse')
  expect((await nurse.call('GET', '/authperms/groups')).status).toBe(403)
  expect((await nurse.call('GET', '/authperms/groups?name=Doctor')).json()).toEqual([])
  const all = (await admin.call('GET', '/authperms/groups')).json<GroupRow[]>()
  expect(Object.keys(seededGroups).every((name) => all.some((group) => group.name === name))).toBe(true)
  expect((await admin.call('GET', '/authperms/groups?name=doctor')).json()).toEqual([{ id: expect.any(Number), name: 'Doctor' }])
  expect((await admin.call('GET', '/authperms/groups?group=1')).status).toBe(400)
})

test('getGroup answers its permissions and the number of its members', async () => {
  const group = await groupCalled('Nurse')
  expect(namesOf(group)).toEqual([...(seededGroups['Nurse'] ?? [])].toSorted())
  expect(group).toMatchObject({ is_seeded: true, members: expect.any(Number), version: 1 })
  expect((await clinic.call('GET', `/authperms/groups/${group.id}`)).status).toBe(401)
  expect((await (await clinic.signedInFrom('Nurse')).call('GET', `/authperms/groups/${group.id}`)).status).toBe(403)
  expect((await admin.call('GET', '/authperms/groups/999999')).status).toBe(404)
  expect((await admin.call('GET', '/authperms/groups/x')).status).toBe(400)
})

test('createGroup adds a group, once, of rights that exist', async () => {
  const body = { name: 'Night  desk', permissions: ['patients.view', 'company.view', 'patients.view'] }
  const made = await admin.call('POST', '/authperms/groups', body)
  expect(made.status).toBe(201)
  expect(made.json()).toMatchObject({ name: 'Night desk', is_seeded: false, members: 0, version: 1 })
  expect(namesOf(made.json<GroupRow>())).toEqual(['company.view', 'patients.view'])
  expect((await admin.call('POST', '/authperms/groups', { name: 'NIGHT DESK', permissions: [] })).json()).toEqual({
    name: ['This value is already in use.'],
  })
  expect((await admin.call('POST', '/authperms/groups', { name: 'X', permissions: ['all'] })).status).toBe(400)
  expect((await admin.call('POST', '/authperms/groups', { name: ' ', permissions: [] })).status).toBe(400)
  expect((await clinic.call('POST', '/authperms/groups', body)).status).toBe(401)
  expect((await (await clinic.signedInAs(['users.change', 'users.view'])).call('POST', '/authperms/groups', body)).status).toBe(403)
  const few = await clinic.signedInAs(['groups.change'])
  expect((await few.call('POST', '/authperms/groups', { name: 'Mine', permissions: ['audit.view'] })).status).toBe(403)
})

test('updateGroup: members have the new rights from their next request on', async () => {
  const member = await clinic.signedInFrom('Storekeeper')
  const group = await groupCalled('Storekeeper')
  expect((await member.call('GET', '/users/doctors/')).status).toBe(403)
  const path = `/authperms/groups/${group.id}`
  const body = { name: 'Storekeeper', permissions: [...namesOf(group), 'attendance.view'] }
  const changed = await admin.call('PUT', path, { ...body, version: group.version })
  expect([changed.status, changed.headers['etag'], namesOf(changed.json<GroupRow>()).includes('attendance.view')]).toEqual([
    200,
    '"2"',
    true,
  ])
  expect((await member.call('GET', '/users/doctors/')).status).toBe(200)
  const stale = await admin.call('PUT', path, { ...body, version: 1 })
  expect([stale.status, stale.json<{ current: GroupRow }>().current.version]).toEqual([412, 2])
  expect((await admin.call('PUT', path, { name: 'Storekeeper', permissions: namesOf(group) }, { 'if-match': '"2"' })).status).toBe(200)
  expect((await member.call('GET', '/users/doctors/')).status).toBe(403)
  const trail = await clinic.db
    .selectFrom('audit_log')
    .select('change')
    .where('entity', '=', 'group')
    .where('entity_id', '=', group.id)
    .execute()
  expect(trail[0]?.change).toEqual({ name: ['Storekeeper', 'Storekeeper'], added: ['attendance.view'], removed: [] })
  expect((await clinic.call('PUT', path, body)).status).toBe(401)
  expect((await member.call('PUT', path, body)).status).toBe(403)
  expect((await admin.call('PUT', '/authperms/groups/999999', body)).status).toBe(404)
  expect((await admin.call('PUT', path, { name: 'Storekeeper' })).status).toBe(400)
})

test('the groups that every clinic has keep their names, administrators every right, and patients none', async () => {
  const sysadmin = await groupCalled('System administrator')
  expect((await put(sysadmin, { permissions: permissions.filter((right) => right !== 'audit.view') })).status).toBe(409)
  expect((await put(sysadmin, { name: 'Bosses', permissions })).status).toBe(409)
  expect((await put(sysadmin, { permissions })).status).toBe(200)
  expect((await put(await groupCalled('Patient'), { permissions: ['patients.view'] })).status).toBe(409)
  expect((await put(await groupCalled('Nurse'), { name: 'Sister' })).status).toBe(409)
})

test('nobody adds a right to a group that they do not have, or takes one from themselves', async () => {
  const chief = await clinic.signedInAs(['groups.change', 'users.view', 'company.view'])
  const own = await clinic.db
    .selectFrom('user_groups')
    .innerJoin('groups', 'groups.id', 'group_id')
    .selectAll('groups')
    .where('user_id', '=', chief.id)
    .executeTakeFirstOrThrow()
  const give = (rights: string[]) => chief.call('PUT', `/authperms/groups/${own.id}`, { name: own.name, permissions: rights })
  expect((await give(['groups.change', 'users.view', 'company.view', 'users.change'])).status).toBe(403)
  const demoted = await give(['groups.change', 'users.view'])
  expect([demoted.status, demoted.json<{ code: string }>().code]).toEqual([409, 'own_account'])
  expect(namesOf((await admin.call('GET', `/authperms/groups/${own.id}`)).json<GroupRow>())).toEqual([
    'company.view',
    'groups.change',
    'users.view',
  ])
})

test('listPermissions answers all of them', async () => {
  const rows = (await admin.call('GET', '/authperms/permissions')).json<{ id: number; name: string }[]>()
  expect(rows.map(({ name }) => name).toSorted()).toEqual([...permissions].toSorted())
  expect((await clinic.call('GET', '/authperms/permissions')).status).toBe(401)
  expect((await (await clinic.signedInFrom('Nurse')).call('GET', '/authperms/permissions')).status).toBe(403)
})

test("listUserPermissions answers one's own names, or anybody's to those who may see people", async () => {
  const nurse = await clinic.signedInFrom('Nurse', 'nurse')
  const expected = [...(seededGroups['Nurse'] ?? [])].toSorted()
  expect((await nurse.call('GET', rightsPath(nurse.id))).json()).toEqual(expected)
  expect((await admin.call('GET', rightsPath(nurse.id))).json()).toEqual(expected)
  expect((await nurse.call('GET', rightsPath(admin.id))).status).toBe(403)
  expect((await nurse.call('GET', rightsPath(999_999))).status).toBe(403)
  expect((await admin.call('GET', rightsPath(999_999))).status).toBe(404)
  expect((await admin.call('GET', rightsPath('x'))).status).toBe(400)
  expect((await clinic.call('GET', rightsPath(nurse.id))).status).toBe(401)
})

test('the same people are listed, read, changed and disabled under both addresses', async () => {
  const both = async (path = '') =>
    Promise.all(['/users/users/', '/customuser/users/'].map(async (url) => (await admin.call('GET', `${url}${path}`)).json<unknown>()))
  const { id } = await clinic.signedInFrom('Nurse', 'nurse')
  const [people, again] = await both()
  expect(people).toEqual(expect.arrayContaining([expect.objectContaining({ id })]))
  expect(again).toEqual(people)
  const [before] = (await both(`${id}/`)) as { email: string }[]
  const change = { email: before?.email, first_name: 'Adhiambo', last_name: 'Odhiambo', role: 'nurse' }
  expect((await admin.call('PUT', `/customuser/users/${id}/`, change)).json()).toMatchObject({ id, first_name: 'Adhiambo' })
  expect((await admin.call('DELETE', `/customuser/users/${id}/`)).status).toBe(204)
  const [person, same] = await both(`${id}/`)
  expect(person).toMatchObject({ id, first_name: 'Adhiambo', is_active: false })
  expect(same).toEqual(person)
})
