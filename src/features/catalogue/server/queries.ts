import { sql } from 'kysely'
import type { Db } from '#platform/db/connect.ts'

const byName = sql`lower(services.name)`

/** The services in use, by name, with nothing beside the name. */
export const findServiceNames = (db: Db) =>
  db.selectFrom('services').select(['id', 'name']).where('is_active', '=', true).orderBy(byName).execute()

/** The services in use, by name, with price and department. */
export const findServices = (db: Db) =>
  db
    .selectFrom('services')
    .leftJoin('departments', 'departments.id', 'services.department_id')
    .select(['services.id', 'services.name', 'services.price', 'departments.name as department'])
    .where('services.is_active', '=', true)
    .orderBy(byName)
    .execute()

export interface NewService {
  name: string
  /** In the clinic's currency, with two decimals. */
  price: string
  /** A department by its name; unknown ones are left out. */
  department?: string | undefined
}

/** Adds services; a name that is there already, in whatever letter case, is left alone. */
export const insertServices = async (db: Db, services: readonly NewService[]) => {
  for (const { name, price, department } of services)
    await sql`
      insert into services (name, price, department_id)
      values (${name}, ${price}, (select id from departments where lower(name) = lower(${department ?? null})))
      on conflict do nothing`.execute(db)
}
