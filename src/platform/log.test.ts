import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestClinic, type TestClinic } from '../testing/clinic.ts'
import { loggedError } from './log.ts'

let clinic: TestClinic
beforeAll(async () => {
  clinic = await openTestClinic()
})
afterAll(() => clinic.close())

test('a row that the database refuses is not quoted in the log', async () => {
  const error: unknown =
    // Of a table without row level security: of one with it the database quotes nothing by itself.
    await sql`insert into suppliers (name, created_at) values ('Nyokabi', null)`.execute(clinic.db).catch((caught: unknown) => caught)
  expect(JSON.stringify(error)).toContain('Nyokabi')
  const logged = loggedError(error as Error)
  expect(logged).toMatchObject({ code: '23502' })
  expect(JSON.stringify(logged)).not.toContain('Nyokabi')
})
