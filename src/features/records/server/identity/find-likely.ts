import { sql, type RawBuilder } from 'kysely'
import { isOpenTo, patientName, searchedPatients } from '#features/patients/public.ts'
import type { LikelyPatient } from '#features/records/contract.ts'
import { compareIdentity, isSameCode, type StatementOnPage } from './compare-identity.ts'
import type { Context } from '#platform/http/handle.ts'
import { findOnFile } from './on-file.ts'

/** So many are shown at once. */
export const MOST = 5
const SEARCHED = 40
const MOST_NAMES = 4

interface Candidate {
  id: number
  name: string
  number: string
  date_of_birth: string | null
  is_birth_date_estimated: boolean
}
type Reader = Pick<Context, 'db' | 'user' | 'now'>

/** Active patients whose records are open to the reader, but for the one whose record the document is in. */
const findCandidates = async ({ db, user, now }: Reader, patient: number, which: RawBuilder<unknown>) => {
  const { rows } = await sql<Candidate>`
    select p.id, ${patientName} as name, p.unique_id as number, p.date_of_birth, p.is_birth_date_estimated from patients p
    where ${which} and p.id <> ${patient} and p.deactivated_at is null and ${isOpenTo(user, now, sql`p.id`)} order by p.id limit ${SEARCHED}`.execute(
    db,
  )
  return rows
}

const valuesOf = (statements: readonly StatementOnPage[], ...fields: StatementOnPage['field'][]) => [
  ...new Set(statements.filter(({ field }) => fields.includes(field)).flatMap(({ values }) => values)),
]

/** By a number that the document names: the patient's own, that of a record merged into it, or an identifier. */
const byNumber = (reader: Reader, patient: number, statements: readonly StatementOnPage[]) => {
  const codes = valuesOf(statements, 'number', 'identifier')
  if (codes.length === 0) return []
  return findCandidates(
    reader,
    patient,
    sql`p.id in (
      select coalesce(n.merged_into, n.id) from patients n where n.unique_id = any(${codes.flatMap((code) => [code, code.toUpperCase()])}::text[])
      union select i.patient_id from patient_identifiers i where lower(i.value) = any(${codes.map((code) => code.toLowerCase())}::text[]))`,
  )
}

/** By name and day of birth. */
const byName = async (reader: Reader, patient: number, statements: readonly StatementOnPage[]) => {
  const days = valuesOf(statements, 'birth').filter((value) => value.length === 10)
  if (days.length === 0) return []
  const found = await Promise.all(
    valuesOf(statements, 'name')
      .slice(0, MOST_NAMES)
      .map((name) =>
        findCandidates(
          reader,
          patient,
          sql`p.date_of_birth = any(${days}::date[]) and p.id in (select s.patient_id from ${searchedPatients(name, SEARCHED, reader)} s)`,
        ),
      ),
  )
  return found.flat()
}

/**
 * The patients whom a document may be of, those whose number it names first, else those of the same name and birth date. None of whom
 * anything differs that the document says. Restricted records that are shut to the reader are not among them.
 */
export const findLikely = async (
  reader: Reader,
  {
    patient,
    statements,
    documentDate,
    added,
  }: { patient: number; statements: readonly StatementOnPage[]; documentDate: string | null; added: string },
): Promise<LikelyPatient[]> => {
  const numbered = await byNumber(reader, patient, statements)
  const candidates = new Map([...numbered, ...(await byName(reader, patient, statements))].map((one) => [one.id, one]))
  const onFile = await findOnFile(reader.db, [...candidates.keys()])
  const codes = valuesOf(statements, 'number', 'identifier')
  return [...candidates.values()]
    .flatMap(({ id, name, number, date_of_birth, is_birth_date_estimated }): LikelyPatient[] => {
      const file = onFile.get(id)!
      const { state, fields } = compareIdentity(statements, file, { document: documentDate, added })
      if (state !== 'match') return []
      const because = [...new Set(fields.filter(({ outcome }) => outcome !== 'differs').map(({ field }) => field))]
      return [{ patient: id, name, number, date_of_birth, is_birth_date_estimated, because }]
    })
    .toSorted(
      (a, b) => Number(hasCode(b, codes)) - Number(hasCode(a, codes)) || b.because.length - a.because.length || a.patient - b.patient,
    )
}
const hasCode = ({ number }: LikelyPatient, codes: readonly string[]) => codes.some((code) => isSameCode(code, number))
