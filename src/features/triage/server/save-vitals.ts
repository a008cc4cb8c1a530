import { sql } from 'kysely'
import { changedFields } from '#platform/audit/audit.ts'
import type { Db } from '#platform/db/connect.ts'
import { fieldError, formError, stale } from '#platform/errors/problem.ts'
import { criticalText, flagsOf, type Limit } from '../limits.ts'
import { measureKeys, type VitalSet } from '../measures.ts'
import { bandOf, news2, RULES_VERSION, type Spo2Scale } from '../news2.ts'
import { changedSet, criticalAfter, isDifferent, levelAfter, refuseNonsense, refuseOtherTimes, type Change } from './change-triage.ts'
import { findOtherCritical, lockTriage, type LockedTriage } from './lock-triage.ts'
import { findTriageById } from './queries.ts'
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
  notes: string | null
  takenAt: Date
  takenBy: number | null
  replaces: number | null
}

const insertSet = async (db: Db, { visit, patient }: { visit: number; patient: number }, asked: Asked, scored: Scored, made: NewSet) => {
  const { set, notes, takenAt, takenBy, replaces } = made
  await sql`
    with fresh as (
      insert into vital_signs (visit_id, patient_id, taken_at, taken_by, recorded_at, recorded_by, ${sql.join(measureKeys.map((key) => sql.ref(key)))},
        on_oxygen, consciousness, notes, news2, news2_scale, rules_version, flags, is_critical)
      values (${visit}, ${patient}, ${takenAt}, ${takenBy}, ${asked.now}, ${asked.by}, ${sql.join(measureKeys.map((key) => set[key]))},
        ${set.on_oxygen}, ${set.consciousness}, ${notes}, ${scored.score}, ${scored.scale}, ${RULES_VERSION}, ${JSON.stringify(scored.flags)},
        ${scored.critical !== null})
      returning id
    ) update vital_signs s set replaced_by = fresh.id from fresh where s.id = ${replaces}::bigint`.execute(db)
}

interface Scored {
  score: number | null
  scale: Spo2Scale
  flags: object
  critical: string | null
}

const scoreOf = (set: VitalSet, limits: readonly Limit[], months: number | null, isPregnant: boolean, scale: Spo2Scale): Scored => {
  const flags = flagsOf(set, limits, { months, spo2Scale: scale, isPregnant })
  const early = news2(set, { months, isPregnant, scale })
  return { score: early.score, scale, flags, critical: criticalText(set, flags, early) }
}

const latestOf = (visit: number, column: 'news2' | 'is_critical') => sql<number>`(select ${sql.ref(column)} from vital_signs
  where visit_id = ${visit} and replaced_by is null order by taken_at desc, id desc limit 1)`

/** Writes the triage under a new version; boards show what the latest standing set says. */
const updateTriageRow = async (db: Db, visit: number, triage: LockedTriage, after: Record<string, unknown>) => {
  await db
    .updateTable('triages')
    .set({
      ...after,
      news2: latestOf(visit, 'news2'),
      is_critical: sql<boolean>`coalesce(${latestOf(visit, 'is_critical')}, false)`,
      version: triage.version + 1,
    })
    .where('id', '=', triage.id)
    .execute()
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
  const notes = change.notes === undefined ? (corrected?.notes ?? null) : change.notes
  const takenAt = change.taken_at ?? corrected?.taken_at ?? now
  if (change.taken_at) refuseOtherTimes(takenAt, triage.visit_began, now)
  const isSameTime = takenAt.getTime() === (corrected?.taken_at ?? takenAt).getTime()
  const isOther = isRepeat || isDifferent(before, set) || notes !== (corrected?.notes ?? null) || !isSameTime
  if (!isOther && !(corrected && isScoredAnew)) return null
  if (!isDifferent(vitalSetOf(undefined), set) && notes === null) throw formError('Enter at least one measurement or a note.')
  return { set, notes, takenAt, takenBy: corrected ? corrected.taken_by : by, replaces: corrected?.id ?? null }
}

/** A correction takes its own alarm back, and never one that it had covered before anybody saw it. */
const uncovered = async (db: Db, visit: number, triage: LockedTriage, corrected: number) => {
  const other = triage.critical_at && !triage.critical_seen_at ? await findOtherCritical(db, visit, corrected) : undefined
  if (!other) return null
  const { news2: score, flags, recorded_at } = other
  const text = criticalText(vitalSetOf(other), flags, { score, band: score === null ? null : bandOf(score, []) })
  return text === null ? null : { critical_at: recorded_at, critical_text: text, critical_seen_at: null, critical_seen_by: null }
}

/**
 * Saves vital signs, level, pregnancy and scale of one triage, in the transaction of `db`: as a set of its own (`isRepeat`, and whenever
 * there is none yet) or as the correction of the latest set, which stays readable. 404, 409 `visit_closed`, 412 with the triage as it is
 * now, 400 by field. Answers the triage as it is afterwards, and the fields that changed.
 */
export const saveVitals = async (db: Db, asked: Asked, isRepeat: boolean) => {
  const { id, change, seen, by, now } = asked
  const locked = await lockTriage(db, id)
  const { visit, triage, latest, limits } = locked
  if (seen !== null && seen !== triage.version) throw stale(await findTriageById(db, id))
  if (seen === null && !isRepeat && latest) throw fieldError('version', 'Send the version, or If-Match, of the triage that you correct.')
  const state = {
    is_pregnant: change.is_pregnant === undefined ? triage.is_pregnant : change.is_pregnant,
    spo2_scale: change.spo2_scale ?? triage.spo2_scale,
  }
  const isScoredAnew = state.is_pregnant !== triage.is_pregnant || state.spo2_scale !== triage.spo2_scale
  const made = planSet(asked, locked, isRepeat, isScoredAnew)
  const months = made && monthsAt(triage.date_of_birth, made.takenAt, triage.time_zone)
  const scored = made && scoreOf(made.set, limits, months, state.is_pregnant ?? false, state.spo2_scale)
  const level = levelAfter(triage, change, by, now)
  const wasCritical = made?.replaces !== null && (latest?.is_critical ?? false)
  const isTakenBack = scored?.critical === null && wasCritical
  const hidden = isTakenBack && latest ? await uncovered(db, visit.id, triage, latest.id) : null
  const critical = hidden ?? (scored && criticalAfter(triage, scored.critical, wasCritical, now))
  // Asked in one go, so that they travel together and run in this order.
  const [, , after] = await Promise.all([
    made && scored && insertSet(db, { visit: visit.id, patient: visit.patient_id }, asked, scored, made),
    updateTriageRow(db, visit.id, triage, { ...level, ...critical, ...state }),
    findTriageById(db, id),
  ])
  const { is_pregnant, spo2_scale } = triage
  const before = { ...vitalSetOf(made?.replaces ? latest : undefined), level: triage.level, is_pregnant, spo2_scale }
  return { after: after!, change: changedFields(before, { ...(made?.set ?? before), level: level.level, ...state }) }
}
