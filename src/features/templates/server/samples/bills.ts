import { printPages, proofOf, readLetterhead, usualSize } from '#features/billing/public.ts'
import type { PrintWording } from '#features/company/contract.ts'
import { readClinicHead, withTaxNumber } from '#features/company/public.ts'
import { dayIn } from '#shared/dates.ts'
import { day, figure, moment } from '#platform/pdf/printed-values.ts'
import { printedBy, SAMPLE_CODE, SAMPLE_STAMP, samplePatient, type SamplePress } from './press.ts'

type BillKind = 'invoice' | 'receipt' | 'credit-note'
const titles = { invoice: 'Invoice', receipt: 'Receipt', 'credit-note': 'Credit note' }
const usual = { invoice: 'a4', receipt: '80mm', 'credit-note': 'a4' } as const
const lines = [
  { label: 'Consultation', quantity: '1', price: '500.00', amount: '500.00' },
  { label: 'Full blood count', quantity: '1', price: '700.00', amount: '700.00' },
]
const TOTAL = '1200.00'

const tableOf = (currency: string) => ({
  columns: [
    { title: 'Item', align: 'start' as const },
    { title: 'Quantity', align: 'end' as const },
    { title: 'Price', align: 'end' as const },
    { title: 'Amount', align: 'end' as const },
  ],
  rows: lines.map(({ label, quantity, price, amount }) => [
    { text: label },
    { text: quantity },
    { text: figure(price, currency) },
    { text: figure(amount, currency) },
  ]),
})

/** A bill of an invented patient, on the paper that it would be printed on. */
export const printSampleBill = async (press: SamplePress, kind: BillKind, wording: PrintWording): Promise<Uint8Array> => {
  const size = usualSize(wording, usual[kind])
  const { clinic, currency, zone, own, note } = await readLetterhead(press.db, press.files, size, wording)
  const total = { label: `Total ${currency}`, amount: figure(TOTAL, currency), tone: 'total' as const }
  return printPages(
    press.printPdf,
    {
      size,
      title: titles[kind],
      number: samplePatient.number,
      isDraft: false,
      stamps: [SAMPLE_STAMP],
      clinic,
      facts: [
        ['Date', moment(press.now, zone)],
        ['Currency', currency],
      ],
      party: {
        title: 'Patient',
        name: samplePatient.name,
        facts: [
          ['Number', samplePatient.number],
          ['Born', day(samplePatient.born)],
        ],
      },
      table: tableOf(currency),
      lines: lines.map(({ label, quantity, price, amount }) => ({
        label,
        detail: `${quantity} × ${figure(price, currency)}`,
        amount: figure(amount, currency),
      })),
      totals: [total],
      entries: [],
      closing: [],
      note: kind === 'invoice' ? note : null,
      foot: [printedBy(press, moment(press.now, zone))],
      proof: proofOf(SAMPLE_CODE, press.address),
    },
    own,
  )
}

/** An order to an invented supplier. */
export const printSampleOrder = async (press: SamplePress, wording: PrintWording): Promise<Uint8Array> => {
  const { clinic, currency, zone, own } = withTaxNumber(await readClinicHead(press.db, press.files, 'a4', wording))
  return printPages(
    press.printPdf,
    {
      size: 'a4',
      title: 'Purchase order',
      number: samplePatient.number,
      isDraft: false,
      stamps: [SAMPLE_STAMP],
      clinic,
      facts: [
        ['Date', day(dayIn(zone, press.now))],
        ['Deliver to', 'Main store'],
      ],
      party: { title: 'Supplier', name: 'Sample Supplier', facts: [] },
      table: tableOf(currency),
      lines: [],
      totals: [{ label: `Total ${currency}`, amount: figure(TOTAL, currency), tone: 'total' }],
      entries: [],
      closing: [],
      note: null,
      foot: [printedBy(press, moment(press.now, zone))],
      proof: null,
    },
    own,
  )
}
