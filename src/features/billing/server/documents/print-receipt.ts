import { sql } from 'kysely'
import { cents } from '#shared/money.ts'
import type { Db } from '#platform/db/connect.ts'
import { copyStamp, markCopy } from './mark-copy.ts'
import { billRoll, billTable } from './bill-lines.ts'
import { findBillLines, type BillLine } from './find-bill.ts'
import type { Fact, PrintedDocument, Total } from './print-pages.ts'
import { findParty } from './party.ts'
import { printedBy, type Press, type Printed } from './press.ts'
import { proofOf } from './proof.ts'
import { day, figure, joined, moment } from '#platform/pdf/printed-values.ts'
import { requireFound } from '#platform/errors/problem.ts'

const findReceipt = (db: Db, id: number) =>
  db
    .selectFrom('receipts as r')
    .leftJoin('receipts as reversal', 'reversal.reverses_id', 'r.id')
    .leftJoin('receipts as reversed', 'reversed.id', 'r.reverses_id')
    .leftJoin('credit_notes as n', 'n.id', 'r.credit_note_id')
    .leftJoin('insurance_companies as c', 'c.id', 'r.insurance_company_id')
    .leftJoin('users as u', 'u.id', 'r.received_by')
    .select(['r.id', 'r.number', 'r.kind', 'r.verification', 'r.patient_id', 'r.total', 'r.reason', 'r.received_at', 'r.received_on'])
    .select(['reversal.number as reversed_by', 'reversed.number as reverses', 'n.number as credit_note', 'c.name as insurer'])
    .select(sql<string | null>`nullif(trim(u.first_name || ' ' || u.last_name), '')`.as('received_by'))
    .where('r.id', '=', id)
    .executeTakeFirst()

const findPayments = (db: Db, receiptId: number) =>
  db
    .selectFrom('payments as p')
    .innerJoin('payment_modes as m', 'm.id', 'p.payment_mode_id')
    .select(['m.name as mode', 'p.amount', 'p.tendered', 'p.change', 'p.reference'])
    .where('p.receipt_id', '=', receiptId)
    .orderBy('p.id')
    .execute()

/** The bills that a receipt is about, each with what was still due on it right after. */
const findBills = async (db: Db, receiptId: number) => {
  const { rows } = await sql<{
    id: number
    number: string
    issued_on: string
    rounding: string
    is_sale: boolean
    party: 'patient' | 'insurer'
    customer_name: string | null
    amount: string
    balance: string
  }>`
    with mine as (
      select a.invoice_id, a.party, sum(a.amount) as amount from allocations a join payments p on p.id = a.payment_id
      where p.receipt_id = ${receiptId} group by a.invoice_id, a.party
    )
    select i.id, i.number, i.issued_on, i.rounding, m.party, i.customer_name, m.amount,
      exists (select from dispenses s where s.invoice_id = i.id and s.kind = 'sale') as is_sale,
      case m.party when 'patient' then i.patient_total else i.insurer_total end
      - (select coalesce(sum(case m.party when 'patient' then n.patient_amount else n.insurer_amount end), 0)
         from credit_notes n where n.invoice_id = i.id and n.issued_at <= (select received_at from receipts where id = ${receiptId}))
      - (select coalesce(sum(a.amount), 0) from allocations a join payments p on p.id = a.payment_id
         where a.invoice_id = i.id and a.party = m.party and p.receipt_id <= ${receiptId}) as balance
    from mine m join invoices i on i.id = m.invoice_id
    order by i.issued_on, i.id, m.party`.execute(db)
  return rows
}

type PaidBill = Awaited<ReturnType<typeof findBills>>[number]

const partyLabels = { patient: "patient's part", insurer: "insurer's part" }
const titles = { payment: 'Receipt', refund: 'Refund', reversal: 'Reversal' }
const received = { payment: 'Received', refund: 'Refunded', reversal: 'Reversed' }

const line = (label: string, amount: string, tone: Total['tone'] = 'plain'): Total => ({ label, amount, tone })

