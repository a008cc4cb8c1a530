import { expect } from 'vitest'
import type { Db } from '#platform/db/connect.ts'
import { anAccount, signedIn } from '../accounts.ts'
import type { TestClinic } from '../clinic.ts'

interface ServedClinic {
  call: TestClinic['call']
  db: Db
}

/** Fails where a header makes another method of a request than the one that was sent. */
export const expectMethodAsSent = async ({ call, db }: ServedClinic): Promise<void> => {
  const { email } = await anAccount(db, 'sysadmin')
  const { headers } = await signedIn({ call }, email)
  const target = await anAccount(db, 'nurse')
  for (const name of ['x-http-method-override', 'x-http-method', 'x-method-override']) {
    expect((await call('GET', `/users/users/${target.id}/`, undefined, { ...headers, [name]: 'DELETE' })).status).toBe(200)
  }
  const { is_active } = await db.selectFrom('users').select('is_active').where('id', '=', target.id).executeTakeFirstOrThrow()
  expect(is_active).toBe(true)
}

const elsewhere = (at: number) => ({
  'x-forwarded-for': `198.51.100.${at}`,
  'x-real-ip': `198.51.100.${at}`,
  forwarded: `for=198.51.100.${at}`,
})

/** Fails where a caller escapes a limit by a header that names another address. */
export const expectCountedAtOwnAddress = async ({ call }: ServedClinic): Promise<void> => {
  const statuses: number[] = []
  for (let at = 0; at < 70; at += 1) {
    const reply = await call('POST', '/users/login/', { email: `person${at}@nowhere.example`, password: 'x' }, elsewhere(at))
    statuses.push(reply.status)
  }
  expect(statuses).toContain(429)
  expect(new Set(statuses)).toEqual(new Set([401, 429]))
  expect(statuses.at(-1)).toBe(429)
}
