import { sql } from 'kysely'
import { cents, fromCents } from '#shared/money.ts'
import type { Db } from '#platform/db/connect.ts'
import { copyStamp, markCopy } from './mark-copy.ts'
import type { Fact, PrintedDocument, Total } from './print-pages.ts'
import { findParty } from './party.ts'
import { printedBy, type Press, type Printed } from './press.ts'
import { proofOf } from './proof.ts'
import { day, figure, joined, moment, quantity } from '#platform/pdf/printed-values.ts'
import { requireFound } from '#platform/errors/problem.ts'

const findCreditNote = (db: Db, id: number) =>
  db
    .selectFrom('credit_notes as n')
    .innerJoin('invoices as i', 'i.id', 'n.invoice_id')
    .leftJoin('insurance_companies as c', 'c.id', 'i.insurance_company_id')
    .leftJoin('users as u', 'u.id', 'n.issued_by')
    .select([
      'n.number',
      'n.verification',
      'n.reason',
      'n.total',
      'n.tax',
      'n.insurer_amount',
      'n.patient_amount',
      'n.waiver',
      'n.rounding',
    ])
    .select(['n.issued_at', 'n.issued_on', 'i.number as invoice_number', 'i.issued_on as invoiced_on', 'i.patient_id', 'i.customer_name'])
    .select([
      'i.member_number',
      'c.name as insurer',
      sql<string | null>`nullif(trim(u.first_name || ' ' || u.last_name), '')`.as('issued_by'),
    ])
    .where('n.id', '=', id)
    .executeTakeFirst()
type CreditNote = NonNullable<Awaited<ReturnType<typeof findCreditNote>>>

const findCreditedLines = (db: Db, id: number) =>
  db
    .selectFrom('credit_note_items as n')
    .innerJoin('charges as c', 'c.id', 'n.charge_id')
    .innerJoin('items', 'items.id', 'c.item_id')
    .select(['c.item_name', 'items.code', 'n.quantity', 'n.total', 'n.tax', 'n.insurer_amount', 'n.patient_amount'])
    .where('n.credit_note_id', '=', id)
    .orderBy('n.id')
    .execute()
type Lines = Awaited<ReturnType<typeof findCreditedLines>>

const findRefunds = (db: Db, id: number) =>
  db
    .selectFrom('receipts as r')
    .innerJoin('payments as p', 'p.receipt_id', 'r.id')
    .innerJoin('payment_modes as m', 'm.id', 'p.payment_mode_id')
    .leftJoin('receipts as reversal', 'reversal.reverses_id', 'r.id')
    .select(['r.number', 'r.received_on', 'p.amount', 'p.reference', 'm.name as mode'])
    .where('r.credit_note_id', '=', id)
    .where('reversal.id', 'is', null)
    .orderBy('p.id')
    .execute()

const tableOf = (lines: Lines, currency: string): PrintedDocument['table'] => {
  const money = (amount: string) => ({ text: cents(amount) === 0 ? '-' : figure(amount, currency) })
  const some = (name: 'tax' | 'insurer_amount') => lines.some((line) => cents(line[name]) !== 0)
  const optional = [
    ...(some('tax') ? [{ title: 'of which tax', name: 'tax' as const }] : []),
    ...(some('insurer_amount')
      ? [
          { title: 'Insurer', name: 'insurer_amount' as const },
          { title: 'Patient', name: 'patient_amount' as const },
        ]
      : []),
  ]
  const titles = ['Quantity', 'Credited', ...optional.map(({ title }) => title)]
  return {
    columns: [{ title: 'Item', align: 'start' }, ...titles.map((title) => ({ title, align: 'end' as const }))],
    rows: lines.map((line) => [
      { text: line.item_name, sub: line.code ?? '' },
      // An amount off a line takes back none of the things themselves.
      { text: Number(line.quantity) === 0 ? '-' : quantity(line.quantity) },
      money(line.total),
      ...optional.map(({ name }) => money(line[name])),
    ]),
  }
}

const totalsOf = (note: CreditNote, currency: string): Total[] => {
  const unless0 = (label: string, amount: string, tone: Total['tone'] = 'plain'): Total[] =>
    cents(amount) === 0 ? [] : [{ label, amount: figure(amount, currency), tone }]
  const isShared = cents(note.insurer_amount) !== 0 || cents(note.waiver) !== 0
  return [
    ...unless0('Rounding', note.rounding),
    { label: 'Credited', amount: `${currency} ${figure(note.total, currency)}`, tone: 'total' },
    ...unless0('of which tax', note.tax, 'quiet'),
    ...(isShared ? unless0(`To ${note.insurer ?? 'the insurer'}`, note.insurer_amount) : []),
    ...unless0('Of what was waived', note.waiver),
    ...(isShared ? unless0(note.patient_id === null ? 'To the customer' : 'To the patient', note.patient_amount, 'strong') : []),
  ]
}

/** A credit note with the bill that it changes; counts the print. */
export const layOutCreditNote = async (db: Db, id: number, press: Press): Promise<Printed> => {
  const { head, size, address, now, user } = press
  const { currency, zone } = head
  const note = requireFound(await findCreditNote(db, id), 'Credit note')
  const copy = await markCopy(db, { document: 'credit note', id, at: now, by: user.id })
  const lines = await findCreditedLines(db, id)
  const refunds = await findRefunds(db, id)
  const facts: (Fact | false)[] = [
    ['Date', moment(note.issued_at, zone)],
    ['Of invoice', joined(note.invoice_number, note.invoiced_on && day(note.invoiced_on))],
    ['Reason', note.reason],
    note.insurer !== null && ['Insurer', note.insurer],
    note.member_number !== null && ['Member number', note.member_number],
    ['Currency', currency],
  ]
  const printed: PrintedDocument = {
    size,
    title: 'Credit note',
    number: note.number,
    isDraft: false,
    stamps: copyStamp(copy),
    clinic: head.clinic,
    facts: facts.filter((fact) => fact !== false),
    party: await findParty(db, { patientId: note.patient_id, customer: note.customer_name, on: note.issued_on }),
    table: tableOf(lines, currency),
    lines: lines.map((line) => ({
      label: line.item_name,
      detail: joined(
        Number(line.quantity) !== 0 && `${quantity(line.quantity)} returned`,
        line.code,
        cents(line.insurer_amount) !== 0 && `insurer ${figure(line.insurer_amount, currency)}`,
      ),
      amount: figure(line.total, currency),
    })),
    totals: totalsOf(note, currency),
    entries: [
      {
        title: 'Refunded',
        rows: refunds.map(({ number, received_on, amount, reference, mode }) => ({
          label: mode,
          detail: joined(number, day(received_on), reference && `ref. ${reference}`),
          amount: figure(fromCents(-cents(amount)), currency),
        })),
      },
    ].filter(({ rows }) => rows.length > 0),
    closing: [],
    note: null,
    foot: [...(note.issued_by === null ? [] : [`Issued by ${note.issued_by}`]), printedBy(press)],
    proof: proofOf(note.verification, address),
  }
  return { printed, patient: note.patient_id, copy }
}
