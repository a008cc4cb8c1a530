import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, test } from 'vitest'
import { openBrowser } from './browser.ts'
import { addPerson, administrator, api, type Credentials, type House, openHouse, setUp, tokenOf } from './house.ts'
import { hardest, type Look, opposites, type Room, walkRooms } from './looks.ts'

const WAY_MS = 600_000

let fresh: House
let house: House
let browser: Browser
let token: string
beforeAll(async () => {
  ;[fresh, house, browser] = await Promise.all([openHouse(), openHouse(), openBrowser()])
  token = await setUp(house)
}, WAY_MS)
afterAll(async () => {
  await browser?.close()
  await fresh?.close()
  await house?.close()
})

const walk = (url: string, rooms: readonly Room[], person?: Credentials, shown?: readonly Look[]) =>
  walkRooms(browser, url, rooms, { person, shown })

test('the screens before anybody is signed in', () => walk(fresh.url, [{ address: '/set-up', sign: 'Set-up code' }]), WAY_MS)

test(
  'signing in and making an account',
  () =>
    walk(house.url, [
      { address: '/auth/login', sign: 'Forgot your password?' },
      { address: '/auth/register', sign: 'Register as a patient' },
      { address: '/book-appointment', sign: 'Booking here is closed' },
      { address: '/booking/nobody', sign: 'This link opens no appointment' },
    ]),
  WAY_MS,
)

test(
  'an empty clinic',
  () =>
    walk(
      house.url,
      [
        { address: '/dashboard/reception-interface', sign: 'Nobody is in the house' },
        { address: '/dashboard/patients', sign: 'Patients' },
        { address: '/dashboard/appointments', sign: '0 appointments' },
        { address: '/dashboard/patients/new', sign: 'Register patient' },
        { address: '/dashboard/announcements', sign: 'No announcements' },
        { address: '/dashboard/nowhere', sign: 'There is no such page' },
        { address: '/dashboard/patients/999999', sign: 'There is no such patient' },
      ],
      administrator,
    ),
  WAY_MS,
)

test(
  'administration',
  async () => {
    const nurse = await addPerson(house, token, 'nurse', ['Neema', 'Otieno'])
    await tokenOf(house.url, nurse)
    await tokenOf(house.url, nurse)
    await walk(
      house.url,
      [
        { address: '/dashboard/administration/people', sign: 'Asha Mwangi' },
        { address: '/dashboard/administration/people/new', sign: 'Add person' },
        { address: '/dashboard/administration/people/1', sign: 'Why they can, and why they cannot' },
        {
          address: `/dashboard/administration/people/${nurse.id}`,
          sign: 'Where they are signed in',
          surplus: '.rights tbody:nth-child(n + 4)',
        },
        { address: '/dashboard/administration/groups', sign: 'Groups and permissions' },
        { address: '/dashboard/administration/groups/2', sign: 'Their menu', surplus: '.rights tbody:nth-child(n + 4)' },
        { address: '/dashboard/administration/clinic', sign: 'Clinic' },
        { address: '/dashboard/administration/departments', sign: 'No room yet' },
        { address: '/dashboard/administration/templates', sign: 'Sick note' },
        { address: '/dashboard/administration/audit', sign: 'Check the last day' },
        { address: '/dashboard/administration/system', sign: 'Largest tables' },
        { address: '/dashboard/administration/insurance-companies', sign: 'Insurance companies' },
        { address: '/dashboard/administration/set-up', sign: 'Demonstration data' },
        { address: '/dashboard/administration/set-up/begin', sign: 'Sample numbers' },
        { address: '/dashboard/administration/backups', sign: 'Nightly backup' },
        { address: '/dashboard/administration/imports', sign: 'Nothing was imported yet' },
        { address: '/dashboard/administration/imports/clinic', sign: 'Everything in open formats' },
        { address: '/dashboard/administration/security', sign: 'Time-outs' },
        { address: '/dashboard/patients/duplicates', sign: 'No two records are much alike' },
        { address: '/dashboard/profile', sign: 'Asha' },
      ],
      administrator,
    )
  },
  WAY_MS,
)

