import { sql } from 'kysely'
import { changedFields } from '#platform/audit/audit.ts'
import type { Db } from '#platform/db/connect.ts'
import { fieldError, formError } from '#platform/errors/problem.ts'
import { requireUnchanged } from '#platform/records/version.ts'
import { dayIn } from '#shared/dates.ts'
import { asksDangerSigns, dangerSignsAt, type DangerSignKey } from '../danger-signs.ts'
import { criticalText, flagsOf, type Limit } from '../limits.ts'
import { knownValues } from '../known-values.ts'
import { measureKeys, type VitalSet } from '../measures.ts'
import { bandOf, news2, RULES_VERSION, type Spo2Scale } from '../news2.ts'
import { pews } from '../pews.ts'
import { suggestLevel, type Suggestion } from '../suggest.ts'
import { answerPregnancy, type RecordChange } from './answer-pregnancy.ts'
import { changedSet, criticalAfter, isDifferent, levelAfter, refuseNonsense, refuseOtherTimes, type Change } from './change-triage.ts'
import { findOtherCritical, lockTriage, type LockedTriage, type SetRow } from './lock-triage.ts'
import { findTriageById } from './queries.ts'
import { ageDaysOn, findEarlier, requirePlausible, type KeptConfirmation } from './require-plausible.ts'
import { monthsAt, vitalSetOf } from './triage-of.ts'

interface Asked {
  id: number
  change: Change
  seen: number | null
  by: number
  now: Date
}

/** What is asked of a set that is about to be written. */
interface NewSet {
  set: VitalSet
  signs: DangerSignKey[] | null
  notes: string | null
  takenAt: Date
  takenBy: number | null
  replaces: number | null
}

const insertSet = async (
  db: Db,
  { visit, patient }: { visit: number; patient: number },
  asked: Asked,
  { scored, made, confirmed }: Written,
) => {
  const { set, signs, notes, takenAt, takenBy, replaces } = made
  await sql`
    with fresh as (
      insert into vital_signs (visit_id, patient_id, taken_at, taken_by, recorded_at, recorded_by, ${sql.join(measureKeys.map((key) => sql.ref(key)))},
        on_oxygen, consciousness, danger_signs, notes, news2, news2_scale, pews, rules_version, flags, is_critical, confirmed)
      values (${visit}, ${patient}, ${takenAt}, ${takenBy}, ${asked.now}, ${asked.by}, ${sql.join(measureKeys.map((key) => set[key]))},
        ${set.on_oxygen}, ${set.consciousness}, ${signs}::text[], ${notes}, ${scored.score}, ${scored.scale}, ${scored.pews}, ${RULES_VERSION},
        ${JSON.stringify(scored.flags)}, ${scored.critical !== null}, ${JSON.stringify(confirmed)}::jsonb)
      returning id
    ) update vital_signs s set replaced_by = fresh.id from fresh where s.id = ${replaces}::bigint`.execute(db)
}

interface Scored {
  score: number | null
  scale: Spo2Scale
  pews: number | null
  flags: object
  critical: string | null
}

interface Written {
  scored: Scored
  made: NewSet
  confirmed: readonly KeptConfirmation[]
}

const scoreOf = (
  { set, signs }: Pick<NewSet, 'set' | 'signs'>,
  limits: readonly Limit[],
  months: number | null,
  isPregnant: boolean,
  scale: Spo2Scale,
): Scored => {
  const flags = flagsOf(set, limits, { months, spo2Scale: scale, isPregnant })
  const early = news2(set, { months, isPregnant, scale })
  const ofChild = pews(set, months, signs?.includes('severe_distress') ?? false)
  return { score: early.score, scale, pews: ofChild?.atLeast ?? null, flags, critical: criticalText(set, flags, early) }
}

const latestColumn = (visit: number, column: 'news2' | 'is_critical') => sql<number>`(select ${sql.ref(column)} from vital_signs
  where visit_id = ${visit} and replaced_by is null order by taken_at desc, id desc limit 1)`

/** When the patient was last observed: a note or a weight alone is no observation. */
const lastObserved = (
  visit: number,
) => sql<Date | null>`(select max(taken_at) from vital_signs where visit_id = ${visit} and replaced_by is null
  and num_nonnulls(temperature, pulse, systolic, respiration, spo2, consciousness, danger_signs) > 0)`

/** Writes the triage under a new version; boards show what the latest standing set says. */
const updateTriageRow = async (db: Db, visit: number, triage: LockedTriage, after: Record<string, unknown>) => {
  await db
    .updateTable('triages')
    .set({
      ...after,
      news2: latestColumn(visit, 'news2'),
      observed_at: lastObserved(visit),
      is_critical: sql<boolean>`coalesce(${latestColumn(visit, 'is_critical')}, false)`,
      version: triage.version + 1,
    })
    .where('id', '=', triage.id)
    .execute()
}

