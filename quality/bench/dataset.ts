import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { hashPassword } from '#platform/auth/passwords.ts'
import { asOwner } from '#platform/db/owner.ts'
import { type Embedded, startEmbedded } from '#platform/db/embedded.ts'
import { prepareDatabase } from '#platform/db/prepare.ts'
import { insertStaff } from '#features/users/public.ts'
import { generatePatients } from '../../db/seed/people.ts'
import { dbOn, findIds, loadClinic, nameClinic, staffAccounts } from '../../db/seed/load-clinic.ts'
import { loadFees } from '../../db/seed/load-catalogue.ts'
import { refreshBoard } from '../../db/seed/load-board.ts'
import { lastVisitsOf, visitsInOrder } from '../../db/seed/load-demo.ts'
import { loadPatients, loadVisits, withoutSearch } from '../../db/seed/load-rows.ts'
import { loadTests } from '../../db/seed/load-tests.ts'
import { loadCodes, loadLongPatient, loadRecords } from './dataset-clinical.ts'
import { loadMoney, loadShelf } from './dataset-money.ts'
import { CLINIC_PHARMACY, loadPharmacy, PHARMACY, TENTH_PHARMACY } from './dataset-dispensing.ts'
import { CLINIC_LABORATORY, LABORATORY, loadLabWork, TENTH_LABORATORY } from './dataset-laboratory.ts'
import { loadDocuments } from './dataset-records.ts'
import { repeatYears } from './dataset-years.ts'
import { loadResults } from './dataset-results.ts'
import { CLINIC_STOCK, loadStockLedger, STOCK, TENTH_STOCK } from './dataset-stock.ts'

const root = join(import.meta.dirname, '../..')
/** The generator's today; the same data on every day. */
export const TODAY = '2026-03-02'
const NOW = new Date(`${TODAY}T07:30:00Z`)
export const PASSWORD = 'measured-not-guessed-41'
/** People who work at once, so that nobody is stopped as a script: each holds a session of their own. */
export const PEOPLE = 100

export interface Size {
  patients: number
  visits: number
  /** With the ledger of the stores of a large hospital, of a clinic, or of a tenth of it, and the prescriptions of its pharmacy. */
  withStock?: true | 'clinic' | 'tenth'
  /** With the requests and results of a laboratory's years. */
  withLaboratory?: true | 'clinic' | 'tenth'
  /** With the same visits nine times more, in the years before. */
  withYears?: true
  /** With the papers of a hospital that takes in all of them. */
  withRecords?: true
  /** With what was found in every test that was ordered, and in years before, until there are so many results. */
  withResults?: number
}

/** Each size of a part, by how it is asked for. */
const stocks = { hospital: [STOCK, PHARMACY], clinic: [CLINIC_STOCK, CLINIC_PHARMACY], tenth: [TENTH_STOCK, TENTH_PHARMACY] } as const
const laboratories = { hospital: LABORATORY, clinic: CLINIC_LABORATORY, tenth: TENTH_LABORATORY } as const
const sizeOf = (asked: true | 'clinic' | 'tenth') => (asked === true ? 'hospital' : asked)

const sourcesIn = (dir: string) =>
  readdirSync(join(root, dir))
    .filter((name) => /^(?!.*\.test).*\.(ts|sql)$/.test(name))
    .sort()
    .map((name) => readFileSync(join(root, dir, name), 'utf8'))

/** Changes with whatever the data comes from. */
const keyOf = ({ patients, visits, withStock, withLaboratory, withRecords, withYears, withResults }: Size) =>
  createHash('sha256')
    .update(
      JSON.stringify([
        patients,
        visits,
        withStock && stocks[sizeOf(withStock)],
        withLaboratory && laboratories[sizeOf(withLaboratory)],
        withResults,
        ...sourcesIn('db/seed'),
        ...sourcesIn('db/migrations'),
        ...[
          'dataset.ts',
          'dataset-money.ts',
          'dataset-clinical.ts',
          ...(withStock ? ['dataset-stock.ts', 'dataset-dispensing.ts'] : []),
          ...(withLaboratory ? ['dataset-laboratory.ts'] : []),
          ...(withRecords ? ['dataset-records.ts'] : []),
          ...(withYears ? ['dataset-years.ts'] : []),
          ...(withResults ? ['dataset-results.ts'] : []),
        ].map((name) => readFileSync(join(import.meta.dirname, name), 'utf8')),
      ]),
    )
    .digest('hex')
    .slice(0, 12)

export type Say = (line: string) => void

const timed = async <T>(say: Say, what: string, work: () => Promise<T>): Promise<T> => {
  const from = performance.now()
  const result = await work()
  say(`  ${what}: ${((performance.now() - from) / 1000).toFixed(1)} s`)
  return result
}

