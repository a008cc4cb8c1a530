import { dayIn } from '#shared/dates.ts'
import { cents, fromCents } from '#shared/money.ts'
import type { Db } from '#platform/db/connect.ts'
import { findBill, findBillCredits, findBillLines, findBillPayments, type Bill, type BillLine } from './find-bill.ts'
import { billRoll, billTable } from './bill-lines.ts'
import type { Letterhead } from './letterhead.ts'
import { copyStamp, markCopy } from './mark-copy.ts'
import type { Fact, PrintedDocument, Total } from './print-pages.ts'
import { findParty } from './party.ts'
import { printedBy, type Press, type Printed } from './press.ts'
import { proofOf } from './proof.ts'
import { day, figure, joined, moment, percent } from '#platform/pdf/printed-values.ts'
import { requireFound } from '#platform/errors/problem.ts'

const sum = (amounts: readonly string[]) => fromCents(amounts.reduce((total, amount) => total + cents(amount), 0))
const isZero = (amount: string) => cents(amount) === 0
const negative = (amount: string) => fromCents(-cents(amount))

/** What rounding to the nearest step, half up, adds. */
const roundingOf = (amount: string, step: string) => {
  const [value, by] = [cents(amount), cents(step)]
  return fromCents(Math.floor((2 * value + by) / (2 * by)) * by - value)
}

/** The sums of a draft are those of its lines, rounded as it would be now; an issued bill has its own. */
const sumsOf = (bill: Bill, lines: readonly BillLine[], step: string) => {
  if (bill.status !== 'draft') return bill
  const patient = sum(lines.map(({ patient_amount }) => patient_amount))
  const rounding = roundingOf(patient, step)
  return {
    ...bill,
    rounding,
    total: sum([...lines.map(({ total }) => total), rounding]),
    discount: sum(lines.map(({ discount }) => discount)),
    waiver: sum(lines.map(({ waiver }) => waiver)),
    insurer_total: sum(lines.map(({ insurer_amount }) => insurer_amount)),
    patient_total: sum([patient, rounding]),
  }
}

/** Tax by its rate, and whether prices contained it. */
const taxesOf = (lines: readonly BillLine[]) =>
  [...Map.groupBy(lines, ({ tax_rate, tax_included }) => `${tax_rate} ${tax_included}`).values()]
    .map((group) => ({ rate: group[0]!.tax_rate, isIncluded: group[0]!.tax_included, tax: sum(group.map(({ tax }) => tax)) }))
    .filter(({ tax }) => !isZero(tax))
    .toSorted((a, b) => Number(a.rate) - Number(b.rate))

const totalsOf = (bill: Bill, lines: readonly BillLine[], { currency, roundingStep }: Letterhead): Total[] => {
  const sums = sumsOf(bill, lines, roundingStep)
  const taxes = taxesOf(lines)
  const line = (label: string, amount: string, tone: Total['tone'] = 'plain') => ({ label, amount: figure(amount, currency), tone })
  const unless0 = (label: string, amount: string, tone?: Total['tone']) => (isZero(amount) ? [] : [line(label, amount, tone)])
  const added = taxes.filter(({ isIncluded }) => !isIncluded).map(({ rate, tax }) => line(`Tax ${percent(rate)}`, tax))
  const within = taxes.filter(({ isIncluded }) => isIncluded).map(({ rate, tax }) => line(`of which tax ${percent(rate)}`, tax, 'quiet'))
  const parts = [...unless0(bill.insurer ? `${bill.insurer} pays` : 'Insurer pays', sums.insurer_total), ...unless0('Waived', sums.waiver)]
  return [
    line('Subtotal', sum(lines.map(({ gross }) => gross))),
    ...unless0('Discount', negative(sums.discount)),
    ...added,
    ...unless0('Rounding', sums.rounding),
    { ...line('Total', sums.total, 'total'), amount: `${currency} ${figure(sums.total, currency)}` },
    ...within,
    ...parts,
    ...(parts.length > 0 ? [line(bill.patient_id ? 'Patient pays' : 'Customer pays', sums.patient_total, 'strong')] : []),
  ]
}

