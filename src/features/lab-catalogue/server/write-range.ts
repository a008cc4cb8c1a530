import { sql } from 'kysely'
import type { ParsedOf } from '#shared/endpoint.ts'
import { clinicDay } from '#features/company/public.ts'
import type { Db } from '#platform/db/connect.ts'
import { conflict, invalidInput, type FieldErrors } from '#platform/errors/problem.ts'
import type { createRange, RangeValues as Range, ReferenceRange, updateRange } from '../contract-ranges.ts'
import type { Panel } from '../contract.ts'
import { checkRange, inEnglish, overlaps } from '../rules.ts'
import { findRanges } from './ranges.ts'

type Sent = ParsedOf<typeof createRange>['body']
type Change = Omit<ParsedOf<typeof updateRange>['body'], 'version'>

const today = async (db: Db, now: Date): Promise<string> => {
  const { day } = await db.selectFrom('company').select(clinicDay(now).as('day')).executeTakeFirstOrThrow()
  return day
}

const limits = ['low', 'high', 'low_critical', 'high_critical', 'low_valid', 'high_valid'] as const

/** What is wrong with a range of a test in itself, by field. */
export const rangeErrors = (range: Range, panel: Pick<Panel, 'kind'>): FieldErrors => {
  const errors: FieldErrors = {}
  const hasNumber = panel.kind === 'quantitative' || panel.kind === 'calculated'
  for (const limit of limits) if (!hasNumber && range[limit] !== null) errors[limit] = ['Limits are allowed only for numeric tests.']
  for (const { field, problem } of checkRange(range)) (errors[field] ??= []).push(inEnglish(problem))
  return errors
}

const requireSound = (range: Range, panel: Panel) => {
  const errors = rangeErrors(range, panel)
  if (Object.keys(errors).length > 0) throw invalidInput(errors)
}

/** The other range of the panel that fits somebody on a day that this one fits too. */
const findOverlap = async (db: Db, panel: number, range: Range, id: number | null) =>
  (await findRanges(db, [panel])).find((other) => other.id !== id && overlaps(other, range))

const refuseOverlap = (other: ReferenceRange | undefined) => {
  if (other) throw conflict('Another range covers the same patients on the same dates.', { range: other }, 'overlaps')
}

const isOverlap = (error: unknown) => error instanceof Error && 'code' in error && error.code === '23P01'
/** Two at once see each other at the constraint only. */
const guarded = async <T>(write: Promise<T>): Promise<T> => {
  try {
    return await write
  } catch (error) {
    if (!isOverlap(error)) throw error
    throw conflict('Another range covers the same patients on the same dates.', {}, 'overlaps')
  }
}

interface Who {
  by: number
  now: Date
}
/** Adds a range to the panel, confirmed by whoever enters it, and answers its id; 400 at what does not fit, 409 `overlaps` with the range in the way. */
export const insertRange = async (db: Db, panel: Panel, sent: Sent, { by, now }: Who): Promise<number> => {
  const range: Range = {
    sex: sent.sex ?? null,
    age_from_days: sent.age_from_days,
    age_to_days: sent.age_to_days ?? null,
    is_pregnant: sent.is_pregnant ?? null,
    low: sent.low ?? null,
    high: sent.high ?? null,
    low_critical: sent.low_critical ?? null,
    high_critical: sent.high_critical ?? null,
    low_valid: sent.low_valid ?? null,
    high_valid: sent.high_valid ?? null,
    text: sent.text,
    valid_from: sent.valid_from ?? (await today(db, now)),
    valid_until: sent.valid_until ?? null,
    source: sent.source ?? '',
  }
  requireSound(range, panel)
  refuseOverlap(await findOverlap(db, panel.id, range, null))
  const values = { ...range, panel_id: panel.id, created_at: now, created_by: by, confirmed_at: now, confirmed_by: by }
  const { id } = await guarded(db.insertInto('lab_reference_ranges').values(values).returning('id').executeTakeFirstOrThrow())
  return id
}

/** Holds the range until the transaction ends: a result that is held against it meanwhile waits. */
export const lockRange = (db: Db, id: number) => sql`select id from lab_reference_ranges where id = ${id} for update`.execute(db)

const isUsed = async (db: Db, id: number): Promise<boolean> =>
  (await db.selectFrom('lab_results').select('id').where('range_id', '=', id).limit(1).executeTakeFirst()) !== undefined

const isSame = (a: unknown, b: unknown) =>
  a === b || (typeof a === 'string' && typeof b === 'string' && a !== '' && Number(a) === Number(b))

/** The limits and whom they are for: whoever changes one of these makes the range the laboratory's own. */
const own = [...limits, 'sex', 'age_from_days', 'age_to_days', 'is_pregnant', 'text'] as const

/**
 * Changes a range, which is held; it gets the next version. Once results were held against it only its last day and its source change (409
 * `used`); 400 at what does not fit, 409 `overlaps` with the range in the way. Whoever changes limits confirms them by that, and a source that
 * is not sent again is no longer claimed for them.
 */
export const changeRange = async (db: Db, panel: Panel, before: ReferenceRange, change: Change, { by, now: at }: Who) => {
  const { id, panel: _panel, version: _version, confirmed_at: _at, confirmed_by_name: _by, ...now } = before
  const isOwn = own.some((field) => change[field] !== undefined && !isSame(change[field], before[field]))
  const range: Range = { ...now, ...(isOwn && { source: '' }), ...change }
  const free: (keyof Range)[] = ['valid_until', 'source']
  const differs = (Object.keys(change) as (keyof Range)[]).some((field) => !free.includes(field) && !isSame(change[field], before[field]))
  if (differs && (await isUsed(db, id))) throw conflict('Results were compared with this range. End it and add another one.', {}, 'used')
  requireSound(range, panel)
  refuseOverlap(await findOverlap(db, panel.id, range, id))
  await guarded(
    db
      .updateTable('lab_reference_ranges')
      .set({ ...range, version: sql`version + 1`, ...(isOwn && { confirmed_at: at, confirmed_by: by }) })
      .where('id', '=', id)
      .execute(),
  )
}
