import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { callOf, pathOf, promisedEndpoints } from '../testing/calls/contracts.ts'
import { openTestClinic, type Person, type TestClinic } from '../testing/clinic.ts'
import { fingerprint } from '../testing/databases/fingerprint.ts'

// What security.md lists of bad forms, over every call that takes files: a clear 4xx, nothing changed, and no file left lying.
const endpoints = promisedEndpoints().filter(({ files }) => files)
let clinic: TestClinic
let administrator: Person
let before: string[]
beforeAll(async () => {
  clinic = await openTestClinic()
  administrator = await clinic.signedInFrom('System administrator', 'sysadmin')
  before = await fingerprint(clinic.ownerUrl)
})
afterAll(() => clinic.close())

const many = Array.from({ length: 1_000 }, (_, at) => `part${at}`)
const part = (disposition: string, content: string) => `--x\r\ncontent-disposition: ${disposition}\r\n\r\n${content}\r\n`
const fieldOf = (name: string) => part(`form-data; name="${name}"`, '1')
const fileOf = (name: string) => part(`form-data; name="${name}"; filename="a.csv"`, 'name,price')
const END = '--x--\r\n'

/** Forms for a call whose file comes as `name`, each with its media type where that is another one. */
const formsFor = (name: string): [what: string, payload: string | Buffer, type?: string][] => [
  ['no boundary', fileOf(name) + END, 'multipart/form-data'],
  ['another boundary', fileOf(name) + END, 'multipart/form-data; boundary=y'],
  ['another kind of form', fileOf(name) + END, 'multipart/mixed; boundary=x'],
  ['the form of a page', `${name}=1`, 'application/x-www-form-urlencoded'],
  ['no end', part(`form-data; name="${name}"; filename="a.csv"`, 'name,price')],
  ['a field without a name', part('form-data', '1') + END],
  ['a file without a name', part('form-data; filename="a.csv"', 'name,price') + END],
  ['the file twice', fileOf(name) + fileOf(name) + END],
  ['the file under another name', fileOf('surely_no_such_file') + END],
  ['a field that a prototype has', fieldOf('__proto__') + END],
  ['a file that a prototype has', fileOf('constructor') + END],
  ['a thousand fields', many.map(fieldOf).join('') + END],
  ['a thousand files', many.map(fileOf).join('') + END],
  ['a field of 100 KB', part('form-data; name="surely_no_such_field"', 'x'.repeat(100_000)) + END],
  ['a compressed form', gzipSync(fileOf(name) + END)],
]

test('there are calls that take files', () => expect(endpoints.length).toBeGreaterThan(10))

test.each(endpoints.map((endpoint) => [callOf(endpoint), endpoint] as const))('%s refuses broken forms', async (_name, endpoint) => {
  for (const [what, payload, type = 'multipart/form-data; boundary=x'] of formsFor(Object.keys(endpoint.files!)[0]!)) {
    // No rate limit answers instead: neither that of a network nor that of the account.
    await sql`delete from rate_limits`.execute(clinic.db)
    const { statusCode, body } = await clinic.app.inject({
      method: endpoint.method,
      url: pathOf(endpoint),
      headers: { authorization: `Bearer ${administrator.token}`, 'content-type': type },
      payload,
    })
    expect([400, 413, 415], `${what}: ${statusCode} ${body.slice(0, 200)}`).toContain(statusCode)
  }
})

// Once: it takes longer than all that is asked.
test('nothing was changed, and no file is left', async () => {
  expect(await fingerprint(clinic.ownerUrl)).toEqual(before)
  expect(readdirSync(join(clinic.dataDir, 'uploads'))).toEqual([])
})
