import { sql, type Insertable, type Updateable } from 'kysely'
import { type Equipment, usualLayout } from '#features/analysers/contract.ts'
import type { Db } from '#platform/db/connect.ts'
import type { LabEquipment } from '#platform/db/tables.gen.ts'
import { notFound, requireFound } from '#platform/errors/problem.ts'

/** How orders reach an instrument `e`: an ASTM one without a message of its own is answered when it asks. */
export const orderDelivery = sql`case when e.order_message is not null then 'sent' when e.protocol = 'astm' then 'on_query' else 'none' end`

const equipmentRows = sql`
  select e.id, e.name, case e.connection when 'none' then 'none' else 'tcp' end as category, e.connection, e.host as ip_address, e.port,
    e.protocol as data_format, e.order_message, ${orderDelivery} as order_delivery, e.preset, ${JSON.stringify(usualLayout)}::jsonb || e.layout as layout,
    e.sender, e.note, e.is_active, e.last_seen_at, e.last_error,
    (select m.at from lab_messages m where m.equipment_id = e.id order by m.id desc limit 1) as last_message_at,
    (select count(*)::integer from lab_equipment_codes c where c.equipment_id = e.id) as codes, coalesce(w.waiting, 0) as waiting,
    coalesce(j.open, 0) as jobs_open, coalesce(j.failed, 0) as jobs_failed, e.version
  from lab_equipment e
  left join (
    select m.equipment_id, count(*)::integer as waiting from lab_message_results r join lab_messages m on m.id = r.message_id
    where r.state = 'waiting' group by m.equipment_id
  ) w on w.equipment_id = e.id
  left join (
    select equipment_id, count(*) filter (where state in ('queued', 'sent'))::integer as open,
      count(*) filter (where state = 'failed')::integer as failed
    from lab_equipment_jobs where state in ('queued', 'sent', 'failed') group by equipment_id
  ) j on j.equipment_id = e.id`

/** All instruments by name, those out of use last. */
export const findEquipment = async (db: Db): Promise<Equipment[]> => {
  const { rows } = await sql<Equipment>`${equipmentRows} order by e.is_active desc, lower(e.name), e.id`.execute(db)
  return rows
}

/** One instrument; 404. */
export const getEquipment = async (db: Db, id: number): Promise<Equipment> => {
  const { rows } = await sql<Equipment>`${equipmentRows} where e.id = ${id}`.execute(db)
  return requireFound(rows[0], 'Instrument')
}

/** The instrument's own row, held until the transaction ends; 404. */
export const lockEquipment = async (db: Db, id: number) => {
  const row = await db.selectFrom('lab_equipment').selectAll().where('id', '=', id).forNoKeyUpdate().executeTakeFirst()
  if (!row) throw notFound('Instrument')
  return row
}

export const insertEquipment = async (db: Db, equipment: Insertable<LabEquipment>): Promise<number> =>
  (await db.insertInto('lab_equipment').values(equipment).returning('id').executeTakeFirstOrThrow()).id

export const updateEquipmentRow = (db: Db, id: number, change: Updateable<LabEquipment>) =>
  db
    .updateTable('lab_equipment')
    .set({ ...change, version: sql`version + 1` })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()

/** Another instrument with this name, in whatever case. */
export const findNamesake = (db: Db, name: string, except = 0) =>
  db
    .selectFrom('lab_equipment')
    .select('id')
    .where(sql<boolean>`lower(name) = lower(${name})`)
    .where('id', '<>', except)
    .executeTakeFirst()