const totalsOf = (
  receipt: { kind: keyof typeof received; total: string },
  payments: Awaited<ReturnType<typeof findPayments>>,
  currency: string,
) => {
  const money = (amount: string) => figure(receipt.kind === 'payment' ? amount : amount.replace('-', ''), currency)
  return [
    line(received[receipt.kind], `${currency} ${money(receipt.total)}`, 'total'),
    ...payments.flatMap(({ mode, amount, reference, tendered, change }) => [
      line(joined(mode, reference && `ref. ${reference}`), money(amount)),
      ...(tendered === null || cents(change) === 0
        ? []
        : [line('Cash received', figure(tendered, currency), 'quiet'), line('Change', figure(change, currency), 'strong')]),
    ]),
  ]
}

type About = Pick<PrintedDocument, 'table' | 'lines' | 'totals' | 'closing'>

const aboutBills = (bills: readonly PaidBill[], currency: string): About => ({
  table: {
    columns: [
      { title: 'Invoice', align: 'start' },
      { title: 'Date', align: 'end' },
      { title: 'Amount', align: 'end' },
      { title: 'Balance due', align: 'end' },
    ],
    rows: bills.map(({ number, issued_on, party, amount, balance }) => [
      { text: number, sub: partyLabels[party] },
      { text: day(issued_on) },
      { text: figure(amount, currency) },
      { text: figure(balance, currency) },
    ]),
  },
  lines: bills.map(({ number, issued_on, party, amount, balance }) => ({
    label: `Invoice ${number}`,
    detail: joined(day(issued_on), partyLabels[party], `still due ${figure(balance, currency)}`),
    amount: figure(amount, currency),
  })),
  totals: [],
  closing: [],
})

/** The bill of a counter sale that was paid by its customer, and no other with it. */
const soldBy = ([only, ...more]: readonly PaidBill[]) =>
  only && more.length === 0 && only.is_sale && only.party === 'patient' ? only : null

/** Whoever buys at the counter has no other paper: what was sold stands on the receipt. */
const aboutSale = ({ rounding, balance }: PaidBill, lines: readonly BillLine[], currency: string): About => ({
  table: billTable(lines, currency, false),
  lines: billRoll(lines, currency),
  totals: cents(rounding) === 0 ? [] : [line('Rounding', figure(rounding, currency))],
  closing: cents(balance) === 0 ? [] : [line('Balance due', figure(balance, currency), 'strong')],
})

/** A receipt, a refund or a reversal; counts the print. */
export const layOutReceipt = async (db: Db, id: number, press: Press): Promise<Printed> => {
  const { head, size, address, now, user } = press
  const { currency, zone } = head
  const receipt = requireFound(await findReceipt(db, id), 'Receipt')
  const copy = await markCopy(db, { document: 'receipt', id, at: now, by: user.id })
  const payments = await findPayments(db, id)
  const bills = await findBills(db, id)
  const sold = receipt.kind === 'payment' ? soldBy(bills) : null
  const about = sold === null ? aboutBills(bills, currency) : aboutSale(sold, await findBillLines(db, sold.id), currency)
  const facts: (Fact | false)[] = [
    ['Date', moment(receipt.received_at, zone)],
    receipt.reverses !== null && ['Reverses', receipt.reverses],
    receipt.credit_note !== null && ['Credit note', receipt.credit_note],
    receipt.reason !== null && ['Reason', receipt.reason],
    sold !== null && ['Invoice', sold.number],
    ['Currency', currency],
  ]
  const printed: PrintedDocument = {
    size,
    title: titles[receipt.kind],
    number: receipt.number,
    isDraft: false,
    stamps: [...copyStamp(copy), ...(receipt.reversed_by === null ? [] : [`REVERSED by ${receipt.reversed_by}`])],
    clinic: head.clinic,
    facts: facts.filter((fact) => fact !== false),
    party:
      receipt.patient_id === null && receipt.insurer !== null
        ? { title: 'Insurer', name: receipt.insurer, facts: [] }
        : await findParty(db, { patientId: receipt.patient_id, customer: bills[0]?.customer_name ?? null, on: receipt.received_on }),
    ...about,
    totals: [...about.totals, ...totalsOf(receipt, payments, currency)],
    entries: [],
    note: null,
    foot: [...(receipt.received_by === null ? [] : [`${received[receipt.kind]} by ${receipt.received_by}`]), printedBy(press)],
    proof: proofOf(receipt.verification, address),
  }
  return { printed, patient: receipt.patient_id, copy }
}
