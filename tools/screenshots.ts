// Pictures of the screens for the documents, of the demonstration clinic: always the same people, the same size, the same look.
// With --all every screen in every width and scheme, below .cache, to be looked at. Names behind it take those pictures alone.
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import sharp from 'sharp'
import { goTo, type Look, openBrowser, openContext, signIn } from '../e2e/browser.ts'
import { openHouse } from '../e2e/house.ts'
import { addDays, wallTimeOf, weekdayOf } from '../src/shared/zoned.ts'
import { findChromium } from './chromium.mjs'
import { ensureBrowserBuild, root } from './setup.mjs'

const isAll = process.argv.includes('--all')
const wanted = process.argv.slice(2).filter((word) => !word.startsWith('--'))
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
  sign: string | RegExp
  /** Of the demonstration clinic's people; absent: nobody is signed in. */
  person?: string
  looks: readonly Look[]
  /** Done once the screen is there. */
  prepare?: (page: Page) => Promise<void>
}
const administrator = 'administrator@demo.kliniki.example'
const some: readonly Look[] = [wide, { ...wide, dark: true }, phone]
const all: readonly Look[] = [wide, tablet, phone].flatMap((size) => [size, { ...size, dark: true }])

const nurse = 'nurse@demo.kliniki.example'
const doctor = 'doctor@demo.kliniki.example'
const pharmacist = 'pharmacist@demo.kliniki.example'

/** A drug is being typed that the patient must not have. */
const prescribe = async (page: Page) => {
  const box = page.getByPlaceholder('Drug or material').filter({ visible: true })
  await box.fill('amoxicillin 500')
  await page
    .getByRole('option', { name: /amoxicillin/i })
    .first()
    .waitFor()
  await box.press('Enter')
  await page.getByLabel(/^Directions for/).fill('1 cap tds 7/7')
  await page.getByText('Allergic to').filter({ visible: true }).first().waitFor()
}

interface Shown {
  patient: number
  bill: number
  /** Who waits for the doctor with a critical value: the visit. */
  critical: number
  /** Whom the doctor has: the patient. */
  seen: number
  /** Prescribed against a warning, with a reason. */
  prescription: number
  /** A booking of the public that somebody on file may have made. */
  booking: number
}

// A day of which nothing has happened yet: the same picture on every day of the week.
const today = wallTimeOf(new Date(), 'Africa/Nairobi').day
const nextMonday = addDays(today, 8 - weekdayOf(today))

