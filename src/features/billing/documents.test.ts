import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { aBill, aCreditNote, aReceipt } from '../../testing/scenarios/bills.ts'
import { aPatient } from '../../testing/builders.ts'
import { openTestClinic, type Person, type TestClinic } from '../../testing/clinic.ts'
import { pdfPages } from '../../testing/documents/pdf-text.ts'
import { inGroups } from './server/documents/proof.ts'

let clinic: TestClinic
let cashier: Person
let insurerId: number
const covered = [
  { name: 'Consultation', code: 'CONS', price: '1200', coPay: '10' },
  { name: 'Full blood count', price: '850', discount: '50', coPay: '10' },
  { name: 'Paracetamol 500 mg', price: '2.50', quantity: '60', taxRate: '16', coPay: '10' },
  { name: 'Dressing', price: '350', quantity: '2', taxRate: '16', taxIncluded: false, coPay: '20', waiver: '100' },
]

beforeAll(async () => {
  clinic = await openTestClinic()
  const { db } = clinic
  cashier = await clinic.signedInAs(['billing.view'])
  await db
    .updateTable('company')
    .set({ name: 'Mwangaza Clinic', address1: 'Moi Road 12', phone1: '+254712000111', email1: 'care@mwangaza.example' })
    .execute()
  await db.updateTable('billing_settings').set({ invoice_note: 'Till 123456. Get well soon.' }).execute()
  const insurer = await db.insertInto('insurance_companies').values({ name: 'Jubilee Health' }).returning('id').executeTakeFirstOrThrow()
  insurerId = insurer.id
})
afterAll(() => clinic.close())

const get = (url: string) =>
  clinic.app.inject({ method: 'GET', url, headers: { authorization: `Bearer ${cashier.token}`, host: 'clinic.example:8443' } })
const pagesOf = async (url: string) => {
  const reply = await get(url)
  expect([reply.statusCode, reply.headers['content-type']], reply.statusCode === 200 ? '' : reply.body).toEqual([200, 'application/pdf'])
  return pdfPages(reply.rawPayload)
}
/** The runs of text of a paper, joined: a wrapped line reads on. */
const textOf = async (url: string) => (await pagesOf(url)).flat().join(' ').replaceAll(/\s+/g, ' ')
const expectText = (text: string, ...words: (string | null)[]) => {
  for (const word of words) expect(text).toContain(word)
}
const anInsuredBill = async () => {
  const patient = await aPatient(clinic.db, {
    first_name: 'Achieng',
    second_name: 'Odhiambo',
    date_of_birth: '1988-05-04',
    phone: '+254712345678',
  })
  return aBill(clinic.db, { patientId: patient.id, insurerId, memberNumber: 'JB-99', lines: covered, rounding: '0.40', by: cashier.id })
}

