import { sql } from 'kysely'
import { clinicDay } from '#features/company/index.ts'
import type { Destination, RecordEntity } from '#features/records/contract-fields.ts'
import { destinations } from '#features/records/contract-fields.ts'
import type { Permission } from '#shared/permissions.ts'
import { fieldError, forbidden } from '#platform/errors/problem.ts'
import type { Context } from '#platform/http/handle.ts'
import { decide } from './decide.ts'
import type { HeldRecord } from './hold-record.ts'
import { makeAllergy, makeMedicine, makeProblem } from './make-history.ts'
import { makeResult, makeVitals } from './make-values.ts'

/** What somebody needs to write each kind of structured data by hand, they need here too. */
const rights: Record<Destination, Permission> = {
  problem: 'consultations.change',
  allergy: 'patients.clinical',
  medicine: 'patients.clinical',
  laboratory: 'patients.clinical',
  vitals: 'triage.change',
}

type Deed = Pick<Context, 'db' | 'user' | 'now' | 'audit' | 'publish'>
export type Filed = Map<number, { kind: Destination; id: number }>
export interface Filing {
  deed: Deed
  record: HeldRecord
  /** When values of the document were measured; null when nobody has said. */
  observedAt: Date | null
}

/** The last moment of the day of the document that is not to come; null when the paper bears none. */
const momentOf = async ({ db, now }: Deed, day: string | null) => {
  if (day === null) return null
  const { rows } = await sql<{ at: Date; today: string }>`
    select (${day}::date + time '12:00') at time zone c.time_zone as at, ${clinicDay(now)} as today from company c`.execute(db)
  if (day > rows[0]!.today) throw fieldError('observed_at', 'The date of the document has not come yet: correct it.')
  return rows[0]!.at > now ? now : rows[0]!.at
}

/** Where a finding goes; 400 naming it when it cannot become structured data, 403 without the right to write it by hand. */
const destinationFor = ({ user }: Deed, entity: RecordEntity): Destination => {
  if (!entity.destination)
    throw fieldError(
      'entities',
      `“${entity.text}” cannot become structured data: it is denied, doubted, of somebody else, or has no value.`,
    )
  if (!user.permissions.has(rights[entity.destination])) throw forbidden(rights[entity.destination])
  return entity.destination
}

const makers: Record<Destination, (filing: Filing, entities: readonly RecordEntity[]) => Promise<Filed>> = {
  problem: makeProblem,
  allergy: makeAllergy,
  medicine: makeMedicine,
  laboratory: makeResult,
  vitals: makeVitals,
}

const topicOf = {
  problem: 'consultations',
  allergy: 'patients',
  medicine: 'prescriptions',
  laboratory: 'laboratory',
  vitals: 'triage',
} as const

const writeFiled = async ({ deed: { db, user, now, audit }, record }: Filing, filed: Filed) => {
  for (const [entity, { kind, id }] of filed) {
    await sql`
      update medical_record_entities set became = ${kind}, became_id = ${id}, became_at = ${now}, became_by = ${user.id}, version = version + 1
      where id = ${entity}`.execute(db)
    audit('file', { entity: 'document finding', id: entity, patient: record.patient, change: { became: kind, became_id: id } })
  }
}

/**
 * Makes structured data of findings of a record that is held, all or none, with the finding as its source; suggestions are confirmed by
 * it, and those that have become something stay as they are. What is on file already (the same active problem, the same allergy) is not
 * written twice: the finding points to it.
 */
export const fileFindings = async (deed: Deed, record: HeldRecord, entities: readonly RecordEntity[], observed: Date | undefined) => {
  const open = entities.filter(({ became }) => became === null)
  if (open.length === 0) return
  const byKind = Map.groupBy(open, (entity) => destinationFor(deed, entity))
  if (observed && observed > deed.now) throw fieldError('observed_at', 'This time has not come yet.')
  const filing: Filing = { deed, record, observedAt: observed ?? (await momentOf(deed, record.document_date)) }
  await decide(deed, record, { confirm: open, reject: [] })
  for (const kind of destinations) {
    const some = byKind.get(kind)
    if (!some) continue
    await writeFiled(filing, await makers[kind](filing, some))
    deed.publish(topicOf[kind], record.patient)
  }
}
