import { sql } from 'kysely'
import { findActiveProblem, insertProblem } from '#features/consultations/index.ts'
import { substancesMeant } from '#features/drugs/index.ts'
import { findAllergy, insertAllergy } from '#features/patients/index.ts'
import { insertMedicine } from '#features/prescriptions/index.ts'
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
export const makeProblem = async ({ deed, record }: Filing, entities: readonly RecordEntity[]): Promise<Filed> => {
  const filed: Filed = new Map()
  for (const entity of entities) {
    const coded = await findCode(deed.db, entity.code)
    const title = coded?.title ?? nameOf(entity, 200)
    const there = await findActiveProblem(deed.db, record.patient, title)
    const id = there?.id ?? (await insertProblem(deed, record.patient, coded ? { diagnosis_code: coded.id } : { title }, sourceOf(entity)))
    filed.set(entity.id, { kind: 'problem', id })
  }
  return filed
}

const foods = /\b(?:nuts?|peanuts?|eggs?|milk|fish|shellfish|seafood|wheat|gluten|soya?|sesame|strawberr\w+|foods?)\b/i
const surroundings = /\b(?:dust|pollen|latex|bees?|wasps?|stings?|cats?|dogs?|mou?ld|grass|perfumes?|smoke|cold)\b/i
const categoryOf = ({ details, code, value, text }: RecordEntity) => {
  const name = value ?? text
  if (details.substances?.length || code) return 'drug' as const
  if (foods.test(name)) return 'food' as const
  if (surroundings.test(name)) return 'environment' as const
  return substancesMeant(name.replace(/s$/i, '')).sets.length > 0 ? ('drug' as const) : ('other' as const)
}

export const makeAllergy = async ({ deed, record }: Filing, entities: readonly RecordEntity[]): Promise<Filed> => {
  const filed: Filed = new Map()
  for (const entity of entities) {
    const substance = nameOf(entity, 120)
    const { reaction, severity = 'unknown' as const } = entity.details
    const there = await findAllergy(deed.db, record.patient, substance)
    const body = { substance, category: categoryOf(entity), severity, ...(reaction && { reaction: reaction.slice(0, 200) }) }
    const { id } = there ?? (await insertAllergy(deed, record.patient, body, sourceOf(entity)))
    filed.set(entity.id, { kind: 'allergy', id })
  }
  return filed
}

/** Its substances, and beside them the word of the paper where that is another: insulin is of many kinds. A name that a person typed has none. */
const medicineOf = (entity: RecordEntity) => {
  const name = nameOf(entity, 120)
  const word = entity.text.replace(/\s+/g, ' ').trim()
  const isSaid = name.toLowerCase().includes(word.toLowerCase())
  return isSaid || !entity.details.substances?.length ? name : `${name} (${word})`.slice(0, 120)
}

/** Drugs of a document are what the patient takes from elsewhere, with the directions as they stand in it. */
export const makeMedicine = async ({ deed: { db, user, now }, record }: Filing, entities: readonly RecordEntity[]): Promise<Filed> => {
  const filed: Filed = new Map()
  for (const entity of entities) {
    const directions = entity.details.directions?.slice(0, 300) ?? null
    const medicine = { name: medicineOf(entity), directions }
    const { id } = await insertMedicine(db, record.patient, medicine, user.id, now, sourceOf(entity))
    filed.set(entity.id, { kind: 'medicine', id })
  }
  return filed
}