describe('an invoice', () => {
  test.each(['a4', '80mm'])('says on %s whose it is, what was done, and who pays which part of it', async (paper) => {
    const bill = await anInsuredBill()
    const cash = { amount: '200', tendered: '500' }
    const receipt = await aReceipt(clinic.db, bill.id, [cash, { mode: 'Mobile money', amount: '70', reference: 'QWE12' }])
    const text = await textOf(`/billing/invoices/${bill.id}/pdf/?paper=${paper}`)
    expectText(
      text,
      'Mwangaza Clinic',
      'Moi Road 12',
      '+254712000111',
      'care@mwangaza.example',
      'Invoice',
      bill.number,
      '2 Mar 2026, 10:30',
    )
    expectText(
      text,
      'Achieng Odhiambo',
      'Age 37 years',
      'Sex Female',
      '+254712345678',
      'Jubilee Health',
      'Member number JB-99',
      'Currency KES',
    )
    expectText(text, 'Consultation', 'CONS-', 'Full blood count', 'Paracetamol 500 mg', '1,200.00', '1,080.00', '649.60')
    expectText(
      text,
      'Subtotal 2,900.00',
      'Discount −50.00',
      'Tax 16% 112.00',
      'Rounding 0.40',
      'Total KES 2,962.40',
      'of which tax 16% 20.69',
    )
    expectText(text, 'Jubilee Health pays 2,584.60', 'Waived 100.00', 'Patient pays 277.80')
    expectText(text, 'Cash', `${receipt.number} · 2 Mar 2026 · given 500.00, change 300.00`, 'Mobile money', 'ref. QWE12', 'Paid 270.00')
    expectText(
      text,
      'Balance of the patient 7.80',
      'Balance of Jubilee Health 2,584.60',
      'Issued by Test receptionist',
      'Till 123456. Get well soon.',
    )
    expectText(text, inGroups(bill.verification!), 'http://clinic.example:8443/verify')
  })

  test('is named by its number, shown in the browser, and leaves a row with the patient', async () => {
    const bill = await aBill(clinic.db)
    const reply = await get(`/billing/invoices/${bill.id}/pdf/`)
    expect(reply.headers['content-disposition']).toContain(`inline; filename="${bill.number}.pdf"`)
    const row = await clinic.db
      .selectFrom('audit_log')
      .select(['action', 'entity', 'entity_id', 'patient_id', 'change'])
      .where('actor_id', '=', cashier.id)
      .orderBy('id', 'desc')
      .executeTakeFirst()
    expect(row).toEqual({
      action: 'print',
      entity: 'invoice',
      entity_id: bill.id,
      patient_id: bill.patient_id,
      change: { paper: 'a4', copy: 1 },
    })
  })

  test('is printed at the addresses of earlier programs, too', async () => {
    const bill = await aBill(clinic.db)
    for (const path of [`/billing/download_invoice_pdf/${bill.id}/`, `/download_invoice_pdf/${bill.id}/`])
      expect(await textOf(path)).toContain(bill.number)
  })

  test('of a customer names the customer, and nobody’s age', async () => {
    const bill = await aBill(clinic.db, { customer: 'Baraka Stores' })
    const text = await textOf(`/billing/invoices/${bill.id}/pdf/`)
    expect(text).toContain('Customer Baraka Stores')
    expect(text).not.toMatch(/Age|Sex/)
  })

  test('that is a draft says so, without number, code and count', async () => {
    const bill = await aBill(clinic.db, { isDraft: true, lines: covered })
    for (const paper of ['a4', '80mm', 'a4']) {
      const reply = await get(`/billing/invoices/${bill.id}/pdf/?paper=${paper}`)
      expect(reply.headers['content-disposition']).toContain(`draft-invoice-${bill.id}.pdf`)
      const text = pdfPages(reply.rawPayload).flat().join(' ')
      expect(text).toContain('DRAFT - not an invoice')
      expect(text).toContain('KES 2,962.00')
      expect(text).not.toMatch(/INV-|verify|DUPLICATE/)
    }
    expect(
      await clinic.db
        .selectFrom('document_prints')
        .select('copy')
        .where('document_id', '=', bill.id)
        .where('document', '=', 'invoice')
        .execute(),
    ).toEqual([])
  })

  test('that is a draft is rounded as it would be', async () => {
    await clinic.db.updateTable('billing_settings').set({ rounding_step: '5' }).execute()
    const bill = await aBill(clinic.db, { isDraft: true, lines: [{ price: '502.50' }] })
    const text = await textOf(`/billing/invoices/${bill.id}/pdf/`)
    await clinic.db.updateTable('billing_settings').set({ rounding_step: '0.01' }).execute()
    expectText(text, 'Subtotal 502.50', 'Rounding 2.50', 'Total KES 505.00')
  })

  test('of 200 lines repeats its heading, and every page says which it is', async () => {
    const lines = Array.from({ length: 200 }, (_, index) => ({
      name: `Tablet ${index}`,
      price: '9999.95',
      quantity: '12',
      discount: '1',
      taxRate: '8',
    }))
    const bill = await aBill(clinic.db, { lines, insurerId })
    const pages = await pagesOf(`/billing/invoices/${bill.id}/pdf/`)
    expect(pages.length).toBeGreaterThan(4)
    for (const [index, page] of pages.entries()) {
      const text = page.join(' ')
      expect(text).toContain(`Page ${index + 1} of ${pages.length}`)
      if (text.includes('Tablet'))
        for (const heading of ['Item', 'Quantity', 'Price', 'Discount', 'Amount', bill.number!]) expect(text).toContain(heading)
    }
    const all = pages.flat()
    for (let index = 0; index < 200; index += 1) expect(all).toContain(`Tablet ${index}`)
    expect(await pagesOf(`/billing/invoices/${bill.id}/pdf/?paper=80mm`)).toHaveLength(1)
  })

  test('bears names of every script, great amounts and endless words', async () => {
    const patient = await aPatient(clinic.db, { first_name: 'فاطمة', second_name: 'Wolfeschlegelstein'.repeat(5).slice(0, 90) })
    const bill = await aBill(clinic.db, {
      patientId: patient.id,
      insurerId,
      lines: [
        { name: 'تحليل الدم', price: '9999999.99', quantity: '99', discount: '0.01', taxRate: '16', coPay: '33' },
        { name: 'x'.repeat(150) },
      ],
    })
    for (const paper of ['a4', '80mm']) {
      const text = await textOf(`/billing/invoices/${bill.id}/pdf/?paper=${paper}`)
      expect(text).toContain('989,999,999.00')
      // Places where a long word may break are read back as well.
      expect(text.replaceAll(/[ \u200b]/g, '')).toContain('Wolfeschlegelstein'.repeat(3))
      // Letters are painted from the left.
      expect(text).toContain(Array.from('فاطمة').toReversed().join(''))
    }
  })

  test('that was credited as a whole says so', async () => {
    const bill = await anInsuredBill()
    const note = await aCreditNote(clinic.db, bill.id)
    const text = await textOf(`/billing/invoices/${bill.id}/pdf/`)
    expectText(text, 'CREDITED IN FULL', `Credit note ${note.number}`, '−2,962.40', 'Balance of the patient 0.00')
  })
})

