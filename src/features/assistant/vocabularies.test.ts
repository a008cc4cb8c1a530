import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { connect, type Connection } from '#platform/db/connect.ts'
import type { Asker } from '#platform/questions/subject.ts'
import { asOwner } from '#platform/db/owner.ts'
import { cloneDatabase } from '../../testing/databases/clone.ts'
import { openVocabularies, type Vocabularies } from './server/vocabularies.ts'

const START = new Date('2026-03-02T07:00:00Z')
const after = (seconds: number) => new Date(START.getTime() + seconds * 1000)
const asker: Asker = { id: 1, role: 'sysadmin', permissions: new Set(['consultations.view', 'company.view']) }
const MANY = 3_500

let database: Awaited<ReturnType<typeof cloneDatabase>>
let reader: Connection
beforeAll(async () => {
  database = await cloneDatabase()
  reader = connect(database.logins.kliniki_read, 'kliniki_read', { max: 2 })
  await asOwner(database.url, async (client) => {
    await client.query(
      `insert into diagnosis_codes (system, code, title, source) select 'icd-10-cm', 'Z' || lpad((n / 100)::text, 2, '0') || '.' || lpad((n % 100)::text, 2, '0') || 'X', 'Longname number ' || n, 'import' from generate_series(1, $1::integer) n`,
      [MANY],
    )
  })
})
afterAll(async () => {
  await reader.close()
  await database.drop()
})

const write = (text: string) => asOwner(database.url, async (client) => void (await client.query(text)))
const indexAt = async (vocabularies: Vocabularies, name: string, now: Date) =>
  (await vocabularies.load(asker, now)).find((index) => index.name === name)
const knows = async (vocabularies: Vocabularies, name: string, word: string, now: Date) =>
  (await indexAt(vocabularies, name, now))?.words.has(word) ?? false

test('a name of a short list is known some seconds later, and a list in which nothing changed stays as it was made', async () => {
  const vocabularies = openVocabularies(reader.db)
  const before = await indexAt(vocabularies, 'department', START)
  await write(`insert into departments (name) values ('Zumbarium')`)
  expect(await knows(vocabularies, 'department', 'zumbarium', after(4))).toBe(false)
  expect(await knows(vocabularies, 'department', 'zumbarium', after(6))).toBe(true)
  const now = await indexAt(vocabularies, 'department', after(6))
  expect(now).not.toBe(before)
  expect(await indexAt(vocabularies, 'department', after(60))).toBe(now)
})

test('nobody waits for a long list that is looked at again', async () => {
  const vocabularies = openVocabularies(reader.db)
  expect(await knows(vocabularies, 'diagnosis', 'longname', START)).toBe(true)
  await write(`insert into diagnosis_codes (system, code, title, source) values ('icd-10-cm', 'Y99.98X', 'Quibblitis', 'import')`)
  const known = await asOwner(database.url, async (client) => {
    await client.query('begin')
    await client.query('lock table diagnosis_codes in access exclusive mode')
    const asked = await knows(vocabularies, 'diagnosis', 'quibblitis', after(600))
    await client.query('rollback')
    return asked
  })
  expect(known).toBe(false)
  await vi.waitFor(async () => expect(await knows(vocabularies, 'diagnosis', 'quibblitis', after(600))).toBe(true), 4000)
})

test('what somebody may not name is not loaded for them', async () => {
  const vocabularies = openVocabularies(reader.db)
  const names = (await vocabularies.load({ ...asker, permissions: new Set() }, START)).map(({ name }) => name)
  expect(names).toContain('substance')
  expect(names).not.toContain('diagnosis')
})
