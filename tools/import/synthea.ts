import { ConfigurationError } from '#platform/config.ts'
import type { Db } from '#platform/db/connect.ts'
import { importFile, type Counts } from './import-file.ts'
import type { Progress } from './progress.ts'
import { findCsv, openCsv, type CsvRecord } from './read-csv.ts'
import type { Report } from './report.ts'
import { planAllergies, saveAllergies } from './synthea-allergies.ts'
import { emptyTally, notesOf, planClaims, readClaim, readTerms, saveClaims } from './synthea-claims.ts'
import { type PatientIds, planPatients, savePatients } from './synthea-patients.ts'
import { planMedicines, planProblems, planVitals, saveMedicines, saveProblems, saveVitals } from './save-clinical.ts'
import { readMedicine, readProblem, readVitals, vitalSets } from './synthea-clinical.ts'
import { columnsOf, payersOf, readAllergy, readEncounter, readPatient } from './synthea-records.ts'
import { labResults, planLabResults, readLabResult, saveLabResults } from './synthea-laboratory.ts'
import { planVisits, saveVisits } from './synthea-visits.ts'

export interface ImportOptions {
  dryRun: boolean
  /** So many patients from the start of the file, with what belongs to them. */
  limit: number | null
  /** A currency of the claims whose amounts are taken as they are, as amounts of the clinic's own. */
  currency?: string | null
  /** The last day (YYYY-MM-DD) of which every claim counts as paid. */
  paidUntil?: string | null
  now: Date
  report: Report
  progress: Progress
}

const fileOf = (dir: string, table: keyof typeof columnsOf) => {
  const path = findCsv(dir, table)
  if (!path) throw new ConfigurationError(`There is no ${table}.csv or ${table}.csv.gz in ${dir}.`)
  return openCsv(path, columnsOf[table])
}

/** Who pays for each patient according to the latest claim; nobody when there are no claims. */
const readPayers = async (dir: string, progress: Progress): Promise<Map<string, readonly string[]>> => {
  const latest = new Map<string, { created: string; insurer: string }>()
  if (!findCsv(dir, 'claims')) return new Map()
  const file = fileOf(dir, 'claims')
  let rows = 0
  for await (const found of file.rows()) {
    progress.show(file, ++rows)
    // It is refused by name when the claims themselves come in.
    if ('reason' in found) continue
    const { patient = '', created = '', insurer = '' } = found.record
    const before = latest.get(patient)
    if (!before || before.created <= created) latest.set(patient, { created, insurer })
  }
  progress.end(file, rows)
  return new Map([...latest].map(([patient, { insurer }]) => [patient, payersOf(insurer)]))
}

/**
 * Imports patients, allergies, encounters and, where there are any, conditions, vital signs, laboratory results, medicines and claims of a folder of Synthea's CSV files, compressed or not. Rows that
 * are there already are counted and left alone; rows that cannot be taken go to the report.
 */
export const importSynthea = async (
  db: Db,
  dir: string,
  { dryRun, limit, currency = null, paidUntil = null, now, report, progress }: ImportOptions,
): Promise<Counts[]> => {
  const files = { patients: fileOf(dir, 'patients'), allergies: fileOf(dir, 'allergies'), encounters: fileOf(dir, 'encounters') }
  const run = { db, dryRun, report, progress }
  const ids: PatientIds = new Map()
  const within = new Set<string>()
  const beyond = new Set<string>()
  const withVisit = new Set<string>()
  const requestId = `import synthea ${now.toISOString()}`
  const payers = await readPayers(dir, progress)

  let taken = 0
  const patients = await importFile(run, {
    file: files.patients,
    read: (record) => {
      taken += 1
      const id = record['id'] ?? ''
      if (limit !== null && taken > limit) {
        if (!within.has(id)) beyond.add(id)
        return null
      }
      within.add(id)
      return readPatient(record)
    },
    plan: planPatients(ids),
    save: savePatients(ids, payers, now, requestId),
  })
  const allergies = await importFile(run, {
    file: files.allergies,
    read: (record) => (beyond.has(record['patient'] ?? '') ? null : readAllergy(record)),
    plan: planAllergies(ids),
    save: saveAllergies(ids, now, requestId),
  })
  const encounters = await importFile(run, {
    file: files.encounters,
    read: (record) => (beyond.has(record['patient'] ?? '') ? null : readEncounter(record)),
    plan: planVisits(ids, withVisit),
    save: saveVisits(ids, now, requestId),
  })
  const counts = [patients, allergies, encounters]
  const saving = { ids, now, requestId }
  const wanted = (record: CsvRecord) => !beyond.has(record['patient'] ?? '')
  if (findCsv(dir, 'conditions')) {
    const file = fileOf(dir, 'conditions')
    const read = (record: CsvRecord) => (wanted(record) ? readProblem(record) : null)
    counts.push(await importFile(run, { file, read, plan: planProblems(ids), save: saveProblems(saving) }))
  }
  if (findCsv(dir, 'observations')) {
    const file = vitalSets(fileOf(dir, 'observations'))
    const read = (record: CsvRecord) => (wanted(record) ? readVitals(record) : null)
    counts.push(await importFile(run, { file, read, plan: planVitals(ids, withVisit), save: saveVitals(saving) }))
    const results = labResults(fileOf(dir, 'observations'))
    const readResult = (record: CsvRecord) => (wanted(record) ? readLabResult(record) : null)
    counts.push(await importFile(run, { file: results, read: readResult, plan: planLabResults(ids), save: saveLabResults(saving) }))
  }
  if (findCsv(dir, 'medications')) {
    const file = fileOf(dir, 'medications')
    const read = (record: CsvRecord) => (wanted(record) ? readMedicine(record) : null)
    counts.push(await importFile(run, { file, read, plan: planMedicines(ids), save: saveMedicines(saving) }))
  }
  if (!findCsv(dir, 'claims')) return counts
  const terms = await readTerms(db, currency, paidUntil)
  const tally = emptyTally()
  const claims = await importFile(run, {
    file: fileOf(dir, 'claims'),
    read: (record) => (beyond.has(record['patient'] ?? '') ? null : readClaim(record, terms)),
    plan: planClaims(ids, tally),
    save: saveClaims(ids, now, requestId),
  })
  return [...counts, { ...claims, notes: notesOf(tally) }]
}
