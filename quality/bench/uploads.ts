// `node quality/bench/uploads.ts [--uploads 200]`: what uploads of ten accounts at once do to somebody else: the times of that person's calls, and the
// memory of the program's own process, before, while and after. First the TIFF that unpacks to far more than it is. Nothing is kept.
import { request } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { asOwner } from '#platform/db/owner.ts'
import { burstingTiff } from '../../src/testing/scenarios/bursting-files.ts'
import { photoOf, sheet, textPdf } from '../../src/testing/scenarios/sample-documents.ts'
import { wholeOption } from '../../tools/options.ts'
import { figuresOf } from './figures/measure.ts'
import { memoryOf } from './figures/memory.ts'
import { withBenchServer, type BenchServer } from './server/bench-server.ts'

const SIZE = { patients: 600, visits: 600 }
const ACCOUNTS = 10
const EVERY_MS = 50
const LOOK_MS = 500
const SECONDS_AROUND = 10
const MOST_SECONDS = 60

const say = (line: string) => void process.stdout.write(`${line}\n`)

interface Sent {
  name: string
  bytes: Buffer
}
const formOf = (patient: number, { name, bytes }: Sent) => {
  const boundary = 'kliniki-uploads'
  const part = (field: string, more = '') => `--${boundary}\r\nContent-Disposition: form-data; name="${field}"${more}\r\n\r\n`
  const body = Buffer.concat([
    Buffer.from(`${part('patient')}${patient}\r\n${part('file', `; filename="${name}"`)}`),
    bytes,
    Buffer.from(`\r\n--${boundary}--\r\n`),
  ])
  return { body, type: `multipart/form-data; boundary=${boundary}` }
}

/** Sends one file; answers the status. A connection that is cut counts as 0. */
const upload = (port: number, token: string, patient: number, file: Sent): Promise<number> =>
  new Promise((resolve) => {
    const { body, type } = formOf(patient, file)
    const headers = { authorization: `Bearer ${token}`, 'content-type': type, 'content-length': body.length }
    const sent = request({ host: '127.0.0.1', port, method: 'POST', path: '/patients/medical-records/', headers }, (reply) => {
      reply.resume()
      reply.on('end', () => resolve(reply.statusCode ?? 0))
    })
    sent.on('error', () => resolve(0))
    sent.end(body)
  })

/** The program with all that it has started, in MB. */
const usedMb = (pid: number) => memoryOf([pid]) ?? 0

/** Somebody who reads patients while `work` goes on: how long each call took, and the most memory of the program's own process. */
const watching = async <T>(
  { port, pid }: BenchServer,
  token: string,
  patients: readonly number[],
  name: string,
  work: () => Promise<T>,
): Promise<T> => {
  const times: number[] = []
  const over = new AbortController()
  let [peak, failed] = [usedMb(pid), 0]
  const look = setInterval(() => (peak = Math.max(peak, usedMb(pid))), LOOK_MS)
  const reading = async () => {
    for (let at = 0; !over.signal.aborted; at++) {
      const from = performance.now()
      const reply = await fetch(`http://127.0.0.1:${port}/patients/patients/${patients[at % patients.length]}/`, {
        headers: { authorization: `Bearer ${token}` },
      })
      await reply.arrayBuffer()
      if (reply.ok) times.push(performance.now() - from)
      else failed += 1
      await sleep(EVERY_MS)
    }
  }
  const reader = reading()
  const from = performance.now()
  try {
    return await work()
  } finally {
    over.abort()
    await reader
    clearInterval(look)
    const seconds = (performance.now() - from) / 1000
    const { p50, p95 } = figuresOf(times, seconds)
    say(
      `${name}: ${Math.round(seconds)} s; another person's call p50 ${p50} ms, p95 ${p95} ms, longest ${Math.round(Math.max(...times))} ms, ${failed} failed of ${times.length + failed}; memory at most ${peak} MB`,
    )
  }
}

const countReadings = (url: string) =>
  asOwner(url, async (client) => {
    const { rows } = await client.query<{ left: number }>(
      `select count(*)::integer as left from medical_records where status in ('uploaded', 'processing')`,
    )
    return rows[0]!.left
  })

const measure = (uploads: number) => async (app: BenchServer) => {
  const [person = '', ...others] = app.tokens()
  const accounts = others.slice(0, ACCOUNTS)
  if (accounts.length < ACCOUNTS) throw new Error('There are not enough accounts.')
  const patients = app.sample.patients.map(({ id }) => id)
  const seen = patients.splice(0, 50)
  const next = () => patients.pop()!
  const page = await sheet()
  const photo = await photoOf(page)
  const fileOf = (at: number): Sent =>
    at % 2 === 0
      ? { name: `${at}.jpg`, bytes: photo }
      : { name: `${at}.pdf`, bytes: Buffer.concat([textPdf(1), Buffer.from(`\n% ${at}\n%%EOF\n`)]) }
  const around = (name: string) => watching(app, person, seen, name, () => sleep(SECONDS_AROUND * 1000))

  await around('before')
  const bomb = burstingTiff(33, 5_477)
  const status = await watching(
    app,
    person,
    seen,
    `a TIFF of ${Math.round(bomb.length / 1000)} kB that unpacks to 33 pages of 30 million pixels`,
    () => upload(app.port, accounts[0]!, next(), { name: 'scan.tif', bytes: bomb }),
  )
  say(`  answered ${status}`)
  const statuses = await watching(app, person, seen, `${uploads} uploads of ${accounts.length} accounts at once`, async () => {
    const all = Array.from({ length: uploads }, (_, at) => upload(app.port, accounts[at % accounts.length]!, next(), fileOf(at)))
    return Promise.all(all)
  })
  const counts = Map.groupBy(statuses, (one) => one)
  say(`  answered ${[...counts].map(([one, list]) => `${list.length} × ${one}`).join(', ')}`)
  await watching(app, person, seen, 'while the documents are read', async () => {
    const until = performance.now() + MOST_SECONDS * 1000
    while ((await countReadings(app.url)) > 0 && performance.now() < until) await sleep(1_000)
    say(`  ${await countReadings(app.url)} wait still`)
  })
  await around('after')
}

const { values } = parseArgs({ options: { uploads: { type: 'string' } } })
const uploads = wholeOption('uploads', values.uploads, 200, 1, 500)
await withBenchServer({ size: SIZE, dir: undefined, lanes: 2, seconds: 1, profile: false, say }, measure(uploads))
