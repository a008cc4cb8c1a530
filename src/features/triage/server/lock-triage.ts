import { sql } from 'kysely'
import { lockOpenVisit } from '#features/attendance/public.ts'
import type { TriageScale } from '#features/attendance/rules.ts'
import type { Db } from '#platform/db/connect.ts'
import { requireFound } from '#platform/errors/problem.ts'
import type { DangerSignKey } from '../danger-signs.ts'
import type { Consciousness, MeasureKey } from '../measures.ts'
import type { Flags } from '../limits.ts'
import type { Spo2Scale } from '../news2.ts'
import type { KeptConfirmation } from './require-plausible.ts'
import { findLimits } from './settings.ts'

/** What a triage has to know of itself to be changed, and of its patient. */
export interface LockedTriage {
  id: number
  is_pregnant: boolean | null
  spo2_scale: Spo2Scale
  scale: TriageScale | null
  level: number | null
  target_minutes: number | null
  level_at: Date | null
  level_by: number | null
  level_reason: string | null
  level_suggested: number | null
  suggested_level: number | null
  observe_minutes: number | null
  critical_at: Date | null
  critical_text: string | null
  critical_seen_at: Date | null
  critical_seen_by: number | null
  version: number
  date_of_birth: string | null
  gender: string
  visit_began: Date
  time_zone: string
  clinic_scale: TriageScale
}

/** A set as the table has it. */
export type SetRow = Record<MeasureKey, number | string | null> & {
  id: number
  taken_at: Date
  taken_by: number | null
  on_oxygen: boolean | null
  consciousness: Consciousness | null
  notes: string | null
  is_critical: boolean
  flags: Flags
  news2: number | null
  recorded_at: Date
  danger_signs: DangerSignKey[] | null
  confirmed: KeptConfirmation[]
}

const lockRow = async (db: Db, id: number) => {
  const { rows } = await sql<LockedTriage>`
    select t.id, t.is_pregnant, t.spo2_scale, t.scale, t.level, t.target_minutes, t.level_at, t.level_by, t.level_reason,
      t.level_suggested, t.suggested_level, t.observe_minutes, t.critical_at, t.critical_text,
      t.critical_seen_at, t.critical_seen_by, t.version, p.date_of_birth, p.gender, v.created_at as visit_began, c.time_zone, g.scale as clinic_scale
    from triages t join visits v on v.id = t.visit_id join patients p on p.id = t.patient_id, company c, triage_settings g
    where t.id = ${id} for update of t`.execute(db)
  return rows[0]!
}

/** The sets of a visit that no other replaced, newest first. */
const findCurrentSets = async (db: Db, visit: number) => {
  const { rows } = await sql<SetRow>`
    select * from vital_signs where visit_id = ${visit} and replaced_by is null order by taken_at desc, id desc`.execute(db)
  return rows
}

/** The latest critical set of a visit that stands beside this one; undefined when there is none. */
export const findOtherCritical = async (db: Db, visit: number, beside: number) => {
  const { rows } = await sql<SetRow>`
    select * from vital_signs where visit_id = ${visit} and replaced_by is null and is_critical and id <> ${beside}
    order by taken_at desc, id desc limit 1`.execute(db)
  return rows[0]
}

/**
 * The open visit, the triage and its current sets, locked in this order, with the limits of the clinic: 404 when there is none, 409 when the visit
 * is over.
 */
export const lockTriage = async (db: Db, id: number) => {
  const found = requireFound(await db.selectFrom('triages').select('visit_id').where('id', '=', id).executeTakeFirst(), 'Triage')
  // One round trip: what is asked together runs in this order, and the visit is locked first.
  const [visit, triage, sets, limits] = await Promise.all([
    lockOpenVisit(db, found.visit_id),
    lockRow(db, id),
    findCurrentSets(db, found.visit_id),
    findLimits(db),
  ])
  return { visit, triage, sets, latest: sets[0], limits }
}
