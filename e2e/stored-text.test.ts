import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { goTo, openBrowser } from './browser.ts'
import { administrator, api, type TestServer, startTestServer, setUp } from './test-server.ts'
import { arrive, findAnything, see } from './screen.ts'

const WAY_MS = 600_000

/** Each would show itself: by a dialog, by `stolen` on the window, or by an element marked `data-evil`. */
const evil = [
  '<script>alert(1)</script>',
  '<img src=x onerror=alert(2) data-evil>',
  '<svg onload=alert(3) data-evil>',
  '"><img src=x onerror=alert(4) data-evil>',
  "'><svg/onload=alert(5) data-evil>",
  '<iframe srcdoc="<script>alert(6)</script>" data-evil>',
  '<body onload=alert(7)>',
  '<a href="javascript:alert(8)" data-evil>x</a>',
  '<details open ontoggle=alert(9) data-evil>',
  '<math><mtext><img src onerror=alert(10) data-evil>',
  '</title><script>alert(11)</script>',
  '</style><img src=x onerror=alert(12) data-evil>',
  '<template><img src=x onerror=alert(13)></template>',
  '{{constructor.constructor("alert(14)")()}}',
  '${alert(15)}',
  '<%= alert(16) %>',
  'javascript:alert(17)',
  '&lt;img src=x onerror=alert(18) data-evil&gt;',
  '<input autofocus onfocus=alert(19) data-evil>',
  '<video><source onerror=alert(20) data-evil></video>',
  '<marquee onstart=alert(21) data-evil>',
  '<object data="data:text/html,<script>alert(22)</script>" data-evil>',
  '<base href="//evil.example/" data-evil>',
  '<meta http-equiv=refresh content="0;url=//evil.example" data-evil>',
  '<style>*{display:none}</style>',
  '<form action=//evil.example data-evil><button>x',
  '\\u003cimg src=x onerror=alert(27)\\u003e',
  '<<script>alert(28)//<</script>',
  '<img src="x` `<script>alert(29)</script>" data-evil>',
  '$t(nesting) {{name}} $&',
]
/** Right to left, an override of the direction, marks on letters, joiners, very long, other scripts. */
const strange = ['محمد عبد الله', '\u202Etxt.exe', 'Z̶a̶l̶g̶o̶', 'A\u200Bnna\u200DLi', 'W'.repeat(100), '王小明', '👩‍⚕️ Dr', 'שרה']
const texts = [...evil, ...strange]

let app: TestServer
let browser: Browser
let ids: number[]
beforeAll(async () => {
  ;[app, browser] = await Promise.all([startTestServer(), openBrowser()])
  const token = await setUp(app)
  const call = <T>(method: string, path: string, body?: unknown) => api<T>(app.url, method, path, { token, body })
  const company = await call<{ version: number }>('GET', '/company/company/')
  await call('PUT', '/company/company/', {
    name: evil[1],
    address1: evil[0],
    currency: 'KES',
    time_zone: 'Africa/Nairobi',
    language: 'en',
    version: company.version,
  })
  for (const [at, text] of texts.slice(0, 12).entries())
    await call('POST', '/customuser/users/', {
      email: `person${at}@clinic.example`,
      first_name: text.slice(0, 60),
      last_name: texts[at + 12]?.slice(0, 60),
      role: 'doctor',
      title: text.slice(0, 60),
      registration_number: text.slice(0, 40),
      password: 'jua kali na mvua',
    })
  ids = []
  for (const [at, text] of texts.entries()) {
    await call('POST', '/patients/insurance-companies/', { name: text.slice(0, 100) }).catch(() => null)
    const { id } = await call<{ id: number }>('POST', '/patients/patients/', {
      first_name: text,
      second_name: texts[(at + 1) % texts.length],
      gender: 'unknown',
      residence: text,
      occupation: text,
      not_a_duplicate: true,
      next_of_kin: [{ first_name: text, second_name: text, relationship: text.slice(0, 40) }],
      allergies: [{ substance: text, category: 'drug', severity: 'severe', reaction: text }],
      alerts: [{ text, is_critical: true }],
    })
    ids.push(id)
    const track = ['triage', 'doctor', 'lab', 'pharmacy'][at % 4]
    await call('POST', '/patients/initiate-attendance-process/', { patient: id, reason: text, track })
  }
  const [channel] = await call<{ id: number }[]>('GET', '/announcement/channels/')
  for (const [at, text] of evil.slice(0, 8).entries()) {
    await call('POST', '/inventory/suppliers/', { name: text, common_name: text, address: text })
    await call('POST', '/inventory/items/', { name: text, units_of_measure: 'tablet', category: 'drug' })
    await call('POST', '/inventory/stores/', { name: text.slice(0, 40), kind: 'ward' })
    await call('POST', '/announcement/announcements/', { title: text, content: texts.join('\n'), channel: channel?.id })
    const appointment_date_time = new Date(Date.now() + (at + 2) * 3_600_000).toISOString()
    await call('POST', '/patients/appointments/', { patient: ids[at], appointment_date_time, reason: text })
  }
}, WAY_MS)
afterAll(async () => {
  await browser?.close()
  await app?.close()
})

