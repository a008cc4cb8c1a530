import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { aPatient } from '../../testing/builders.ts'
import { openTestClinic, type Person, type TestClinic } from '../../testing/clinic.ts'
import { hostileFiles, hostileNames, SHOWN } from '../../testing/inputs/hostile-files.ts'
import { describeReference } from '../../testing/inputs/reference.ts'
import { isWhole } from '../../testing/whole.ts'
import { aLetter, readNow, recordCalls, RECORDS, sendForm } from '../../testing/scenarios/records.ts'

const files = await hostileFiles()

let clinic: TestClinic
let doctor: Person
const aNewPatient = async () => String((await aPatient(clinic.db)).id)
beforeAll(async () => {
  clinic = await openTestClinic()
  doctor = await clinic.signedInFrom('Doctor', 'doctor')
})
afterAll(() => clinic.close())
const { upload, one } = recordCalls(() => clinic)
const send = async (files: Parameters<typeof sendForm>[4]) => sendForm(clinic, doctor, RECORDS, { patient: await aNewPatient() }, files)

/** Sends a file, and expects it to be refused by name or to be kept as `type` and sent out as nothing that a browser runs. */
const expectSafe = async (name: string, bytes: Buffer, type: string | undefined, shown: string) => {
  const reply = await upload(doctor, { patient: await aNewPatient() }, { name, bytes })
  expect(reply.text).not.toMatch(/root:|\/work\/|\/tmp\//)
  if (type === undefined) {
    expect([reply.status, Object.keys(reply.json<object>())], reply.text).toEqual([400, ['file']])
    return
  }
  expect(reply.status, reply.text).toBe(201)
  const { id, file } = reply.json()
  expect(file?.type).toBe(type)
  const kept = await clinic.app.inject({ url: `${RECORDS}${id}/file/`, headers: { authorization: `Bearer ${doctor.token}` } })
  expect(kept.headers).toMatchObject({ 'content-type': 'application/octet-stream', 'x-content-type-options': 'nosniff' })
  expect(kept.headers['content-disposition']).toMatch(/^attachment;/)
  expect(kept.rawPayload.includes('GPS') || kept.rawPayload.includes('Exif')).toBe(false)
  if (!file?.type.endsWith('pdf') || shown === '') return
  await readNow(clinic, id)
  expect(await one(doctor, id)).toMatchObject({ status: 'ready', text: shown })
}
const expectSafeNames = async (names: readonly string[]) => {
  for (const name of names) {
    const reply = await upload(doctor, { patient: await aNewPatient() }, { ...aLetter(), name })
    expect(reply.status, `${JSON.stringify(name)}: ${reply.text}`).toBe(201)
    const { id, file, title } = reply.json()
    expect(file?.name).toMatch(/^[^/\\\p{Cc}\u202a-\u202e]{1,200}\.(txt|text)$/u)
    expect(title.length).toBeGreaterThan(0)
    const { headers } = await doctor.call('GET', `${RECORDS}${id}/file/`)
    expect(headers['x-injected']).toBeUndefined()
    expect(String(headers['content-disposition'])).toMatch(/^attachment; filename="[\w. -]*"; filename\*=UTF-8''[\w.%!~-]+$/)
  }
}

describe('each hostile file is refused or harmless', () => {
  /** What they are kept as; everything else is refused. */
  const taken: Record<string, string> = {
    'formulas.csv': 'text/plain',
    'western-letters.csv': 'text/plain',
    'two-byte-letters.csv': 'text/plain',
    'plain.pdf': 'application/pdf',
    'runs-a-script.pdf': 'application/pdf',
    'starts-a-program.pdf': 'application/pdf',
    'opens-an-address.pdf': 'application/pdf',
    'objects-without-pages.pdf': 'application/pdf',
    'taken-at-home.jpg': 'image/jpeg',
    'plain.png': 'image/png',
    'two-endings.html.png': 'image/png',
  }
  test.each([...files.keys()])('%s', (name) =>
    expectSafe(name, files.get(name)!, taken[name], name === 'objects-without-pages.pdf' ? '' : SHOWN),
  )
  test('and so are hostile names', () => expectSafeNames(hostileNames))
})

describeReference('security/hostile-files', 'hostile files that others made', (dir) => {
  const read = (name: string) => readFileSync(join(dir, name))
  const taken: Record<string, string> = {
    'csv-formula.csv': 'text/plain',
    'latin1.csv': 'text/plain',
    'utf16-bom.csv': 'text/plain',
    'nul-in-name_NUL_.txt': 'text/plain',
    'embedded-uri.pdf': 'application/pdf',
    'js-openaction.pdf': 'application/pdf',
    'launch-action.pdf': 'application/pdf',
    'ok.pdf': 'application/pdf',
    'jpeg-with-gps-exif.jpg': 'image/jpeg',
    'ok.png': 'image/png',
    'png-with-script-name.html.png': 'image/png',
  }
  const names = readdirSync(dir).filter((name) => !['FILENAMES.json', 'SOURCE.txt'].includes(name))
  test('there are some', () => expect(names.length).toBeGreaterThan(25))
  // Reading a document takes longer than all the rest; the documents above have the same in them.
  const shown = isWhole ? 'Hb 8.1 g/dL' : ''
  test.each(names)('%s is refused or harmless', (name) => expectSafe(name, read(name), taken[name], shown))
  test('and so are hostile names', () => expectSafeNames(JSON.parse(read('FILENAMES.json').toString()) as string[]))
})

describe('a form is refused with its reason', () => {
  test('that brings two files, one under another name, an empty one, or one of 26 MB', async () => {
    for (const [files, field, says] of [
      [[aLetter(), aLetter()], 'file', 'Send this field once.'],
      [[{ ...aLetter(), field: 'document' }], 'document', 'Unknown file field.'],
      [[{ name: 'empty.pdf', bytes: new Uint8Array() }], 'file', 'The file is empty.'],
      [[{ name: 'large.txt', bytes: Buffer.alloc(26 * 1_048_576, 'a ') }], 'file', 'The file is larger than 25 MB.'],
    ] as const) {
      const reply = await send(files)
      expect([reply.status, reply.json<object>()]).toEqual([400, { [field]: [says] }])
    }
  })

  test('that has no boundary, another one, or no end', async () => {
    const headers = { authorization: `Bearer ${doctor.token}` }
    for (const [type, payload] of [
      ['multipart/form-data', '--x\r\n'],
      ['multipart/form-data; boundary=', '--\r\n'],
      ['multipart/form-data; boundary=other', '--x\r\ncontent-disposition: form-data; name="patient"\r\n\r\n1\r\n--x--'],
      ['multipart/form-data; boundary=x', '--x\r\ncontent-disposition: form-data; name="file"; filename="a.txt"\r\n\r\nabc'],
      ['multipart/mixed; boundary=x', '--x--'],
    ] as const) {
      const reply = await clinic.app.inject({ method: 'POST', url: RECORDS, headers: { ...headers, 'content-type': type }, payload })
      expect(reply.statusCode, `${type}: ${reply.body}`).toBeGreaterThanOrEqual(400)
      expect(reply.statusCode, `${type}: ${reply.body}`).toBeLessThan(500)
    }
  })
})
