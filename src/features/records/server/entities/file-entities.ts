import { sql } from 'kysely'
import { clinicDay } from '#features/company/public.ts'
import type { Destination, RecordEntity } from '#features/records/contract-fields.ts'
import { destinations } from '#features/records/contract-fields.ts'
import { conflict, fieldError } from '#platform/errors/problem.ts'
import type { Context } from '#platform/http/handle.ts'
import { refuseOtherPatient } from '../identity/find-comparison.ts'
import { requireMayFile } from '../policy.ts'
import { refuseTogether } from './refuse-together.ts'
import { decide } from './decide.ts'
import type { HeldRecord } from './hold-record.ts'
import { makeAlert, makeAllergy, makeMedicine, makeProblem } from './make-history.ts'
import { makeResult, makeVitals } from './make-values.ts'

type WriteContext = Pick<Context, 'db' | 'user' | 'now' | 'audit' | 'publish'>
export type Filed = Map<number, { kind: Destination; id: number }>
export interface Filing {
  context: WriteContext
  record: HeldRecord
  /** When values of the document were measured; null when nobody has said. */
  observedAt: Date | null
  /** Why implausible vital signs are right nevertheless. */
  confirmReason?: string | undefined
}

/** The last moment of the day of the document that is not to come; null when the paper bears none. */
const toMoment = async ({ db, now }: WriteContext, day: string | null) => {
  if (day === null) return null
  const { rows } = await sql<{ at: Date; today: string }>`
    select (${day}::date + time '12:00') at time zone c.time_zone as at, ${clinicDay(now)} as today from company c`.execute(db)
  if (day > rows[0]!.today) throw fieldError('observed_at', 'The document date is in the future. Correct it.')
  return rows[0]!.at > now ? now : rows[0]!.at
}

/** Values are of the life of the patient; a birthday that was estimated says nothing against them. */
const refuseUnborn = async ({ db }: WriteContext, patient: number, at: Date) => {
  const { rows } = await sql`
    select from patients p where p.id = ${patient} and not p.is_birth_date_estimated and ${clinicDay(at)} < p.date_of_birth`.execute(db)
  if (rows.length > 0) throw fieldError('observed_at', 'The document date is before the patient’s birth. Correct it.')
}

/** When the values were measured; null for findings that need no time, and when neither a person nor the paper says. */
const findObservedAt = async (context: WriteContext, record: HeldRecord, observed: Date | undefined) => {
  if (observed && observed > context.now) throw fieldError('observed_at', 'This time is in the future.')
  const at = observed ?? (await toMoment(context, record.document_date))
  if (at) await refuseUnborn(context, record.patient, at)
  return at
}

/** Where a finding goes; 400 naming it when it cannot become structured data, 403 without the right to write it by hand. */
const destinationFor = ({ user }: WriteContext, entity: RecordEntity): Destination => {
  if (entity.state === 'rejected') throw fieldError('entities', `“${entity.text}” was rejected: take that back first.`)
  if (!entity.destination)
    throw fieldError(
      'entities',
      `“${entity.text}” cannot become structured data: it is denied, doubted, past, about another person, or has no value.`,
    )
  requireMayFile(user, entity.destination)
  return entity.destination
}

const makers: Record<Destination, (filing: Filing, entities: readonly RecordEntity[]) => Promise<Filed>> = {
  problem: makeProblem,
  allergy: makeAllergy,
  medicine: makeMedicine,
  alert: makeAlert,
  laboratory: makeResult,
  vitals: makeVitals,
}

const topicOf = {
  problem: 'consultations',
  allergy: 'patients',
  medicine: 'prescriptions',
  alert: 'patients',
  laboratory: 'laboratory',
  vitals: 'triage',
} as const

const writeFiled = async ({ context: { db, user, now, audit }, record }: Filing, filed: Filed) => {
  for (const [entity, { kind, id }] of filed) {
    await sql`
      update medical_record_entities set became = ${kind}, became_id = ${id}, became_at = ${now}, became_by = ${user.id}, version = version + 1
      where id = ${entity}`.execute(db)
    audit('file', { entity: 'document finding', id: entity, patient: record.patient, change: { became: kind, became_id: id } })
  }
}

/** What a person gives besides the findings. */
interface Message {
  observed: Date | undefined
  confirmReason: string | undefined
}

/**
 * Makes structured data of findings of a record that is held, all or none, with the finding as its source; suggestions are confirmed by
 * it, and those that have become something stay as they are. What is on file already (the same active problem, the same allergy) is not
 * written twice: the finding points to it. 409 `unverified` for what a patient sent and nobody has looked at,
 * `wrong_patient` for what names another patient; 400 for one of several that needs a decision of its own.
 */
export const fileFindings = async (
  context: WriteContext,
  record: HeldRecord,
  entities: readonly RecordEntity[],
  { observed, confirmReason }: Message,
) => {
  const open = entities.filter(({ became }) => became === null)
  if (open.length === 0) return
  if (record.is_from_patient && !record.verified_at)
    throw conflict('A patient sent this document. Mark it as reviewed first.', {}, 'unverified')
  await refuseOtherPatient(context, record.id)
  const byKind = Map.groupBy(open, (entity) => destinationFor(context, entity))
  // One by itself is a decision; among several none is decided in passing.
  if (entities.length > 1) refuseTogether(open, 'entities')
  const isMeasured = byKind.has('laboratory') || byKind.has('vitals')
  const filing: Filing = {
    context,
    record,
    confirmReason,
    observedAt: isMeasured ? await findObservedAt(context, record, observed) : null,
  }
  await decide(context, record, { confirm: open, reject: [] })
  for (const kind of destinations) {
    const some = byKind.get(kind)
    if (!some) continue
    await writeFiled(filing, await makers[kind](filing, some))
    context.publish(topicOf[kind], kind === 'allergy' || kind === 'alert' ? record.patient : undefined)
  }
}
