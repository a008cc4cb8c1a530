import { sql } from 'kysely'
import { clinicDay } from '#features/company/public.ts'
import { findActiveProblem, insertProblem } from '#features/consultations/public.ts'
import { substancesMeant } from '#features/drugs/public.ts'
import { allergenCategory, findAlert, findAllergy, insertAlert, insertAllergy } from '#features/patients/public.ts'
import { insertMedicine } from '#features/prescriptions/public.ts'
import type { DrugUsage } from '#features/clinical-text/contract.ts'
import type { RecordEntity } from '#features/records/contract-fields.ts'
import type { Db } from '#platform/db/connect.ts'
import { documentSource } from '#platform/db/document-source.ts'
import type { Filed, Filing } from './file-entities.ts'

/** Names the paper in the rows that come of it; each finding becomes one row only. */
export const sourceOf = ({ record, id, version }: RecordEntity) => documentSource(record, id, version)

const nameOf = ({ value, text }: RecordEntity, max: number) => {
  const name = (value ?? text).replace(/\s+/g, ' ').trim().slice(0, max)
  return name.charAt(0).toUpperCase() + name.slice(1)
}

const findCode = async (db: Db, code: string | null) => {
  if (code === null) return undefined
  const { rows } = await sql<{ id: number; title: string }>`
    select id, title from diagnosis_codes where code = ${code} and system in ('icd-10', 'icd-10-cm', 'icd-11', 'local') and is_active
    order by system, id limit 1`.execute(db)
  return rows[0]
}

/** Puts diagnoses on the list of problems, coded where the list of diagnoses knows the code. */
export const makeProblem = async ({ context, record }: Filing, entities: readonly RecordEntity[]): Promise<Filed> => {
  const filed: Filed = new Map()
  for (const entity of entities) {
    const coded = await findCode(context.db, entity.code)
    const title = coded?.title ?? nameOf(entity, 200)
    const there = await findActiveProblem(context.db, record.patient, title)
    const id =
      there?.id ?? (await insertProblem(context, record.patient, coded ? { diagnosis_code: coded.id } : { title }, sourceOf(entity)))
    filed.set(entity.id, { kind: 'problem', id })
  }
  return filed
}

const categoryOf = ({ details, code, value, text }: RecordEntity) => {
  const name = value ?? text
  if (details.substances?.length || code) return 'drug' as const
  return allergenCategory(name) ?? (substancesMeant(name.replace(/s$/i, '')).sets.length > 0 ? ('drug' as const) : ('other' as const))
}

export const makeAllergy = async ({ context, record }: Filing, entities: readonly RecordEntity[]): Promise<Filed> => {
  const filed: Filed = new Map()
  for (const entity of entities) {
    const substance = nameOf(entity, 120)
    const { reaction, severity = 'unknown' as const } = entity.details
    // A drug that is not tolerated, and what is said to be an intolerance, is none of the allergies.
    const isIntolerance = entity.usage === 'not tolerated'
    const there = await findAllergy(context.db, record.patient, { substance, isIntolerance })
    const body = {
      substance,
      is_intolerance: isIntolerance,
      category: categoryOf(entity),
      severity,
      ...(reaction && { reaction: reaction.slice(0, 200) }),
    }
    const { id } = there ?? (await insertAllergy(context, record.patient, body, sourceOf(entity)))
    filed.set(entity.id, { kind: 'allergy', id })
  }
  return filed
}

/** Its substances, and beside them the word of the paper where that is another: insulin is of many kinds. A name that a person typed has none. */
const medicineOf = (entity: RecordEntity) => {
  const name = nameOf(entity, 120)
  const word = entity.text.replace(/\s+/g, ' ').trim()
  const isStated = name.toLowerCase().includes(word.toLowerCase())
  return isStated || !entity.details.substances?.length ? name : `${name} (${word})`.slice(0, 120)
}

/** The day on which a document says that a medicine is stopped: its date, today when it bears none or one that has not come. */
const findStopDay = async ({ db, now }: Filing['context'], day: string | null) => {
  const { rows } = await sql<{ day: string }>`select least(${day}::date, ${clinicDay(now)})::text as day`.execute(db)
  return rows[0]!.day
}

/**
 * Drugs of a document are what the patient takes from elsewhere, with the directions as they stand in it. One that it says was stopped is kept
 * as stopped on the day of the document, never as current.
 */
export const makeMedicine = async ({ context, record }: Filing, entities: readonly RecordEntity[]): Promise<Filed> => {
  const filed: Filed = new Map()
  for (const entity of entities) {
    const directions = entity.details.directions?.slice(0, 300) ?? null
    const stopped = entity.usage === 'stopped' && {
      stopped_on: await findStopDay(context, record.document_date),
      stop_reason: 'The document says that it was stopped',
    }
    const medicine = { name: medicineOf(entity), directions, ...stopped }
    const { id } = await insertMedicine(context.db, record.patient, medicine, context.user.id, context.now, sourceOf(entity))
    filed.set(entity.id, { kind: 'medicine', id })
  }
  return filed
}

/** The drug in the words of the document, with its name where that is another: "Brufen (ibuprofen)", but "NSAIDs". */
const writtenName = ({ value, text }: RecordEntity) => {
  const word = text.replace(/\s+/g, ' ').trim()
  const isSame = value === null || value.toLowerCase().replace(/s$/, '') === word.toLowerCase().replace(/s$/, '')
  return isSame ? word : `${word} (${value})`
}

const alertWords: Partial<Record<DrugUsage, string>> = { avoided: 'Avoid', tolerated: 'Tolerates' }

/** A drug that is to be avoided, or is tolerated, becomes an alert: it is neither taken nor an allergy. */
export const makeAlert = async ({ context, record }: Filing, entities: readonly RecordEntity[]): Promise<Filed> => {
  const filed: Filed = new Map()
  for (const entity of entities) {
    const text = `${alertWords[entity.usage!]} ${writtenName(entity)}`.slice(0, 200)
    const { id } =
      (await findAlert(context.db, record.patient, text)) ?? (await insertAlert(context, record.patient, { text }, sourceOf(entity)))
    filed.set(entity.id, { kind: 'alert', id })
  }
  return filed
}
