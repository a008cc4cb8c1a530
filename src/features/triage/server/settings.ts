import { sql } from 'kysely'
import { nameOf } from '#features/users/public.ts'
import type { ParsedOf } from '#shared/endpoint.ts'
import type { Db } from '#platform/db/connect.ts'
import { fieldError, requireFound } from '#platform/errors/problem.ts'
import type { Context } from '#platform/http/handle.ts'
import { requireUnchanged } from '#platform/records/version.ts'
import type { updateTriageSettings, updateVitalLimit, VitalLimit } from '../contract.ts'
import type { Limit } from '../limits.ts'
import { numberIn } from '../measures.ts'

const bounds = ['low_critical', 'low', 'high', 'high_critical'] as const
const limitRows = sql`
  select l.id, l.measure, l.age_from_months, l.age_to_months, l.low, l.high, l.low_critical, l.high_critical, l.source, l.confirmed_at,
    ${nameOf(sql`l.confirmed_by`)} as confirmed_by_name, l.version
  from vital_limits l`

/** Every limit, by measure and age, as it is answered. */
export const findVitalLimits = async (db: Db) => {
  const { rows } = await sql<VitalLimit>`${limitRows} order by l.measure, l.age_from_months`.execute(db)
  return rows
}

export const findVitalLimit = async (db: Db, id: number) => {
  const { rows } = await sql<VitalLimit>`${limitRows} where l.id = ${id}`.execute(db)
  return rows[0]
}

/** The limits as rules see them. */
export const findLimits = async (db: Db): Promise<Limit[]> => {
  const { rows } = await sql<Limit>`
    select measure, age_from_months, age_to_months, low::float8, high::float8, low_critical::float8, high_critical::float8
    from vital_limits`.execute(db)
  return rows
}

export const findTriageSettings = (db: Db) => db.selectFrom('triage_settings').select(['scale', 'version']).executeTakeFirstOrThrow()

type Asked<E> = { db: Db; body: E } & Pick<Context, 'ifMatch'>

/** Chooses the scale of the levels to come; 412 when somebody else chose meanwhile. */
export const chooseScale = async ({ db, body, ifMatch }: Asked<ParsedOf<typeof updateTriageSettings>['body']>) => {
  const before = await db.selectFrom('triage_settings').selectAll().forUpdate().executeTakeFirstOrThrow()
  await requireUnchanged(before, body.version ?? ifMatch, () => findTriageSettings(db))
  await db
    .updateTable('triage_settings')
    .set({ scale: body.scale ?? before.scale, version: before.version + 1 })
    .execute()
  return { before, after: await findTriageSettings(db) }
}

const inOrder = (values: readonly (number | null)[]) => {
  const known = values.filter((value) => value !== null)
  return known.every((value, index) => index === 0 || known[index - 1]! <= value)
}

/**
 * Changes or confirms one limit: 404, 412, and 400 when the critical values do not lie around the ordinary ones. A changed limit is to be
 * confirmed again, unless the same call does.
 */
export const changeLimit = async (
  { db, body, ifMatch, user, now }: Asked<ParsedOf<typeof updateVitalLimit>['body']> & Pick<Context, 'user' | 'now'>,
  id: number,
) => {
  const row = requireFound(await db.selectFrom('vital_limits').selectAll().where('id', '=', id).forUpdate().executeTakeFirst(), 'Limit')
  await requireUnchanged(row, body.version ?? ifMatch, () => findVitalLimit(db, id))
  const sent = (key: (typeof bounds)[number]) => {
    const value = body[key]
    if (value === undefined) return row[key] === null ? null : Number(row[key])
    return value === null ? null : Math.round(numberIn(value) * 10) / 10
  }
  const values = bounds.map(sent)
  if (!inOrder(values)) throw fieldError('low', 'Critical limits must be outside the normal limits.')
  const [low_critical, low, high, high_critical] = values
  if (low_critical != null && low_critical === high_critical)
    throw fieldError('high_critical', 'Critical limits must be outside the normal limits.')
  const isChanged = bounds.some((key, index) => values[index] !== (row[key] === null ? null : Number(row[key])))
  const confirmation =
    body.confirmed === undefined && !isChanged
      ? {}
      : body.confirmed
        ? { confirmed_at: now, confirmed_by: user.id }
        : { confirmed_at: null, confirmed_by: null }
  await db
    .updateTable('vital_limits')
    .set({ low, high, low_critical, high_critical, ...confirmation, version: row.version + 1 })
    .where('id', '=', id)
    .execute()
  return { before: row, after: (await findVitalLimit(db, id))! }
}
