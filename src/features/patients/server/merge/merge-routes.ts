import { sql } from 'kysely'
import type { Topic } from '#shared/topics.gen.ts'
import { conflict, fieldError, notFound } from '#platform/errors/problem.ts'
import { pageAt, readPlace } from '#platform/db/keyset.ts'
import { handle, type Context } from '#platform/http/handle.ts'
import { fullName } from '#features/patients/rules.ts'
import {
  listLikelyDuplicates,
  listMergeCandidates,
  listMerges,
  mergedColumns,
  mergePatients,
  previewMerge,
  previewUndo,
  undoMerge,
  type MergePreview,
} from '#features/patients/contract-merge.ts'
import { endRequests } from '../account-requests.ts'
import { announceReplaced } from '../announce-contact.ts'
import { findDuplicates, MAX_SHOWN } from '../find-duplicates.ts'
import { findLikelyDuplicates } from '../likely-duplicates.ts'
import { findPatient } from '../queries.ts'
import { requirePatient } from '../require-patient.ts'
import { findMerge, findMerges, findSince } from './merges.ts'
import { findPreview } from './preview-merge.ts'

/** Everything that a patient's rows are shown on. */
const shown: readonly Topic[] = [
  'attendance',
  'appointments',
  'messages',
  'laboratory',
  'records',
  'triage',
  'consultations',
  'orders',
  'referrals',
  'letters',
  'prescriptions',
  'billing',
]

const tell = ({ publish }: Pick<Context, 'publish'>, patients: readonly number[]) => {
  for (const id of patients) publish('patients', id)
  for (const topic of shown) publish(topic)
}

/** Refuses what nobody has seen, decided or confirmed. */
const check = (preview: MergePreview, body: { seen: string; typed_number?: string | undefined }) => {
  if (preview.stops.length > 0) throw conflict('Something stands in the way of this merge.', { stops: preview.stops }, 'stopped')
  if (preview.seen !== body.seen) throw conflict('Something was added or changed meanwhile. Look again.', { preview }, 'changed')
  if (preview.is_doubtful && body.typed_number !== preview.into.unique_id)
    throw fieldError('typed_number', 'Type the number of the record that stays.')
}

/** Two records of one person become one, and two again. */
export const mergeRoutes = [
  handle(listLikelyDuplicates, (context) => findLikelyDuplicates(context, context.query)),

  handle(listMergeCandidates, async ({ db, params, query, user, now, audit }) => {
    const patient = await findPatient(db, params.id, now)
    if (!patient) throw notFound('Patient')
    audit('read', { entity: 'merge candidates', id: null, patient: params.id })
    const person = { ...patient, identifiers: patient.identifiers.map(({ value }) => value) }
    const place = readPlace(query.cursor)
    const found = fullName(patient) === '' ? [] : await findDuplicates({ db, user, now }, person, { thorough: true, except: params.id })
    return pageAt(found.slice(place), { limit: query.limit ?? MAX_SHOWN, place })
  }),

  handle(previewMerge, async ({ db, query, now, audit }) => {
    const preview = await findPreview(db, query, now)
    for (const id of [query.from, query.into]) audit('read', { entity: 'patient', id, patient: id })
    return preview
  }),

  handle(mergePatients, async (context) => {
    const { db, body, now, user, audit } = context
    const { from, into, take = [] } = body
    // The lower id first, so that two people who merge the same two records wait for each other.
    await db.selectFrom('patients').select('id').where('id', 'in', [from, into]).orderBy('id').forUpdate().execute()
    const preview = await findPreview(db, { from, into }, now)
    check(preview, body)
    await endRequests(db, [from, into], 'The record was merged.', { at: now, by: user.id })
    const leave: Record<string, number[]> = {}
    for (const { kind, id } of preview.same) (leave[kind] ??= []).push(id)
    const { rows } = await sql<{ id: number }>`
      select merge_patients(${from}, ${into}, ${take}::text[], ${mergedColumns(take)}::text[],
        ${JSON.stringify(leave)}::jsonb, ${now}, ${user.id}) as id`.execute(db)
    const merge = (await findMerge(db, rows[0]!.id))!
    audit('merge into', { entity: 'patient', id: from, patient: from, change: { into, moved: merge.moved } })
    audit('merge', { entity: 'patient', id: into, patient: into, change: { from, take, moved: merge.moved } })
    await announceReplaced(context, preview.into, (await findPatient(db, into, now))!, `merge ${merge.id}`)
    tell(context, [from, into])
    return merge
  }),

  handle(listMerges, async ({ db, params, query, audit }) => {
    await requirePatient(db, params.id)
    audit('read', { entity: 'patient merge', id: null, patient: params.id })
    return findMerges(db, params.id, query)
  }),

  handle(previewUndo, async ({ db, params, audit }) => {
    const merge = await findMerge(db, params.id)
    if (!merge) throw notFound('Merge')
    if (merge.undone_at) throw conflict('This merge was undone already.')
    audit('read', { entity: 'patient merge', id: merge.id, patient: merge.into.id })
    return { merge, ...(await findSince(db, merge)) }
  }),

  handle(undoMerge, async (context) => {
    const { db, params, now, user, audit } = context
    const merge = await findMerge(db, params.id)
    if (!merge) throw notFound('Merge')
    const before = (await findPatient(db, merge.into.id, now))!
    await sql`select undo_patient_merge(${merge.id}, ${now}, ${user.id})`.execute(db)
    for (const { id } of [merge.from, merge.into])
      audit('undo merge', { entity: 'patient', id, patient: id, change: { merge: merge.id, from: merge.from.id, into: merge.into.id } })
    await announceReplaced(context, before, (await findPatient(db, before.id, now))!, `merge ${merge.id} undone`)
    tell(context, [merge.from.id, merge.into.id])
    return (await findMerge(db, merge.id))!
  }),
]
