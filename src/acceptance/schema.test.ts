import { afterAll, beforeAll, expect, test } from 'vitest'
import { asOwner } from '#platform/db/owner.ts'
import { tableAreas } from '../runtime/tables.ts'
import { openTestClinic, type TestClinic } from '../testing/clinic.ts'

let clinic: TestClinic
beforeAll(async () => {
  clinic = await openTestClinic()
})
afterAll(() => clinic.close())

test('every reference is led by an index, so that neither a join nor a refused removal reads a whole table', async () => {
  const bare = await asOwner(clinic.ownerUrl, async (client) => {
    const { rows } = await client.query<{ name: string }>(`
      select c.conrelid::regclass || ': ' || c.conname as name from pg_constraint c
      where c.contype = 'f' and c.connamespace = 'public'::regnamespace and not exists (
        select from pg_index i where i.indrelid = c.conrelid and (i.indkey::smallint[])[0:cardinality(c.conkey) - 1] @> c.conkey)
      order by 1`)
    return rows.map(({ name }) => name)
  })
  expect(bare).toEqual([])
})

test('every table says what it is, and whose', async () => {
  const tables = await asOwner(clinic.ownerUrl, async (client) => {
    const { rows } = await client.query<{ name: string; meaning: string | null }>(`
      select c.relname as name, obj_description(c.oid, 'pg_class') as meaning from pg_class c
      where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and c.relname <> 'schema_migrations'`)
    return rows
  })
  expect(tables.filter(({ meaning }) => !meaning).map(({ name }) => name)).toEqual([])
  expect([...tableAreas.values()].flatMap((tables) => tables.names).toSorted()).toEqual(tables.map(({ name }) => name).toSorted())
})