const load = async (
  { ownerUrl, logins }: Pick<Embedded, 'ownerUrl' | 'logins'>,
  { patients: count, visits: visitCount, withStock, withLaboratory, withRecords, withYears, withResults }: Size,
  say: Say,
) => {
  await prepareDatabase(ownerUrl, logins)
  await asOwner(ownerUrl, async (client) => {
    // Loading alone: the data are there or the directory is thrown away.
    await client.query('set synchronous_commit = off')
    await client.query('begin')
    await nameClinic(client, NOW)
    await loadClinic(client)
    const hash = await hashPassword(PASSWORD)
    await insertStaff(dbOn(client), staffAccounts(hash), NOW)
    const measured = Array.from({ length: PEOPLE }, (_, i) => ({
      email: `person${i}@bench.example`,
      first_name: 'Person',
      last_name: String(i),
      role: 'sysadmin' as const,
      password_hash: hash,
      title: 'Medical officer',
      registration_number: `BENCH-${i}`,
    }))
    await insertStaff(dbOn(client), measured, NOW)
    await loadFees(client)
    await loadTests(client, NOW)
    await loadShelf(client)
    const found = await findIds(client)
    const options = { seed: 'bench', count, today: TODAY }
    const frame = { ...found, source: 'demo', lastVisit: () => null as string | null }
    if (visitCount === 0) {
      await timed(say, 'patients and their search', () =>
        withoutSearch(client, () => loadPatients(client, generatePatients(options), frame)),
      )
    } else {
      const patients = await timed(say, 'generating patients', async () => [...generatePatients(options)])
      const visits = await timed(say, 'generating visits', async () =>
        visitsInOrder(patients, { seed: 'bench', today: TODAY, count: visitCount }),
      )
      const last = lastVisitsOf(visits, patients.length)
      const ids = await timed(say, 'patients and their search', () =>
        withoutSearch(client, () => loadPatients(client, patients, { ...frame, lastVisit: (index) => last[index] ?? null })),
      )
      await timed(say, 'visits', () => loadVisits(client, visits, { ...found, patients: ids }))
      await client.query('analyze')
      await timed(say, 'bills and what was paid', () => loadMoney(client, visits, patients, found, NOW))
      await client.query('analyze')
      const people = { ...found, patients: ids }
      await timed(say, 'vital signs, notes and diagnoses', () => loadRecords(client, visits, patients, people, TODAY))
      await timed(say, 'the list of diagnoses', () => loadCodes(client))
      await client.query('analyze')
      // The first patient is kept for a history of its own.
      await refreshBoard(client, patients.slice(1), { ...found, patients: ids.slice(1) }, NOW)
      await timed(say, 'a patient of many visits', () => loadLongPatient(client, visits, patients, people, NOW))
    }
    if (withStock) {
      const [stock, pharmacy] = stocks[sizeOf(withStock)]
      await timed(say, 'the ledger of the stores', () => loadStockLedger(client, TODAY, stock))
      await timed(say, 'the prescriptions of the pharmacy', () => loadPharmacy(client, pharmacy))
    }
    if (withLaboratory) await timed(say, 'the work of the laboratory', () => loadLabWork(client, laboratories[sizeOf(withLaboratory)]))
    if (withRecords) await timed(say, 'documents, their pages and what was found in them', () => loadDocuments(client))
    if (withYears) await timed(say, 'the years before', () => repeatYears(client))
    if (withResults) await timed(say, 'what was found in every test', () => loadResults(client, withResults))
    await client.query('commit')
    await timed(say, 'vacuum and analyze', () => client.query('vacuum (analyze)'))
    await client.query('checkpoint').catch(() => {})
  })
}

/**
 * An embedded database, fsync on as in a clinic, with the generator's population in it; loaded once and kept under the temporary directory
 * (or in `dir`) for as long as generator and schema stay the same.
 */
export const openDataset = async (size: Size, dir: string | undefined, say: Say): Promise<{ database: Embedded; dataDir: string }> => {
  const dataDir = dir ?? join(tmpdir(), `kliniki-bench-${keyOf(size)}`)
  const mark = join(dataDir, 'loaded')
  const key = keyOf(size)
  const isLoaded = existsSync(mark) && readFileSync(mark, 'utf8') === key
  if (!isLoaded) {
    if (existsSync(mark) || dir === undefined) rmSync(dataDir, { recursive: true, force: true })
    else if (existsSync(dataDir) && readdirSync(dataDir).length > 0) throw new Error(`${dataDir} holds something that is no measurement.`)
    mkdirSync(dataDir, { recursive: true })
    // Left so that a half-loaded directory is known to be ours.
    writeFileSync(mark, 'loading')
  }
  const database = await startEmbedded({ dataDir, log: say })
  if (!isLoaded) {
    say(`Loading ${size.patients} patients and ${size.visits} visits into ${dataDir}`)
    try {
      await load(database, size, say)
      writeFileSync(mark, key)
    } catch (error) {
      await database.stop()
      throw error
    }
  }
  return { database, dataDir }
}

/** A copy of the loaded database to be worn out, dropped by `drop`; the loaded one stays as it is. */
export const cloneDatabase = async (ownerUrl: string): Promise<{ url: string; drop: () => Promise<void> }> => {
  const name = `bench_${process.pid}_${Date.now()}`
  const url = new URL(ownerUrl)
  const template = url.pathname.slice(1)
  url.pathname = '/postgres'
  const admin = url.href
  await asOwner(admin, async (client) => void (await client.query(`create database ${name} template ${template} strategy file_copy`)))
  url.pathname = `/${name}`
  return { url: url.href, drop: () => asOwner(admin, async (client) => void (await client.query(`drop database ${name} with (force)`))) }
}
