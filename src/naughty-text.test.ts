import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openTestClinic, type Person, type TestClinic } from './testing/clinic.ts'

// Real bad input that nobody here wrote: 515 naughty strings and 318 ways to write JSON. It lies beside the project, not in it.
const dir = join(import.meta.dirname, '../../shared/data/security')
const isThere = existsSync(dir)
if (!isThere) process.stdout.write('SKIPPED: the collection of naughty strings is not beside this project (../shared/data/security)\n')

let clinic: TestClinic
let desk: Person
beforeAll(async () => {
  clinic = await openTestClinic()
  desk = await clinic.signedInFrom('Receptionist')
})
afterAll(() => clinic.close())

describe.skipIf(!isThere)('naughty strings', () => {
  const strings = isThere ? (JSON.parse(readFileSync(join(dir, 'blns/blns.json'), 'utf8')) as string[]) : []

  test('each is a name that comes back as it was sent, or a 400 that names the field', async () => {
    expect(strings.length).toBeGreaterThan(500)
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
      if (reply.status === 400) expect(['first_name', 'first_name,residence']).toContain(Object.keys(reply.json()).sort().join())
      else {
        kept += 1
        const written = text.normalize('NFC').replace(/\s+/gu, ' ').trim()
        expect(reply.json()).toMatchObject({ first_name: written, residence: written })
      }
    }
    expect(kept).toBeGreaterThan(400)
  })

  test('each is a search that finds something or nothing', async () => {
    for (const text of strings) {
      const reply = await desk.call('GET', `/patient/search/?${new URLSearchParams({ q: text.toWellFormed() }).toString()}`)
      expect([200, 400], `${JSON.stringify(text)}: ${reply.text.slice(0, 200)}`).toContain(reply.status)
    }
  })
})

describe.skipIf(!isThere)('ways to write JSON', () => {
  const root = join(dir, 'json-test-suite')
  const files = isThere ? readdirSync(root).filter((file) => /_[nyi]_.*\.json$/.test(file)) : []

  test('what is not JSON is refused as such; what is JSON is refused for what it says', async () => {
    expect(files.length).toBeGreaterThan(300)
    for (const file of files) {
      const payload = readFileSync(join(root, file))
      const reply = await clinic.app.inject({
        method: 'POST',
        url: '/patients/patients/',
        headers: { authorization: `Bearer ${desk.token}`, 'content-type': 'application/json' },
        payload,
      })
      expect([400, 413], `${file}: ${reply.statusCode}`).toContain(reply.statusCode)
      const said = JSON.stringify(reply.json())
      if (/parsing__n_/.test(file)) expect(said, file).toMatch(/valid JSON|required|nested/)
      if (/parsing__y_/.test(file)) expect(said, file).not.toMatch(/not valid JSON/)
    }
  })
})
