// What is pictured, of the demonstration clinic: always the same people, the same size, the same look.
import type { Page } from 'playwright-core'
import type { ScreenOptions } from '../../e2e/browser.ts'
import { doctor, type Shown } from './subjects.ts'
import { addDays, wallTimeOf, weekdayOf } from '../../src/shared/zoned.ts'

export const wide = { width: 1440, height: 900 }
const tablet = { width: 1024, height: 768 }
export const phone = { width: 390, height: 844 }
/** Every width in both schemes. */
export const all: readonly ScreenOptions[] = [wide, tablet, phone].flatMap((size) => [size, { ...size, dark: true }])

export interface Picture {
  name: string
  address: string
  /** What is on the screen once it has loaded. */
  sign: string | RegExp
  /** Of the demonstration clinic's people; absent: nobody is signed in. */
  person?: string
  looks: readonly ScreenOptions[]
  /** Done once the screen is there. */
  prepare?: (page: Page) => Promise<void>
}
const administrator = 'administrator@demo.kliniki.example'
const some: readonly ScreenOptions[] = [wide, { ...wide, dark: true }, phone]
const nurse = 'nurse@demo.kliniki.example'
const pharmacist = 'pharmacist@demo.kliniki.example'
const technician = 'laboratory-technician@demo.kliniki.example'
const labManager = 'laboratory-manager@demo.kliniki.example'
const storekeeper = 'storekeeper@demo.kliniki.example'

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

/** The first pack of the delivery has been unpacked: all of one line is here, the next is being typed. */
const receive = async (page: Page) => {
  const type = (box: string, at: number, text: string) =>
    page
      .getByLabel(new RegExp(`^${box}:`))
      .nth(at)
      .fill(text)
  await type('Received', 0, '4')
  await type('Lot', 0, 'PQ4471')
  await type('Expires', 0, '31.03.2027')
  await type('Received', 1, '9')
  await type('Lot', 1, 'MN2048')
  await type('Price', 1, '255.20')
  await page
    .getByText(/\d short/)
    .first()
    .waitFor()
}

/** All of what was handed out comes back: what goes to whom is shown before anything is written. */
const bringBack = async (page: Page) => {
  await page.getByRole('button', { name: /^Return/ }).click()
  await page.getByRole('button', { name: 'All of it' }).click()
  const reason = page.getByRole('combobox', { name: 'Reason' })
  await reason.fill('Not tolerated')
  await reason.press('Tab')
  await page.getByText('Goes into quarantine').waitFor()
}

/** A conversation: a figure, shares of a whole, and rows. */
const converse = async (page: Page) => {
  const box = page.getByLabel('Your question')
  for (const [at, question] of ['How many patients were seen this month?', 'Queue by track', 'Visits by doctor this month'].entries()) {
    await box.fill(question)
    await box.press('Enter')
    await page.locator('[data-part="answer"][data-status="answered"]').nth(at).waitFor()
  }
}

// A day of which nothing has happened yet: the same picture on every day of the week.
const today = wallTimeOf(new Date(), 'Africa/Nairobi').day
const nextMonday = addDays(today, 8 - weekdayOf(today))

