import type { Client } from 'pg'
import { cents, fromCents } from '#shared/money.ts'
import { CONSULTATION, type DemoItem, type DemoPriceList, items, priceLists, PROFESSOR } from './catalogue.ts'
import { insuranceCompanies } from './clinic.ts'

/** What a clinic begins with, whatever it calls it. */
const DEFAULT_TAX_CLASS = 1
/** Since before everything that the generator bills. */
const VALID_FROM = '2000-01-01'
/** A shilling: nobody is asked for cents. */
const ROUNDING = '1.00'

/** What a list asks for an item: whole shillings but for what costs little; null when it is not on the list. */
const priceOn = ({ share, without }: DemoPriceList, { code, price }: DemoItem): string | null => {
  const percent = share[code.slice(0, 3)]
  if (percent === undefined || price === null || without.includes(code)) return null
  const value = (cents(price) * percent) / 100
  return fromCents(value < 2000 ? value : Math.round(value / 100) * 100)
}

const loadList = async (client: Client, list: DemoPriceList) => {
  const priced = items.flatMap((item) => {
    const price = priceOn(list, item)
    return price === null ? [] : [{ code: item.code, price, coPay: list.coPayAmounts[item.code] ?? null }]
  })
  await client.query(
    `with payer as (select id, name from insurance_companies where lower(name) = lower($1)),
     made as (
       insert into price_lists (name, insurance_company_id, co_pay_percent, covers_unlisted)
       select case when exists (select from price_lists l where lower(l.name) = lower(p.name)) then p.name || ' (demonstration)' else p.name end, p.id, $2, $3
       from payer p where not exists (select from price_lists l where l.insurance_company_id = p.id) returning id
     ), list as (
       select id from made union all select l.id from price_lists l join payer p on p.id = l.insurance_company_id
     )
     insert into prices (price_list_id, item_id, price, co_pay_amount, valid_from)
     select list.id, i.id, w.price, w.co_pay, $7 from unnest($4::text[], $5::numeric[], $6::numeric[]) w (code, price, co_pay)
     join items i on i.code = w.code cross join list`,
    [
      insuranceCompanies[list.payer]?.name,
      list.coPay,
      list.coversUnlisted,
      priced.map(({ code }) => code),
      priced.map(({ price }) => price),
      priced.map(({ coPay }) => coPay),
      VALID_FROM,
    ],
  )
}

/** Gives an empty clinic the catalogue, its price lists, how it bills and how it is paid. Departments and insurers are there already. */
export const loadCatalogue = async (client: Client): Promise<void> => {
  await client.query(`insert into tax_classes (name, rate) values ('VAT 16', 16) on conflict (lower(name)) do nothing`)
  await client.query(
    `with wanted as (
       select * from unnest($1::text[], $2::text[], $3::item_category[], $4::text[], $5::text[], $6::numeric[], $7::boolean[])
         with ordinality as w (code, name, category, unit, department, price, is_taxed, place)
     ), added as (
       insert into items (code, name, category, unit, department_id, tax_class_id)
       select w.code, case when exists (select from items x where lower(x.name) = lower(w.name)) then w.name || ' (demonstration)' else w.name end, w.category, w.unit, d.id, t.id
       from wanted w join departments d on lower(d.name) = lower(w.department)
       join tax_classes t on t.id = case when w.is_taxed then (select id from tax_classes where lower(name) = 'vat 16') else ${DEFAULT_TAX_CLASS} end order by w.place
       returning id, code
     )
     insert into prices (price_list_id, item_id, price, valid_from)
     select l.id, a.id, w.price, $8 from added a join wanted w using (code) join price_lists l on l.insurance_company_id is null
     where w.price is not null`,
    [
      items.map(({ code }) => code),
      items.map(({ name }) => name),
      items.map(({ category }) => category),
      items.map(({ unit }) => unit),
      items.map(({ department }) => department),
      items.map(({ price }) => price),
      items.map(({ isTaxed }) => isTaxed),
      VALID_FROM,
    ],
  )
  for (const list of priceLists) await loadList(client, list)
  await client.query(
    `update billing_settings set consultation_item_id = (select id from items where code = $1), rounding_step = $2, prices_include_tax = true,
       invoice_note = 'Thank you. Please keep this paper for your insurer.', version = version + 1`,
    [CONSULTATION, ROUNDING],
  )
  await client.query(
    `update payment_modes set name = 'M-Pesa', version = version + 1 where id = (
       select min(id) from payment_modes where category = 'mobile money' and insurance_company_id is null)
     and not exists (select from payment_modes where lower(name) = 'm-pesa')`,
  )
}

/** The professor asks a fee of her own. Needs the accounts. */
export const loadFees = (client: Client) =>
  client.query(
    `insert into doctor_fees (doctor_id, item_id) select u.id, i.id from users u, items i where u.email = $1 and i.code = $2
     on conflict (doctor_id) do nothing`,
    [PROFESSOR.email, PROFESSOR.item],
  )
