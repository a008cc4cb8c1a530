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
    await sql`insert into patients (unique_id, first_name, second_name, gender) values ('X-1', 'Nyokabi', '', 'female')`
      .execute(clinic.db)
      .catch((caught: unknown) => caught)
  expect(JSON.stringify(error)).toContain('Nyokabi')
  const logged = loggedError(error as Error)
  expect(logged).toMatchObject({ code: '23514', constraint: 'patients_check' })
  expect(JSON.stringify(logged)).not.toContain('Nyokabi')
})
