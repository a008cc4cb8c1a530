import { sql } from 'kysely'
import type { Download } from '#shared/endpoint.ts'
import { cents, sumOf } from '#shared/money.ts'
import { printPages } from '#features/billing/public.ts'
import type { readClinicHead } from '#features/company/public.ts'
import type { Dispense } from '#features/pharmacy/contract.ts'
import type { Db } from '#platform/db/connect.ts'
import type { PrintPdf } from '#platform/pdf/print.ts'
import { translator } from '#platform/pdf/translate.ts'
import { figure, joined, moment } from '#platform/pdf/printed-values.ts'
import { amountOf } from './label-texts.ts'

type Head = Awaited<ReturnType<typeof readClinicHead>>
type PrintedDocument = Parameters<typeof printPages>[1]

interface Owed {
  name: string
  unit: string
  left: string
}
/** What is still to be handed out of a prescription. */
const findOwed = async (db: Db, prescription: number | null): Promise<Owed[]> => {
  if (prescription === null) return []
  const { rows } = await sql<Owed>`
    select t.name, t.unit, (d.quantity - d.quantity_dispensed)::text as left from prescribed_drugs d join items t on t.id = d.item_id
    where d.prescription_id = ${prescription} and d.cancelled_at is null and d.refused_at is null and not d.is_dispensed and not d.is_external
    order by d.id`.execute(db)
  return rows
}

interface Portion {
  id: number
  price: string
  /** Of the price, what an insurer pays and what was waived. */
  insurer: string
  waived: string
}
interface Costs {
  portions: Portion[]
  /** What the patient still owes for these portions: of a bill that is paid nothing. */
  due: string
}
/**
 * What each portion costs by the charge that it stands on, and what the patient still owes for all of them; nothing of what is not charged, or
 * has no price yet.
 */
const findCosts = async (db: Db, dispense: number): Promise<Costs> => {
  const { rows } = await sql<Costs>`
    with portion as (
      select g.id, c.invoice_id, round(c.total * s.part, 2) as price, round(c.insurer_amount * s.part, 2) as insurer,
        round(c.waiver * s.part, 2) as waived, greatest(round((c.patient_amount - c.credited_patient) * s.kept, 2), 0) as own
      from dispense_items g left join prescribed_drugs d on d.id = g.prescribed_drug_id
      cross join lateral (
        select c.* from charges c
        where c.cancelled_at is null and c.price_source <> 'none' and c.quantity > 0
          and (c.order_kind = 'dispense' and c.order_id = g.id
            or c.order_kind = 'prescription' and c.order_id = d.id and c.item_id = g.item_id)
        order by c.order_kind desc limit 1
      ) c
      -- What is owed is of the quantity that was not credited: a return has left the portion and the charge alike.
      cross join lateral (select (g.units - g.returned) / c.quantity as part,
        (g.units - g.returned) / greatest(c.quantity - c.credited_quantity, case when c.order_kind = 'dispense' then g.units - g.returned
          else (select sum(x.units - x.returned) from dispense_items x where x.prescribed_drug_id = d.id and x.item_id = g.item_id) end) as kept) s
      where g.dispense_id = ${dispense} and g.units > g.returned
    ), bill as (
      select case when i.issued_at is null then sum(p.own) else greatest(0, least(i.patient_balance, sum(p.own))) end as due
      from portion p join invoices i on i.id = p.invoice_id group by i.id
    )
    select (select coalesce(json_agg(json_build_object('id', id, 'price', price::text, 'insurer', insurer::text, 'waived', waived::text) order by id), '[]')
        from portion) as portions, (select coalesce(sum(due), 0)::numeric(14, 2)::text from bill) as due`.execute(db)
  return rows[0]!
}

/** What it comes to, who bears which part of it, and what the patient still owes for it. */
const totalsOf = ({ portions, due }: Costs, currency: string): PrintedDocument['totals'] => {
  if (portions.length === 0) return []
  const [total, insurer, waived] = (['price', 'insurer', 'waived'] as const).map((key) => sumOf(portions.map((portion) => portion[key])))
  const line = (label: string, amount: string, tone: PrintedDocument['totals'][number]['tone'] = 'plain') => ({
    label,
    amount: figure(amount, currency),
    tone,
  })
  return [
    line('Total', total!),
    ...(cents(insurer!) === 0 ? [] : [line('Insurer pays', insurer!)]),
    ...(cents(waived!) === 0 ? [] : [line('Waived', waived!)]),
    line('Patient owes', due, 'total'),
  ]
}

const inEnglish = translator('en')
const amount = (count: number | string, unit: string | null) => amountOf(Number(count), unit ?? '', inEnglish)

interface Asked {
  dispense: Dispense
  head: Head
  /** Prices are for those who see services. */
  mayPrice: boolean
  printed: string
}

/** The slip as PDF, on the paper of receipts: what was handed out, what came back, and what is still owed now. */
export const printSlip = async (db: Db, printPdf: PrintPdf, { dispense, head, mayPrice, printed }: Asked): Promise<Download> => {
  const [owed, costs] = await Promise.all([
    findOwed(db, dispense.prescription),
    mayPrice ? findCosts(db, dispense.id) : { portions: [], due: '0.00' },
  ])
  const prices = new Map(costs.portions.map(({ id, price }) => [id, price]))
  const priceOf = (id: number) => {
    const price = prices.get(id)
    return price === undefined ? '' : figure(price, head.currency)
  }
  const back = dispense.items.filter(({ returned }) => returned > 0)
  const written: PrintedDocument = {
    size: '80mm',
    title: dispense.kind === 'sale' ? 'Sold at the counter' : 'Dispensed',
    number: dispense.number,
    isDraft: false,
    stamps: [],
    clinic: head.clinic,
    facts: [
      ['Date', moment(dispense.dispensed_at, head.zone)],
      ['At', dispense.store_name],
      ...(dispense.invoice_number === null ? [] : [['Invoice', dispense.invoice_number] as [string, string]]),
      ...(prices.size === 0 ? [] : [['Currency', head.currency] as [string, string]]),
    ],
    party: {
      title: dispense.patient === null ? 'Customer' : 'Patient',
      name: dispense.patient_name ?? dispense.customer_name ?? '',
      facts: dispense.patient_number === null ? [] : [['Number', dispense.patient_number]],
    },
    table: { columns: [], rows: [] },
    lines: dispense.items.map((item) => ({
      label: item.item_name,
      detail: joined(
        amount(item.units, item.unit),
        item.prescribed_item_name && `instead of ${item.prescribed_item_name}`,
        ...item.batches.map(({ lot }) => lot && `lot ${lot}`),
      ),
      amount: priceOf(item.id),
    })),
    totals: totalsOf(costs, head.currency),
    entries: [
      {
        title: 'Returned',
        rows: back.map(({ item_name, returned, unit }) => ({ label: item_name, detail: '', amount: amount(returned, unit) })),
      },
      {
        title: 'Still to dispense',
        rows: owed.map(({ name, unit, left }) => ({ label: name, detail: '', amount: amount(left, unit) })),
      },
    ].filter(({ rows }) => rows.length > 0),
    closing: [],
    note: dispense.note || null,
    foot: [`Dispensed by ${dispense.dispensed_by_name}`, printed],
    proof: null,
  }
  return { body: await printPages(printPdf, written, head.own), filename: `${dispense.number.replaceAll('/', '-')}.pdf`, inline: true }
}
