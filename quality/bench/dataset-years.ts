import type { Client } from 'pg'

/** How often the same visits come again, and how many days earlier each time. */
const TIMES = 9
const DAYS = 182

/** Work that is not one visit's: the calendar and the ledger of the stores. */
const LEFT_OUT = ['stock_movements', 'stock_entries', 'appointments', 'appointment_changes', 'waiting_list']
/** A patient is in the house once. */
const instead: Readonly<Record<string, string>> = {
  'visits.closed_at': `coalesce(x.closed_at, x.created_at + interval '2 hours') - k * interval '${DAYS} days'`,
  'visits.track': `'complete'`,
}

/** What a charge was ordered with, by its kind. */
const orders: Readonly<Record<string, string>> = {
  consultation: 'visits',
  laboratory: 'lab_orders',
  prescription: 'prescribed_drugs',
  dispense: 'dispense_items',
}

interface Column {
  table: string
  name: string
  type: string
  /** Of the table whose id it is. */
  id_of: string | null
  is_unique: boolean
}

const wholeTables = `
  with recursive found (id) as (
    select 'visits'::regclass::oid
    union select c.conrelid from pg_constraint c join found f on c.confrelid = f.id
      where c.contype = 'f' and c.conrelid::regclass::text <> all($1::text[])
  ) select id::regclass::text as name from found`

/** Every column that is written, and whose id it is: by the keys that lead from table to table. */
const columnsOf = `
  with recursive keys (relid, attnum, id_of) as (
    select a.attrelid, a.attnum, t from unnest($1::text[]) t join pg_attribute a on a.attrelid = t::regclass and a.attname = 'id'
    union select c.conrelid, c.conkey[n], k.id_of
      from keys k join pg_constraint c on c.contype = 'f' and c.confrelid = k.relid and c.conrelid::regclass::text = any($1::text[])
      cross join generate_subscripts(c.conkey, 1) n where c.confkey[n] = k.attnum
  )
  select a.attrelid::regclass::text as table, a.attname as name, format_type(a.atttypid, null) as type,
    (select min(k.id_of) from keys k where k.relid = a.attrelid and k.attnum = a.attnum) as id_of,
    exists (select from pg_index i where i.indrelid = a.attrelid and i.indisunique
      and (a.attnum = any(i.indkey::smallint[]) or pg_get_indexdef(i.indexrelid) ~ ('\\(' || a.attname || '\\)'))) as is_unique
  from unnest($1::text[]) t join pg_attribute a on a.attrelid = t::regclass
  where a.attnum > 0 and not a.attisdropped and a.attgenerated = ''`

const quoted = (name: string) => `"${name}"`
const again = ({ table, name, type, id_of, is_unique }: Column, most: ReadonlyMap<string, number>): string => {
  const other = instead[`${table}.${name}`]
  if (other) return other
  const value = `x.${quoted(name)}`
  const apart = (of: string) => (most.get(of) ?? 0) + 1
  if (name === 'order_id') {
    const cases = Object.entries(orders).map(([kind, of]) => `when '${kind}' then ${apart(of)}`)
    return `${value} + k * case x.order_kind ${cases.join(' ')} end`
  }
  if (id_of) return `${value} + k * ${apart(id_of)}`
  if (type.startsWith('timestamp')) return `${value} - k * interval '${DAYS} days'`
  if (type === 'date') return `${value} - k * ${DAYS}`
  if (is_unique && type === 'uuid') return `case when ${value} is not null then gen_random_uuid() end`
  return is_unique && type === 'text' ? `${value} || '~' || k` : value
}

// The oldest first, as they would have been written.
const copyText = (table: string, columns: readonly Column[], most: ReadonlyMap<string, number>) =>
  `insert into ${table} (${columns.map(({ name }) => quoted(name)).join(', ')}) overriding system value
   select ${columns.map((column) => again(column, most)).join(', ')} from generate_series(${TIMES}, 1, -1) k cross join ${table} x`

/** Whatever would be checked or kept row by row, taken away while `work` writes, and put back as it was. */
export const withoutChecks = async (client: Client, tables: readonly string[], work: () => Promise<void>) => {
  const { rows: keys } = await client.query<{ table: string; name: string; definition: string }>(
    `select conrelid::regclass::text as table, conname as name, pg_get_constraintdef(oid) as definition from pg_constraint
     where contype = 'f' and conrelid::regclass::text = any($1)`,
    [tables],
  )
  const { rows: indexes } = await client.query<{ name: string; definition: string }>(
    `select i.indexrelid::regclass::text as name, pg_get_indexdef(i.indexrelid) as definition from pg_index i
     where i.indrelid::regclass::text = any($1) and not exists (select from pg_constraint c where c.conindid = i.indexrelid)`,
    [tables],
  )
  for (const { table, name } of keys) await client.query(`alter table ${table} drop constraint ${quoted(name)}`)
  for (const { name } of indexes) await client.query(`drop index ${name}`)
  for (const table of tables) await client.query(`alter table ${table} disable trigger user`)
  await work()
  for (const table of tables) await client.query(`alter table ${table} enable trigger user`)
  for (const { definition } of indexes) await client.query(definition)
  for (const { table, name, definition } of keys) await client.query(`alter table ${table} add constraint ${quoted(name)} ${definition}`)
}

/**
 * Writes all visits nine times more, each time half a year earlier, with everything that was done in them and paid for them: of some
 * 100,000 visits it makes a million in six years and a half.
 */
export const repeatYears = async (client: Client): Promise<void> => {
  await client.query('set constraints all immediate')
  await client.query(`set local maintenance_work_mem = '512MB'`)
  const { rows } = await client.query<{ name: string }>(wholeTables, [LEFT_OUT])
  const tables = rows.map(({ name }) => name)
  const { rows: columns } = await client.query<Column>(columnsOf, [tables])
  const most = new Map<string, number>()
  for (const table of new Set(columns.flatMap(({ id_of }) => id_of ?? []))) {
    const { rows: found } = await client.query<{ most: number }>(`select coalesce(max(id), 0)::integer as most from ${table}`)
    most.set(table, found[0]?.most ?? 0)
  }
  await withoutChecks(client, tables, async () => {
    for (const table of tables)
      await client.query(
        copyText(
          table,
          columns.filter((column) => column.table === table),
          most,
        ),
      )
  })
  for (const table of most.keys())
    await client.query(
      `select setval(s, (select coalesce(max(id), 1) from ${table})) from pg_get_serial_sequence('${table}', 'id') s where s is not null`,
    )
}
