import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { request } from 'node:http'
import { asOwner } from '#platform/db/owner.ts'
import { withBenchServer, type BenchServer } from './server/bench-server.ts'

// A few people are enough: nothing here depends on how many there are.
const SIZE = { patients: 300, visits: 300 }
const FILE_BYTES = 25 * 1_048_576
const IN_SEQUENCE = 10
const AT_ONCE = 4
const LOOK_MS = 10

const say = (line: string) => void process.stdout.write(`${line}\n`)

/** A whole PDF of one page with a stream that nothing can make smaller, another one each time. */
const pdfOf = (bytes: number): Buffer => {
  const head = `%PDF-1.7
1 0 obj
<</Type/Catalog/Pages 2 0 R>>
endobj
2 0 obj
<</Type/Pages/Kids[3 0 R]/Count 1>>
endobj
3 0 obj
<</Type/Page/Parent 2 0 R/MediaBox[0 0 200 200]>>
endobj
4 0 obj
`
  const tail = '\nendstream\nendobj\ntrailer<</Size 5/Root 1 0 R>>\n%%EOF\n'
  const stream = randomBytes(bytes - head.length - tail.length - 40)
  return Buffer.concat([Buffer.from(`${head}<</Length ${stream.length}>>stream\n`), stream, Buffer.from(tail)])
}

const formOf = (patient: number, bytes: number) => {
  const boundary = 'kliniki-upload'
  const part = (name: string, more = '') => `--${boundary}\r\nContent-Disposition: form-data; name="${name}"${more}\r\n\r\n`
  const body = Buffer.concat([
    Buffer.from(`${part('patient')}${patient}\r\n${part('file', '; filename="scan.pdf"')}`),
    pdfOf(bytes),
    Buffer.from(`\r\n--${boundary}--\r\n`),
  ])
  return { body, type: `multipart/form-data; boundary=${boundary}` }
}

/** Uploads one file; answers how many milliseconds passed from the first byte sent to the whole reply. Throws unless it was taken. */
const upload = (port: number, token: string, patient: number, bytes = FILE_BYTES): Promise<number> =>
  new Promise((done, failed) => {
    const { body, type } = formOf(patient, bytes)
    const headers = { authorization: `Bearer ${token}`, 'content-type': type, 'content-length': body.length }
    const start = performance.now()
    const sent = request({ host: '127.0.0.1', port, method: 'POST', path: '/patients/medical-records/', headers }, (reply) => {
      let text = ''
      reply.on('data', (chunk: Buffer) => (text += chunk.toString()))
      reply.on('end', () =>
        reply.statusCode === 201 ? done(performance.now() - start) : failed(new Error(`${reply.statusCode}: ${text.slice(0, 300)}`)),
      )
    })
    sent.on('error', failed)
    sent.end(body)
  })

const residentMb = (pid: number) => Number(/^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024

/** Does `work` and answers by how many MB the program's own memory was larger at its peak than before. */
const growthDuring = async (pid: number, work: () => Promise<void>) => {
  const before = residentMb(pid)
  let peak = before
  const timer = setInterval(() => (peak = Math.max(peak, residentMb(pid))), LOOK_MS)
  try {
    await work()
  } finally {
    clearInterval(timer)
  }
  return { before: Math.round(before), growth: Math.round(Math.max(peak, residentMb(pid)) - before) }
}

/** Readings of documents wait: they run beside the program, and cost what they cost whenever they run. */
const holdReadings = (url: string) =>
  asOwner(url, async (client) => {
    await client.query(`create function hold_readings() returns trigger language plpgsql as $$
      begin new.start_after := now() + interval '1 day'; return new; end $$`)
    const { rows } = await client.query<{ name: string }>(
      `select c.oid::regclass::text as name from pg_class c join pg_attribute a on a.attrelid = c.oid
       where c.relnamespace = 'pgboss'::regnamespace and c.relkind = 'r' and a.attname = 'start_after'`,
    )
    for (const { name } of rows)
      await client.query(
        `create trigger hold_readings before insert on ${name} for each row when (new.name = 'read-record') execute function hold_readings()`,
      )
  })
const releaseReadings = (url: string) => asOwner(url, async (client) => void (await client.query(`drop function hold_readings() cascade`)))

const measureOnce = async ({ port, pid }: BenchServer, what: string, token: string, patients: number[]) => {
  const times: number[] = []
  const sequence = await growthDuring(pid, async () => {
    for (let i = 0; i < IN_SEQUENCE; i++) times.push(await upload(port, token, patients.pop()!))
  })
  times.sort((a, b) => a - b)
  say(
    `${what}, ${IN_SEQUENCE} in sequence: median ${Math.round(times[IN_SEQUENCE >> 1]!)} ms, longest ${Math.round(times.at(-1)!)} ms; memory ${sequence.before} MB + ${sequence.growth} MB`,
  )
  const together: number[] = []
  const parallel = await growthDuring(pid, async () => {
    together.push(...(await Promise.all(Array.from({ length: AT_ONCE }, () => upload(port, token, patients.pop()!)))))
  })
  say(`${what}, ${AT_ONCE} at once: longest ${Math.round(Math.max(...together))} ms; memory ${parallel.before} MB + ${parallel.growth} MB`)
}

const measure = async (app: BenchServer) => {
  const [token] = app.tokens()
  const patients = app.sample.patients.map(({ id }) => id)
  if (!token || patients.length <= 3 * (IN_SEQUENCE + AT_ONCE)) throw new Error('There is nobody to upload for.')
  await holdReadings(app.url)
  // What is loaded with the first document of a day belongs to no upload.
  say(`a small one first: ${Math.round(await upload(app.port, token, patients.pop()!, 5000))} ms`)
  await measureOnce(app, 'taking in alone', token, patients)
  await releaseReadings(app.url)
  await measureOnce(app, 'with reading beside it', token, patients)
}

await withBenchServer({ size: SIZE, dir: undefined, lanes: 2, seconds: 1, profile: process.argv.includes('--profile'), say }, measure)
