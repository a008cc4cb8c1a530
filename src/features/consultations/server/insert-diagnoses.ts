import { sql } from 'kysely'
import type { z } from 'zod'
import type { Db } from '#platform/db/connect.ts'
import { invalidInput, type FieldErrors } from '#platform/errors/problem.ts'
import type { DiagnosisInput } from '../contract.ts'

type Input = z.output<typeof DiagnosisInput>

interface Term {
  id: number
  code: string | null
  title: string
}

/** The terms of the list that are named and in use. */
export const findTerms = async (db: Db, named: readonly (number | null | undefined)[]) => {
  const ids = named.filter((id) => id != null)
  if (ids.length === 0) return new Map<number, Term>()
  const rows = await db
    .selectFrom('diagnosis_codes')
    .select(['id', 'code', 'title'])
    .where('id', 'in', ids)
    .where('is_active', '=', true)
    .execute()
  return new Map(rows.map((term) => [term.id, term]))
}

interface Named {
  diagnosis_code_id: number | null
  code: string | null
  title: string
}

/** What is kept of a diagnosis or problem that is named by a term, in words, or both; a message when there is no such term. */
export const nameFrom = (
  { diagnosis_code, title }: Pick<Input, 'diagnosis_code' | 'title'>,
  terms: ReadonlyMap<number, Term>,
): Named | string => {
  if (diagnosis_code == null) return { diagnosis_code_id: null, code: null, title: title! }
  const term = terms.get(diagnosis_code)
  return term ? { diagnosis_code_id: term.id, code: term.code, title: title ?? term.title } : 'Choose a diagnosis from the list.'
}

interface Note {
  id: number
  visit_id: number
  patient_id: number
}
const same = (a: string, b: string) => a.toLowerCase() === b.toLowerCase()

/**
 * Adds diagnoses to a locked draft, one of them primary when it has none; answers their ids. 400 by `fieldOf` for what is not in the
 * list, or in the note already.
 */
export const insertDiagnoses = async (
  db: Db,
  note: Note,
  inputs: readonly Input[],
  { by, now, fieldOf }: { by: number; now: Date; fieldOf: (index: number, name: string) => string },
): Promise<number[]> => {
  if (inputs.length === 0) return []
  const [terms, problems] = await Promise.all([
    findTerms(
      db,
      inputs.map(({ diagnosis_code }) => diagnosis_code),
    ),
    db.selectFrom('diagnoses').select('title').where('consultation_id', '=', note.id).where('removed_at', 'is', null).execute(),
  ])
  const errors: FieldErrors = {}
  const taken = problems.map(({ title }) => title)
  const chosen = inputs.findIndex(({ is_primary }) => is_primary)
  const primary = chosen === -1 && problems.length === 0 ? 0 : chosen
  const rows = inputs.flatMap((input, index) => {
    const named = nameFrom(input, terms)
    if (typeof named === 'string') {
      errors[fieldOf(index, 'diagnosis_code')] = [named]
      return []
    }
    if (taken.some((title) => same(title, named.title))) errors[fieldOf(index, 'title')] = ['This diagnosis is already in the note.']
    if (input.is_primary && index !== primary) errors[fieldOf(index, 'is_primary')] = ['Only one diagnosis can be the primary one.']
    taken.push(named.title)
    return [{ ...named, certainty: input.certainty ?? ('provisional' as const), is_primary: index === primary }]
  })
  if (Object.keys(errors).length > 0) throw invalidInput(errors)
  if (primary !== -1) await clearPrimary(db, note.id)
  const inserted = await db
    .insertInto('diagnoses')
    .values(
      rows.map((row) => ({
        ...row,
        consultation_id: note.id,
        visit_id: note.visit_id,
        patient_id: note.patient_id,
        recorded_at: now,
        recorded_by: by,
      })),
    )
    .returning('id')
    .execute()
  return inserted.map(({ id }) => id)
}

/** Leaves a note without a primary diagnosis, for the one that is about to be. */
export const clearPrimary = (db: Db, note: number) =>
  sql`update diagnoses set is_primary = false where consultation_id = ${note} and is_primary and removed_at is null`.execute(db)
