import { sql } from 'kysely'
import type { Db } from '#platform/db/connect.ts'
import { fieldError } from '#platform/errors/problem.ts'
import { findRows } from '#platform/records/catalogue-rows.ts'
import { departments, type Department } from '../contract.ts'

export const departmentRows = {
  table: 'departments',
  order: sql`c.position, lower(c.name)`,
  also: sql`c.position`,
} as const

/** The departments in the clinic's order. */
export const findDepartments = (db: Db) => findRows<Department>(db, { ...departmentRows, fields: departments.fields })

/** Every department, held until the transaction ends: their names and places are decided one person after the other. */
export const lockDepartments = (db: Db) => db.selectFrom('departments').selectAll().orderBy('id').forUpdate().execute()

/** Adds departments behind those that are there, in the order in which they are named; a name that is there already, in whatever letter case, is left alone. Answers how many were added. */
export const insertDepartments = async (db: Db, names: readonly string[]): Promise<number> => {
  if (names.length === 0) return 0
  const { rows } = await sql`
    insert into departments (name, position)
    select name, (select coalesce(max(position), 0) from departments) + place
    from unnest(${names}::text[]) with ordinality as n (name, place) order by place
    on conflict do nothing returning id`.execute(db)
  return rows.length
}

/** Adds a department behind the others; answers its id. */
export const insertDepartment = async (db: Db, name: string): Promise<number> => {
  const { id } = await db
    .insertInto('departments')
    .values({ name, position: sql<number>`(select coalesce(max(position), 0) + 1 from departments)` })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

export const isDepartmentName = async (db: Db, name: string, except: number | null): Promise<boolean> => {
  const { rows } = await sql`select 1 from departments where lower(name) = lower(${name}) and id is distinct from ${except}`.execute(db)
  return rows.length > 0
}

/** Why a department cannot be given to something new; null where it can. */
export const departmentProblem = async (db: Db, id: number): Promise<string | null> => {
  const found = await db.selectFrom('departments').select('is_active').where('id', '=', id).executeTakeFirst()
  if (!found) return 'Department not found.'
  return found.is_active ? null : 'This department is inactive.'
}

/** Refuses a department that a record is newly given and that is unknown or out of use; the one it has may stay. */
export const requireDepartment = async (db: Db, id: number | null | undefined, before?: number | null): Promise<void> => {
  if (id == null || id === before) return
  const problem = await departmentProblem(db, id)
  if (problem !== null) throw fieldError('department', problem)
}

/** Puts the departments in the order of their ids as given. */
export const placeDepartments = (db: Db, ids: readonly number[]) =>
  sql`update departments d set position = n.place from unnest(${ids}::integer[]) with ordinality as n (id, place)
    where n.id = d.id and d.position <> n.place`.execute(db)

export const findDepartmentUses = async (db: Db) => {
  const { rows } = await sql<{ id: number; services: number; rooms: number; stores: number; referrals: number }>`
    select d.id,
      (select count(*) from items i where i.department_id = d.id and i.is_active) as services,
      (select count(*) from rooms r where r.department_id = d.id and r.is_active) as rooms,
      (select count(*) from stores s where s.department_id = d.id and s.is_active) as stores,
      (select count(*) from referrals f where f.department_id = d.id) as referrals
    from departments d order by d.id`.execute(db)
  return rows
}