export const pictures = ({
  patient,
  bill,
  critical,
  seen,
  prescription,
  dispensed,
  measured,
  entered,
  ranged,
  instrument,
  letter,
  brought,
  booking,
  stocked,
  waiting,
  owed,
  asked,
  granted,
  written,
  supplier,
}: Shown): Picture[] => [
  { name: 'login', address: '/auth/login', sign: 'Forgot your password?', looks: [wide] },
  { name: 'public-booking', address: '/book-appointment', sign: 'What would you like to book?', looks: [phone] },
  { name: 'board', address: '/dashboard/reception-interface', sign: 'patients on site', person: administrator, looks: some },
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
    sign: 'Match to a patient',
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
  { name: 'doctor-queue', address: '/dashboard/doctor-interface?patients=all', sign: 'Next patient', person: doctor, looks: [wide] },
  { name: 'workspace', address: `/dashboard/patients/${seen}?tab=visit`, sign: 'Consultation', person: doctor, looks: some },
  {
    name: 'prescribing',
    address: `/dashboard/patients/${seen}?tab=visit`,
    sign: 'Consultation',
    person: doctor,
    looks: [wide],
    prepare: prescribe,
  },
  { name: 'pharmacy', address: '/dashboard/pharmacy', sign: 'Ready', person: pharmacist, looks: some },
  { name: 'counter', address: `/dashboard/pharmacy/prescriptions/${prescription}`, sign: 'Dispense', person: pharmacist, looks: some },
  { name: 'counter-sale', address: '/dashboard/pharmacy/sale', sign: 'Counter sale', person: pharmacist, looks: [wide] },
  { name: 'handed-out', address: '/dashboard/pharmacy?tab=dispensed', sign: /^D-/, person: pharmacist, looks: [wide] },
  { name: 'dispense', address: `/dashboard/pharmacy/dispenses/${dispensed}`, sign: 'Dispensed', person: pharmacist, looks: [wide, phone] },
  {
    name: 'patient-return',
    address: `/dashboard/pharmacy/dispenses/${dispensed}`,
    sign: 'Dispensed',
    person: administrator,
    looks: [wide],
    prepare: bringBack,
  },
  { name: 'returned', address: '/dashboard/pharmacy?tab=returned', sign: 'Returned', person: pharmacist, looks: [wide] },
  { name: 'controlled-drugs', address: '/dashboard/pharmacy/register', sign: 'Balance', person: pharmacist, looks: [wide] },
  { name: 'pharmacy-settings', address: '/dashboard/pharmacy/settings', sign: 'Note on labels', person: pharmacist, looks: [wide] },
  { name: 'lab-overview', address: '/dashboard/laboratory', sign: 'Turnaround', person: labManager, looks: some },
  { name: 'lab-collect', address: '/dashboard/laboratory/collect', sign: 'Collect samples', person: technician, looks: some },
  { name: 'lab-worklist', address: '/dashboard/laboratory/worklist', sign: 'Work list', person: technician, looks: some },
  { name: 'lab-entry', address: `/dashboard/laboratory/visits/${entered}`, sign: /Collected|Approve/, person: labManager, looks: some },
  {
    name: 'lab-approve',
    address: '/dashboard/laboratory/approve',
    sign: /All normal|one by one|Nothing to approve/,
    person: labManager,
    looks: some,
  },
  { name: 'lab-critical', address: '/dashboard/laboratory/critical', sign: 'Critical values', person: technician, looks: [wide, phone] },
  {
    name: 'lab-cumulative',
    address: `/dashboard/laboratory/patients/${measured}`,
    sign: /Haemoglobin|White blood cells|Platelets/,
    person: doctor,
    looks: some,
  },
  { name: 'lab-requests', address: '/dashboard/laboratory/requests', sign: 'Laboratory requests', person: technician, looks: [wide] },
  { name: 'lab-tests', address: '/dashboard/laboratory/catalogue', sign: 'Haemoglobin', person: labManager, looks: [wide, phone] },
  {
    name: 'lab-test',
    address: `/dashboard/laboratory/catalogue/panels/${ranged}`,
    sign: 'Reference ranges',
    person: labManager,
    looks: some,
  },
  { name: 'analysers', address: '/dashboard/laboratory/analysers', sign: 'Blood counter', person: labManager, looks: [wide, phone] },
  { name: 'analyser', address: `/dashboard/laboratory/analysers/${instrument}`, sign: 'HGB', person: labManager, looks: [wide] },
  { name: 'analyser-inbox', address: '/dashboard/laboratory/analysers/inbox', sign: 'CK-MB', person: technician, looks: some },
  { name: 'controls', address: '/dashboard/laboratory/analysers/controls', sign: 'QC-2611', person: labManager, looks: [wide] },
  {
    name: 'records',
    address: `/dashboard/patients/${brought}?tab=records`,
    sign: /to review/,
    person: administrator,
    looks: [wide, phone],
  },
  {
    name: 'record-review',
    address: `/dashboard/patients/${brought}/records/${letter}`,
    sign: /Discharge summary/,
    person: doctor,
    looks: [wide, phone, { ...wide, dark: true }],
    prepare: (page) => page.getByText('Confirm all shown').waitFor(),
  },
  {
    name: 'records-search',
    address: '/dashboard/records',
    sign: 'Search the documents of all patients',
    person: administrator,
    looks: [wide],
  },
  { name: 'assistant', address: '/dashboard/assistant', sign: /^Assistant$/, person: administrator, looks: some, prepare: converse },
  { name: 'diagnoses', address: '/dashboard/administration/diagnoses', sign: 'Typhoid fever', person: administrator, looks: [wide] },
  { name: 'schedules', address: '/dashboard/appointments/schedules', sign: 'No doctor', person: administrator, looks: [wide] },
  { name: 'people', address: '/dashboard/administration/people', sign: administrator, person: administrator, looks: [wide] },
  { name: 'groups', address: '/dashboard/administration/groups', sign: 'Receptionist', person: administrator, looks: [wide] },
  { name: 'clinic', address: '/dashboard/administration/clinic', sign: 'Time zone', person: administrator, looks: [wide] },
  { name: 'till', address: '/dashboard/billing', sign: 'At the cashier', person: administrator, looks: [wide] },
  { name: 'bill', address: `/dashboard/billing/invoices/${bill}`, sign: 'Consultation', person: administrator, looks: [wide, phone] },
  { name: 'invoices', address: '/dashboard/billing/invoices', sign: 'INV-', person: administrator, looks: [wide] },
  { name: 'debtors', address: '/dashboard/billing/debtors', sign: 'Debtors', person: administrator, looks: [wide] },
  {
    name: 'reports',
    address: '/dashboard/reports?report=by-date&range=last-month',
    sign: 'Total',
    person: administrator,
    looks: [wide, phone],
  },
  { name: 'inventory', address: '/dashboard/inventory', sign: 'Value by store', person: storekeeper, looks: [wide, phone] },
  { name: 'stock', address: '/dashboard/inventory/stock', sign: 'Low stock', person: storekeeper, looks: some },
  {
    name: 'stock-item',
    address: `/dashboard/inventory/items/${stocked}`,
    sign: 'Average usage',
    person: storekeeper,
    looks: [wide, phone],
  },
  { name: 'expiry', address: '/dashboard/inventory/expiry', sign: 'Days left', person: storekeeper, looks: [wide] },
  {
    name: 'receiving',
    address: `/dashboard/inventory/incoming-items/new?order=${waiting}`,
    sign: 'order lines entered',
    person: storekeeper,
    looks: some,
    prepare: receive,
  },
  { name: 'order-bills', address: '/dashboard/inventory/order-bills', sign: 'Part-paid', person: administrator, looks: [wide] },
  { name: 'order-bill', address: `/dashboard/inventory/order-bills/${owed}`, sign: 'Incl. tax', person: administrator, looks: [wide] },
  {
    name: 'transfers',
    address: '/dashboard/inventory/transfers?show=all&store=0',
    sign: 'In transit',
    person: administrator,
    looks: [wide],
  },
  { name: 'catalogue', address: '/dashboard/administration/catalogue', sign: 'Consultation', person: administrator, looks: [wide] },
  { name: 'price-lists', address: '/dashboard/administration/price-lists', sign: 'Cash', person: administrator, looks: [wide] },
  { name: 'requisitions', address: '/dashboard/inventory/requisitions', sign: 'Waiting for me', person: administrator, looks: [wide] },
  {
    name: 'requisition',
    address: `/dashboard/inventory/requisitions/${asked}`,
    sign: 'Approve these quantities',
    person: administrator,
    looks: [wide],
  },
  {
    name: 'purchase-order',
    address: `/dashboard/inventory/purchase-orders/${written}`,
    sign: 'Note to supplier',
    person: 'procurement-officer@demo.kliniki.example',
    looks: [wide, phone],
  },
  {
    name: 'from-requisitions',
    address: `/dashboard/inventory/purchase-orders/from-requisitions?requisition=${granted}`,
    sign: 'Create 1 order',
    person: 'procurement-officer@demo.kliniki.example',
    looks: [wide],
  },
  { name: 'supplier', address: `/dashboard/inventory/suppliers/${supplier}`, sign: 'Balance', person: administrator, looks: [wide] },
]
