import { changedFields } from '#platform/audit/audit.ts'
import { conflict, fieldError, requireFound } from '#platform/errors/problem.ts'
import type { Context } from '#platform/http/handle.ts'
import { requireUnchanged, requireVersion } from '#platform/records/version.ts'
import type { ParsedOf } from '#shared/endpoint.ts'
import type { endPregnancy, Pregnancy, updatePregnancy } from '../contract.ts'
import { daysBetween } from '#shared/zoned.ts'
import { MAX_SCAN_DAYS } from '../dating.ts'
import { type Changing, findMother, insertDating, pregnancyCurrent } from './begin-pregnancy.ts'
import { decideDating, isDating } from './decide-dating.ts'
import type { DatedRow } from './pregnancy-facts.ts'
import { findPregnancies, findPregnancy } from './queries.ts'
import { requirePlausiblePregnancy } from './require-plausible-pregnancy.ts'

type Asking = Changing & Pick<Context, 'ifMatch'>
type Which = ParsedOf<typeof updatePregnancy>['params']

/** The pregnancy of a patient whose row is locked, as it was seen: 404, 400 `version`, 412 with what it is now. */
const findSeen = async ({ db, now, ifMatch }: Asking, { id: patient, pregnancy: id }: Which, version: number | undefined) => {
  const before = requireFound(await findPregnancy(db, patient, id, now), 'Pregnancy')
  return requireUnchanged(before, requireVersion(version ?? ifMatch))
}

const requireNote = (outcome: string | null | undefined, note: string | null | undefined) => {
  if (outcome === 'other' && !note) throw fieldError('note', 'Describe in the note how the pregnancy ended.')
}

/** 400 for a day of the outcome that is ahead, or from before the pregnancy can have begun. */
const refuseOtherEnd = (ended: string, { edd, noted_on }: Pick<Pregnancy, 'edd' | 'noted_on'>, today: string) => {
  if (ended > today) throw fieldError('ended_on', `${ended} is in the future. Enter a day up to ${today}.`)
  if (edd !== null && daysBetween(ended, edd) > 280)
    throw fieldError('ended_on', `${ended} is before this pregnancy began. Its due date is ${edd}.`)
  if (edd === null && daysBetween(ended, noted_on) > MAX_SCAN_DAYS)
    throw fieldError('ended_on', `${ended} is more than ${MAX_SCAN_DAYS} days before the pregnancy was recorded (${noted_on}).`)
}

const pick = (row: Pregnancy): DatedRow => {
  const { lmp, lmp_is_certain, scan_on, scan_days, transfer_on, transfer_days, edd, dated_by } = row
  return { lmp, lmp_is_certain, scan_on, scan_days, transfer_on, transfer_days, edd, dated_by }
}

const write = async (db: Changing['db'], before: Pregnancy, values: object) => {
  await db
    .updateTable('pregnancies')
    .set({ ...values, version: before.version + 1 })
    .where('id', '=', before.id)
    .execute()
}

const plain = ({ datings: _datings, version: _version, gestation_days: _days, ...row }: Pregnancy): Record<string, unknown> => row

/** What of `before` is different now, for the trail. */
const changeOf = (before: Pregnancy, after: Pregnancy) => changedFields(plain(before), plain(after))

/** Records the outcome of a current pregnancy; the patient's row is locked. */
export const recordOutcome = async (
  asking: Asking,
  which: Which,
  { outcome, ended_on, note, version }: ParsedOf<typeof endPregnancy>['body'],
) => {
  const { db, now, user } = asking
  const before = await findSeen(asking, which, version)
  if (before.outcome !== null) throw conflict(`This pregnancy has ended: ${before.outcome}, ${before.ended_on}.`, {}, 'ended')
  requireNote(outcome, note ?? before.note)
  refuseOtherEnd(ended_on, before, (await findMother(db, before.patient, now)).today)
  await write(db, before, { outcome, ended_on, ended_at: now, ended_by: user.id, ...(note && { note }) })
  const row = (await findPregnancy(db, before.patient, before.id, now))!
  return { id: row.id, row, note: changeOf(before, row) }
}

type Ending = Partial<Pick<Pregnancy, 'outcome' | 'ended_on' | 'ended_at'> & { ended_by: number | null }>

/** What of the outcome of an ended pregnancy is corrected; `outcome` null makes it current again. */
const correctedEnd = async (
  { db, now, user }: Asking,
  before: Pregnancy,
  { outcome, ended_on, note }: ParsedOf<typeof updatePregnancy>['body'],
): Promise<Ending> => {
  if (outcome === undefined && ended_on === undefined) return {}
  if (before.outcome === null && outcome === null && ended_on === undefined) return {}
  if (before.outcome === null)
    throw fieldError(outcome === undefined ? 'ended_on' : 'outcome', 'This pregnancy has not ended. Record its outcome instead.')
  if (outcome === null) {
    if (ended_on !== undefined) throw fieldError('ended_on', 'An end date needs an outcome.')
    const [first] = await findPregnancies(db, before.patient, now)
    if (first && first.outcome === null) throw pregnancyCurrent({ pregnancy: first.id, gestation_days: first.gestation_days })
    return { outcome: null, ended_on: null, ended_at: null, ended_by: null }
  }
  requireNote(outcome, note === undefined ? before.note : note)
  return { outcome: outcome ?? before.outcome, ended_on: ended_on ?? before.ended_on, ended_at: now, ended_by: user.id }
}

/** Dates or corrects a pregnancy; the patient's row is locked. */
export const changePregnancy = async (asking: Asking, which: Which, body: ParsedOf<typeof updatePregnancy>['body']) => {
  const { db, now, user } = asking
  const { version, source, note, confirmations = [], outcome: _outcome, ended_on: _ended, ...sent } = body
  const before = await findSeen(asking, which, version)
  const { today, age } = await findMother(db, before.patient, now)
  const end = await correctedEnd(asking, before, body)
  const decided = isDating(sent) ? decideDating(pick(before), sent, { noted: before.noted_on, today: before.ended_on ?? today }) : null
  const after = { ...before, ...decided?.row }
  const ended = end.ended_on === undefined ? before.ended_on : end.ended_on
  if (ended !== null) refuseOtherEnd(ended, after, today)
  const confirmed = decided
    ? requirePlausiblePregnancy(
        { age, lmp: after.lmp, edd: after.edd, day: before.noted_on },
        { confirmations, kept: before.confirmed.map(({ by_name: _name, ...one }) => one), by: user.id, now },
      )
    : before.confirmed.map(({ by_name: _name, ...one }) => one)
  if (!decided && confirmations.length > 0) throw fieldError('confirmations', 'This change needs no confirmations.')
  await write(db, before, {
    ...(source && { source }),
    ...(note !== undefined && { note }),
    ...decided?.row,
    ...end,
    confirmed: JSON.stringify(confirmed),
  })
  if (decided) await insertDating(asking, { pregnancy: before.id, patient: before.patient }, decided)
  const row = (await findPregnancy(db, before.patient, before.id, now))!
  return { id: row.id, row, note: changeOf(before, row) }
}
