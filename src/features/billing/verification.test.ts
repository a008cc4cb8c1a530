import { randomUUID } from 'node:crypto'
import { toSVG } from 'bwip-js/node'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aBill, aCreditNote, aReceipt } from '../../testing/scenarios/bills.ts'
import { openTestClinic, type TestClinic } from '../../testing/clinic.ts'
import { pdfPages } from '../../testing/documents/pdf-text.ts'
import { inGroups, proofOf } from './server/documents/proof.ts'

let clinic: TestClinic
let address = 0
beforeAll(async () => {
  clinic = await openTestClinic()
  await clinic.db.updateTable('company').set({ name: 'Mwangaza Clinic' }).execute()
})
afterAll(() => clinic.close())

/** Asked by nobody, from another place each time. */
const verify = async (code: string, remoteAddress = `10.0.0.${++address}`) => {
  const reply = await clinic.app.inject({ method: 'GET', url: `/verify-document/${encodeURIComponent(code)}/`, remoteAddress })
  return {
    status: reply.statusCode,
    text: reply.body,
    ...reply.json<{ state?: string; document?: string; number?: string; total?: string }>(),
  }
}
const stateOf = async ({ verification }: { verification: string | null }) => (await verify(verification!)).state

test('anybody who holds a bill learns its number, day, total and state, and nothing else', async () => {
  const bill = await aBill(clinic.db)
  const { status, text } = await verify(bill.verification!)
  expect(status).toBe(200)
  expect(JSON.parse(text)).toEqual({
    clinic: 'Mwangaza Clinic',
    document: 'invoice',
    number: bill.number,
    date: '2026-03-02',
    currency: 'KES',
    total: '500.00',
    state: 'valid',
  })
})

test('a bill is part paid, paid, credited as it goes', async () => {
  const bill = await aBill(clinic.db)
  await aReceipt(clinic.db, bill.id, [{ amount: '200' }])
  expect(await stateOf(bill)).toBe('part-paid')
  await aReceipt(clinic.db, bill.id, [{ amount: '300' }])
  expect(await stateOf(bill)).toBe('paid')
  const note = await aCreditNote(clinic.db, bill.id)
  expect(await stateOf(bill)).toBe('credited')
  expect(await verify(note.verification)).toMatchObject({ document: 'credit note', number: note.number, total: '500.00', state: 'valid' })
  const refund = await aReceipt(clinic.db, bill.id, [{ amount: '-500' }], { kind: 'refund', creditNote: note.id })
  expect(await verify(refund.verification)).toMatchObject({ document: 'refund', total: '500.00', state: 'valid' })
})

test('a receipt that was taken back is no longer worth anything', async () => {
  const bill = await aBill(clinic.db)
  const receipt = await aReceipt(clinic.db, bill.id, [{ amount: '500' }])
  expect(await verify(receipt.verification)).toMatchObject({ document: 'receipt', number: receipt.number, total: '500.00', state: 'valid' })
  const reversal = await aReceipt(clinic.db, bill.id, [{ amount: '-500' }], { kind: 'reversal', reverses: receipt.id })
  expect(await stateOf(receipt)).toBe('reversed')
  expect(await verify(reversal.verification)).toMatchObject({ document: 'reversal', total: '500.00', state: 'valid' })
})

test('a code typed from paper is the same code', async () => {
  const { verification, number } = await aBill(clinic.db)
  for (const typed of [inGroups(verification!), inGroups(verification!).toUpperCase(), verification!.replaceAll('-', '')])
    expect((await verify(typed)).number).toBe(number)
})

test('an unknown code is no document, and what is no code is told so', async () => {
  expect((await verify(randomUUID())).status).toBe(404)
  for (const code of ['1', 'INV-2026-00001', `${randomUUID()}0`, "' or 1=1 --"]) expect((await verify(code)).status, code).toBe(400)
})

test('nobody may try codes for ever', async () => {
  const replies = await Promise.all(Array.from({ length: 31 }, () => verify(randomUUID(), '10.9.9.9')))
  expect(replies.filter(({ status }) => status === 429)).toHaveLength(1)
})

test('the square holds the address at which the clinic is reached', () => {
  const code = '3f2a9c1b-0d4e-4f5a-8b6c-7d8e9f0a1b2c'
  const square = { bcid: 'qrcode', text: `https://clinic.example/verify/${code}`, eclevel: 'M' }
  expect(proofOf(code, 'https://clinic.example')).toEqual({
    qr: toSVG(square),
    code: '3f2a 9c1b 0d4e 4f5a 8b6c 7d8e 9f0a 1b2c',
    address: 'https://clinic.example/verify',
  })
})

/** What a bill of `of` says when it is printed by somebody who calls the server by `host`. */
const printedAt = async (of: TestClinic, host: string) => {
  const { token } = await of.signedInAs(['billing.view'])
  const { id } = await aBill(of.db)
  const headers = { authorization: `Bearer ${token}`, host }
  const reply = await of.app.inject({ method: 'GET', url: `/billing/invoices/${id}/pdf/`, headers })
  return pdfPages(reply.rawPayload).flat().join(' ')
}

test('a paper names the address that is configured, else the one that was called, and never a made-up one', async () => {
  expect(await printedAt(clinic, 'KLINIK.local:8080')).toContain('http://klinik.local:8080/verify')
  expect(await printedAt(clinic, 'evil.example/x?')).toContain('http://localhost/verify')
  const known = await openTestClinic({ publicUrl: 'https://records.mwangaza.example' })
  try {
    expect(await printedAt(known, 'klinik.local')).toContain('https://records.mwangaza.example/verify')
  } finally {
    await known.close()
  }
})
