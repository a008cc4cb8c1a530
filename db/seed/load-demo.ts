import { randomInt } from 'node:crypto'
import type { Client } from 'pg'
import { insertStaff } from '#features/users/public.ts'
import { hashPassword, passwordFits } from '#platform/auth/passwords.ts'
import { ConfigurationError } from '#platform/config.ts'
import { analyzeTables } from '#platform/db/analyze.ts'
import { asOwner } from '#platform/db/owner.ts'
import type { FileStore } from '#platform/files/store.ts'
import { accountVisits, readOldResults } from './account.ts'
import { dateOf, dayOf, dayOfInstant, instantAt } from './calendar.ts'
import { demoPatient, type Group, staff } from './clinic.ts'
import { loadSettledBills } from './load-bills.ts'
import { loadAnalysers } from './load-analysers.ts'
import { loadAnnouncements } from './load-announcements.ts'
import { loadPublicBookings, loadSchedules, loadWaiting, refreshAppointments } from './load-appointments.ts'
import { refreshBoard } from './load-board.ts'
import { loadChronic, loadReferrals } from './load-chronic.ts'
import { loadClinical } from './load-clinical.ts'
import { loadFees } from './load-catalogue.ts'
import { dbOn, findIds, loadClinic, nameClinic, staffAccounts } from './load-clinic.ts'
import { loadToday, valueDispensed } from './load-dispenses.ts'
import { loadDocuments } from './load-documents.ts'
import { loadLaboratory } from './load-laboratory.ts'
import { loadStock } from './load-stock.ts'
import { loadTests } from './load-tests.ts'
import type { SeedStock } from './seed-stock.ts'
import { loadPatients, loadVisits, type SomeVisit, withoutSearch } from './load-rows.ts'
import { generatePatients, type Patient } from './people.ts'
import { generateVisits, type Visit } from './visits.ts'
import type { Track } from '#features/attendance/rules.ts'

const SEED = 'kliniki'
/** How much is loaded: patients, visits of two years, and the time for which there are deliveries and appointments; all of it unless said. */
export interface DemoSize {
  patients: number
  visits: number
  weeksOfStock?: number
  daysOfAppointments?: { back: number; ahead: number }
}
const WHOLE: DemoSize = { patients: 1_200, visits: 4_800 }
/** So long the people of the demonstration have worked there. */
const WORKED_MS = 400 * 86_400_000
/** Days before today whose visits have bills; those of the patient with an account have them all. */
const DAYS_BILLED = 120
export const DEMO_LOCK = 418_290_554
const PATIENT_ACCOUNT = staff.find(({ group }) => group === 'Patient')?.email

export interface DemoPerson {
  name: string
  group: Group
  email: string
}

/** One person of each group, for whoever wants to look around. */
export const demoPeople: readonly DemoPerson[] = staff
  .filter(({ group }, i) => staff.findIndex((other) => other.group === group) === i)
  .map(({ group, email, first_name, second_name, title }) => ({
    group,
    email,
    name: [title, first_name, second_name].filter(Boolean).join(' '),
  }))

// No letters or digits that are taken for one another when read aloud or typed from paper.
const readable = 'abcdefghjkmnpqrstuvwxyz23456789'

/** Three groups of four letters and digits, 59 bits of chance. */
export const randomPassword = () =>
  Array.from({ length: 3 }, () => Array.from({ length: 4 }, () => readable[randomInt(readable.length)]).join('')).join('-')

interface State {
  is_demo: boolean
  set_up_at: Date | null
  is_used: boolean
  /** It was loaded into a clinic, and goes again. */
  is_inside: boolean
}

const readState = async (client: Client): Promise<State> => {
  const { rows } = await client.query<State>(
    `select is_demo, set_up_at, set_up_at is not null or exists (select from users) or exists (select from patients) as is_used,
       exists (select from demonstration_rows) as is_inside from company`,
  )
  if (!rows[0]) throw new Error('The clinic has no company row')
  return rows[0]
}

const clinicDate = (instant: Date) => dateOf(dayOfInstant(instant.getTime()))

// The same for the same day, so that later starts know again who is who.
const patientsOf = (today: string, { patients }: DemoSize): Patient[] => [
  demoPatient(today),
  ...generatePatients({ seed: SEED, count: patients - 1, today }),
]

/** The latest visit of each patient, by index. `visits` run in order of time. */
export const lastVisitsOf = (visits: readonly SomeVisit[], patients: number): (string | null)[] => {
  const last = Array.from<string | null>({ length: patients }).fill(null)
  for (const { patient, created_at } of visits) last[patient] = created_at
  return last
}

const inOrder = (visits: readonly (Visit & Pick<SomeVisit, 'paid'>)[]): (SomeVisit & Visit)[] =>
  visits
    .toSorted((a, b) => (a.created_at < b.created_at ? -1 : a.created_at > b.created_at ? 1 : a.patient - b.patient))
    .map((visit, i) => ({ ...visit, track: visit.path.at(-1) as Track, source: `demo:${i}` }))

/** Everything the generator makes for these patients, in order of time. */
export const visitsInOrder = (patients: readonly Patient[], options: { seed: string; today: string; count: number }) =>
  inOrder([...generateVisits({ ...options, patients })])

/** The same for the demonstration, whose first patient has an account and a history to find there. */
const visitsOfDemo = ([, ...others]: readonly Patient[], today: string, count: number) =>
  inOrder([
    ...accountVisits(SEED, today),
    ...[...generateVisits({ seed: SEED, patients: others, today, count })].map((visit) => ({
      ...visit,
      patient: visit.patient + 1,
    })),
  ])

