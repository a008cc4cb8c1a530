import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Permission, Role } from '#shared/permissions.ts'
import { anAccount, signedIn } from '../../testing/accounts.ts'
import { openTestClinic, type Person, type TestClinic } from '../../testing/clinic.ts'

// A user changes an account or a group only if they hold every permission that it holds.

interface Account {
  id: number
  email: string
  first_name: string
  last_name: string
  role: Role
  profession: string | null
  version: number
  groups: { id: number; name: string }[]
}
interface Group {
  id: number
  name: string
  version: number
  permissions: { name: string }[]
}

const CLERK = ['users.view', 'users.change', 'company.view'] as const satisfies Permission[]
let clinic: TestClinic
let admin: Person
/** Changes accounts, and holds no permission of those who treat, prescribe or administer. */
let clerk: Person
/** Changes groups, and holds little else. */
let chief: Person
beforeAll(async () => {
  clinic = await openTestClinic()
  admin = await clinic.signedInFrom('System administrator', 'sysadmin')
  clerk = await clinic.signedInAs(CLERK)
  chief = await clinic.signedInAs([...CLERK, 'groups.change'])
})
afterAll(() => clinic.close())

const groupId = async (name: string) =>
  (await clinic.db.selectFrom('groups').select('id').where('name', '=', name).executeTakeFirstOrThrow()).id
const read = async (id: number) => (await admin.call('GET', `/users/users/${id}/`)).json<Account>()
const put = async (by: Person, id: number, change: object) => {
  const { email, first_name, last_name, role } = await read(id)
  return by.call('PUT', `/users/users/${id}/`, { email, first_name, last_name, role, ...change })
}
let serial = 0
const addGroup = async (permissions: readonly Permission[]) => {
  const name = `Group ${++serial}`
  return (await admin.call('POST', '/authperms/groups', { name, permissions })).json<Group>()
}

const rename = (headers: Record<string, string>, body: object) => clinic.call('PATCH', '/users/me/', body, headers)
const change = (by: Person, { id, name, permissions }: Group, body: object) =>
  by.call('PUT', `/authperms/groups/${id}`, { name, permissions: permissions.map((one) => one.name), ...body })

describe('an account', () => {
  const names = { first_name: 'Forged', last_name: 'Name' }

  test.each(['doctor', 'sysadmin', 'pharmacist', 'nurse', 'cashier'] as const)(
    'of a %s is not renamed, moved, opened, ended or disabled with users.change alone',
    async (role) => {
      const { id } = await anAccount(clinic.db, role)
      const before = await read(id)
      const replies = [
        ...[
          { first_name: 'Forged' },
          { last_name: 'Forged' },
          { profession: 'Surgeon' },
          { phone: '0712345678' },
          { date_of_birth: '1990-01-01' },
          { email: 'forged@clinic.example' },
          { role: 'patient' },
          { groups: [] },
          { is_active: false },
        ].map((change) => () => put(clerk, id, change)),
        () => clerk.call('DELETE', `/users/users/${id}/`),
        ...['reset-password', 'end-sessions', 'reset-second-factor'].map(
          (action) => () => clerk.call('POST', `/users/users/${id}/${action}/`, {}),
        ),
      ]
      for (const ask of replies) {
        const reply = await ask()
        expect([reply.status, reply.json<{ detail: string }>().detail]).toEqual([
          403,
          expect.stringMatching(/^This person has permissions that you do not have: .+\. Only a user who has them/),
        ])
      }
      expect(await read(id)).toEqual(before)
      expect((await put(admin, id, names)).status).toBe(200)
    },
  )

  test('that is disabled, or without any group, is protected by its groups and its role still: its name stands on what it signed', async () => {
    const disabled = await anAccount(clinic.db, 'doctor', { is_active: false })
    const bare = await anAccount(clinic.db, 'doctor')
    await clinic.db.deleteFrom('user_groups').where('user_id', '=', bare.id).execute()
    for (const { id } of [disabled, bare]) {
      expect((await put(clerk, id, names)).status).toBe(403)
      expect((await put(clerk, id, { is_active: true })).status).toBe(403)
      expect((await clerk.call('POST', `/users/users/${id}/reset-password/`, {})).status).toBe(403)
    }
  })

  test('with no more permissions than one has may be changed', async () => {
    const { id } = await anAccount(clinic.db, 'patient')
    expect((await put(clerk, id, names)).status).toBe(200)
    const equal = await clinic.signedInAs(CLERK, 'patient')
    expect((await put(clerk, equal.id, names)).json()).toMatchObject(names)
  })
})

