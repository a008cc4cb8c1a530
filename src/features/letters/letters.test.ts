import { afterAll, beforeAll, expect, test } from 'vitest'
import { aPatient, aVisit } from '../../testing/builders.ts'
import { openTestClinic, type Person, type TestClinic } from '../../testing/clinic.ts'
import { pdfPages } from '../../testing/documents/pdf-text.ts'
import type { Letter, LetterTemplate } from './contract.ts'
import { blanksIn, fillIn, letterPlaceholders, placeholderProblem, sampleValues } from './rules.ts'

let clinic: TestClinic
let doctor: Person
let manager: Person
beforeAll(async () => {
  clinic = await openTestClinic()
  doctor = await clinic.signedInFrom('Doctor', 'doctor')
  manager = await clinic.signedInAs(['company.change', 'letters.view'])
  await clinic.db.updateTable('company').set({ name: 'Mwangaza Clinic' }).execute()
})
afterAll(() => clinic.close())

const textOf = async (person: Person, method: 'GET' | 'POST', url: string, payload?: object) => {
  const reply = await clinic.app.inject({ method, url, headers: { authorization: `Bearer ${person.token}` }, ...(payload && { payload }) })
  expect([reply.statusCode, reply.headers['content-type']], reply.statusCode === 200 ? '' : reply.body).toEqual([200, 'application/pdf'])
  return pdfPages(reply.rawPayload).flat().join(' ').replaceAll('\u200B', '').replaceAll(/\s+/g, ' ')
}
const sign = (letter: object, person = doctor) => person.call('POST', '/letters/', { title: 'Letter', body: 'Text', ...letter })
const MARKUP = '#import "@preview/x:1.0.0" #read("/etc/passwd") ] $x^2$ *b* `r` <l> @ref \\'

test('what is not filled in is named with the words before it', () => {
  expect(blanksIn('Dear ___,\n\nunfit for work from 2 Mar to ___.\n___\na__b')).toEqual(['Dear ___,', 'Mar to ___.', '___'])
})

test('placeholders are of a closed list, and what a value says is no placeholder', () => {
  for (const name of letterPlaceholders) expect(placeholderProblem(`a {{${name}}} {{ ${name} }} b`)).toBeNull()
  expect(placeholderProblem('{{patient.hiv_status}}')).toBe('Unknown placeholder {{patient.hiv_status}}.')
  for (const open of ['{{patient.name}', 'a }} b', '{{}', '{{{{']) expect(placeholderProblem(open), open).not.toBeNull()
  expect(fillIn('{{patient.name}} {{ today }}', { ...sampleValues, 'patient.name': '{{doctor.name}}' })).toBe('doctor.name 2 Mar 2026')
})

test('a letter is filled in, looked at, signed under a number, printed as it was signed, and told of in the time line', async () => {
  const patient = await aPatient(clinic.db, {
    first_name: 'Achieng',
    second_name: 'Odhiambo',
    date_of_birth: '1988-05-04',
    unique_id: 'P/26/7',
  })
  const visit = await aVisit(clinic.db, { patient_id: patient.id })
  const templates = (await doctor.call('GET', '/letters/templates/')).json<LetterTemplate[]>()
  expect(templates.map(({ name }) => name)).toEqual(['Letter', 'Medical certificate', 'Sick note'])
  const { id: template } = templates[2]!
  const of = `template=${template}&patient=${patient.id}`
  const filled = (await doctor.call('GET', `/letters/filled/?${of}&visit=${visit.id}`)).json<{ title: string; body: string }>()
  expect(filled.body).toContain('Achieng Odhiambo (P/26/7), born 4 May 1988, was seen at Mwangaza Clinic on 2 Mar 2026')

  const body = `${filled.body.replace('___', '2 Mar').replace('___', '4 Mar')}\n\n${MARKUP}\nمع السلامة`
  const draft = { patient: patient.id, visit: visit.id, title: filled.title, body }
  expect(await textOf(doctor, 'POST', '/letters/preview/', draft)).toContain('DRAFT')
  const reply = await sign({ ...draft, template })
  const letter = reply.json<Letter>()
  expect([reply.status, letter]).toMatchObject([201, { number: 'L-2026-00001', title: 'Sick note', body, signed_by: doctor.id }])

  const printedText = () => textOf(doctor, 'GET', `/letters/${letter.id}/pdf/`)
  const first = await printedText()
  for (const word of ['Mwangaza Clinic', 'L-2026-00001', 'Sick note', 'Achieng Odhiambo', MARKUP, 'Test doctor'])
    expect(first).toContain(word)
  expect(first).not.toContain('DRAFT')
  await clinic.db.updateTable('patients').set({ second_name: 'Wanjiru' }).where('id', '=', patient.id).execute()
  await clinic.db.updateTable('company').set({ name: 'Jua Clinic', address1: 'Elsewhere 1' }).execute()
  expect(await printedText()).toBe(first)
  await clinic.db.updateTable('company').set({ name: 'Mwangaza Clinic', address1: null }).execute()

  const list = (await doctor.call('GET', `/letters/?patient=${patient.id}`)).json<Letter[]>()
  expect(list).toEqual([letter])
  const line = (await doctor.call('GET', `/patients/patients/${patient.id}/timeline/?kind=letter`)).json<object[]>()
  expect(line).toMatchObject([{ kind: 'letter', ref: letter.id, visit: visit.id, title: 'Sick note', detail: 'L-2026-00001' }])
  const actions = await clinic.db.selectFrom('audit_log').select(['action', 'entity']).where('patient_id', '=', patient.id).execute()
  for (const act of ['read letter draft', 'sign letter', 'print letter', 'read letters'])
    expect(actions.map(({ action, entity }) => `${action} ${entity}`)).toContain(act)
})