const isOtherSigns = (before: readonly string[] | null, after: readonly string[] | null) =>
  JSON.stringify(before?.toSorted() ?? null) !== JSON.stringify(after?.toSorted() ?? null)

/** 400 for danger signs that are not looked for at this age. */
const refuseOtherSigns = (signs: readonly DangerSignKey[] | null, { danger_signs: sent }: Change, months: number | null) => {
  if (!sent || !signs) return
  const allowed = asksDangerSigns(months) ? dangerSignsAt(months).map(({ key }) => key) : []
  const other = signs.find((key) => !allowed.includes(key))
  if (other || allowed.length === 0)
    throw fieldError(
      'danger_signs',
      allowed.length === 0
        ? 'Danger signs are only for patients under 16 years.'
        : `${other} is not a danger sign at this age. Allowed: ${allowed.join(', ')}.`,
    )
}

/** What is known of a visit by now: of each measure the latest value, and the danger signs that were looked for last. */
const findKnown = (made: NewSet | null, sets: readonly SetRow[]) => {
  const rest = sets
    .filter(({ id }) => id !== made?.replaces)
    .map((row) => ({ at: row.taken_at, set: vitalSetOf(row), signs: row.danger_signs }))
  const all = made
    ? [{ at: made.takenAt, set: made.set, signs: made.signs }, ...rest].toSorted((a, b) => b.at.getTime() - a.at.getTime())
    : rest
  return knownValues(all)
}

/** The set to be written; null when no set changes. */
const planSet = (
  { change, by, now }: Asked,
  { triage, latest }: Pick<Awaited<ReturnType<typeof lockTriage>>, 'triage' | 'latest'>,
  isRepeat: boolean,
  isScoredAnew: boolean,
): NewSet | null => {
  const corrected = isRepeat ? undefined : latest
  const before = vitalSetOf(corrected)
  const set = changedSet(before, change)
  refuseNonsense(set)
  const signs = change.danger_signs === undefined ? (corrected?.danger_signs ?? null) : change.danger_signs
  refuseOtherSigns(signs, change, monthsAt(triage.date_of_birth, change.taken_at ?? corrected?.taken_at ?? now, triage.time_zone))
  const notes = change.notes === undefined ? (corrected?.notes ?? null) : change.notes
  const takenAt = change.taken_at ?? corrected?.taken_at ?? now
  if (change.taken_at) refuseOtherTimes(takenAt, triage.visit_began, now)
  const isSameTime = takenAt.getTime() === (corrected?.taken_at ?? takenAt).getTime()
  const isOther =
    isRepeat ||
    isDifferent(before, set) ||
    isOtherSigns(corrected?.danger_signs ?? null, signs) ||
    notes !== (corrected?.notes ?? null) ||
    !isSameTime
  if (!isOther && !(corrected && isScoredAnew)) return null
  if (!isDifferent(vitalSetOf(undefined), set) && signs === null && notes === null)
    throw formError('Enter at least one measurement or a note.')
  return { set, signs, notes, takenAt, takenBy: corrected ? corrected.taken_by : by, replaces: corrected?.id ?? null }
}

/** A correction takes its own alarm back, and never one that it had covered before anybody saw it. */
const uncovered = async (db: Db, visit: number, triage: LockedTriage, corrected: number) => {
  const other = triage.critical_at && !triage.critical_seen_at ? await findOtherCritical(db, visit, corrected) : undefined
  if (!other) return null
  const { news2: score, flags, recorded_at } = other
  const text = criticalText(vitalSetOf(other), flags, { score, band: score === null ? null : bandOf(score, []) })
  return text === null ? null : { critical_at: recorded_at, critical_text: text, critical_seen_at: null, critical_seen_by: null }
}

interface Confirming {
  patient: number
  triage: LockedTriage
  made: NewSet
  sets: readonly SetRow[]
  known: VitalSet
}

/** What of the set a person confirmed although it is implausible; 409 with questions for the rest. */
const confirmVitals = async (db: Db, { change, by, now }: Asked, { patient, triage, made, sets, known }: Confirming) => {
  const { set, takenAt, replaces } = made
  const isBody = set.weight !== null || set.height !== null
  const earlier = isBody ? await findEarlier(db, patient, takenAt, replaces) : {}
  const days = ageDaysOn(triage.date_of_birth, dayIn(triage.time_zone, takenAt))
  const kept = sets.find(({ id }) => id === replaces)?.confirmed ?? []
  return requirePlausible({ set, person: { days, earlier }, known, confirmations: change.confirmations ?? [], kept, by, now })
}

