import { once } from 'node:events'
import { createServer } from 'node:net'
import { join } from 'node:path'
import type { QueryResultRow } from 'pg'
import { openAnalysers } from '#features/analysers/public.ts'
import { openSetUp } from '#features/setup/public.ts'
import { asOwner } from '#platform/db/owner.ts'
import { openTestClinic } from '../src/testing/clinic.ts'
import { listen } from '../src/runtime/listen.ts'

const distDir = join(import.meta.dirname, '../dist')

/** A clinic that serves its pages: browser part, API and background work over a database of its own. */
export interface TestServer {
  url: string
  /** The one-time code that a fresh clinic is claimed with. */
  code: string
  /** Asks the clinic's database, as its owner. */
  sql<Row extends QueryResultRow>(text: string, values?: unknown[]): Promise<Row[]>
  close(): Promise<void>
}

interface Opening {
  /** Where everybody reaches the clinic; printed on papers and sent in messages. */
  publicUrl?: string
  /** Listens for laboratory instruments as well. */
  analysers?: boolean
}

/** The port of this worker's houses, one after the other: what a browser has loaded from an address it need not read again. */
let usualPort = 0
let isUsualTaken = false

/** Whether a port can still be opened: while no house stood there, another program may have taken it. */
const isOpenable = async (port: number) => {
  const server = createServer().listen(port, '127.0.0.1')
  try {
    await once(server, 'listening')
    return true
  } catch {
    return false
  } finally {
    server.close()
  }
}

const fail = (error: unknown, job: string) => process.stderr.write(`${JSON.stringify({ job, error: String(error) })}\n`)

/**
 * Starts a clinic that nobody has claimed yet, in this process and over a cloned database: starting the program and a database server for each
 * file took six seconds of CPU. What is about the program itself (its first start, its death) uses `startProgram` of own-program.ts.
 */
export const startTestServer = async ({ publicUrl, analysers = false }: Opening = {}): Promise<TestServer> => {
  const clinic = await openTestClinic({ publicUrl, distDir, clock: () => new Date() })
  const { ownerUrl } = clinic
  const isUsual = !isUsualTaken
  isUsualTaken = true
  const port = await listen(clinic.app, { port: isUsual && (await isOpenable(usualPort)) ? usualPort : 0, host: '127.0.0.1' })
  if (isUsual) usualPort = port
  // People who are new here would find the first steps above their landing page: `help.test.ts` shows them to one.
  await asOwner(ownerUrl, (client) => client.query(`alter table users alter preferences set default '{"first_steps_closed": true}'`))
  await clinic.startJobs()
  const instruments = analysers ? await openAnalysers({ login: clinic.logins.kliniki_app, host: '127.0.0.1', onError: fail }) : undefined
  const code = (await openSetUp(ownerUrl, clinic.codeKey, new Date())) ?? ''
  return {
    url: `http://localhost:${port}`,
    code,
    sql: async <Row extends QueryResultRow>(text: string, values: unknown[] = []) =>
      asOwner(ownerUrl, async (client) => (await client.query<Row>(text, values)).rows),
    close: async () => {
      await instruments?.stop()
      await clinic.close()
      if (isUsual) isUsualTaken = false
    },
  }
}

export interface Credentials {
  email: string
  password: string
}
export const administrator: Credentials = { email: 'asha@clinic.example', password: 'a lamp beside the river' }

/** Calls the API as a script would. */
export const api = async <T>(
  url: string,
  method: string,
  path: string,
  { token, body }: { token?: string; body?: unknown } = {},
): Promise<T> => {
  const response = await fetch(`${url}/api${path}`, {
    method,
    headers: { ...(token && { authorization: `Bearer ${token}` }), ...(body !== undefined && { 'content-type': 'application/json' }) },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  const text = await response.text()
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`)
  return (text ? JSON.parse(text) : undefined) as T
}

export const tokenOf = async (url: string, { email, password }: Credentials) =>
  (await api<{ access: string }>(url, 'POST', '/users/login/', { body: { email, password } })).access

/** Sets a fresh clinic up by its code and answers a token of its administrator. */
export const setUp = async (app: TestServer): Promise<string> => {
  await api(app.url, 'POST', '/company/set-up/', {
    body: {
      code: app.code,
      company: { name: 'Lakeside Clinic', currency: 'KES', time_zone: 'Africa/Nairobi', language: 'en' },
      administrator: { ...administrator, first_name: 'Asha', last_name: 'Mwangi' },
      departments: ['Reception', 'Laboratory', 'Pharmacy'],
    },
  })
  const token = await tokenOf(app.url, administrator)
  const me = await api<{ id: number; email: string; first_name: string; last_name: string; role: string }>(app.url, 'GET', '/users/me/', {
    token,
  })
  const { id, ...account } = me
  const { email, first_name, last_name, role } = account
  await api(app.url, 'PUT', `/users/users/${id}/`, { token, body: { email, first_name, last_name, role, ...registered } })
  return token
}

/** Whoever signs documents is named on them with these. */
const registered = { title: 'Clinical officer', registration_number: 'JOURNEY-0001' }

/** Adds a member of staff of a role's own group, with a password of their own. */
export const addPerson = async (
  app: TestServer,
  token: string,
  role: string,
  [first_name, last_name]: [string, string],
): Promise<Credentials & { id: number }> => {
  const email = `${first_name}.${last_name}@clinic.example`.toLowerCase()
  const password = `${first_name} walks home at dusk`
  const { id } = await api<{ id: number }>(app.url, 'POST', '/users/users/', {
    token,
    body: { email, first_name, last_name, role, password, ...(role !== 'patient' && registered) },
  })
  return { email, password, id }
}