describe('one’s own account', () => {
  test('of staff keeps its name, which is printed; telephone and preferences change, and names sent unchanged are accepted', async () => {
    const { id, email } = await anAccount(clinic.db, 'doctor')
    const { headers } = await signedIn(clinic, email)
    for (const field of ['first_name', 'last_name']) {
      const reply = await rename(headers, { [field]: 'Forged' })
      expect([reply.status, reply.json<{ detail: string }>().detail]).toEqual([403, expect.stringContaining(field)])
    }
    const same = await rename(headers, { first_name: 'Amina', last_name: 'Yusuf', phone: '0712345678', preferences: { language: 'sw' } })
    expect(same.json()).toMatchObject({ first_name: 'Amina', phone: '0712345678' })
    expect(await read(id)).toMatchObject({ first_name: 'Amina', last_name: 'Yusuf' })
  })

  test('of a patient, or of who changes accounts, may be renamed by itself', async () => {
    const { email } = await anAccount(clinic.db, 'patient')
    const { headers } = await signedIn(clinic, email)
    expect((await rename(headers, { first_name: 'Zawadi' })).json()).toMatchObject({ first_name: 'Zawadi' })
    expect((await admin.call('PATCH', '/users/me/', { first_name: 'Zawadi' })).status).toBe(200)
  })

  test('joins no group with users.change alone, not even one without permissions: announcements are addressed to groups', async () => {
    const board = await addGroup([])
    const own = await read(clerk.id)
    const ids = own.groups.map(({ id }) => id)
    expect((await put(clerk, clerk.id, { groups: [...ids, board.id] })).status).toBe(403)
    const helper = { email: 'helper@clinic.example', first_name: 'A', last_name: 'B', role: 'patient', groups: [board.id] }
    expect((await clerk.call('POST', '/users/users/', helper)).status).toBe(403)
    const { id } = await anAccount(clinic.db, 'patient')
    expect((await put(clerk, id, { groups: [board.id] })).status).toBe(403)
    expect((await put(chief, id, { groups: [board.id] })).status).toBe(200)
    expect((await read(clerk.id)).groups).toEqual(own.groups)
  })
})

describe('a group', () => {
  test('with a permission that the user lacks is not renamed, and nothing is added to it or removed from it', async () => {
    const group = await addGroup(['audit.view', 'company.view'])
    for (const body of [
      { permissions: [] },
      { permissions: ['company.view'] },
      { permissions: ['audit.view'] },
      { permissions: ['audit.view', 'company.view', 'users.view'] },
      { name: 'Renamed' },
      {},
    ]) {
      const reply = await change(chief, group, body)
      expect([reply.status, reply.json<{ detail: string }>().detail]).toEqual([
        403,
        'This group has permissions that you do not have: audit.view. Only a user who has them may change this group.',
      ])
    }
    const now = (await admin.call('GET', `/authperms/groups/${group.id}`)).json<Group>()
    expect(now).toEqual(group)
  })

  test('of a role, such as that of doctors or administrators, is not emptied with groups.change alone', async () => {
    for (const name of ['Doctor', 'System administrator', 'Cashier']) {
      const group = (await admin.call('GET', `/authperms/groups/${await groupId(name)}`)).json<Group>()
      const reply = await change(chief, group, { permissions: [] })
      expect([name, reply.status]).toEqual([name, 403])
    }
  })

  test('with no more permissions than one has is changed', async () => {
    const group = await addGroup(['users.view', 'company.view'])
    const changed = await change(chief, group, { name: `${group.name} B`, permissions: ['company.view'] })
    expect([changed.status, changed.json<Group>().permissions.map(({ name }) => name)]).toEqual([200, ['company.view']])
  })

  test('keeps its members, and its second sign-in step, against who lacks its permissions', async () => {
    const group = await addGroup(['audit.view'])
    const { id } = await anAccount(clinic.db, 'patient')
    expect((await put(admin, id, { groups: [group.id] })).status).toBe(200)
    expect((await put(chief, id, { groups: [] })).status).toBe(403)
    const guard = await clinic.signedInAs(['security.change'])
    type Security = { version: number; groups: { id: number; may_change: boolean; requires_second_factor: boolean }[] }
    const setup = async (by: Person, groups: (required: number[]) => number[]) => {
      const { groups: all, ...rules } = (await by.call('GET', '/users/security/')).json<Security>()
      const required = all.filter((one) => one.requires_second_factor).map((one) => one.id)
      return by.call('PUT', '/users/security/', { ...rules, groups: groups(required) })
    }
    expect((await setup(admin, (required) => [...required, group.id])).status).toBe(200)
    expect((await setup(guard, (required) => required.filter((one) => one !== group.id))).status).toBe(403)
    const administrators = await groupId('System administrator')
    expect((await setup(guard, (required) => [...required, administrators])).status).toBe(403)
    const seen = (await guard.call('GET', '/users/security/')).json<Security>().groups
    expect(seen.find((one) => one.id === group.id)).toMatchObject({ may_change: false, requires_second_factor: true })
    expect((await setup(guard, (required) => required)).status).toBe(200)
  })
})
