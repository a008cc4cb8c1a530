import { z } from 'zod'
import { Instant } from '#shared/dates.ts'
import { endpoint } from '#shared/endpoint.ts'
import { ById, fields, Id, ignored, pageQuery, patchOf, YesNo } from '#shared/paging.ts'
import { email, keptShape, phone, prose, sentShape, text, whole } from '#shared/record.ts'
import { ledgerKinds, priceSources } from './rules.ts'

export const supplierFields = {
  name: text(120, { label: 'Name', presence: 'required', fhir: { path: 'Organization.name' } }),
  common_name: text(120, { label: 'Known as', fhir: { path: 'Organization.alias' } }),
  contact_person: text(120, { label: 'Contact person', fhir: { path: 'Organization.contact.name' } }),
  phone: phone({ label: 'Phone', fhir: { path: 'Organization.telecom' } }),
  email: email({ label: 'E-mail', fhir: { path: 'Organization.telecom' } }),
  address: prose(500, { label: 'Address', fhir: { path: 'Organization.address.text' } }),
  tax_number: text(40, { label: 'Tax number', fhir: { path: 'Organization.identifier' } }),
  /** How many days after the bill they wait for their money; 30 unless it is sent. */
  payment_days: whole(0, 365, { label: 'Payment terms (days)', presence: 'preset' }),
}
const SupplierInput = fields(sentShape(supplierFields))
export const Supplier = z
  .object({
    id: z.int(),
    ...keptShape(supplierFields),
    is_active: z.boolean(),
    date_created: Instant,
    /** What is owed to them, over all their bills. */
    balance: z.string(),
    /** Of that, what should have been paid before today. */
    overdue: z.string(),
    open_bills: z.int(),
    /** Orders sent to them of which something is still to come. */
    open_orders: z.int(),
    version: z.int(),
  })
  .meta({ id: 'Supplier' })
export type Supplier = z.output<typeof Supplier>

export const listSuppliers = endpoint({
  method: 'GET',
  path: '/inventory/suppliers/',
  summary: 'List suppliers, by name; `q` is part of either name',
  access: 'purchasing.view',
  paged: true,
  live: ['purchasing'],
  query: fields({ ...pageQuery, q: z.string().max(100).optional(), active: YesNo.optional() }),
  response: z.array(Supplier),
})
export const getSupplier = endpoint({
  method: 'GET',
  path: '/inventory/suppliers/{id}/',
  summary: 'Read a supplier, with what is owed to them',
  access: 'purchasing.view',
  live: ['purchasing'],
  params: ById,
  response: Supplier,
})
export const createSupplier = endpoint({
  method: 'POST',
  path: '/inventory/suppliers/',
  summary: 'Add a supplier',
  access: 'purchasing.suppliers',
  body: SupplierInput.extend(ignored('id', 'date_created')),
  status: 201,
  response: Supplier,
})
export const updateSupplier = endpoint({
  method: 'PATCH',
  path: '/inventory/suppliers/{id}/',
  summary: 'Change a supplier, or take them out of use: then nothing more is ordered from them',
  access: 'purchasing.suppliers',
  params: ById,
  body: patchOf(SupplierInput.extend({ is_active: z.boolean() })),
  response: Supplier,
})

/** What happened between the clinic and a supplier. A bill adds to what is owed, money and credit take from it, a return waits for credit. */
export const SupplierLedgerRow = z
  .object({
    /** Of this row of the list; `document` is the id of the bill, payment or return. */
    id: z.int(),
    kind: z.enum(ledgerKinds),
    document: z.int(),
    /** The supplier's own number of a bill, ours of everything else. */
    number: z.string(),
    /** A day of the clinic. */
    date: z.string(),
    at: Instant,
    /** What a bill, payment, credit or return is worth, without a sign. */
    amount: z.string(),
    is_cancelled: z.boolean(),
    /** What was owed after it. */
    balance: z.string(),
  })
  .meta({ id: 'SupplierLedgerRow' })
export type SupplierLedgerRow = z.output<typeof SupplierLedgerRow>
export const listSupplierLedger = endpoint({
  method: 'GET',
  path: '/inventory/suppliers/{id}/ledger/',
  summary: 'Bills, payments, credits and returns of a supplier, newest first, with what was owed after each',
  access: 'purchasing.view',
  paged: true,
  live: ['purchasing'],
  params: ById,
  query: fields(pageQuery),
  response: z.array(SupplierLedgerRow),
})

/** What a supplier asked for an item. */
export const SupplierPrice = z
  .object({
    id: z.int(),
    source: z.enum(priceSources),
    /** The id of the order, delivery or bill, and its number. */
    document: z.int(),
    number: z.string(),
    at: Instant,
    item: z.int(),
    item_name: z.string(),
    unit: z.string(),
    pack_units: z.int(),
    /** Of one pack, without tax. */
    price: z.string(),
    /** The same of one unit. */
    unit_cost: z.string(),
  })
  .meta({ id: 'SupplierPrice' })
export type SupplierPrice = z.output<typeof SupplierPrice>
export const listSupplierPrices = endpoint({
  method: 'GET',
  path: '/inventory/suppliers/{id}/prices/',
  summary: 'What a supplier asked for items in orders, deliveries and bills, newest first',
  access: 'purchasing.view',
  paged: true,
  live: ['purchasing'],
  params: ById,
  query: fields({ ...pageQuery, item: Id.optional() }),
  response: z.array(SupplierPrice),
})
