import { sql } from 'kysely'
import { findPanelsById } from '#features/lab-catalogue/public.ts'
import { foldChoice, inEnglish, isSameUnit, readResult, type ReadResult, type Sentence } from '#features/lab-catalogue/rules.ts'
import type { Flag } from '#features/laboratory/contract-fields.ts'
import { isNoResult } from '#features/laboratory/rules.ts'
import type { Db } from '#platform/db/connect.ts'

/** A result of another laboratory, as its report says. */
export interface PastResult {
  patient: number
  /** The LOINC code, or the name of the test where the report's was not understood. */
  loinc: string | null
  name: string
  result: string
  unit: string | null
  observed_at: Date
  /** The range and the judgement of the laboratory that measured. */
  low: string | null
  high: string | null
  flag: Flag | null
  /** Names the paper; each is taken once. */
  source: string
  /** What is said of it beside the result, such as the laboratory that measured. */
  comment?: string
}

interface Refused {
  problem: string
}

const plainNumber = (text: string | null) => (text !== null && /^-?\d{1,12}(\.\d{1,8})?$/.test(text) ? text : null)

/** Tests of the catalogue that a result of elsewhere may be of, by LOINC code, name or code; the likeliest first, and none that is calculated. */
export const findTestsNamed = async (db: Db, { loinc, name }: Pick<PastResult, 'loinc' | 'name'>) => {
  const { rows } = await sql<{ id: number }>`
    select id from lab_panels where loinc = ${loinc} or lower(name) = lower(${name}) or lower(code) = lower(${name})
    order by (loinc = ${loinc}) is not true, not is_active, position, id limit 10`.execute(db)
  const ids = rows.map(({ id }) => id)
  const panels = await findPanelsById(db, ids)
  return panels.toSorted((a, b) => ids.indexOf(a.id) - ids.indexOf(b.id)).filter(({ kind }) => kind !== 'calculated')
}

type Test = Awaited<ReturnType<typeof findTestsNamed>>[number]
/** What is kept of a result of elsewhere. */
export type PastReading = Pick<ReadResult, 'result' | 'value' | 'comparator' | 'choice' | 'unit' | 'kind' | 'rank'>
interface Reading {
  panel: Test
  read: PastReading
}

/** What a result of elsewhere says of one of these tests, in the unit of the test; a missing unit is not guessed. Or why it says nothing. */
export const readPastResult = (
  tests: readonly Test[],
  { name, result, unit }: Pick<PastResult, 'name' | 'result' | 'unit'>,
): Reading | Refused => {
  let problem: Sentence = { text: 'The catalogue has no test “{name}”: correct its code or its name.', values: { name } }
  for (const panel of tests) {
    if (panel.kind === 'quantitative' && panel.unit && !unit) {
      problem = { text: 'Correct “{name}”: the document says no unit, the test is in {unit}.', values: { name, unit: panel.unit } }
      continue
    }
    const reading = readResult(panel, result, unit ?? '')
    if ('problem' in reading) problem = reading.problem
    // A person who types may begin a choice; a paper that says "N" does not say which one it means.
    else if (reading.ok.choice !== null && foldChoice(reading.ok.choice) !== foldChoice(result))
      problem = { text: '“{result}” is not a whole answer of this test.', values: { result } }
    // The bounds of what has no number cannot be kept (`lab_results_comparator`).
    else if (reading.ok.comparator !== null && reading.ok.value === null && reading.ok.kind !== 'titre')
      problem = { text: '“{result}” is not a number.', values: { result } }
    else return { panel, read: reading.ok }
  }
  return { problem: inEnglish(problem) }
}

/** Whether the number was taken as the paper has it: its limits are then in the unit of the test, too. */
const isUnchanged = ({ value }: PastReading, result: string, own: string | null, unit: string | null) => {
  const [message] = /-?\d+(?:[.,]\d+)?/.exec(result) ?? []
  return value !== null && message !== undefined && Number(message.replace(',', '.')) === Number(value) && (!unit || isSameUnit(own, unit))
}

/** A sample that could not be measured. */
const SPOILT = /\b(?:ha?emoly[sz]ed|clotted|rejected)\b/i
/** The judgement of the document; what was not measured is never normal, whatever it says, and words are not called normal by a mark that somebody has set beside them. */
const reportedFlag = (flag: Flag | null, { result, value, choice, kind }: PastReading): Flag | null => {
  const isWords = value === null && choice === null && (kind === null || kind === 'insufficient')
  return flag === 'normal' && (isWords || isNoResult(result) || SPOILT.test(result)) ? null : flag
}

/** Writes a result of elsewhere that was read. */
export const insertPastResult = async (
  db: Db,
  { patient, result, unit, observed_at, low, high, flag, source, comment = '' }: Omit<PastResult, 'loinc' | 'name'>,
  { panel, read }: { panel: Pick<Test, 'id' | 'unit'>; read: PastReading },
  by: number,
  now: Date,
): Promise<{ id: number }> => {
  const isSame = isUnchanged(read, result, panel.unit, unit)
  const { rows } = await sql<{ id: number }>`
    insert into lab_results (patient_id, panel_id, observed_at, result, value, comparator, unit, result_kind, rank, entered, flag, low, high, comment,
      origin, entered_at, entered_by, source)
    values (${patient}, ${panel.id}, ${observed_at}, ${read.result}, ${read.value}, ${read.comparator}, ${read.unit}, ${read.kind}, ${read.rank},
      ${[result, unit].filter(Boolean).join(' ')}, ${reportedFlag(flag, read)}, ${isSame ? plainNumber(low) : null}, ${isSame ? plainNumber(high) : null},
      ${comment}, 'imported', ${now}, ${by}, ${source})
    returning id`.execute(db)
  return rows[0]!
}

/**
 * Keeps a result of elsewhere as history of the test it is of, in the unit of that test, with the range of the paper; a missing unit is not
 * guessed. Nobody is called about it and no request follows. Answers its id, or why it cannot be kept: the catalogue has no such test, or not in this unit.
 */
export const addPastResult = async (db: Db, past: PastResult, by: number, now: Date): Promise<{ id: number } | Refused> => {
  const reading = readPastResult(await findTestsNamed(db, past), past)
  return 'problem' in reading ? reading : insertPastResult(db, past, reading, by, now)
}

/** Withdraws a result of elsewhere with a reason; it stays on file and leaves the history. One that was withdrawn before stays as it is. */
export const withdrawPastResult = async (db: Db, id: number, reason: string, by: number, now: Date): Promise<void> => {
  await sql`
    update lab_results set is_current = false, withdrawn_at = ${now}, withdrawn_by = ${by}, withdraw_reason = ${reason}, version = version + 1
    where id = ${id} and request_panel_id is null and withdrawn_at is null`.execute(db)
}