/** What a text that became markup would leave behind. */
const traces = (page: Page) =>
  page.evaluate(() => ({
    marked: document.querySelectorAll('[data-evil]').length,
    foreign: document.querySelectorAll('iframe,object,embed,base,marquee,video,math,img[src="x"],meta[http-equiv]').length,
    inline: [...document.scripts].filter(({ src }) => src === '').length,
    handlers: [...document.querySelectorAll('*')].filter((node) => node.getAttributeNames().some((name) => name.startsWith('on'))).length,
    links: [...document.links].filter(({ protocol }) => protocol === 'javascript:').length,
  }))
const none = { marked: 0, foreign: 0, inline: 0, handlers: 0, links: 0 }

test(
  'texts that people typed stay texts on every screen',
  async () => {
    const { page, check } = await arrive(browser, app.url, administrator)
    const [first = 0] = ids
    const screens: [string, string][] = [
      ['/dashboard/reception-interface', 'Live board'],
      ['/dashboard/patients?sort=name', 'Patients'],
      ['/dashboard/administration/people', 'People'],
      ['/dashboard/administration/insurance-companies', 'Insurance companies'],
      ['/dashboard/administration/clinic', 'Clinic'],
      [`/dashboard/administration/people/2`, ''],
      ...['overview', 'details', 'kin', 'cover', 'allergies', 'access'].map((tab): [string, string] => [
        `/dashboard/patients/${first + 1}?tab=${tab}`,
        '',
      ]),
    ]
    for (const [address, heading] of screens) {
      await goTo(page, app.url + address)
      if (heading) await see(page.getByRole('heading', { name: heading }))
      await expect.poll(() => page.locator('.skeleton').count()).toBe(0)
      expect(await traces(page), address).toEqual(none)
    }
    for (const id of ids.slice(0, 8)) {
      await page.evaluate((path) => {
        history.pushState({}, '', path)
        dispatchEvent(new PopStateEvent('popstate'))
      }, `/dashboard/patients/${id}`)
      await see(page.getByRole('tab', { name: 'Overview' }))
      expect(await traces(page), `patient ${id}`).toEqual(none)
    }
    // Not all parts of a record fit: the rest is under "More", and what is chosen there comes into sight.
    await page.getByRole('button', { name: 'More', exact: true }).click()
    await page.getByRole('menuitem', { name: 'Access log' }).click()
    await see(page.getByRole('tab', { name: 'Access log', selected: true }))
    expect(await traces(page), 'access log').toEqual(none)
    const rooms = ['nursing-interface', 'doctor-interface', 'announcements', 'appointments/list', 'administration/catalogue']
    const stores = ['stores', 'suppliers'].map((name) => `inventory/${name}`)
    for (const name of [...rooms, ...stores, 'inventory/stock', 'laboratory/requests', 'pharmacy', 'billing', 'billing/invoices']) {
      await page.evaluate((path) => {
        history.pushState({}, '', path)
        dispatchEvent(new PopStateEvent('popstate'))
      }, `/dashboard/${name}`)
      // What would run is there, as words.
      if (rooms.includes(name) || stores.includes(name))
        await expect.poll(() => page.locator('main').innerText(), { message: name }).toMatch(/alert\(/)
      await expect.poll(() => page.locator('.skeleton').count()).toBe(0)
      expect(await traces(page), name).toEqual(none)
    }
    // The box that finds everything shows names as well.
    await findAnything(page)
    await page.keyboard.type('img onerror')
    await see(page.getByRole('option').first())
    expect(await traces(page)).toEqual(none)
    check()
  },
  WAY_MS,
)

test(
  'names keep their writing direction to themselves and never widen the page',
  async () => {
    const { page, check } = await arrive(browser, app.url, administrator, { width: 390, height: 844 })
    for (const address of [
      '/dashboard/reception-interface?track=triage',
      '/dashboard/patients',
      `/dashboard/patients/${ids.at(-4)}`,
      '/dashboard/administration/people',
    ]) {
      await goTo(page, app.url + address)
      await see(page.locator('main').getByRole('heading').or(page.locator('main bdi')).first())
      const wide = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
      expect(wide, address).toBeLessThanOrEqual(0)
    }
    await goTo(page, `${app.url}/dashboard/patients/${ids[evil.length + 1]}`)
    const isolated = await page
      .locator('main bdi', { hasText: 'txt.exe' })
      .first()
      .evaluate((node) => getComputedStyle(node).unicodeBidi)
    expect(isolated).toMatch(/isolate/)
    check()
  },
  WAY_MS,
)
