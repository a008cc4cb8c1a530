import { sql } from 'kysely'
import type { EntityDetails, EntityType } from '#features/clinical-text/contract.ts'
import type { Db } from '#platform/db/connect.ts'
import { aPatient } from '../builders.ts'
import type { Person } from '../clinic.ts'

interface Message {
  type: EntityType
  /** Words of the text. */
  words: string
  value?: string
  unit?: string
  code?: string
  negated?: boolean
  details?: EntityDetails
}

/** A document of one page that was read, by SQL, with the suggestions that are named; of a new patient unless one is given. */
export const aReadDocument = async (
  db: Db,
  by: Person,
  text: string,
  suggestions: readonly Message[] = [],
  { patient, date = '2026-02-20' }: { patient?: number; date?: string | null } = {},
) => {
  const patient_id = patient ?? (await aPatient(db)).id
  const at = new Date('2026-03-01T08:00:00Z')
  const record = await db
    .insertInto('medical_records')
    .values({
      patient_id,
      title: 'Discharge summary',
      kind: 'discharge summary',
      document_date: date,
      status: 'ready',
      page_count: 1,
      pages_read: 1,
      read_at: at,
      created_at: at,
      created_by: by.id,
      changed_at: at,
      changed_by: by.id,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await db.insertInto('medical_record_pages').values({ record_id: record.id, number: 1, patient_id, text, method: 'plain' }).execute()
  const entities: number[] = []
  for (const { type, words, value = null, unit = null, code = null, negated = false, details = {} } of suggestions) {
    const start = text.indexOf(words)
    const { rows } = await sql<{ id: number }>`
      insert into medical_record_entities (record_id, patient_id, page, start, until, type, text, value, unit, code, negated, confidence, details)
      values (${record.id}, ${patient_id}, 1, ${start}, ${start + words.length}, ${type}, ${words}, ${value}, ${unit}, ${code}, ${negated}, 0.9,
        ${JSON.stringify(details)}::jsonb) returning id`.execute(db)
    entities.push(rows[0]!.id)
  }
  return { id: record.id, patient: patient_id, entities }
}
