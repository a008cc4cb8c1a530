import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openTestClinic, type Person, type TestClinic } from '../testing/clinic.ts'
import { ownData } from '../testing/inputs/folders.ts'
import { describeReference } from '../testing/inputs/reference.ts'

let clinic: TestClinic
let desk: Person
beforeAll(async () => {
  clinic = await openTestClinic()
  desk = await clinic.signedInFrom('Receptionist')
})
afterAll(() => clinic.close())

/** Registers a patient of each name: it comes back as it was sent, or a 400 names the field. How many were kept. */
const registerAll = async (strings: readonly string[]) => {
  let kept = 0
  for (const text of strings) {
    const reply = await desk.call('POST', '/patients/patients/', {
      first_name: text,
      second_name: 'Nyambura',
      gender: 'female',
      residence: text,
      not_a_duplicate: true,
    })
    expect([201, 400], `${JSON.stringify(text)}: ${reply.text.slice(0, 200)}`).toContain(reply.status)
    if (reply.status === 400) expect(['first_name', 'first_name,residence', 'residence']).toContain(Object.keys(reply.json()).sort().join())
    else {
      kept += 1
      const written = text.normalize('NFC').replace(/\s+/gu, ' ').trim()
      expect(reply.json()).toMatchObject({ first_name: written, residence: written })
    }
  }
  return kept
}
const expectSearchable = async (strings: readonly string[]) => {
  for (const text of strings) {
    const reply = await desk.call('GET', `/patient/search/?${new URLSearchParams({ q: text.toWellFormed() }).toString()}`)
    expect([200, 400], `${JSON.stringify(text)}: ${reply.text.slice(0, 200)}`).toContain(reply.status)
  }
}
/** What is said of bytes that are sent as a patient to register; never that something broke here. */
const messageOf = async (title: string, payload: Buffer) => {
  const reply = await clinic.app.inject({
    method: 'POST',
    url: '/patients/patients/',
    headers: { authorization: `Bearer ${desk.token}`, 'content-type': 'application/json' },
    payload,
  })
  expect([400, 413], `${title}: ${reply.statusCode}`).toContain(reply.statusCode)
  return JSON.stringify(reply.json())
}

describe('naughty strings', () => {
  const strings = JSON.parse(readFileSync(ownData('naughty/strings.json'), 'utf8')) as string[]

  test('each is a name that comes back as it was sent, or a 400 that names the field', async () => {
    expect(strings).toHaveLength(168)
    expect(await registerAll(strings)).toBeGreaterThan(120)
  })
  test('each is a search that finds something or nothing', () => expectSearchable(strings))
})

// A byte that cannot be printed stands as its two digits behind a backslash and an x.
const bytesOf = (body: string) =>
  Buffer.from(
    body.replace(/\\(?:x([0-9a-f]{2})|(.))/g, (_all, hex: string | undefined, letter: string | undefined) =>
      hex ? String.fromCharCode(Number.parseInt(hex, 16)) : ({ n: '\n', r: '\r', t: '\t' }[letter ?? ''] ?? letter ?? ''),
    ),
    'latin1',
  )

describe('ways to write JSON', () => {
  const cases = readFileSync(ownData('json/cases.tsv'), 'utf8')
    .split('\n')
    .slice(1)
    .filter(Boolean)
    .map((row) => row.split('\t') as [kind: string, title: string, body: string])
  const of = (kind: string) => cases.filter((one) => one[0] === kind).map(([, title, body]) => [title, bytesOf(body)] as const)

  test('what is not JSON is refused as such; what is JSON is refused for what it says', async () => {
    expect([of('invalid').length, of('valid').length]).toEqual([56, 26])
    for (const [title, payload] of of('invalid')) expect(await messageOf(title, payload), title).toMatch(/valid JSON|required|nested/)
    for (const [title, payload] of of('valid')) expect(await messageOf(title, payload), title).not.toMatch(/not valid JSON/)
  })
  test('what JSON leaves open is refused for one or the other', async () => {
    expect(of('undefined')).toHaveLength(14)
    for (const [title, payload] of of('undefined'))
      expect(await messageOf(title, payload), title).toMatch(/JSON|required|field|characters|Unicode/i)
    for (const [title, body] of [
      ['deep arrays', '['.repeat(100_000)],
      ['deep objects', '{"a":'.repeat(50_000)],
      ['deep and closed', `${'['.repeat(5000)}${']'.repeat(5000)}`],
    ] as const)
      expect(await messageOf(title, Buffer.from(body)), title).toMatch(/valid JSON|nested/)
  })
})

describeReference('security/blns/blns.json', 'the big list of naughty strings', (path) => {
  const strings = JSON.parse(readFileSync(path, 'utf8')) as string[]

  test('each is a name that comes back as it was sent, or a 400 that names the field', async () => {
    expect(strings.length).toBeGreaterThan(500)
    expect(await registerAll(strings)).toBeGreaterThan(400)
  })
  test('each is a search that finds something or nothing', () => expectSearchable(strings))
})

describeReference('security/json-test-suite', '318 ways to write JSON', (root) => {
  test('each is refused as no JSON, or for what it says', async () => {
    const files = readdirSync(root).filter((file) => /_[nyi]_.*\.json$/.test(file))
    expect(files.length).toBeGreaterThan(300)
    for (const file of files) {
      const message = await messageOf(file, readFileSync(join(root, file)))
      if (/parsing__n_/.test(file)) expect(message, file).toMatch(/valid JSON|required|nested/)
      if (/parsing__y_/.test(file)) expect(message, file).not.toMatch(/not valid JSON/)
    }
  })
})
