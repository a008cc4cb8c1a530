import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { cpSync, existsSync, mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { QueryResultRow } from 'pg'
import { startEmbedded } from '#platform/db/embedded.ts'
import { asOwner } from '#platform/db/owner.ts'
import { freePort } from '#platform/free-port.ts'
import { roomyDir } from '../src/testing/databases/roomy-dir.ts'

const root = join(import.meta.dirname, '..')
/** Only ends what hangs: on a machine that others use as well a start takes many times the second that it needs. */
const START_MS = 100_000

/** A clinic running as it runs for real: the program in its own process over its own embedded database. */
export interface House {
  url: string
  /** The one-time code that a fresh clinic is claimed with. */
  code: string
  /** Everything the program has said. */
  said(): string
  /** Asks the clinic's database, as its owner. */
  sql<Row extends QueryResultRow>(text: string, values?: unknown[]): Promise<Row[]>
  /** Ends the program without any warning. */
  kill(): Promise<void>
  /** Starts it again at the same address with the same data. */
  start(): Promise<void>
  close(): Promise<void>
}

const ended = (child: ChildProcess) =>
  new Promise<void>((resolve) => (child.exitCode === null && child.signalCode === null ? child.once('exit', () => resolve()) : resolve()))

/** A folder with a clinic in it that nobody has claimed yet; an empty one where the very first start is looked at. */
const dataFolder = async (isNew: boolean): Promise<string> => {
  const dataDir = mkdtempSync(join(roomyDir(), 'kliniki-house-'))
  const prepared = process.env['PREPARED_CLINIC']
  if (isNew || prepared === undefined) return dataDir
  const deadline = Date.now() + START_MS
  while (!existsSync(join(prepared, 'ready'))) {
    if (existsSync(join(prepared, 'failed')) || Date.now() > deadline) throw new Error('The clinic that houses begin with did not start.')
    await sleep(50)
  }
  const clinic = join(prepared, 'clinic')
  // With its owner: PostgreSQL does not run as root.
  if (process.platform === 'win32') cpSync(clinic, dataDir, { recursive: true })
  else execFileSync('cp', ['-a', `${clinic}/.`, dataDir])
  return dataDir
}

interface Opening {
  flags?: string[]
  env?: Record<string, string>
  /** Over an empty folder, as on a new machine. */
  isNew?: boolean
}

export const openHouse = async ({ flags = [], env = {}, isNew = false }: Opening = {}): Promise<House> => {
  const dataDir = await dataFolder(isNew)
  let port = await freePort()
  let output = ''
  let child: ChildProcess | undefined

  const start = async () => {
    const from = output.length
    child = spawn(process.execPath, [join(root, 'src/main.ts'), ...flags], {
      cwd: root,
      env: { ...process.env, KLINIKI_DATA: dataDir, PORT: String(port), KLINIKI_LOG: 'error', ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    for (const stream of [child.stdout, child.stderr]) stream?.on('data', (data) => (output += String(data)))
    const deadline = Date.now() + START_MS
    while (!output.slice(from).includes('is ready at')) {
      if (Date.now() > deadline || child.exitCode !== null) throw new Error(`The program did not start:\n${output}`)
      await sleep(25)
    }
  }
  const kill = async () => {
    if (!child) return
    child.kill('SIGKILL')
    await ended(child)
  }
  const close = async () => {
    child?.kill('SIGTERM')
    if (child) await ended(child)
    rmSync(dataDir, { recursive: true, force: true })
  }
  // What is free when it is asked for may be another's a moment later.
  const isTaken = () => output.includes(`Port ${port} is taken`)
  const settle = async (tries: number): Promise<void> => {
    try {
      await start()
    } catch (error) {
      if (tries === 0 || !isTaken()) throw error
      port = await freePort()
      await settle(tries - 1)
    }
  }
  try {
    await settle(3)
  } catch (error) {
    await close()
    throw error
  }
  return {
    url: `http://localhost:${port}`,
    get code() {
      return /\b[A-Z0-9]{4}-[A-Z0-9]{4}\b/.exec(output)?.[0] ?? ''
    },
    said: () => output,
    sql: async <Row extends QueryResultRow>(text: string, values: unknown[] = []) => {
      const { ownerUrl, stop } = await startEmbedded({ dataDir, join: true })
      try {
        return await asOwner(ownerUrl, async (client) => (await client.query<Row>(text, values)).rows)
      } finally {
        await stop()
      }
    },
    kill,
    start,
    close,
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
export const setUp = async (house: House): Promise<string> => {
  // It is printed after the address.
  while (house.code === '') await sleep(25)
  await api(house.url, 'POST', '/company/set-up/', {
    body: {
      code: house.code,
      company: { name: 'Lakeside Clinic', currency: 'KES', time_zone: 'Africa/Nairobi', language: 'en' },
      administrator: { ...administrator, first_name: 'Asha', last_name: 'Mwangi' },
      departments: ['Reception', 'Laboratory', 'Pharmacy'],
    },
  })
  return tokenOf(house.url, administrator)
}

/** Adds a member of staff of a role's own group, with a password of their own. */
export const addPerson = async (
  house: House,
  token: string,
  role: string,
  [first_name, last_name]: [string, string],
): Promise<Credentials & { id: number }> => {
  const email = `${first_name}.${last_name}@clinic.example`.toLowerCase()
  const password = `${first_name} walks home at dusk`
  const { id } = await api<{ id: number }>(house.url, 'POST', '/users/users/', {
    token,
    body: { email, first_name, last_name, role, password },
  })
  return { email, password, id }
}
