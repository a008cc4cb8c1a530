import { requirePatient } from '#features/patients/public.ts'
import { auditReads, changedFields } from '#platform/audit/audit.ts'
import { fieldError, conflict, requireFound } from '#platform/errors/problem.ts'
import { type Context, handle, type Route } from '#platform/http/handle.ts'
import {
  addObservation,
  getTriage,
  listCriticalTriages,
  listTriages,
  listVitalSigns,
  markCriticalSeen,
  updateTriage,
  getTriageSettings,
  getVitalLimit,
  listVitalLimits,
  updateTriageSettings,
  updateVitalLimit,
} from '../contract.ts'
import type { RecordChange } from './answer-pregnancy.ts'
import { countTriages, countVitals, findTriageById, findTriages, findUnseenCritical, findVitals } from './queries.ts'
import { saveVitals } from './save-vitals.ts'
import { changeLimit, chooseScale, findTriageSettings, findVitalLimit, findVitalLimits } from './settings.ts'
import type { Db } from '#platform/db/connect.ts'
import { requireUnchanged } from '#platform/records/version.ts'
import { readPage } from '#platform/db/keyset.ts'

/** Notes which doctor has seen the critical values, once: 404, 409 when there is nothing critical, 412 when there are newer ones. */
const markSeen = async (db: Db, id: number, seen: number | null, by: number, now: Date) => {
  const row = requireFound(await db.selectFrom('triages').selectAll().where('id', '=', id).forUpdate().executeTakeFirst(), 'Triage')
  if (!row.critical_at) throw conflict('These vital signs have no critical value.', {}, 'nothing_critical')
  if (!row.critical_seen_at) {
    await requireUnchanged(row, seen, () => findTriageById(db, id))
    await db
      .updateTable('triages')
      .set({ critical_seen_at: now, critical_seen_by: by, version: row.version + 1 })
      .where('id', '=', id)
      .execute()
  }
  return { triage: (await findTriageById(db, id))!, text: row.critical_text }
}

const settingRoutes: Route[] = [
  handle(getTriageSettings, ({ db }) => findTriageSettings(db)),

  handle(updateTriageSettings, async (context) => {
    const { before, after } = await chooseScale(context)
    context.audit('update', { entity: 'triage settings', id: null, change: changedFields(before, after) })
    context.publish('triage')
    context.publish('settings')
    return after
  }),

  handle(listVitalLimits, ({ db }) => findVitalLimits(db)),

  handle(getVitalLimit, async ({ db, params }) => {
    return requireFound(await findVitalLimit(db, params.id), 'Limit')
  }),

  handle(updateVitalLimit, async (context) => {
    const { id } = context.params
    const { before, after } = await changeLimit(context, id)
    context.audit('update', { entity: 'vital limit', id, change: changedFields({ ...before }, { ...after }) })
    context.publish('triage')
    context.publish('settings')
    return after
  }),
]

/** Tells the trail and the screens what the answer about pregnancy changed in the record. */
const noteRecord = ({ audit, publish }: Pick<Context, 'audit' | 'publish'>, patient: number, changes: readonly RecordChange[]) => {
  for (const { action, entity, id } of changes) audit(action, { entity, id, patient, change: { source: 'triage' } })
  if (changes.length > 0) publish('patients', patient)
}

export const routes = (): Route[] => [
  handle(listCriticalTriages, ({ db }) => findUnseenCritical(db)),

  handle(listTriages, async ({ db, query, audit }) => {
    const { patient_id, patient = patient_id } = query
    if (patient_id !== undefined && patient_id !== patient)
      throw fieldError('patient_id', 'Send one patient: `patient` and `patient_id` differ.')
    const page = await readPage(query, {
      find: (position) => findTriages(db, patient, position),
      ifEmpty: () => patient && requirePatient(db, patient),
      count: () => countTriages(db, patient),
    })
    auditReads(audit, 'triages', page.rows, patient)
    return page
  }),

  handle(listVitalSigns, ({ db, query, audit }) => {
    const { patient_id: patient, measure } = query
    audit('read', { entity: 'vital signs', id: null, patient })
    return readPage(query, {
      find: ({ cursor, limit }) => findVitals(db, patient, limit, { measure, cursor }),
      by: (set) => set.taken_at.toISOString(),
      ifEmpty: () => requirePatient(db, patient),
      count: () => countVitals(db, patient, measure),
    })
  }),

  handle(getTriage, async ({ db, params, audit }) => {
    const triage = requireFound(await findTriageById(db, params.id), 'Triage')
    audit('read', { entity: 'triage', id: triage.id, patient: triage.patient })
    return triage
  }),

  handle(updateTriage, async ({ db, params, body, ifMatch, user, now, audit, publish }) => {
    const asked = { id: params.id, change: body, seen: body.version ?? ifMatch, by: user.id, now }
    const { after, change, recorded } = await saveVitals(db, asked, false)
    audit('update', { entity: 'triage', id: after.id, patient: after.patient, change })
    noteRecord({ audit, publish }, after.patient, recorded)
    publish('triage', after.id)
    publish('attendance', after.visit)
    return after
  }),

  handle(addObservation, async ({ db, params, body, ifMatch, user, now, audit, publish }) => {
    const asked = { id: params.id, change: body, seen: body.version ?? ifMatch, by: user.id, now }
    const { after, change, recorded } = await saveVitals(db, asked, true)
    audit('observe', { entity: 'triage', id: after.id, patient: after.patient, change })
    noteRecord({ audit, publish }, after.patient, recorded)
    publish('triage', after.id)
    publish('attendance', after.visit)
    return after
  }),

  handle(markCriticalSeen, async ({ db, params, body, ifMatch, user, now, audit, publish }) => {
    const { triage, text } = await markSeen(db, params.id, body.version ?? ifMatch, user.id, now)
    audit('critical seen', { entity: 'triage', id: triage.id, patient: triage.patient, change: { critical: text } })
    publish('triage', triage.id)
    publish('attendance', triage.visit)
    return triage
  }),

  ...settingRoutes,
]
