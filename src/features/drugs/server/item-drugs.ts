import { sql, type RawBuilder } from 'kysely'
import type { ParsedOf } from '#shared/endpoint.ts'
import { nameOf } from '#features/users/public.ts'
import type { Db } from '#platform/db/connect.ts'
import { after, type CursorValue } from '#platform/db/keyset.ts'
import { fieldError, requireFound } from '#platform/errors/problem.ts'
import { requireUnchanged } from '#platform/records/version.ts'
import type { ItemDrug, putItemDrug } from '../contract.ts'
import { factsOf, joinRecordedFacts, recordedFactColumns, type RecordedFacts } from './facts.ts'
import { findKnown } from './substances.ts'

interface Row extends RecordedFacts {
  id: number
  name: string
  sort_name: string
  unit: string
  category: string
  is_active: boolean
  changed_at: Date | null
  changed_by_name: string | null
  version: number | null
}

const rows = sql`select t.id, t.name, lower(t.name) as sort_name, t.unit, t.category, t.is_active, ${recordedFactColumns}, recorded.changed_at,
  ${nameOf(sql`recorded.changed_by`)} as changed_by_name, recorded.version from items t ${joinRecordedFacts}`

const asDrug = (row: Row): ItemDrug & { isUnknown: boolean; sort_name: string } => {
  const { isUnknown, ...facts } = factsOf(row.name, row)
  const { substances } = facts
  const unknown = substances.filter((one) => findKnown([one]).known.length === 0)
  return { ...row, ...facts, unknown, isUnknown: isUnknown || unknown.length > 0 }
}

const find = async (db: Db, rest: RawBuilder<unknown>) => {
  const found = await sql<Row>`${rows} ${rest}`.execute(db)
  return found.rows.map(asDrug)
}

/** What a drug of the catalogue holds; undefined for what is no drug. */
export const findItemDrug = async (db: Db, id: number) => (await find(db, sql`where t.id = ${id} and t.category = 'drug'`))[0]

interface Saying {
  id: number
  facts: ParsedOf<typeof putItemDrug>['body']
  seen: number | null
  by: number
  now: Date
}
/** Writes down what a person says a drug holds; 404 for what is no drug, 412 when somebody else said something since it was seen. */
export const sayItemDrug = async (db: Db, { id, facts, seen, by, now }: Saying) => {
  // Two who say something at once wait for each other at the item.
  await sql`select from items where id = ${id} for no key update`.execute(db)
  const before = requireFound(await findItemDrug(db, id), 'Drug')
  const { substances, strengths = null, form = null, route = null, divides = null, contents = null } = facts
  if (strengths && strengths.length !== substances.length) throw fieldError('strengths', 'Enter one strength for each substance.')
  // A caller that names no version has read that no person described the drug yet: that is version 0 here.
  await requireUnchanged({ version: before.version ?? 0 }, seen ?? 0, () => before)
  await sql`insert into item_drugs (item_id, substances, strengths, form, route, divides_into, contents_amount, contents_unit, changed_at,
      changed_by)
    values (${id}, ${substances}, ${strengths && JSON.stringify(strengths)}::jsonb, ${form}, ${route}, ${divides}, ${contents?.amount ?? null},
      ${contents?.unit ?? null}, ${now}, ${by})
    on conflict (item_id) do update set substances = excluded.substances, strengths = excluded.strengths, form = excluded.form,
      route = excluded.route, divides_into = excluded.divides_into, contents_amount = excluded.contents_amount,
      contents_unit = excluded.contents_unit, changed_at = excluded.changed_at, changed_by = excluded.changed_by, version = item_drugs.version + 1`.execute(
    db,
  )
  return { before, after: (await findItemDrug(db, id))! }
}

const CHUNK = 500

/**
 * Drugs in use that the safety check does not know, by name, after the cursor. Whether it does is not written down, because the rules
 * change with the program; a catalogue is read in a few steps.
 */
export const findUnknownDrugs = async (db: Db, cursor: CursorValue | null, limit: number) => {
  const unknown: Awaited<ReturnType<typeof find>> = []
  for (let from = cursor; unknown.length < limit;) {
    const chunk = await find(
      db,
      sql`where t.category = 'drug' and t.is_active and ${after(sql`lower(t.name)`, sql`t.id`, sql`text`, from)}
        order by lower(t.name), t.id limit ${CHUNK}`,
    )
    unknown.push(...chunk.filter(({ isUnknown }) => isUnknown))
    const last = chunk.at(-1)
    if (!last || chunk.length < CHUNK) break
    from = [last.sort_name, last.id]
  }
  return unknown.slice(0, limit)
}
