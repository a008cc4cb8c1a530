import { sql } from 'kysely'
import { z } from 'zod'
import { IdentityStatement } from '#features/clinical-text/contract.ts'
import { findIdentity } from '#features/clinical-text/rules.ts'
import type { DocumentIdentity } from '#features/records/contract-fields.ts'
import { compareIdentity, type Compared, type IdentityComparison, type StatementOnPage } from './compare-identity.ts'
import { nameOf } from '#features/users/public.ts'
import type { Db } from '#platform/db/connect.ts'
import { conflict } from '#platform/errors/problem.ts'
import type { User } from '#platform/http/handle.ts'
import { findOnFile } from './on-file.ts'

const Statements = z.array(IdentityStatement.extend({ page: z.int() }))
/** So much of a document that was read before identities were looked for. */
const LETTERS_READ_NOW = 60_000

/** What a document says of its patient, and what people decided about it. */
interface Row {
  id: number
  patient: number
  found: unknown
  document_date: string | null
  added: string
  is_from_patient: boolean
  verified_at: Date | null
  kept_at: Date | null
  kept_reason: string | null
  kept_by: string | null
  kept_against: Compared[] | null
  moved_at: Date | null
}

const findRows = async (db: Db, records: readonly number[]) => {
  const { rows } = await sql<Row>`
    select r.id, r.patient_id as patient, r.identity as found, r.document_date, to_char(r.created_at, 'YYYY-MM-DD') as added, r.kept_here_at as kept_at,
      r.kept_here_reason as kept_reason, ${nameOf(sql`r.kept_here_by`)} as kept_by, r.kept_here_against as kept_against, r.moved_at
    from medical_records r where r.id = any(${[...records]}::integer[])`.execute(db)
  return rows
}

const findTexts = async (db: Db, record: number) => {
  const { rows } = await sql<{ page: number; text: string }>`
    select g.number as page, left(g.text, ${LETTERS_READ_NOW}) as text from medical_record_pages g where g.record_id = ${record}
    order by g.number limit 20`.execute(db)
  return rows
}

/** What each page of a document says of the patient. */
const statementsOn = (pages: readonly { page: number; text: string }[]): StatementOnPage[] => {
  let left = LETTERS_READ_NOW
  return pages.flatMap(({ page, text }) => {
    const part = text.slice(0, Math.max(0, left))
    left -= part.length
    return findIdentity(part).map((statement) => ({ ...statement, page }))
  })
}

const findPageStatements = async (db: Db, { id, found }: Row): Promise<StatementOnPage[]> =>
  found === null ? statementsOn(await findTexts(db, id)) : Statements.parse(found)

/** What a document says of its patient: as its reading kept it, else read now. */
export const findStatements = async (db: Db, record: number): Promise<StatementOnPage[]> => {
  const [row] = await findRows(db, [record])
  return row ? findPageStatements(db, row) : []
}

const keyOf = ({ field, document, record }: Pick<Compared, 'field' | 'document' | 'record'>) => JSON.stringify([field, document, record])
export const differences = ({ fields }: IdentityComparison): Compared[] => fields.filter(({ outcome }) => outcome === 'differs')
/** A decision holds for the differences that it was about. */
const isDecided = ({ kept_at, kept_against }: Row, comparison: IdentityComparison) => {
  const decided = new Set((kept_against ?? []).map(keyOf))
  return kept_at !== null && differences(comparison).every((one) => decided.has(keyOf(one)))
}

interface FoundComparison extends IdentityComparison {
  /** It names another patient, and nobody has decided to keep it here. */
  isBlocked: boolean
  row: Row
}

/**
 * Compares documents with the patients in whose records they are. Of documents that were read before identities were looked for, the text
 * is read now where `texts` says so; otherwise they do not tell.
 */
export const findComparisons = async (db: Db, records: readonly number[], texts: boolean): Promise<Map<number, FoundComparison>> => {
  const rows = records.length === 0 ? [] : await findRows(db, records)
  const onFile = await findOnFile(db, [...new Set(rows.map(({ patient }) => patient))])
  const compared = new Map<number, FoundComparison>()
  for (const row of rows) {
    const statements = row.found === null && !texts ? [] : await findPageStatements(db, row)
    const comparison = compareIdentity(statements, onFile.get(row.patient)!, { document: row.document_date, added: row.added })
    compared.set(row.id, { ...comparison, row, isBlocked: comparison.state === 'mismatch' && !isDecided(row, comparison) })
  }
  return compared
}

const toIdentity = ({ state, fields, isBlocked, row }: FoundComparison, mayView: boolean): DocumentIdentity => ({
  state,
  fields: fields.map((one) => ({ ...one, record: mayView ? one.record : null })),
  is_blocked: isBlocked,
  kept_here: row.kept_at && { reason: row.kept_reason ?? '', at: row.kept_at, by_name: row.kept_by ?? '' },
  moved_at: row.moved_at,
})

interface Viewer {
  db: Db
  user: User
}
/** What viewers are shown of it, by document; nothing for patients, who have their own documents. */
export const findIdentities = async (
  { db, user }: Viewer,
  records: readonly number[],
  texts: boolean,
): Promise<Map<number, DocumentIdentity>> => {
  if (user.role === 'patient') return new Map()
  const compared = await findComparisons(db, records, texts)
  return new Map([...compared].map(([id, one]) => [id, toIdentity(one, user.permissions.has('patients.view'))]))
}

const words: Record<Compared['field'], string> = {
  name: 'name',
  'date of birth': 'date of birth',
  age: 'age',
  sex: 'sex',
  'patient number': 'patient number',
  identifier: 'identifier',
  telephone: 'telephone',
}
/**
 * Refuses to make anything of a document that names another patient than the one whose record it is in, until it is moved or kept with a
 * reason. 409 `wrong_patient` with what differs.
 */
export const refuseOtherPatient = async ({ db, user }: Viewer, record: number): Promise<void> => {
  const comparison = (await findComparisons(db, [record], true)).get(record)
  if (!comparison?.isBlocked) return
  const mayView = user.permissions.has('patients.view')
  const differs = differences(comparison).map(({ field, document, record: onFile, page }) => ({
    field,
    document,
    record: mayView ? onFile : null,
    page,
  }))
  const named = [...new Set(differs.map(({ field }) => words[field]))].join(', ')
  throw conflict(
    `This document seems to belong to another patient: ${named} differ${named.includes(',') ? '' : 's'} from the record. Move it, or keep it here with a reason.`,
    { differs },
    'wrong_patient',
  )
}