test(
  'a restricted record, and an account that waits to be confirmed',
  async () => {
    const patient = (first_name: string) =>
      api<{ id: number }>(house.url, 'POST', '/patients/patients/', {
        token,
        body: { first_name, second_name: 'Njoki', gender: 'female', date_of_birth: '1984-02-11', not_a_duplicate: true },
      })
    const [shut, open] = [await patient('Makena'), await patient('Wambui')]
    await api(house.url, 'POST', `/patients/patients/${shut.id}/restriction/`, { token, body: { reason: 'A colleague of the laboratory' } })
    const own = { email: 'wambui@patient.example', password: 'two boats below the bridge' }
    await api(house.url, 'POST', '/users/register/', { body: { ...own, first_name: 'Wambui', last_name: 'Kamau' } })
    const asked = { token: await tokenOf(house.url, own), body: {} }
    const { code } = await api<{ code: string }>(house.url, 'POST', '/portal/link-code/', asked)
    const account = `/patients/patients/${open.id}/account/`
    const { id } = await api<{ id: number }>(house.url, 'POST', `${account}check/`, { token, body: { code } })
    await walk(house.url, [{ address: '/patient-overview/link', sign: 'Show my code' }], own)
    await api(house.url, 'PUT', account, { token, body: { code, account: id } })
    await walk(house.url, [{ address: '/patient-overview/link', sign: 'The clinic is checking your account' }], own)
    const dialog = { address: `/dashboard/patients/${open.id}?account=`, only: '[role="dialog"]' }
    await walk(
      house.url,
      [
        { address: `/dashboard/patients/${shut.id}`, sign: 'This record is restricted' },
        { ...dialog, sign: 'The account differs from the record.' },
      ],
      await addPerson(house, token, 'nurse', ['Rehema', 'Wafula']),
    )
    await walk(
      house.url,
      [
        { address: `/dashboard/patients/${shut.id}`, sign: 'Restricted record: A colleague of the laboratory' },
        { ...dialog, sign: 'Another member of staff has to confirm this account' },
      ],
      administrator,
    )
  },
  WAY_MS,
)

test(
  'the reference of the API',
  () =>
    walk(
      house.url,
      [{ address: '/docs', sign: 'API', surplus: '.api-tag:nth-of-type(n + 4), .api-tag > :nth-child(n + 12)' }],
      administrator,
    ),
  WAY_MS,
)

test(
  'the catalogue, its prices and how the clinic bills',
  async () => {
    const add = <T>(path: string, body: unknown) => api<T>(house.url, 'POST', path, { token, body })
    for (let n = 0; n < 40; n += 1)
      await add('/catalogue/items/', {
        code: n % 4 === 0 ? `C${n}` : null,
        name: `Service with a name of some length, number ${n}`,
        category: n % 2 ? 'laboratory' : 'procedure',
        unit: n % 3 ? 'test' : 'each',
        tax_class: 1,
        price: n % 5 === 0 ? null : `${n * 1250}.00`,
      })
    const insurer = await add<{ id: number }>('/company/insurance-companies/', { name: 'Great Lakes Health Insurance' })
    await add('/company/insurance-companies/', { name: 'An insurer without a list' })
    const list = await add<{ id: number }>('/catalogue/price-lists/', {
      name: 'Great Lakes',
      insurance_company: insurer.id,
      co_pay_percent: '10',
      covers_unlisted: true,
    })
    const at = '/dashboard/administration'
    await walk(
      house.url,
      [
        { address: `${at}/catalogue`, sign: 'number 0' },
        { address: `${at}/price-lists`, sign: 'Those who pay themselves' },
        { address: `${at}/price-lists/1`, sign: 'number 0' },
        { address: `${at}/price-lists/${list.id}`, sign: 'number 0' },
        { address: `${at}/price-lists/${list.id}?on=2020-01-01`, sign: 'Past prices never change' },
        { address: `${at}/payment-modes`, sign: 'Mobile money' },
        { address: `${at}/billing-settings`, sign: 'Tax classes' },
      ],
      administrator,
      opposites,
    )
  },
  WAY_MS,
)

test(
  'a full clinic: the board, the list, every part of a patient',
  async () => {
    const tracks = ['reception', 'triage', 'doctor', 'lab', 'pharmacy']
    let patient = 0
    for (let n = 0; n < 24; n += 1) {
      const { id } = await api<{ id: number }>(house.url, 'POST', '/patients/patients/', {
        token,
        body: {
          first_name: `Patient${n}`,
          second_name: 'Wanyama',
          gender: n % 2 ? 'male' : 'female',
          date_of_birth: `19${60 + n}-03-0${1 + (n % 9)}`,
          phone: `0722 000 1${String(n).padStart(2, '0')}`,
          not_a_duplicate: true,
          ...(n % 3 === 0 && {
            allergies: [{ substance: 'Penicillin', category: 'drug', severity: 'life threatening', reaction: 'Anaphylaxis' }],
          }),
          ...(n % 5 === 0 && { alerts: [{ text: 'Needs an interpreter for Luo', is_critical: n % 2 === 0 }] }),
          next_of_kin: [{ first_name: 'Mary', second_name: 'Wanyama', relationship: 'Mother', contact: { tel_no: '0733 123456' } }],
          identifiers: [{ kind: 'national id', value: `3012345${n}` }],
        },
      })
      patient ||= id
      await api(house.url, 'POST', '/patients/initiate-attendance-process/', {
        token,
        body: { patient: id, reason: 'Fever and cough', track: tracks[n % 5], priority: n % 7 === 0 ? 'emergency' : 'routine' },
      })
    }
    const parts = ['overview', 'details', 'kin', 'cover', 'allergies', 'access']
    await walk(
      house.url,
      [
        { address: '/dashboard/reception-interface', sign: 'people in the house' },
        { address: '/dashboard/patients', sign: 'Patient23 Wanyama' },
        ...parts.map((tab) => ({ address: `/dashboard/patients/${patient}?tab=${tab}`, sign: 'Patient0 Wanyama' })),
      ],
      administrator,
    )
  },
  WAY_MS,
)

