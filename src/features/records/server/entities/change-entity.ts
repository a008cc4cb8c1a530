import { sql } from 'kysely'
import type { DrugUsage, EntityType, EntityDetails } from '#features/clinical-text/contract.ts'
import type { addEntity, changeEntity } from '#features/records/contract.ts'
import type { EntityState, RecordEntity } from '#features/records/contract-fields.ts'
import { findCodesOf } from '#features/diagnoses/public.ts'
import type { ParsedOf } from '#shared/endpoint.ts'
import { without } from '#shared/paging.ts'
import type { Db } from '#platform/db/connect.ts'
import { changedFields } from '#platform/audit/audit.ts'
import { conflict, fieldError } from '#platform/errors/problem.ts'
import type { Context } from '#platform/http/handle.ts'
import { findEntities } from './find-entities-of.ts'
import { holdEntity, type HeldRecord } from './hold-record.ts'

/** What a person may say otherwise than it was suggested. */
const findingFields = ['type', 'value', 'unit', 'code', 'certainty', 'negated', 'subject', 'temporality', 'usage', 'details'] as const
type FindingContent = Pick<RecordEntity, (typeof findingFields)[number]>

const named: readonly EntityType[] = ['diagnosis', 'symptom', 'drug', 'allergy', 'procedure', 'facility']
const parts = ['dose', 'route', 'frequency', 'duration'] as const

/** Of a value that is a name: another one was written. */
const isRenamed = (before: FindingContent, after: FindingContent) =>
  named.includes(after.type) && before.value?.toLowerCase() !== after.value?.toLowerCase() && after.value !== null

const withoutSubstances = ({ substances: _of, ...details }: EntityDetails): EntityDetails => details

/** Words that were read are no longer right when a part of them was corrected and they were not. */
const withDirections = (before: EntityDetails, after: EntityDetails): EntityDetails => {
  const isCorrected = parts.some((part) => before[part] !== after[part]) && before.directions === after.directions
  const directions = parts.flatMap((part) => after[part] ?? []).join(' ')
  if (!isCorrected) return after
  const { directions: _before, ...others } = after
  return directions === '' ? others : { ...others, directions }
}

/** Whether this can be said of a finding of this type: of an allergy only that it is an intolerance. */
const fitsUsage = (type: EntityType, usage: DrugUsage | null): boolean =>
  usage === null || type === 'drug' || (type === 'allergy' && usage === 'not tolerated')

/**
 * A finding as a person corrected it, and what followed from what was read before no longer said of it: the code and the substances of
 * another name, a code of another kind, the directions that hold another dose.
 */
const correctedBy = (before: FindingContent, changes: Partial<FindingContent>): FindingContent => {
  const after: FindingContent = { ...before, ...changes }
  const isOther = isRenamed(before, after)
  const isSameCode = after.code === before.code && (isOther || after.type !== before.type)
  const isSameSubstances = isOther && String(after.details.substances ?? '') === String(before.details.substances ?? '')
  const details = withDirections(before.details, after.details)
  const usage = fitsUsage(after.type, after.usage) ? after.usage : null
  return { ...after, usage, code: isSameCode ? null : after.code, details: isSameSubstances ? withoutSubstances(details) : details }
}

type WriteContext = Pick<Context, 'db' | 'user' | 'now' | 'audit' | 'publish'>

const contentOf = (entity: RecordEntity) => Object.fromEntries(findingFields.map((name) => [name, entity[name]])) as FindingContent

const refuseTwice = async ({ db }: WriteContext, { record, page, start, end }: RecordEntity, type: string) => {
  const [other] = await findEntities(
    db,
    sql`e.record_id = ${record} and e.page = ${page} and e.start = ${start} and e.until = ${end} and e.type = ${type}`,
  )
  if (other) throw conflict('This text is already marked.', { id: other.id }, 'there')
}

/** The code that the lists of diagnoses have under this name; the one that was there before when it is of this name, too. */
const codeUnder = async (db: Db, name: string, before: string | null) => {
  const { rows } = await sql`
    select from diagnosis_codes where code = ${before} and lower(title) = lower(${name}) and is_active limit 1`.execute(db)
  return rows.length > 0 ? before : ((await findCodesOf(db, [name])).get(name) ?? null)
}

const correct = async ({ db }: WriteContext, before: FindingContent, changes: Partial<FindingContent>): Promise<FindingContent> => {
  const after = correctedBy(before, changes)
  const isCoded = after.type === 'diagnosis' || after.type === 'symptom'
  if (!isCoded || after.code !== null || after.value === null || after.value === before.value) return after
  return { ...after, code: await codeUnder(db, after.value, before.code) }
}

const refuseUsage = (type: EntityType, usage: DrugUsage | null | undefined) => {
  if (usage && !fitsUsage(type, usage)) throw fieldError('usage', `“${usage}” is said of drugs only; an allergy can be “not tolerated”.`)
}

