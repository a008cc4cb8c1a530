// Pictures of the screens for the documents, of the demonstration clinic: always the same people, the same size, the same look.
// With --all every screen in every width and scheme, below .cache, to be looked at.
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import sharp from 'sharp'
import { goTo, type Look, openBrowser, openContext, signIn } from '../e2e/browser.ts'
import { openHouse } from '../e2e/house.ts'
import { findChromium } from './chromium.mjs'
import { ensureBrowserBuild, root } from './setup.mjs'

const isAll = process.argv.includes('--all')
const target = isAll ? join(root, '.cache', 'screenshots') : join(root, 'docs', 'screenshots')
const MOST_BYTES = 120_000
const PASSWORD = 'pictures of the clinic'

const wide = { width: 1440, height: 900 }
const tablet = { width: 1024, height: 768 }
const phone = { width: 390, height: 844 }

interface Picture {
  name: string
  address: string
  /** What is on the screen once it has loaded. */
  sign: string
  /** Of the demonstration clinic's people; absent: nobody is signed in. */
  person?: string
  looks: readonly Look[]
}
const administrator = 'administrator@demo.kliniki.example'
const some: readonly Look[] = [wide, { ...wide, dark: true }, phone]
const all: readonly Look[] = [wide, tablet, phone].flatMap((size) => [size, { ...size, dark: true }])

const pictures = (patient: number, bill: number): Picture[] => [
  { name: 'login', address: '/auth/login', sign: 'Forgot your password?', looks: [wide] },
  { name: 'board', address: '/dashboard/reception-interface', sign: 'people in the house', person: administrator, looks: some },
  { name: 'patients', address: '/dashboard/patients', sign: 'Last visit', person: administrator, looks: [wide] },
  { name: 'patient', address: `/dashboard/patients/${patient}`, sign: 'Overview', person: administrator, looks: some },
  { name: 'register', address: '/dashboard/patients/new', sign: 'Next of kin', person: administrator, looks: [wide] },
  { name: 'people', address: '/dashboard/administration/people', sign: administrator, person: administrator, looks: [wide] },
  { name: 'groups', address: '/dashboard/administration/groups', sign: 'Receptionist', person: administrator, looks: [wide] },
  { name: 'clinic', address: '/dashboard/administration/clinic', sign: 'Time zone', person: administrator, looks: [wide] },
  { name: 'till', address: '/dashboard/billing', sign: 'At the till', person: administrator, looks: [wide] },
  { name: 'bill', address: `/dashboard/billing/invoices/${bill}`, sign: 'Consultation', person: administrator, looks: [wide, phone] },
  { name: 'invoices', address: '/dashboard/billing/invoices', sign: 'INV-', person: administrator, looks: [wide] },
  { name: 'debtors', address: '/dashboard/billing/debtors', sign: 'Debtors', person: administrator, looks: [wide] },
  {
    name: 'reports',
    address: '/dashboard/reports?report=sales-by-date&range=last-month',
    sign: 'Total',
    person: administrator,
    looks: [wide, phone],
  },
  { name: 'catalogue', address: '/dashboard/administration/catalogue', sign: 'Consultation', person: administrator, looks: [wide] },
  { name: 'price-lists', address: '/dashboard/administration/price-lists', sign: 'Cash', person: administrator, looks: [wide] },
  { name: 'patient-overview', address: '/patient-overview', sign: 'My details', person: 'patient@demo.kliniki.example', looks: [phone] },
]

const settled = async (page: Page, sign: string) => {
  await page.getByText(sign).filter({ visible: true }).first().waitFor()
  await page.waitForFunction(() => document.querySelector('.skeleton') === null)
  await page.evaluate(async () => {
    await document.fonts.ready
  })
}

/** A picture with as few colours as keep it small. */
const keep = async (page: Page, name: string, { width, dark }: Look) => {
  const taken = await page.screenshot({ animations: 'disabled', caret: 'hide' })
  for (const colours of [128, 64, 32]) {
    const file = await sharp(taken).png({ palette: true, colours, effort: 10 }).toBuffer()
    if (file.length > MOST_BYTES && colours > 32) continue
    const path = join(target, `${name}-${width}-${dark ? 'dark' : 'light'}.png`)
    writeFileSync(path, file)
    console.log(`${path} ${Math.round(file.length / 1000)} KB`)
    return
  }
}

const take = async (browser: Browser, url: string, { name, address, sign, person, looks }: Picture) => {
  const context = await openContext(browser, wide)
  const page = await context.newPage()
  if (person) await signIn(page, url, { email: person, password: PASSWORD })
  await goTo(page, url + address)
  for (const look of isAll ? all : looks) {
    await page.setViewportSize({ width: look.width ?? wide.width, height: look.height ?? wide.height })
    await page.emulateMedia({ colorScheme: look.dark ? 'dark' : 'light', reducedMotion: 'reduce' })
    await settled(page, sign)
    await keep(page, name, look)
  }
  await context.close()
}

/** The patient with most to show: allergies, alerts, many visits, in the house now. */
const RICHEST = `
  select p.id from patients p where p.deactivated_at is null and not p.is_unidentified
  order by exists (select from visits v where v.patient_id = p.id and v.closed_at is null) desc,
    (select count(*) from allergies a where a.patient_id = p.id) desc,
    (select count(*) from visits v where v.patient_id = p.id) desc, p.id limit 1`

/** A draft at the till with a handful of lines. */
const FULLEST = `
  select i.id from invoices i join visits v on v.id = i.visit_id and v.closed_at is null join charges c on c.invoice_id = i.id
  where i.issued_at is null and c.cancelled_at is null group by i.id having count(*) between 4 and 9
  order by i.insurance_company_id is null, count(*) desc, i.id limit 1`

await ensureBrowserBuild()
mkdirSync(target, { recursive: true })
process.env['CHROME'] ??= findChromium()
const browser = await openBrowser()
const fresh = await openHouse()
const demo = await openHouse({ flags: ['--demo'], env: { KLINIKI_DEMO_PASSWORD: PASSWORD } })
try {
  await take(browser, fresh.url, { name: 'wizard', address: '/set-up', sign: 'Set-up code', looks: [wide] })
  const [patient] = await demo.sql<{ id: number }>(RICHEST)
  const [bill] = await demo.sql<{ id: number }>(FULLEST)
  for (const picture of pictures(patient?.id ?? 1, bill?.id ?? 1)) await take(browser, demo.url, picture)
} finally {
  await browser.close()
  await fresh.close()
  await demo.close()
}