describe('a print after the first', () => {
  test('says that it is a duplicate, and which', async () => {
    const bill = await aBill(clinic.db)
    const receipt = await aReceipt(clinic.db, bill.id, [{ amount: '500' }])
    for (const path of [`/billing/invoices/${bill.id}/pdf/`, `/billing/receipts/${receipt.id}/pdf/`]) {
      expect(await textOf(path)).not.toContain('DUPLICATE')
      expect(await textOf(path)).toContain('DUPLICATE - copy 2')
      expect(await textOf(`${path}?paper=${path.includes('receipt') ? 'a4' : '80mm'}`)).toContain('DUPLICATE - copy 3')
    }
  })

  test('at the same time as the first is none: of twelve together one is the original', async () => {
    const bill = await aBill(clinic.db)
    const texts = await Promise.all(Array.from({ length: 12 }, () => textOf(`/billing/invoices/${bill.id}/pdf/`)))
    const copies = texts.map((text) => Number(/DUPLICATE - copy (\d+)/.exec(text)?.[1] ?? 1)).toSorted((a, b) => a - b)
    expect(copies).toEqual(Array.from({ length: 12 }, (_, index) => index + 1))
  })
})

describe('a receipt', () => {
  test.each(['80mm', 'a4'])('says on %s what was received, for what, and what is still due', async (paper) => {
    const bill = await anInsuredBill()
    const receipt = await aReceipt(
      clinic.db,
      bill.id,
      [
        { amount: '200', tendered: '500' },
        { mode: 'Card', amount: '50', reference: 'A1' },
      ],
      { by: cashier.id },
    )
    await aReceipt(clinic.db, bill.id, [{ amount: '20' }])
    const text = await textOf(`/billing/receipts/${receipt.id}/pdf/?paper=${paper}`)
    expectText(
      text,
      'Receipt',
      receipt.number,
      'Achieng Odhiambo',
      bill.number,
      'Received KES 250.00',
      'Cash 200.00',
      'Cash received 500.00',
      'Change 300.00',
    )
    expectText(text, 'Card · ref. A1 50.00', '27.80', 'Received by Test receptionist', inGroups(receipt.verification))
  })

  test('of an insurer names the insurer', async () => {
    const bill = await anInsuredBill()
    const parts = [{ mode: 'Jubilee Health', amount: '2000', reference: 'REM-1', party: 'insurer' as const }]
    const receipt = await aReceipt(clinic.db, bill.id, parts, { insurerId })
    const text = await textOf(`/billing/receipts/${receipt.id}/pdf/`)
    expectText(text, 'Insurer Jubilee Health', "insurer's part · still due 584.60", 'KES 2,000.00')
    expect(text).not.toContain('Achieng')
  })

  test('that was taken back says so, and what took it back says what it is', async () => {
    const bill = await aBill(clinic.db)
    const receipt = await aReceipt(clinic.db, bill.id, [{ amount: '500' }])
    const reversal = await aReceipt(clinic.db, bill.id, [{ amount: '-500' }], { kind: 'reversal', reverses: receipt.id })
    expect(await textOf(`/billing/receipts/${receipt.id}/pdf/`)).toContain(`REVERSED by ${reversal.number}`)
    const text = await textOf(`/billing/receipts/${reversal.id}/pdf/`)
    expectText(text, 'Reversal', `Reverses ${receipt.number}`, 'Reason Wrong bill', 'Reversed KES 500.00')
  })
})

describe('a credit note', () => {
  test.each(['a4', '80mm'])('names on %s the bill, the lines, the reason and what was paid back', async (paper) => {
    const bill = await anInsuredBill()
    await aReceipt(clinic.db, bill.id, [{ amount: '277.80' }])
    const note = await aCreditNote(clinic.db, bill.id, { reason: 'Never done', by: cashier.id })
    const refund = await aReceipt(clinic.db, bill.id, [{ amount: '-277.80' }], { kind: 'refund', creditNote: note.id })
    const text = await textOf(`/billing/credit-notes/${note.id}/pdf/?paper=${paper}`)
    expectText(
      text,
      'Credit note',
      note.number,
      `Of invoice ${bill.number} · 2 Mar 2026`,
      'Reason Never done',
      'Paracetamol 500 mg',
      'KES 2,962.40',
    )
    expectText(
      text,
      'To Jubilee Health 2,584.60',
      'To the patient 277.80',
      'Rounding 0.40',
      'Refunded',
      refund.number,
      inGroups(note.verification),
    )
    const paidBack = await textOf(`/billing/receipts/${refund.id}/pdf/`)
    expectText(paidBack, 'Refund', `Credit note ${note.number}`, 'Refunded KES 277.80')
  })
})

test.each(['invoices', 'receipts', 'credit-notes'])('there is no paper of %s that are not there', async (kind) => {
  expect((await get(`/billing/${kind}/2000000000/pdf/`)).statusCode).toBe(404)
  expect((await get(`/billing/${kind}/1/pdf/?paper=a5`)).statusCode).toBe(400)
})
