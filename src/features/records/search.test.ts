import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestClinic, type Person, type TestClinic } from '../../testing/clinic.ts'
import { aReadDocument } from '../../testing/scenarios/read-documents.ts'
import type { RecordHit } from './contract.ts'
import { excerptOf } from './server/search/excerpt.ts'

let clinic: TestClinic
let doctor: Person
let officer: Person
let first: Awaited<ReturnType<typeof aReadDocument>>
let second: Awaited<ReturnType<typeof aReadDocument>>
beforeAll(async () => {
  clinic = await openTestClinic()
  doctor = await clinic.signedInFrom('Doctor', 'doctor')
  officer = await clinic.signedInFrom('Records officer', 'records')
  const letter = `${'Nothing of note. '.repeat(30)}Fièvre élevée. Seizures since childhood; treated with co-trimoxazole 960 mg. Creatinine 120.5.`
  first = await aReadDocument(clinic.db, doctor, letter)
  second = await aReadDocument(clinic.db, doctor, 'Seizure free for two years. The patient was treated well.', [], {
    patient: first.patient,
  })
  await aReadDocument(clinic.db, doctor, 'Seizures of another patient.')
})
afterAll(() => clinic.close())

const search = async (q: string, by = doctor, patient: number | null = first.patient) => {
  const reply = await by.call(
    'GET',
    `/patients/medical-records/search/?q=${encodeURIComponent(q)}${patient === null ? '' : `&patient_id=${patient}`}`,
  )
  expect(reply.status, reply.text).toBe(200)
  return reply.json<RecordHit[]>()
}
const records = async (q: string) => (await search(q)).map(({ record }) => record)

test('words are found as they are typed, in any case and accent, as stems, numbers and phrases, newest document first', async () => {
  expect(await records('seizure')).toEqual([second.id, first.id])
  expect(await records('SEIZ')).toEqual([second.id, first.id])
  expect(await records('fievre elev')).toEqual([first.id])
  expect(await records('co-trimox')).toEqual([first.id])
  expect(await records('120.5')).toEqual([first.id])
  expect(await records('"two years"')).toEqual([second.id])
  expect(await records('"years two"')).toEqual([])
  expect(await records('treated seizures')).toEqual([second.id, first.id])
  expect(await records('seizure malaria')).toEqual([])
})

test('the place is marked, and nothing that somebody types is a command', async () => {
  const [hit] = await search('cotrimoxazole seizures').then(async () => search('fievre'))
  const { snippet, marks } = hit!
  expect(marks.map(([start, end]) => snippet.slice(start, end))).toEqual(['Fièvre'])
  expect(snippet.length).toBeLessThan(260)
  for (const q of [
    '%',
    '_',
    '!!!',
    'a & | !',
    "';drop table x;--",
    '<->',
    'x:*',
    '()',
    '"',
    '"""',
    "don't",
    '\\',
    '😀',
    '<b>',
    'a'.repeat(200),
  ])
    await search(q)
})

test('all documents are searched with a right of its own only', async () => {
  expect((await doctor.call('GET', '/patients/medical-records/search/?q=seizure')).status).toBe(403)
  expect(await search('seizure', officer, null)).toHaveLength(3)
  expect((await doctor.call('GET', '/patients/medical-records/search/?q=')).status).toBe(400)
})

test('an excerpt never breaks a letter in two and marks what it shows', () => {
  const text = `${'😀'.repeat(500)} malaria ${'😀'.repeat(500)}`
  const { snippet, marks } = excerptOf(text, 'mala')
  expect(snippet.isWellFormed()).toBe(true)
  expect(marks.map(([start, end]) => snippet.slice(start, end))).toEqual(['malaria'])
  expect(excerptOf('', 'x')).toEqual({ snippet: '', marks: [] })
})