interface About {
  triage: LockedTriage
  limits: readonly Limit[]
  state: { is_pregnant: boolean | null; spo2_scale: Spo2Scale }
  now: Date
}

const suggestionOf = ({ set, signs }: ReturnType<typeof findKnown>, { triage, limits, state, now }: About): Suggestion => {
  const months = monthsAt(triage.date_of_birth, now, triage.time_zone)
  const isPregnant = state.is_pregnant ?? false
  const facts = {
    set,
    signs,
    months,
    days: ageDaysOn(triage.date_of_birth, dayIn(triage.time_zone, now)),
    flags: flagsOf(set, limits, { months, spo2Scale: state.spo2_scale, isPregnant }),
    news: news2(set, { months, isPregnant, scale: state.spo2_scale }),
    pews: pews(set, months, signs?.includes('severe_distress') ?? false),
  }
  return suggestLevel(facts, triage.clinic_scale)
}

/**
 * Saves vital signs, level, pregnancy and scale of one triage, in the transaction of `db`: as a set of its own (`isRepeat`, and whenever
 * there is none yet) or as the correction of the latest set, which stays readable. 404, 409 `visit_closed`, 409 `implausible` with
 * questions, 412 with the triage as it is now, 400 by field. Answers the triage as it is afterwards, the fields that changed, and what the
 * answer about pregnancy changed in the record.
 */
export const saveVitals = async (db: Db, asked: Asked, isRepeat: boolean) => {
  const { id, change, seen, by, now } = asked
  const locked = await lockTriage(db, id)
  const { visit, triage, sets, latest, limits } = locked
  await requireUnchanged(triage, seen, () => findTriageById(db, id))
  if (seen === null && !isRepeat && latest) throw fieldError('version', 'Send the version, or If-Match, of the triage that you correct.')
  const answer = await answerPregnancy(db, { sent: change.is_pregnant, patient: visit.patient_id, triage, by, now })
  const state = {
    is_pregnant: answer.isPregnant,
    spo2_scale: change.spo2_scale ?? triage.spo2_scale,
  }
  const isScoredAnew = state.is_pregnant !== triage.is_pregnant || state.spo2_scale !== triage.spo2_scale
  const made = planSet(asked, locked, isRepeat, isScoredAnew)
  const months = made && monthsAt(triage.date_of_birth, made.takenAt, triage.time_zone)
  const scored = made && scoreOf(made, limits, months, state.is_pregnant ?? false, state.spo2_scale)
  const known = findKnown(made, sets)
  const confirmed = made ? await confirmVitals(db, asked, { patient: visit.patient_id, triage, made, sets, known: known.set }) : []
  const suggestion = suggestionOf(known, { triage, limits, state, now })
  const level = levelAfter(triage, change, suggestion, by, now)
  const wasCritical = made?.replaces !== null && (latest?.is_critical ?? false)
  const isUndone = scored?.critical === null && wasCritical
  const hidden = isUndone && latest ? await uncovered(db, visit.id, triage, latest.id) : null
  const critical = hidden ?? (scored && criticalAfter(triage, scored.critical, wasCritical, now))
  // Asked in one go, so that they travel together and run in this order.
  const [, , after] = await Promise.all([
    made && scored && insertSet(db, { visit: visit.id, patient: visit.patient_id }, asked, { scored, made, confirmed }),
    updateTriageRow(db, visit.id, triage, {
      ...level,
      ...critical,
      ...state,
      suggested_level: suggestion.level,
      suggestion: JSON.stringify(suggestion.reasons),
    }),
    findTriageById(db, id),
  ])
  const { is_pregnant, spo2_scale } = triage
  const before = {
    ...vitalSetOf(made?.replaces ? latest : undefined),
    danger_signs: (made?.replaces ? latest?.danger_signs : null) ?? null,
    level: triage.level,
    level_reason: triage.level_reason,
    suggested_level: triage.suggested_level,
    is_pregnant,
    spo2_scale,
  }
  const { level: chosen, level_reason } = level
  const written = {
    ...(made ? { ...made.set, danger_signs: made.signs } : before),
    level: chosen,
    level_reason,
    suggested_level: suggestion.level,
    ...state,
  }
  const trail = changedFields(before, written)
  const recorded: readonly RecordChange[] = answer.changes
  return { after: after!, change: confirmed.length > 0 ? { ...trail, confirmed } : trail, recorded }
}
