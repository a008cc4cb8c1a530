import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { printKinds, type PrintKind, printOffers, type PrintWording, standardWording } from '#features/company/contract.ts'
import { aBill, aReceipt } from '../../testing/scenarios/bills.ts'
import { aPatient, aVisit } from '../../testing/builders.ts'
import { openTestClinic, type Person, type TestClinic } from '../../testing/clinic.ts'
import { expectLook } from '../../testing/documents/document-look.ts'
import { pdfPages } from '../../testing/documents/pdf-text.ts'
import type { PrintTemplate } from './contract.ts'

let clinic: TestClinic
let manager: Person
beforeAll(async () => {
  clinic = await openTestClinic()
  manager = await clinic.signedInAs(['company.view', 'company.change'])
  await clinic.db
    .updateTable('company')
    .set({ name: 'Mwangaza Clinic', address1: 'Moi Road 12', phone1: '+254712000111', tax_number: 'P051234567X' })
    .execute()
})
afterAll(() => clinic.close())

const fileOf = async (person: Person, method: 'GET' | 'POST', url: string, payload?: object) => {
  const reply = await clinic.app.inject({ method, url, headers: { authorization: `Bearer ${person.token}` }, ...(payload && { payload }) })
  expect([reply.statusCode, reply.headers['content-type']], reply.statusCode === 200 ? '' : reply.body).toEqual([200, 'application/pdf'])
  return reply.rawPayload
}
const pagesIn = (pdf: Buffer) => pdfPages(pdf).map((runs) => runs.join(' ').replaceAll('\u200B', '').replaceAll(/\s+/g, ' '))
const textIn = (pdf: Buffer) => pagesIn(pdf).join(' ')
const preview = (kind: PrintKind, wording: Partial<PrintWording> = {}) =>
  fileOf(manager, 'POST', `/templates/papers/${kind}/preview/`, { ...standardWording, ...wording })
const previewText = async (kind: PrintKind, wording?: Partial<PrintWording>) => textIn(await preview(kind, wording))
const save = (kind: string, wording: object, person = manager) =>
  person.call('PUT', `/templates/papers/${kind}/`, { ...standardWording, ...wording })
const template = async (kind: PrintKind) =>
  (await manager.call('GET', '/templates/papers/')).json<PrintTemplate[]>().find((row) => row.kind === kind)!