const pictures = ({ patient, bill, critical, seen, prescription, booking }: Shown): Picture[] => [
  { name: 'login', address: '/auth/login', sign: 'Forgot your password?', looks: [wide] },
  { name: 'public-booking', address: '/book-appointment', sign: 'What would you like to book?', looks: [phone] },
  { name: 'board', address: '/dashboard/reception-interface', sign: 'people in the house', person: administrator, looks: some },
  { name: 'patients', address: '/dashboard/patients', sign: 'Last visit', person: administrator, looks: [wide] },
  { name: 'patient', address: `/dashboard/patients/${patient}`, sign: 'Overview', person: administrator, looks: some },
  { name: 'register', address: '/dashboard/patients/new', sign: 'Next of kin', person: administrator, looks: [wide] },
  {
    name: 'calendar',
    address: `/dashboard/appointments?date=${nextMonday}`,
    sign: /^\d+ appointments/,
    person: administrator,
    looks: some,
  },
  {
    name: 'appointments',
    address: `/dashboard/appointments/list?from=${nextMonday}&to=${nextMonday}&status=pending`,
    sign: /\d+ confirmed/,
    person: administrator,
    looks: [wide],
  },
  { name: 'waiting-list', address: '/dashboard/appointments/waiting', sign: 'Urgent', person: administrator, looks: [wide] },
  {
    name: 'public-bookings',
    address: `/dashboard/appointments/requests?open=${booking}`,
    sign: 'Who is it?',
    person: administrator,
    looks: [wide],
  },
  { name: 'nursing', address: '/dashboard/nursing-interface', sign: 'Nursing', person: nurse, looks: [wide, phone] },
  {
    name: 'vitals',
    address: `/dashboard/nursing-interface?show=house&visit=${critical}`,
    sign: 'This visit',
    person: nurse,
    looks: [wide],
  },
  { name: 'doctor-queue', address: '/dashboard/doctor-interface?whose=all', sign: 'Next patient', person: doctor, looks: [wide] },
  { name: 'workspace', address: `/dashboard/patients/${seen}?tab=visit`, sign: 'Consultation', person: doctor, looks: some },
  {
    name: 'prescribing',
    address: `/dashboard/patients/${seen}?tab=visit`,
    sign: 'Consultation',
    person: doctor,
    looks: [wide],
    prepare: prescribe,
  },
  { name: 'pharmacy', address: `/dashboard/pharmacy?open=${prescription}`, sign: 'Dispense', person: pharmacist, looks: [wide] },
  { name: 'diagnoses', address: '/dashboard/administration/diagnoses', sign: 'Typhoid fever', person: administrator, looks: [wide] },
  { name: 'schedules', address: '/dashboard/appointments/schedules', sign: 'Nobody', person: administrator, looks: [wide] },
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

const settled = async (page: Page, sign: string | RegExp) => {
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

const take = async (browser: Browser, url: string, { name, address, sign, person, looks, prepare }: Picture) => {
  if (wanted.length > 0 && !wanted.includes(name)) return
  const context = await openContext(browser, wide)
  const page = await context.newPage()
  if (person) await signIn(page, url, { email: person, password: PASSWORD })
  await goTo(page, url + address)
  await settled(page, sign)
  await prepare?.(page)
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

/** A draft with a handful of lines, of somebody whom a doctor has seen. */
const FULLEST = `
  select i.id from invoices i join visits v on v.id = i.visit_id and v.closed_at is null join charges c on c.invoice_id = i.id
  where i.issued_at is null and c.cancelled_at is null group by i.id having count(*) between 4 and 9
  order by bool_or(c.order_kind = 'consultation') desc, i.insurance_company_id is null, count(*) desc, i.id limit 1`

const CRITICAL = `
  select v.id from visits v join triages t on t.visit_id = v.id
  where v.closed_at is null and v.track = 'doctor' and t.critical_at is not null and t.critical_seen_at is null order by v.id limit 1`

/** The doctor's own patient with the longest history. */
const SEEN = `
  select v.patient_id as id from visits v join users u on u.id = v.doctor_id
  where v.closed_at is null and v.track = 'doctor' and exists (select from vital_signs s where s.visit_id = v.id)
  order by u.email = '${doctor}' desc, (select count(*) from visits o where o.patient_id = v.patient_id) desc limit 1`

const OVERRIDDEN = `
  select d.prescription_id as id from safety_overrides o join prescribed_drugs d on d.id = o.prescribed_drug_id
  where not d.is_dispensed order by o.id desc limit 1`

/** One whose telephone is on a record, where there is one. */
const ASKED = `
  select b.id from public_bookings b join appointments a on a.public_booking_id = b.id and a.patient_id is null
  order by exists (select from patients p where p.phone = b.phone_number) desc, b.id limit 1`

await ensureBrowserBuild()
mkdirSync(target, { recursive: true })
process.env['CHROME'] ??= findChromium()
const browser = await openBrowser()
const fresh = await openHouse()
const demo = await openHouse({ flags: ['--demo'], env: { KLINIKI_DEMO_PASSWORD: PASSWORD } })
try {
  await take(browser, fresh.url, { name: 'wizard', address: '/set-up', sign: 'Set-up code', looks: [wide] })
  const idOf = async (text: string) => (await demo.sql<{ id: number }>(text))[0]?.id ?? 1
  const shown = {
    patient: await idOf(RICHEST),
    bill: await idOf(FULLEST),
    critical: await idOf(CRITICAL),
    seen: await idOf(SEEN),
    prescription: await idOf(OVERRIDDEN),
    booking: await idOf(ASKED),
  }
  for (const picture of pictures(shown)) await take(browser, demo.url, picture)
} finally {
  await browser.close()
  await fresh.close()
  await demo.close()
}
