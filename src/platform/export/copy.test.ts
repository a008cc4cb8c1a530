import { Client } from 'pg'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { emptyDatabase } from '../../testing/databases/clone.ts'
import { copyIn, copyOut } from './copy.ts'

const TO = 'copy (select * from sent order by id) to stdout with (format csv, header)'
const FROM = 'copy taken from stdin with (format csv, header match)'
const ROWS = 20_000

let database: Awaited<ReturnType<typeof emptyDatabase>>
let client: Client

const open = async () => {
  const opened = new Client({ connectionString: database.url })
  opened.on('error', () => {})
  await opened.connect()
  return opened
}

beforeAll(async () => {
  database = await emptyDatabase()
  client = await open()
  await client.query(`create table sent (id integer primary key, note text);
    create table taken (id integer primary key, note text);
    insert into sent values (0, null), (1, ''), (2, E'two\\nlines, a "quotation" and \\\\.'), (3, '日本 🩺');
    insert into sent select n, repeat(md5(n::text), 10) from generate_series(4, ${ROWS - 1}) n`)
})
beforeEach(() => client.query('truncate taken'))
afterAll(async () => {
  await client.end()
  await database.drop()
})

const countTaken = async () => (await client.query<{ rows: number }>('select count(*)::int as rows from taken')).rows[0]?.rows
const lines = async function* (...texts: readonly string[]) {
  for (const text of texts) yield Buffer.from(text)
}

test('rows that are copied out and in again are the same, and are counted', async () => {
  const copy = copyOut(client, TO)
  const chunks: Buffer[] = []
  for await (const chunk of copy.chunks) chunks.push(chunk)
  expect(copy.rows()).toBe(ROWS)
  await copyIn(client, FROM, lines(...chunks.map(String)))
  const { rows } = await client.query('table sent except table taken')
  expect([rows, await countTaken()]).toEqual([[], ROWS])
})

test('an empty table has a header and no rows', async () => {
  const copy = copyOut(client, 'copy taken to stdout with (format csv, header)')
  const chunks: Buffer[] = []
  for await (const chunk of copy.chunks) chunks.push(chunk)
  expect([Buffer.concat(chunks).toString(), copy.rows()]).toEqual(['id,note\n', 0])
})

test('the server sends no faster than its rows are taken', async () => {
  const reader = await open()
  const copy = copyOut(reader, `copy (select repeat('x', 100000) from generate_series(1, 2000)) to stdout`)
  const chunks = copy.chunks[Symbol.asyncIterator]()
  await chunks.next()
  const before = process.memoryUsage().external
  await new Promise((done) => setTimeout(done, 300))
  // 200 MB are still to come.
  expect(process.memoryUsage().external - before).toBeLessThan(30_000_000)
  let bytes = 0
  for (let next = await chunks.next(); !next.done; next = await chunks.next()) bytes += next.value.length
  expect(bytes).toBeGreaterThan(199_000_000)
  await reader.end()
})

test.each([
  ['the statement', 'copy nothing to stdout', 'relation "nothing" does not exist'],
  ['a row behind others', 'copy (select 1000 / (900 - n) from generate_series(1, 1000) n) to stdout', 'division by zero'],
])('an error in %s is reported to the reader, and the connection goes on', async (_where, text, reason) => {
  const read = async () => {
    for await (const chunk of copyOut(client, text).chunks) expect(chunk.length).toBeGreaterThan(0)
  }
  await expect(read()).rejects.toThrow(reason)
  expect(await countTaken()).toBe(0)
})

test.each([
  ['a statement', 'copy nothing from stdin', 'relation "nothing" does not exist'],
  ['another header', FROM, 'header', 'id,other\n'],
  ['a row', FROM, 'invalid input syntax for type integer: "b"', 'id,note\n', '1,a\n', 'b,a\n'],
  ['the same key twice', FROM, 'duplicate key value', 'id,note\n', '1,a\n', '1,a\n'],
])('the refusal of %s is reported to the sender, and the connection goes on', async (_what, text, reason, ...sent) => {
  await expect(copyIn(client, text, lines(...sent))).rejects.toThrow(reason)
  expect(await countTaken()).toBe(0)
})

test('a refusal ends a source that would go on for ever', async () => {
  let isClosed = false
  const endless = async function* () {
    try {
      yield Buffer.from('id,note\nb,a\n')
      for (;;) yield Buffer.from(`1,${'x'.repeat(10_000)}\n`)
    } finally {
      isClosed = true
    }
  }
  await expect(copyIn(client, FROM, endless())).rejects.toThrow('invalid input syntax')
  expect([await countTaken(), isClosed]).toEqual([0, true])
})

const failing = async function* () {
  yield* lines('id,note\n', '1,a\n')
  throw new Error('It is not as it was written.')
}

test('what a source that fails has sent is not kept, and its own error is the reason', async () => {
  await expect(copyIn(client, FROM, failing())).rejects.toThrow('It is not as it was written.')
  expect(await countTaken()).toBe(0)
})

test.each(['before the first piece', 'behind the first piece'])('a connection that breaks %s ends the reader', async (when) => {
  const reader = await open()
  const { rows } = await reader.query<{ pid: number }>('select pg_backend_pid() as pid')
  const copy = copyOut(reader, `copy (select repeat('x', 100000) from generate_series(1, 2000)) to stdout`)
  const chunks = copy.chunks[Symbol.asyncIterator]()
  if (when === 'behind the first piece') await chunks.next()
  await client.query('select pg_terminate_backend($1, 5000)', [rows[0]?.pid])
  const read = async () => {
    for (let next = await chunks.next(); !next.done; next = await chunks.next()) expect(next.value.length).toBeGreaterThan(0)
  }
  // The server says why, unless the line is gone before its words have arrived.
  await expect(read()).rejects.toThrow(/terminat|ECONNRESET/)
  await reader.end().catch(() => {})
})

test('a connection that breaks ends the sender', async () => {
  const sender = await open()
  const { rows } = await sender.query<{ pid: number }>('select pg_backend_pid() as pid')
  const source = async function* () {
    yield* lines('id,note\n', '1,a\n')
    await client.query('select pg_terminate_backend($1, 5000)', [rows[0]?.pid])
    for (let n = 2; ; n++) yield Buffer.from(`${n},${'x'.repeat(10_000)}\n`)
  }
  await expect(copyIn(sender, FROM, source())).rejects.toThrow(/terminat|EPIPE|ECONNRESET/)
  await sender.end().catch(() => {})
  expect(await countTaken()).toBe(0)
})

test('a reader that leaves early can close its connection', async () => {
  const reader = await open()
  const read = async () => {
    for await (const chunk of copyOut(reader, TO).chunks) throw new Error(`Enough after ${chunk.length > 0 ? 'some' : 'no'} bytes.`)
  }
  await expect(read()).rejects.toThrow('Enough after some bytes.')
  await reader.end()
  expect(await countTaken()).toBe(0)
})