/** In points. */
const widthOf = (pdf: Buffer) => Number(/\/MediaBox\s*\[\s*0 0 ([\d.]+)/.exec(pdf.toString('latin1'))?.[1])

/** What a template of Typst would make something of. */
const MARKUP = '#import "@preview/x:1.0.0" #read("/etc/passwd") ] $x^2$ *b* `r` <l> @ref \\ {{x}}'

const widths = async (kind: PrintKind, ...sizes: PrintWording['size'][]) =>
  Promise.all(sizes.map(async (size) => Math.round(widthOf(await preview(kind, { size })))))

/** One of every template that clinics hand out: the rest share theirs with one of these. */
const lookedAt = ['invoice', 'receipt', 'laboratory-report', 'prescription', 'drug-label', 'letter', 'purchase-order'] as const

describe('a sample', () => {
  test.each(printKinds)('of %s is printed as the program brings it, and with the texts of the clinic as they were typed', async (kind) => {
    const { texts, blocks } = printOffers[kind]
    const plain = await previewText(kind)
    expect(plain).toMatch(/Sample Patient|Sample Supplier/)
    expect(plain).toContain('Mwangaza Clinic')
    const typed = Object.entries(texts).map(([name, room]) => [name, MARKUP.slice(0, room.length).trim()] as const)
    const worded = await previewText(kind, Object.fromEntries(typed))
    for (const [, text] of typed) expect(worded).toContain(text)
    const bare = await previewText(kind, { hidden: [...blocks] })
    for (const word of ['Moi Road', '+254712000111', 'P051234567X', '/verify']) expect(bare).not.toContain(word)
    if (blocks.includes('tax number')) expect(plain).toContain('Tax number P051234567X')
    if (blocks.includes('proof')) expect(plain).toContain('/verify')
    if (blocks.includes('signature') && kind === 'prescription')
      expect([plain, bare].map((text) => text.includes('Signature'))).toEqual([true, false])
  })

  test('looks as it is kept, down to where each line stands', async () => {
    for (const kind of lookedAt) await expectLook(kind, await preview(kind))
  })

  test('has the size and the language that were chosen', async () => {
    expect(await widths('receipt', '', '80mm', 'a4')).toEqual([227, 227, 595])
    expect(await widths('invoice', '', '80mm')).toEqual([595, 227])
    expect(await widths('prescription', '', 'a4')).toEqual([420, 595])
    expect(await widths('referral-letter', '', 'a5')).toEqual([595, 420])
    expect(await previewText('laboratory-report', { language: 'fr' })).toMatch(/Valeurs de référence|Résultat/)
    expect(await previewText('laboratory-report')).toContain('Reference range')
  })

  test('stands on every page at its foot, and a long foot leaves the rest its room', async () => {
    const footer = `${'ア'.repeat(118)}\n${'ア'.repeat(118)}`
    expect(await previewText('prescription', { footer, thanks: 'Get well.\nمع السلامة' })).toContain('Get well.')
  })

  test('is refused by field where something has no room, and for those who may not change the clinic', async () => {
    for (const [kind, wording, field] of [
      ['invoice', { header: 'a\nb\nc\nd' }, 'header'],
      ['invoice', { thanks: 'x'.repeat(1001) }, 'thanks'],
      ['receipt', { footer: 'x'.repeat(10_000) }, 'footer'],
      ['patient-card', { header: 'x' }, 'header'],
      ['patient-card', { footer: 'x'.repeat(61) }, 'footer'],
      ['drug-label', { size: 'a4' }, 'size'],
      ['invoice', { size: 'a3' }, 'size'],
      ['invoice', { language: 'sw' }, 'language'],
      ['prescription', { hidden: ['proof'] }, 'hidden'],
      ['invoice', { hidden: ['logo', 'logo'] }, 'hidden'],
    ] as const) {
      const reply = await save(kind, wording)
      expect([kind, reply.status, Object.keys(reply.json())[0]?.split('.')[0]]).toEqual([kind, 400, field])
      expect((await manager.call('POST', `/templates/papers/${kind}/preview/`, { ...standardWording, ...wording })).status).toBe(400)
    }
    expect((await save('banknote', {})).status).toBe(404)
    const viewer = await clinic.signedInAs(['company.view'])
    expect((await viewer.call('GET', '/templates/papers/')).status).toBe(403)
    expect((await save('invoice', {}, viewer)).status).toBe(403)
    expect((await viewer.call('POST', '/templates/papers/invoice/preview/', standardWording)).status).toBe(403)
  })
})

test('a wording is kept with who changed what, told apart from an older one, and taken back', async () => {
  expect(await template('invoice')).toMatchObject({ is_standard: true, version: 0, changed_by_name: null })
  const wording = { thanks: 'Asante sana', hidden: ['logo'] as const }
  const kept = await save('invoice', { ...wording, version: 0 })
  expect([kept.status, kept.json()]).toMatchObject([200, { kind: 'invoice', ...wording, is_standard: false, version: 1 }])
  const late = await save('invoice', { thanks: 'Late', version: 0 })
  expect([late.status, late.json<{ current: PrintTemplate }>().current.thanks]).toEqual([412, 'Asante sana'])
  const back = await manager.call('POST', '/templates/papers/invoice/reset/', { version: 1 })
  expect(back.json()).toMatchObject({ thanks: '', hidden: [], is_standard: true, version: 2 })
  expect((await save('invoice', { thanks: 'Again', version: 1 })).status).toBe(412)
  const rows = await clinic.db.selectFrom('audit_log').select('change').where('entity', '=', 'paper wording').orderBy('id').execute()
  expect(rows.map(({ change }) => change)).toMatchObject([
    { kind: 'invoice', thanks: ['', 'Asante sana'] },
    { kind: 'invoice', thanks: ['Asante sana', ''] },
  ])
})

test('the papers of patients are printed in the clinic’s words, and go on saying what they say', async () => {
  const doctor = await clinic.signedInFrom('Doctor', 'doctor')
  const patient = await aPatient(clinic.db, { first_name: 'Achieng', second_name: 'Odhiambo' })
  const visit = await aVisit(clinic.db, { patient_id: patient.id })
  const referral = await doctor.call('POST', '/patients/referrals/', {
    attendance_process: visit.id,
    provider: 'Hope Hospital',
    note: 'A lump.',
  })
  const letter = () => fileOf(doctor, 'GET', `/patients/referrals/${referral.json<{ id: number }>().id}/letter/`)
  const before = textIn(await letter())
  await save('referral-letter', {
    header: 'Ministry licence 77',
    footer: MARKUP,
    thanks: 'Please answer.',
    size: 'a5',
    hidden: ['address'],
  })
  const after = await letter()
  expect(Math.round(widthOf(after))).toBe(420)
  const text = textIn(after)
  for (const word of ['Ministry licence 77', MARKUP, 'Please answer.', 'Achieng Odhiambo', 'A lump.', 'Hope Hospital'])
    expect(text).toContain(word)
  expect([before, text].map((one) => one.includes('Moi Road'))).toEqual([true, false])
  await save('patient-card', { footer: 'Bring this card' })
  const desk = await clinic.signedInFrom('Receptionist', 'receptionist')
  expect(textIn(await fileOf(desk, 'GET', `/patients/patients/${patient.id}/card/`))).toContain('Bring this card')
})

test('a receipt that is printed again has its number and amounts, whatever is said around them; texts of any kind stay texts', async () => {
  const cashier = await clinic.signedInAs(['billing.view'])
  const bill = await aBill(clinic.db, { lines: [{ name: 'Consultation', price: '1250.50' }] })
  const { id, number } = await aReceipt(clinic.db, bill.id, [{ amount: '1000' }])
  const print = () => fileOf(cashier, 'GET', `/billing/receipts/${id}/pdf/`)
  const facts = [number, bill.number, '1,000.00', '250.50', 'Tax number P051234567X']
  const first = await print()
  for (const fact of facts) expect(textIn(first)).toContain(fact)
  await save('receipt', { header: MARKUP, footer: 'مع السلامة', thanks: `${'x'.repeat(400)}\n${MARKUP}`, size: 'a4', hidden: ['proof'] })
  const again = await print()
  expect([widthOf(first), widthOf(again)].map(Math.round)).toEqual([227, 595])
  for (const fact of [...facts, MARKUP, 'DUPLICATE']) expect(textIn(again)).toContain(fact)
  expect(textIn(again)).not.toContain('/verify')
  const roll = await fileOf(cashier, 'GET', `/billing/receipts/${id}/pdf/?paper=80mm`)
  for (const fact of [...facts, MARKUP]) expect(textIn(roll)).toContain(fact)
})