export interface Filling {
  now: Date
  /** Null: nobody of the demonstration signs in. */
  password: string | null
  size: DemoSize
  /** Whoever loads into a clinic that works leaves its search alone. */
  aside: typeof withoutSearch
  loadTests: (client: Client, now: Date) => Promise<void>
  /** Hundredths of the work. */
  onProgress?: (done: number) => void
}

const fill = async (
  client: Client,
  { now, password, size, aside, loadTests: load, onProgress = () => {} }: Filling,
): Promise<SeedStock> => {
  const today = clinicDate(now)
  const patients = patientsOf(today, size)
  const visits = visitsOfDemo(patients, today, size.visits)
  await loadClinic(client)
  const hash = password === null ? null : await hashPassword(password)
  await insertStaff(dbOn(client), staffAccounts(hash), new Date(now.getTime() - WORKED_MS))
  await loadFees(client)
  await load(client, now)
  const ids = await findIds(client)
  await aside(client, async () => {
    const lastVisits = lastVisitsOf(visits, patients.length)
    const frame = { ...ids, source: 'demo', lastVisit: (index: number) => lastVisits[index] ?? null }
    const people = { ...ids, patients: await loadPatients(client, patients, frame) }
    await loadVisits(client, visits, people)
    await loadChronic(client, patients, visits, { ids: people, today })
  })
  onProgress(20)
  const isBilled = ({ patient, created_at }: Visit) => patient === 0 || dayOfInstant(Date.parse(created_at)) >= dayOf(today) - DAYS_BILLED
  await loadSettledBills(client, visits.filter(isBilled), patients, { mark: 'demo', ids, until: new Date(instantAt(dayOf(today), 0)) })
  await loadClinical(client, visits, patients, { ids })
  await loadReferrals(client, visits, ids.staff, now)
  await loadSchedules(client, now)
  onProgress(40)
  const seedStock = await loadStock(client, now, size.weeksOfStock)
  await client.query(`update patients set user_id = (select id from users where email = $1) where source = 'demo:0'`, [PATIENT_ACCOUNT])
  return seedStock
}

const keepPassword = async (client: Client, password: string): Promise<void> => {
  const emails = staff.map(({ email }) => email)
  const { rows } = await client.query<{ password_hash: string | null }>('select password_hash from users where email = $1', [emails[0]])
  const stored = rows[0]?.password_hash ?? null
  const hash = stored !== null && (await passwordFits(stored, password)) ? stored : await hashPassword(password)
  await client.query(
    `update users set password_hash = $1, must_change_password = false, one_time_until = null, version = version + 1
     where email = any($2) and (password_hash is distinct from $1 or must_change_password)`,
    [hash, emails],
  )
}

/** The house of today: its board, laboratory and appointments. */
const refresh = async (client: Client, now: Date, everyone: readonly Patient[], { daysOfAppointments }: DemoSize) => {
  const { rows } = await client.query<{ id: number; source: string }>(
    `select id, source from patients where source ~ '^demo:[0-9]+$' order by id`,
  )
  const known = rows.flatMap(({ id, source }) => {
    const patient = everyone[Number(source.slice(5))]
    return patient ? [{ id, patient }] : []
  })
  const ids = { ...(await findIds(client)), patients: known.map(({ id }) => id) }
  await refreshBoard(
    client,
    known.map(({ patient }) => patient),
    ids,
    now,
  )
  await loadLaboratory(client, now)
  await refreshAppointments(client, ids.staff, now, daysOfAppointments)
}

/** What is there once: instruments, announcements, what was read, and what goes on at counter and desk. */
const furnish = async (client: Client, seedStock: SeedStock, now: Date) => {
  await loadAnalysers(client, now)
  await loadAnnouncements(client, now)
  await readOldResults(client, now)
  await loadToday(seedStock, now)
  await loadPublicBookings(client, now)
  await loadWaiting(client, now)
}

/**
 * Loads the demonstration into the transaction of `client`, all of it but documents. Everything that it needs and that has the same name
 * already is used as it is.
 */
export const loadAll = async (client: Client, filling: Filling): Promise<void> => {
  const { now, size, onProgress = () => {} } = filling
  const seedStock = await fill(client, filling)
  onProgress(60)
  await refresh(client, now, patientsOf(clinicDate(now), size), size)
  onProgress(80)
  await furnish(client, seedStock, now)
  await valueDispensed(dbOn(client))
}

/**
 * Fills an empty clinic with the demonstration clinic, or brings a demonstration clinic's board to `now`; every account there has
 * `password` afterwards. All or nothing. Throws ConfigurationError when the clinic has people or patients of its own.
 */
export const loadDemo = (
  ownerUrl: string,
  { now, password, files, size = WHOLE }: { now: Date; password: string; files: FileStore; size?: DemoSize },
): Promise<{ isNew: boolean }> =>
  asOwner(ownerUrl, async (client) => {
    await client.query('begin')
    await client.query('select pg_advisory_xact_lock($1)', [DEMO_LOCK])
    const state = await readState(client)
    if ((!state.is_demo && state.is_used) || state.is_inside)
      throw new ConfigurationError(
        'This clinic has people or patients of its own, and --demo fills an empty clinic only; choose another folder with KLINIKI_DATA.',
      )
    if (state.is_demo) {
      await keepPassword(client, password)
      await refresh(client, now, patientsOf(clinicDate(state.set_up_at ?? now), size), size)
      await valueDispensed(dbOn(client))
    } else {
      await nameClinic(client, now)
      await loadAll(client, { now, password, size, aside: withoutSearch, loadTests })
      await loadDocuments(client, files, now)
    }
    await client.query('commit')
    if (!state.is_demo) await analyzeTables(client)
    return { isNew: !state.is_demo }
  })
