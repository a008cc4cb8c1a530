import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, test } from 'vitest'
import { openBrowser } from './browser.ts'
import { addPerson, administrator, type Credentials, type TestServer, startTestServer, setUp, tokenOf } from './test-server.ts'
import { type Look, type PageLook, walkPages } from './looks.ts'

const WAY_MS = 600_000

let fresh: TestServer
let app: TestServer
let browser: Browser
let token: string
beforeAll(async () => {
  ;[fresh, app, browser] = await Promise.all([startTestServer(), startTestServer(), openBrowser()])
  token = await setUp(app)
}, WAY_MS)
afterAll(async () => {
  await browser?.close()
  await fresh?.close()
  await app?.close()
})

const walk = (url: string, rooms: readonly PageLook[], person?: Credentials, shown?: readonly Look[]) =>
  walkPages(browser, url, rooms, { person, shown })

test('the screens before anybody is signed in', () => walk(fresh.url, [{ address: '/set-up', sign: 'Set-up code' }]), WAY_MS)

test(
  'signing in and making an account',
  () =>
    walk(app.url, [
      { address: '/auth/login', sign: 'Forgot your password?' },
      { address: '/auth/register', sign: 'Register as a patient' },
      { address: '/book-appointment', sign: 'Online booking is closed' },
      { address: '/booking/nobody', sign: 'No appointment for this link' },
    ]),
  WAY_MS,
)

test(
  'an empty clinic',
  () =>
    walk(
      app.url,
      [
        { address: '/dashboard/reception-interface', sign: 'No patients on site' },
        { address: '/dashboard/patients', sign: 'Patients' },
        { address: '/dashboard/appointments', sign: '0 appointments' },
        { address: '/dashboard/patients/new', sign: 'Register patient' },
        { address: '/dashboard/announcements', sign: 'No announcements' },
        { address: '/dashboard/nowhere', sign: 'Page not found' },
        { address: '/dashboard/patients/999999', sign: 'Patient not found' },
      ],
      administrator,
    ),
  WAY_MS,
)

test(
  'administration',
  async () => {
    const nurse = await addPerson(app, token, 'nurse', ['Neema', 'Otieno'])
    await tokenOf(app.url, nurse)
    await tokenOf(app.url, nurse)
    await walk(
      app.url,
      [
        { address: '/dashboard/administration/people', sign: 'Asha Mwangi' },
        { address: '/dashboard/administration/people/new', sign: 'Add user' },
        { address: '/dashboard/administration/people/1', sign: 'Permissions by group' },
        {
          address: `/dashboard/administration/people/${nurse.id}`,
          sign: 'Active sessions',
          surplus: '[data-part="rights"] tbody:nth-child(n + 4)',
        },
        { address: '/dashboard/administration/groups', sign: 'Groups and permissions' },
        { address: '/dashboard/administration/groups/2', sign: 'Menu', surplus: '[data-part="rights"] tbody:nth-child(n + 4)' },
        { address: '/dashboard/administration/clinic', sign: 'Clinic' },
        { address: '/dashboard/administration/departments', sign: 'No rooms yet' },
        { address: '/dashboard/administration/templates', sign: 'Sick note' },
        { address: '/dashboard/administration/audit', sign: 'Check last 24 hours' },
        { address: '/dashboard/administration/system', sign: 'Largest tables' },
        { address: '/dashboard/administration/insurance-companies', sign: 'Insurance companies' },
        { address: '/dashboard/administration/set-up', sign: 'Demonstration data' },
        { address: '/dashboard/administration/set-up/begin', sign: 'Sample numbers' },
        { address: '/dashboard/administration/backups', sign: 'Nightly backup' },
        { address: '/dashboard/administration/imports', sign: 'No imports yet' },
        { address: '/dashboard/administration/imports/clinic', sign: 'Everything in open formats' },
        { address: '/dashboard/administration/security', sign: 'Time-outs' },
        { address: '/dashboard/patients/duplicates', sign: 'No likely duplicates' },
        { address: '/dashboard/profile', sign: 'Asha' },
      ],
      administrator,
    )
  },
  WAY_MS,
)
