import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { asOwner } from '#platform/db/owner.ts'
import type { Db } from '#platform/db/connect.ts'
import { openTestClinic, type TestClinic } from '../../testing/clinic.ts'
import { planOf } from '../../testing/databases/plan.ts'
import { findCodes } from './server/codes.ts'
import { findMatches } from './server/search-codes.ts'

let clinic: TestClinic
beforeAll(async () => {
  clinic = await openTestClinic()
  await asOwner(clinic.ownerUrl, async (client) => {
    await client.query(`insert into diagnosis_codes (system, code, title, source)
      select 'icd-10-cm', 'S' || lpad((n % 90)::text, 2, '0') || '.' || lpad((n / 90)::text, 4, '0'),
        (array['Fracture', 'Sprain', 'Burn', 'Wound'])[n % 4 + 1] || ' of ' || (array['femur', 'wrist', 'hand', 'foot', 'ankle'])[n % 5 + 1] || ', case ' || translate(md5(n::text), '0123456789', 'ghijklmnop'), 'import' from generate_series(1, 20000) n`)
    await client.query('analyze')
  })
})
afterAll(() => clinic.close())

const big = /Seq Scan on diagnosis_(codes|words)\b/
const look =
  (q: string, filters = {}, tolerant = false) =>
  (db: Db) =>
    findMatches(db, q, filters, { limit: 20, tolerant })
const page = { cursor: null, limit: 26 }

describe('at 20,000 terms they are read by index', () => {
  const cases: [string, (db: Db) => Promise<unknown>][] = [
    ['a word', look('malaria')],
    ['a letter', look('f')],
    ['a word of very many', look('fracture', { active: true })],
    ['two words', look('frac fem', { system: 'icd-10-cm' })],
    ['a code', look('s72.0')],
    ['a mistyped word', look('malria', {}, true)],
    ['the first page', (db) => findCodes(db, {}, page)],
    ['a later page', (db) => findCodes(db, { active: true }, { ...page, cursor: ['s45', 9000] })],
    // Words alike by their letters may be looked for in the whole dictionary: it grows with the language, not with the list.
    ['words that sound alike', (db) => sql`select word from diagnosis_words where sound = 'MLR'`.execute(db)],
  ]
  test.each(cases)('%s', async (_name, query) => {
    const plan = await planOf(clinic, query)
    expect(plan).toMatch(/Index/)
    expect(plan).not.toMatch(big)
  })

  test('a plan that reads the whole list is told', async () => {
    expect(await planOf(clinic, (db) => sql`select * from diagnosis_codes where title = 'x'`.execute(db))).toMatch(big)
  })
})