const balancesOf = (bill: Bill, hasCredits: boolean, currency: string): Total[] => {
  if (bill.status === 'draft') return []
  const paid = sum([bill.paid_patient, bill.paid_insurer])
  const payerPart = isZero(bill.insurer_total) ? '' : bill.patient_id ? ' of the patient' : ' of the customer'
  const balance = (of: string, amount: string): Total => ({
    label: cents(amount) < 0 ? `To be paid back${of}` : `Balance${of}`,
    amount: figure(amount.replace('-', ''), currency),
    tone: 'strong',
  })
  return [
    { label: 'Paid', amount: figure(paid, currency), tone: hasCredits || !isZero(paid) ? 'plain' : 'quiet' },
    balance(payerPart, bill.patient_balance ?? '0'),
    ...(isZero(bill.insurer_total) ? [] : [balance(` of ${bill.insurer ?? 'the insurer'}`, bill.insurer_balance ?? '0')]),
  ]
}

const whats = { payment: '', refund: 'Paid back, ', reversal: 'Reversed, ' }

/** An invoice as it stands now; counts the print, unless it is a draft. */
export const layOutInvoice = async (db: Db, id: number, press: Press): Promise<Printed> => {
  const { head, size, address, now, user } = press
  const bill = requireFound(await findBill(db, id), 'Invoice')
  const { currency, zone } = head
  const isDraft = bill.status === 'draft'
  const copy = isDraft ? null : await markCopy(db, { document: 'invoice', id, at: now, by: user.id })
  const lines = await findBillLines(db, id)
  const payments = await findBillPayments(db, id)
  const credits = await findBillCredits(db, id)
  const on = bill.issued_on ?? dayIn(zone, bill.created_at)
  const facts: (Fact | false)[] = [
    ['Date', moment(bill.issued_at ?? bill.created_at, zone)],
    bill.track_number !== null && ['Visit', bill.track_number],
    bill.insurer !== null && ['Insurer', bill.insurer],
    bill.member_number !== null && ['Member number', bill.member_number],
    bill.description !== null && ['Description', bill.description],
    ['Currency', currency],
  ]
  const printed: PrintedDocument = {
    size,
    title: 'Invoice',
    number: bill.number,
    isDraft,
    stamps: isDraft ? ['DRAFT - not an invoice'] : [...copyStamp(copy!), ...(bill.status === 'credited' ? ['CREDITED IN FULL'] : [])],
    clinic: head.clinic,
    facts: facts.filter((fact) => fact !== false),
    party: await findParty(db, { patientId: bill.patient_id, customer: bill.customer_name, on }),
    table: billTable(lines, currency, bill.insurer !== null),
    lines: billRoll(lines, currency),
    totals: totalsOf(bill, lines, head),
    entries: [
      {
        title: 'Payments',
        rows: payments.map(({ amount, mode, kind, number, received_on, reference, tendered, change }) => ({
          label: `${whats[kind]}${mode}`,
          detail: joined(
            number,
            day(received_on),
            reference && `ref. ${reference}`,
            tendered !== null && `given ${figure(tendered, currency)}, change ${figure(change, currency)}`,
          ),
          amount: figure(amount, currency),
        })),
      },
      {
        title: 'Credited',
        rows: credits.map(({ number, issued_on, reason, total }) => ({
          label: `Credit note ${number}`,
          detail: joined(day(issued_on), reason),
          amount: figure(negative(total), currency),
        })),
      },
    ].filter(({ rows }) => rows.length > 0),
    closing: balancesOf(bill, credits.length > 0, currency),
    note: head.note,
    foot: [...(bill.issued_by === null ? [] : [`Issued by ${bill.issued_by}`]), printedBy(press)],
    proof: bill.verification === null ? null : proofOf(bill.verification, address),
  }
  return { printed, patient: bill.patient_id, copy }
}
