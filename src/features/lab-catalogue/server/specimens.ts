import { sql, type Updateable } from 'kysely'
import type { Db } from '#platform/db/connect.ts'
import type { DB } from '#platform/db/tables.gen.ts'
import type { Specimen } from '../contract.ts'

const containers = (db: Db) => db.selectFrom('lab_containers').select(['id', 'name', 'colour', 'order_of_draw', 'is_active', 'version'])

/** The containers, those that are filled first at the head, in use or not. */
export const findContainers = (db: Db) =>
  containers(db)
    .orderBy('order_of_draw')
    .orderBy(sql`lower(name)`)
    .execute()

/** The container, or undefined. */
export const findContainer = (db: Db, id: number) => containers(db).where('id', '=', id).executeTakeFirst()

/** Changes the container, which gets the next version. */
export const updateContainerRow = async (db: Db, id: number, change: Updateable<DB['lab_containers']>) => {
  await db
    .updateTable('lab_containers')
    .set({ ...change, version: sql`version + 1` })
    .where('id', '=', id)
    .execute()
}

const specimens = (db: Db) =>
  db
    .selectFrom('lab_specimens as s')
    .innerJoin('lab_containers as c', 'c.id', 's.container_id')
    .select([
      's.id',
      's.code',
      's.name',
      's.container_id as container',
      'c.name as container_name',
      'c.colour',
      sql<string | null>`trim_scale(s.volume)::text`.as('volume'),
      's.instructions',
      's.is_active',
      's.version',
    ])

/** The specimens in the order in which they are drawn, in use or not. */
export const findSpecimens = (db: Db): Promise<Specimen[]> =>
  specimens(db)
    .orderBy('c.order_of_draw')
    .orderBy(sql`lower(s.name)`)
    .execute()

/** The specimen, or undefined. */
export const findSpecimen = (db: Db, id: number): Promise<Specimen | undefined> => specimens(db).where('s.id', '=', id).executeTakeFirst()

/** Changes the specimen, which gets the next version. */
export const updateSpecimenRow = async (db: Db, id: number, change: Updateable<DB['lab_specimens']>) => {
  await db
    .updateTable('lab_specimens')
    .set({ ...change, version: sql`version + 1` })
    .where('id', '=', id)
    .execute()
}

/** The names of the specimens in use that are put into the container. */
export const findSpecimensIn = async (db: Db, container: number): Promise<string[]> => {
  const rows = await db
    .selectFrom('lab_specimens')
    .select('name')
    .where('container_id', '=', container)
    .where('is_active', '=', true)
    .orderBy(sql`lower(name)`)
    .execute()
  return rows.map(({ name }) => name)
}

/** The names of the tests in use that are done on the specimen. */
export const findPanelsOn = async (db: Db, specimen: number): Promise<string[]> => {
  const rows = await db
    .selectFrom('lab_panels')
    .select('name')
    .where('specimen_id', '=', specimen)
    .where('is_active', '=', true)
    .orderBy(sql`lower(name)`)
    .execute()
  return rows.map(({ name }) => name)
}
