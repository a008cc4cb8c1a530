import type { Browser } from 'playwright-core'
import { freePort } from '#platform/free-port.ts'
import { openBrowser } from '../browser.ts'
import { addPerson, api, type Credentials, type TestServer, startTestServer, setUp } from '../test-server.ts'

export const INSURER = 'Great Lakes Health Insurance'
export const AMOXICILLIN = 'Amoxicillin 500 mg capsule'
export const PARACETAMOL = 'Paracetamol 500 mg tablet'
export const METFORMIN = 'Metformin 500 mg tablet'
/** On a pack of the amoxicillin. */
export const PACK = '9506000134352'
/** What the analyser calls the cells, and what our tests call them. */
const measured: Readonly<Record<string, string>> = {
  HGB: 'HB',
  ...Object.fromEntries('WBC RBC HCT MCV MCH MCHC RDW PLT NEUT LYMPH MONO EOS BASO'.split(' ').map((code) => [code, code])),
}

const staff = {
  grace: ['receptionist', 'Grace', 'Atieno'],
  akinyi: ['nurse', 'Akinyi', 'Otieno'],
  amina: ['doctor', 'Amina', 'Hassan'],
  lucy: ['labtech', 'Lucy', 'Wairimu'],
  peter: ['pharmacist', 'Peter', 'Mutua'],
  caroline: ['pharmacist', 'Caroline', 'Simiyu'],
  kevin: ['cashier', 'Kevin', 'Barasa'],
  ruth: ['accountant', 'Ruth', 'Njeri'],
} as const

/** A clinic on a working day: its people, prices, an insurer, a laboratory with an analyser, a stocked pharmacy. */
export interface WorkingClinic {
  app: TestServer
  browser: Browser
  token: string
  people: Record<keyof typeof staff, Credentials & { id: number }>
  items: Record<string, number>
  /** Where the analyser calls. */
  port: number
  close(): Promise<void>
}

interface Profile {
  id: number
  code: string
  version: number
  panels: { id: number; code: string }[]
}
type Send = <T = { id: number; version: number }>(method: string, path: string, body?: unknown) => Promise<T>

const openLaboratory = async (send: Send, bloodCount: number) => {
  await send('POST', '/lab/starter-catalogue/', {})
  // Lucy works alone: she approves what she entered, as the settings of her laboratory allow.
  await send('PATCH', '/lab/settings/', { approver_must_differ: false })
  const profiles = await send<Profile[]>('GET', '/lab/lab-test-profile/?q=FBC')
  const count = profiles.find(({ code }) => code === 'FBC')
  await send('PATCH', `/lab/lab-test-profile/${count?.id}/`, { item: bloodCount, version: count?.version })
  const port = await freePort()
  const analyser = await send('POST', '/lab/lab-equipment/', { name: 'Counter', data_format: 'hl7', connection: 'listen', port })
  const codes = Object.entries(measured).map(([code, own]) => ({
    code,
    panel: count?.panels.find((test) => test.code === own)?.id ?? null,
  }))
  await send('PUT', `/lab/lab-equipment/${analyser.id}/codes/`, { codes, version: analyser.version })
  return port
}

type Lot = readonly [item: number | undefined, lot_number: string, expiry_date: string, quantity_in_stock: number]
const stockPharmacy = async (send: Send, lots: readonly Lot[]) => {
  const stores = await send<{ id: number; kind: string }[]>('GET', '/inventory/stores/')
  const store = stores.find(({ kind }) => kind === 'pharmacy')?.id
  for (const [item, lot_number, expiry_date, quantity_in_stock] of lots)
    await send('POST', '/inventory/inventories/', { store, item, lot_number, expiry_date, quantity_in_stock, purchase_price: '1.00' })
}

export const openWorkingClinic = async (): Promise<WorkingClinic> => {
  const [app, browser] = await Promise.all([startTestServer({ analysers: true }), openBrowser()])
  const token = await setUp(app)
  const send: Send = (method, path, body) => api(app.url, method, path, { token, body })
  const people = {} as WorkingClinic['people']
  for (const [name, [role, first, last]] of Object.entries(staff))
    people[name as keyof typeof staff] = await addPerson(app, token, role, [first, last])
  const [exempt] = await send<{ id: number }[]>('GET', '/catalogue/tax-classes/')
  const items: Record<string, number> = {}
  for (const [name, category, unit, price] of [
    ['Consultation, general', 'consultation', 'each', '500.00'],
    ['Full blood count', 'laboratory', 'test', '650.00'],
    [AMOXICILLIN, 'drug', 'capsule', '12.00'],
    [PARACETAMOL, 'drug', 'tablet', '2.00'],
    [METFORMIN, 'drug', 'tablet', '5.00'],
    ['Dressing of a small wound', 'procedure', 'each', '350.00'],
  ] as const)
    items[name] = (await send('POST', '/catalogue/items/', { name, category, unit, tax_class: exempt?.id, price })).id
  const { version } = await send('GET', '/billing/settings/')
  await send('PUT', '/billing/settings/', { consultation_item: items['Consultation, general'], version })
  const insurer = await send('POST', '/company/insurance-companies/', { name: INSURER })
  // Everything at the clinic's own prices; a tenth is the patient's.
  const list = { name: INSURER, insurance_company: insurer.id, covers_unlisted: true, co_pay_percent: '10.00' }
  await send('POST', '/catalogue/price-lists/', list)
  const port = await openLaboratory(send, items['Full blood count'] ?? 0)
  await stockPharmacy(send, [
    [items[AMOXICILLIN], 'A12', '2031-03-31', 10],
    [items[AMOXICILLIN], 'B07', '2031-06-30', 100],
    [items[PARACETAMOL], 'P1', '2031-01-31', 200],
    [items[METFORMIN], 'M1', '2031-01-31', 200],
  ])
  await send('PUT', `/inventory/items/${items[AMOXICILLIN]}/packs/`, { packs: [{ name: 'Box', units: 20, barcodes: [PACK] }] })
  const close = async () => {
    await browser.close()
    await app.close()
  }
  return { app, browser, token, people, items, port, close }
}
