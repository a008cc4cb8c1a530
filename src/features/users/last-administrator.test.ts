import { afterEach, beforeEach, expect, test } from 'vitest'
import { openTestClinic, type Person, type TestClinic } from '../../testing/clinic.ts'

let clinic: TestClinic
let one: Person
let two: Person
beforeEach(async () => {
  clinic = await openTestClinic()
  one = await clinic.signedInFrom('System administrator', 'sysadmin')
  two = await clinic.signedInFrom('System administrator', 'sysadmin')
})
afterEach(() => clinic.close())

const administrators = async () => {
  const rows = await clinic.db
    .selectFrom('users')
    .innerJoin('user_groups', 'user_groups.user_id', 'users.id')
    .innerJoin('groups', 'groups.id', 'group_id')
    .select('users.id')
    .where('groups.name', '=', 'System administrator')
    .where('is_active', '=', true)
    .execute()
  return rows.length
}
const demote = async (by: Person, whom: Person) => {
  const row = await clinic.db
    .selectFrom('users')
    .select(['email', 'first_name', 'last_name'])
    .where('id', '=', whom.id)
    .executeTakeFirstOrThrow()
  return by.call('PUT', `/users/users/${whom.id}/`, { ...row, role: 'nurse' })
}

test('two administrators who demote each other at the same moment: one remains', async () => {
  const replies = await Promise.all([demote(one, two), demote(two, one)])
  expect(replies.map(({ status }) => status).filter((status) => status === 200)).toHaveLength(1)
  expect(await administrators()).toBe(1)
})

test('two administrators who disable each other at the same moment: one remains', async () => {
  const replies = await Promise.all([one.call('DELETE', `/users/users/${two.id}/`), two.call('DELETE', `/users/users/${one.id}/`)])
  expect(replies.map(({ status }) => status).filter((status) => status === 204)).toHaveLength(1)
  expect(await administrators()).toBe(1)
})

test('the last active administrator stays, whoever asks', async () => {
  expect((await one.call('DELETE', `/users/users/${two.id}/`)).status).toBe(204)
  const groups = await clinic.db.selectFrom('group_permissions').select('permission').distinct().execute()
  const equal = await clinic.signedInAs(groups.map(({ permission }) => permission as never))
  const refused = await equal.call('DELETE', `/users/users/${one.id}/`)
  expect([refused.status, refused.json<{ code: string }>().code]).toEqual([409, 'last_administrator'])
  expect((await demote(equal, one)).status).toBe(409)
  expect(await administrators()).toBe(1)
})
