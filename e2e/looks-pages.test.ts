import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, test } from 'vitest'
import { openBrowser } from './browser.ts'
import { addPerson, administrator, api, type Credentials, type TestServer, startTestServer, setUp, tokenOf } from './test-server.ts'
import { type Look, opposites, type PageLook, walkPages } from './looks.ts'

const WAY_MS = 600_000

let app: TestServer
let browser: Browser
let token: string
beforeAll(async () => {
  ;[app, browser] = await Promise.all([startTestServer(), openBrowser()])
  token = await setUp(app)
}, WAY_MS)
afterAll(async () => {
  await browser?.close()
  await app?.close()
})

const walk = (url: string, rooms: readonly PageLook[], person?: Credentials, shown?: readonly Look[]) =>
  walkPages(browser, url, rooms, { person, shown })

test(
  'a restricted record, and an account that waits to be confirmed',
  async () => {
    const patient = (first_name: string) =>
      api<{ id: number }>(app.url, 'POST', '/patients/patients/', {
        token,
        body: { first_name, second_name: 'Njoki', gender: 'female', date_of_birth: '1984-02-11', not_a_duplicate: true },
      })
    const [shut, open] = [await patient('Makena'), await patient('Wambui')]
    await api(app.url, 'POST', `/patients/patients/${shut.id}/restriction/`, { token, body: { reason: 'A colleague of the laboratory' } })
    const own = { email: 'wambui@patient.example', password: 'two boats below the bridge' }
    await api(app.url, 'POST', '/users/register/', { body: { ...own, first_name: 'Wambui', last_name: 'Kamau' } })
    const asked = { token: await tokenOf(app.url, own), body: {} }
    const { code } = await api<{ code: string }>(app.url, 'POST', '/portal/link-code/', asked)
    const account = `/patients/patients/${open.id}/account/`
    const { id } = await api<{ id: number }>(app.url, 'POST', `${account}check/`, { token, body: { code } })
    await walk(app.url, [{ address: '/patient-overview/link', sign: 'Show my code' }], own)
    await api(app.url, 'PUT', account, { token, body: { code, account: id } })
    await walk(app.url, [{ address: '/patient-overview/link', sign: 'The clinic is checking your account' }], own)
    const dialog = { address: `/dashboard/patients/${open.id}?account=`, only: '[role="dialog"]' }
    await walk(
      app.url,
      [
        { address: `/dashboard/patients/${shut.id}`, sign: 'This record is restricted' },
        { ...dialog, sign: 'The account differs from the record.' },
      ],
      await addPerson(app, token, 'nurse', ['Rehema', 'Wafula']),
    )
    await walk(
      app.url,
      [
        { address: `/dashboard/patients/${shut.id}`, sign: 'Restricted record: A colleague of the laboratory' },
        { ...dialog, sign: 'Another staff member must confirm this account' },
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
      app.url,
      [{ address: '/docs', sign: 'API', surplus: '[data-part="api-tag"]:nth-of-type(n + 4), [data-part="api-tag"] > :nth-child(n + 12)' }],
      administrator,
    ),
  WAY_MS,
)

test(
  'the catalogue, its prices and how the clinic bills',
  async () => {
    const add = <T>(path: string, body: unknown) => api<T>(app.url, 'POST', path, { token, body })
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
      app.url,
      [
        { address: `${at}/catalogue`, sign: 'number 0' },
        { address: `${at}/price-lists`, sign: 'Self-pay (cash)' },
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
      const { id } = await api<{ id: number }>(app.url, 'POST', '/patients/patients/', {
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
      await api(app.url, 'POST', '/patients/initiate-attendance-process/', {
        token,
        body: { patient: id, reason: 'Fever and cough', track: tracks[n % 5], priority: n % 7 === 0 ? 'emergency' : 'routine' },
      })
    }
    const parts = ['overview', 'details', 'kin', 'cover', 'allergies', 'access']
    await walk(
      app.url,
      [
        { address: '/dashboard/reception-interface', sign: 'patients on site' },
        { address: '/dashboard/patients', sign: 'Patient23 Wanyama' },
        ...parts.map((tab) => ({ address: `/dashboard/patients/${patient}?tab=${tab}`, sign: 'Patient0 Wanyama' })),
      ],
      administrator,
    )
  },
  WAY_MS,
)