test('a letter speaks the language of the clinic', async () => {
  const patient = await aPatient(clinic.db, { date_of_birth: '1988-05-04', is_birth_date_estimated: true, gender: 'female' })
  const body = '{{patient.born}} | {{patient.age}} | {{patient.sex}} | {{today}}'
  const { id } = (await manager.call('POST', '/letters/templates/', { name: 'Langue', title: 'Lettre', body })).json<LetterTemplate>()
  await clinic.db.updateTable('company').set({ language: 'fr' }).execute()
  const filled = (await doctor.call('GET', `/letters/filled/?template=${id}&patient=${patient.id}`)).json<{ body: string }>()
  expect(filled.body).toBe('vers 1988 | environ 37 ans | Femme | 2 mars 2026')
  const signed = (await sign({ patient: patient.id })).json<Letter>()
  const printedText = await textOf(doctor, 'GET', `/letters/${signed.id}/pdf/`)
  await clinic.db.updateTable('company').set({ language: 'en' }).execute()
  for (const word of ['2 mars 2026', 'Page 1 sur 1', 'Imprimé le']) expect(printedText).toContain(word)
})

test('a preview leaves no row in the trail, and shows nothing of a restricted record', async () => {
  const patient = await aPatient(clinic.db)
  const rows = () => clinic.db.selectFrom('audit_log').select('id').where('patient_id', '=', patient.id).execute()
  const draft = { patient: patient.id, title: 'Letter', body: 'Text' }
  expect(await textOf(doctor, 'POST', '/letters/preview/', draft)).toContain('DRAFT')
  expect(await rows()).toEqual([])
  const officer = await clinic.signedInFrom('System administrator', 'sysadmin')
  expect((await officer.call('POST', `/patients/patients/${patient.id}/restriction/`, { reason: 'A colleague' })).status).toBe(201)
  const shut = await doctor.call('POST', '/letters/preview/', draft)
  expect([shut.status, shut.json()]).toMatchObject([403, { code: 'restricted' }])
})

test('nobody changes a letter, not even the application', async () => {
  const patient = await aPatient(clinic.db)
  expect((await sign({ patient: patient.id })).status).toBe(201)
  await expect(clinic.db.updateTable('letters').set({ title: 'Other' }).execute()).rejects.toThrow('permission denied')
  await expect(clinic.db.deleteFrom('letters').execute()).rejects.toThrow('permission denied')
})

test('what does not fit is refused by field, and so is whoever may not', async () => {
  const patient = await aPatient(clinic.db)
  const other = await aVisit(clinic.db)
  for (const [sent, field] of [
    [{ body: 'For {{patient.name}}' }, 'body'],
    [{ title: '{{today}}' }, 'title'],
    [{ body: 'Unfit from ___ to 4 Mar' }, 'body'],
    [{ body: ' \n ' }, 'body'],
    [{ body: 'x'.repeat(10_001) }, 'body'],
    [{ template: 2_000_000_000 }, 'template'],
    [{ visit: other.id }, 'visit'],
  ] as const) {
    const reply = await sign({ patient: patient.id, ...sent })
    expect([reply.status, Object.keys(reply.json())]).toEqual([400, [field]])
  }
  expect((await sign({ patient: 2_000_000_000 })).status).toBe(404)
  const nurse = await clinic.signedInFrom('Nurse', 'nurse')
  expect((await sign({ patient: patient.id }, nurse)).status).toBe(403)
  expect((await nurse.call('GET', `/letters/?patient=${patient.id}`)).status).toBe(200)
  const clerk = await clinic.signedInAs(['patients.view'])
  expect((await clerk.call('GET', '/letters/templates/')).status).toBe(403)
  const writer = await clinic.signedInAs(['letters.write'])
  expect((await writer.call('GET', '/letters/templates/')).status).toBe(200)
  expect((await clerk.call('GET', `/letters/?patient=${patient.id}`)).status).toBe(403)
  expect((await doctor.call('GET', '/letters/2000000000/pdf/')).status).toBe(404)
})

test('templates are added, changed and taken out of use by whoever may change the clinic; unknown placeholders are named', async () => {
  const add = (body: object, person = manager) =>
    person.call('POST', '/letters/templates/', { name: 'Travel', title: 'Travel', body: 'Fit', ...body })
  const made = (await add({ body: '{{patient.name}} may fly.' })).json<LetterTemplate>()
  expect(made).toMatchObject({ name: 'Travel', is_active: true, version: 1 })
  expect((await add({})).json()).toEqual({ name: ['A template with this name already exists.'] })
  expect((await add({ name: 'B', body: '{{patient.secret}}' })).json()).toEqual({ body: ['Unknown placeholder {{patient.secret}}.'] })
  const change = (body: object) => manager.call('PATCH', `/letters/templates/${made.id}/`, body)
  expect((await change({ is_active: false, version: 1 })).json()).toMatchObject({ is_active: false, version: 2 })
  expect((await change({ name: 'Flight', version: 1 })).status).toBe(412)
  expect((await change({ title: '{{nobody}}' })).status).toBe(400)
  expect((await add({ name: 'C' }, doctor)).status).toBe(403)
  const sample = await textOf(manager, 'POST', '/letters/templates/preview/', { title: 'Travel', body: `{{patient.name}} ${MARKUP}` })
  for (const word of ['SAMPLE', 'Sample Patient', MARKUP]) expect(sample).toContain(word)
})
