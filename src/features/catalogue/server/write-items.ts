import { sql } from 'kysely'
import type { Db } from '#platform/db/connect.ts'
import type { PlannedItem } from './plan-items.ts'

type Column = 'id' | 'code' | 'name' | 'category' | 'unit' | 'department' | 'tax_class' | 'is_active'
const columnOf = (items: readonly PlannedItem[]) => (key: Column) => items.map((item) => item[key])

/** Adds the items in their order; answers their ids in the same order. */
export const insertItemRows = async (db: Db, items: readonly PlannedItem[]): Promise<number[]> => {
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
export const updateItemRows = async (db: Db, items: readonly PlannedItem[]) => {
  const column = columnOf(items)
  await sql`
    update items set code = w.code, name = w.name, category = w.category, unit = w.unit, department_id = w.department_id,
      tax_class_id = w.tax_class_id, is_active = w.is_active, version = version + 1
    from unnest(${column('id')}::integer[], ${column('code')}::text[], ${column('name')}::text[], ${column('category')}::item_category[],
      ${column('unit')}::text[], ${column('department')}::integer[], ${column('tax_class')}::integer[], ${column('is_active')}::boolean[])
      w (id, code, name, category, unit, department_id, tax_class_id, is_active)
    where items.id = w.id`.execute(db)
}