interface Written {
  content: FindingContent
  state: EntityState
  suggested: unknown
}

const write = async ({ db, user, now }: WriteContext, id: number, written: Written) => {
  const { type, value, unit, code, certainty, negated, subject, temporality, usage, details } = written.content
  const at = written.state === 'suggested' ? null : now
  await sql`
    update medical_record_entities set type = ${type}, value = ${value}, unit = ${unit}, code = ${code}, certainty = ${certainty},
      negated = ${negated}, subject = ${subject}, temporality = ${temporality}, usage = ${usage ?? null}, details = ${JSON.stringify(details)}::jsonb,
      state = ${written.state}::entity_state, suggested = ${written.suggested === null ? null : JSON.stringify(written.suggested)}::jsonb,
      decided_at = ${at}, decided_by = ${at && user.id}, version = version + 1
    where id = ${id}`.execute(db)
}

/** A decision that is taken back: what was suggested stands again; what a person marked is rejected, for nobody suggested it. */
const undone = (entity: RecordEntity, suggested: FindingContent | null): Written =>
  entity.confidence === null
    ? { content: contentOf(entity), state: 'rejected', suggested: null }
    : { content: suggested ?? contentOf(entity), state: 'suggested', suggested: null }

/** Confirms, rejects or corrects a finding, or takes that back. 404, 409 `became`, `there` or `withdrawn`, 412 when it has changed since. */
export const changeFinding = async (
  context: WriteContext,
  id: number,
  body: ParsedOf<typeof changeEntity>['body'],
  seen: number | null,
) => {
  const { record, entity } = await holdEntity(context, id, seen)
  if (entity.became) throw conflict('This finding was added to the record. Change it there.', { became: entity.became }, 'became')
  const kept = await context.db.selectFrom('medical_record_entities').select('suggested').where('id', '=', id).executeTakeFirstOrThrow()
  const suggested = kept.suggested as FindingContent | null
  const changes = without(body, ['state', 'version'])
  refuseUsage(changes.type ?? entity.type, changes.usage)
  const before = contentOf(entity)
  const after = await correct(context, before, Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined)))
  const isCorrected = JSON.stringify(before) !== JSON.stringify(after)
  if (body.state === 'suggested' && isCorrected) throw fieldError('state', 'A correction confirms the finding: send no other state.')
  if (after.type !== before.type) await refuseTwice(context, entity, after.type)
  const state = body.state ?? (isCorrected ? 'confirmed' : entity.state)
  const written: Written =
    state === 'suggested'
      ? undone(entity, suggested)
      : { content: after, state, suggested: suggested ?? (isCorrected && entity.confidence !== null ? before : null) }
  await write(context, id, written)
  const [changed] = await findEntities(context.db, sql`e.id = ${id}`)
  const change = changedFields({ ...before, state: entity.state }, { ...written.content, state: written.state })
  context.audit('update', { entity: 'document finding', id, patient: record.patient, change })
  context.publish('records', record.id)
  return changed!
}

/** Marks words of a page as a finding, confirmed by who marks them. 404 for a page that is not there, 400 for a place outside its text. */
export const markFinding = async (context: WriteContext, record: HeldRecord, body: ParsedOf<typeof addEntity>['body']) => {
  const { db, user, now } = context
  const { page, start, end, type } = body
  const found = await db
    .selectFrom('medical_record_pages')
    .select('text')
    .where('record_id', '=', record.id)
    .where('number', '=', page)
    .executeTakeFirst()
  if (!found) throw fieldError('page', 'Page not found in this document.')
  const text = found.text.slice(start, end)
  if (end <= start || end > found.text.length || text.trim() === '') throw fieldError('end', 'Mark some words on the page.')
  if (text.length > 500) throw fieldError('end', 'Mark at most 500 characters.')
  const {
    value = null,
    unit = null,
    code = null,
    certainty = 'certain',
    negated = false,
    subject = 'patient',
    temporality = 'recent',
    usage = null,
  } = body
  refuseUsage(type, usage)
  const { rows } = await sql<{ id: number }>`
    insert into medical_record_entities (record_id, patient_id, page, start, until, type, text, value, unit, code, certainty, negated, subject,
      temporality, usage, details, state, decided_at, decided_by)
    values (${record.id}, ${record.patient}, ${page}, ${start}, ${end}, ${type}, ${text}, ${value}, ${unit}, ${code}, ${certainty},
      ${negated}, ${subject}, ${temporality}, ${usage}, ${JSON.stringify(body.details ?? {})}::jsonb, 'confirmed', ${now}, ${user.id})
    on conflict do nothing returning id`.execute(db)
  if (!rows[0]) throw conflict('This text is already marked.', {}, 'there')
  const [entity] = await findEntities(db, sql`e.id = ${rows[0].id}`)
  context.audit('create', { entity: 'document finding', id: entity!.id, patient: record.patient, change: { type, text, page } })
  context.publish('records', record.id)
  return entity!
}
