import { afterAll, beforeAll, expect, test } from 'vitest'
import { permissions } from '#shared/permissions.ts'
import { signedIn } from '../../testing/accounts.ts'
import { openTestClinic, type TestClinic } from '../../testing/clinic.ts'
import { createAdministrator, insertStaff } from './public.ts'

let clinic: TestClinic
beforeAll(async () => {
  clinic = await openTestClinic()
})
afterAll(() => clinic.close())

test('createAdministrator and insertStaff make people who can sign in', async () => {
  const { id } = await createAdministrator(
    clinic.db,
    { email: 'first@clinic.example', first_name: 'Naomi', last_name: 'Wachira', password: 'tuktuk mvua jioni' },
    clinic.clock.now,
  )
  const { headers } = await signedIn(clinic, 'first@clinic.example')
  expect((await clinic.call('GET', `/authperms/permissions/user/${id}/`, undefined, headers)).json()).toEqual([...permissions].toSorted())
  await expect(
    createAdministrator(
      clinic.db,
      { email: 'b@clinic.example', first_name: 'B', last_name: 'B', password: 'password1234' },
      clinic.clock.now,
    ),
  ).rejects.toMatchObject({ status: 400, fields: { password: [expect.any(String)] } })
  const people = [
    { email: 'two@clinic.example', first_name: 'Two', last_name: 'Two', role: 'nurse', password_hash: null },
    { email: 'one@clinic.example', first_name: 'One', last_name: 'One', role: 'cashier', password_hash: null },
  ] as const
  const ids = await insertStaff(clinic.db, people, clinic.clock.now)
  const admin = await clinic.signedInFrom('System administrator')
  const rows = await Promise.all(
    ids.map(async (staffId) => (await admin.call('GET', `/users/users/${staffId}/`)).json<{ email: string; groups: { name: string }[] }>()),
  )
  expect(rows.map(({ email, groups }) => [email, groups[0]?.name])).toEqual([
    ['two@clinic.example', 'Nurse'],
    ['one@clinic.example', 'Cashier'],
  ])
})