test(
  'the till: the queue, a draft, a paid bill, the lists, what a patient owes',
  async () => {
    const post = <T = { id: number }>(path: string, body: unknown) => api<T>(house.url, 'POST', path, { token, body })
    const [exempt] = await api<{ id: number }[]>(house.url, 'GET', '/catalogue/tax-classes/', { token })
    const item = await post('/catalogue/items/', {
      name: 'Removal of stitches',
      category: 'procedure',
      unit: 'each',
      tax_class: exempt?.id,
      price: '350.00',
    })
    const patient = await post('/patients/patients/', {
      first_name: 'Zawadi',
      second_name: 'Juma',
      gender: 'female',
      date_of_birth: '1990-02-03',
      not_a_duplicate: true,
    })
    const visit = await post<{ id: number; invoice: number }>('/patients/initiate-attendance-process/', {
      patient: patient.id,
      reason: 'Stitches',
      track: 'doctor',
    })
    await post('/billing/invoice-items/', { invoice: visit.invoice, item: item.id, quantity: '2' })
    const bill = await post('/billing/invoices/', { patient: patient.id })
    await post('/billing/invoice-items/', { invoice: bill.id, item: item.id })
    const modes = await api<{ id: number; is_default: boolean }[]>(house.url, 'GET', '/billing/payment-modes/', { token })
    await post(`/billing/invoices/${bill.id}/payments/`, {
      issue: true,
      payments: [{ payment_mode: modes.find(({ is_default }) => is_default)?.id, amount: '200.00' }],
    })
    await walk(
      house.url,
      [
        { address: '/dashboard/billing', sign: 'Zawadi Juma' },
        { address: `/dashboard/billing/invoices/${visit.invoice}`, sign: 'Removal of stitches' },
        { address: `/dashboard/billing/invoices/${bill.id}`, sign: 'Credit notes' },
        { address: '/dashboard/billing/invoices/999999', sign: 'There is no such bill' },
        { address: '/dashboard/billing/invoices', sign: 'Zawadi Juma' },
        { address: '/dashboard/billing/receipts', sign: '200.00' },
        { address: '/dashboard/billing/receipts?receipt=1', sign: 'Payments', only: '[role="dialog"]' },
        { address: '/dashboard/billing/debtors', sign: 'Zawadi Juma' },
        { address: `/dashboard/patients/${patient.id}?tab=billing`, sign: 'Balance due' },
        { address: '/dashboard/reports', sign: 'Takings by payment mode' },
      ],
      administrator,
      opposites,
    )
  },
  WAY_MS,
)

test(
  'the stock: the overview, the list, an item, what expires, a recall, a note, a count, the stores',
  async () => {
    const post = <T = { id: number }>(path: string, body: unknown) => api<T>(house.url, 'POST', path, { token, body })
    const item = await post('/inventory/items/', {
      name: 'Artemether-lumefantrine 20/120 mg, of a long name',
      category: 'drug',
      units_of_measure: 'tablet',
    })
    const soon = new Date(Date.now() + 20 * 86_400_000).toISOString().slice(0, 10)
    const opened = { item: item.id, quantity_in_stock: 1200, purchase_price: '12.333333' }
    await post('/inventory/inventories/', { ...opened, lot_number: 'LONG-LOT-0042', expiry_date: soon })
    const { batch, store } = await post<{ batch: number; store: number }>('/inventory/inventories/', {
      ...opened,
      lot_number: 'B7',
      expiry_date: '2039-05-31',
    })
    const used = await post('/inventory/consumptions/', { store, reason: 'Ward round', items: [{ item: item.id, quantity: 30 }] })
    await post('/inventory/quarantine/', { store, reason: 'Wet boxes', items: [{ batch, quantity: 40 }] })
    const recall = await post('/inventory/recalls/', { item: item.id, lot: 'B7', reason: 'Called back by its maker' })
    const sheet = await post('/inventory/counts/', { store, note: 'Half of the year' })
    const at = '/dashboard/inventory'
    await walk(
      house.url,
      [
        { address: at, sign: 'Value by store' },
        { address: `${at}/stock`, sign: 'of a long name' },
        { address: `${at}/items/${item.id}`, sign: 'Used on average' },
        { address: `${at}/expiry`, sign: 'of a long name' },
        { address: `${at}/recalls/${recall.id}`, sign: 'Called back by its maker' },
        { address: `${at}/notes/${used.id}`, sign: 'Ward round' },
        { address: `${at}/counts`, sign: 'Being counted' },
        { address: `${at}/counts/${sheet.id}`, sign: 'LONG-LOT-0042' },
        { address: `${at}/stores`, sign: 'Laboratory' },
      ],
      administrator,
      hardest,
    )
  },
  WAY_MS,
)
