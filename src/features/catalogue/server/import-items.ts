import type { ParsedOf } from '#shared/endpoint.ts'
import type { Db } from '#platform/db/connect.ts'
import { requireNoDemonstration } from '#platform/imports/demonstration.ts'
import { fieldError } from '#platform/errors/problem.ts'
import type { Context } from '#platform/http/handle.ts'
import type { importItems } from '../contract.ts'
import { itemCells, itemForm } from './csv-columns.ts'
import { readTable } from '#platform/csv/read-table.ts'
import { findItemsById } from './items.ts'
import { type Match, matchRows } from './match-rows.ts'
import { type Known, type Plan, planItems, type PlannedItem } from './plan-items.ts'
import { requirePriceRight } from './policy.ts'
import { lockCashList } from './price-lists.ts'
import { upsertPrices } from './prices.ts'
import { parseCells, Problems, reportOf } from '#platform/csv/problems.ts'
import { findTaxClasses } from './tax-classes.ts'
import { findToday } from './today.ts'
import { sql } from 'kysely'

type Column = 'id' | 'code' | 'name' | 'category' | 'unit' | 'department' | 'tax_class' | 'is_active'
const columnOf = (items: readonly PlannedItem[]) => (key: Column) => items.map((item) => item[key])

/** Adds the items in their order; answers their ids in the same order. */
const insertItemRows = async (db: Db, items: readonly PlannedItem[]): Promise<number[]> => {
  const column = columnOf(items)
  const { rows } = await sql<{ id: number; name: string }>`
    insert into items (code, name, category, unit, department_id, tax_class_id, is_active)
    select * from unnest(${column('code')}::text[], ${column('name')}::text[], ${column('category')}::item_category[],
      ${column('unit')}::text[], ${column('department')}::integer[], ${column('tax_class')}::integer[], ${column('is_active')}::boolean[])
    returning id, name`.execute(db)
  const ids = new Map(rows.map(({ id, name }) => [name, id]))
  return items.map(({ name }) => ids.get(name) as number)
}

/** Changes items that are there, each of which gets the next version. */
const updateItemRows = async (db: Db, items: readonly PlannedItem[]) => {
  const column = columnOf(items)
  await sql`
    update items set code = w.code, name = w.name, category = w.category, unit = w.unit, department_id = w.department_id,
      tax_class_id = w.tax_class_id, is_active = w.is_active, version = version + 1
    from unnest(${column('id')}::integer[], ${column('code')}::text[], ${column('name')}::text[], ${column('category')}::item_category[],
      ${column('unit')}::text[], ${column('department')}::integer[], ${column('tax_class')}::integer[], ${column('is_active')}::boolean[])
      w (id, code, name, category, unit, department_id, tax_class_id, is_active)
    where items.id = w.id`.execute(db)
}

type Input = ParsedOf<typeof importItems> & Context

/** What the clinic has that rows may mean. */
export const findKnown = async (db: Db, matches: readonly Match[], now: Date): Promise<Known & { today: string }> => {
  const ids = matches.flatMap(({ by_code, by_name }) => [by_code, by_name].filter((id) => id !== null))
  const departments = await db.selectFrom('departments').select(['id', 'name', 'is_active']).execute()
  const taxClasses = await findTaxClasses(db)
  return {
    ...(await findToday(db, now)),
    departments: new Map(departments.map((one) => [one.name.toLowerCase(), one])),
    taxClasses: new Map(taxClasses.map((one) => [one.name.toLowerCase(), one])),
    items: new Map((await findItemsById(db, ids, now)).map((item) => [item.id, item])),
  }
}

type Writing = Pick<Context, 'db' | 'now' | 'audit' | 'publish'> & { user: Pick<Context['user'], 'id'> }

/** Writes what was planned, with the trail and the news; answers the ids of what was added, in their order. The cash list is held. */
export const writeItems = async (
  { db, user, now, audit, publish }: Writing,
  cashList: number,
  { added, changed }: Pick<Plan, 'added' | 'changed'>,
  today: string,
): Promise<number[]> => {
  const ids = await insertItemRows(db, added)
  await updateItemRows(db, changed)
  const all: (PlannedItem & { item: number })[] = [
    ...added.map((item, place) => ({ ...item, item: ids[place] as number })),
    ...changed.map((item) => ({ ...item, item: item.id as number })),
  ]
  const prices = all.flatMap(({ item, price }) =>
    price === null ? [] : [{ item, price, co_pay_amount: null, co_pay_percent: null, valid_from: today, valid_until: null }],
  )
  await upsertPrices(db, cashList, prices, user.id, now)
  for (const { id, item, change } of all) audit(id === null ? 'create' : 'change', { entity: 'item', id: item, change })
  if (all.length > 0) publish('catalogue')
  return ids
}

/** Adds and changes items by a CSV file: every row or, with one broken cell or in a dry run, none; the report tells each broken cell. */
export const importItemsFrom = async (input: Input) => {
  const { db, body, files, user, now, audit } = input
  if (!files.file) throw fieldError('file', 'Choose a file.')
  await requireNoDemonstration(db)
  const isDry = body.dry_run === 'true'
  const problems = new Problems()
  const rows = await readTable(files.file.path, itemForm, problems)
  if (rows.some(({ cells }) => cells.price !== undefined)) requirePriceRight(user)
  const parsed = rows.map((row) => parseCells(itemCells, row, problems))
  // Held before the items, as everybody does who sets prices; imports take turns by it too.
  const cashList = isDry ? null : await lockCashList(db)
  const keys = rows.map(({ row }, place) => ({ row, code: parsed[place]?.code, name: parsed[place]?.name }))
  const matches = await matchRows(db, keys, { hold: !isDry })
  const known = await findKnown(db, matches, now)
  const plan = planItems(rows, parsed, matches, known, problems)
  if (cashList && problems.count === 0) await writeItems(input, cashList.id, plan, known.today)
  const { added, changed, unchanged } = plan
  const report = reportOf(problems, { isDry, rows: rows.length, added: added.length, changed: changed.length, unchanged })
  const { errors: _errors, ...counts } = report
  audit('import', { entity: 'catalogue', id: null, change: { file: files.file.name, ...counts } })
  return report
}
