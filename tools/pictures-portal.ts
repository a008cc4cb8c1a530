// What is pictured of the patients' portal, of announcements and of notifications.
import type { Page } from 'playwright-core'
import { phone, type Picture, wide } from './pictures.ts'

const administrator = 'administrator@demo.kliniki.example'
const somebody = 'patient@demo.kliniki.example'

/** The newest of one's results. */
const openResult = async (page: Page) => {
  await page.locator('main a[href^="/patient-overview/results/"]').first().click()
  await page.getByText('Usual range').first().waitFor()
}

export const portalPictures: readonly Picture[] = [
  {
    name: 'patient-overview',
    address: '/patient-overview',
    sign: 'Next appointment',
    person: somebody,
    looks: [phone, { ...phone, dark: true }, wide],
  },
  {
    name: 'patient-results',
    address: '/patient-overview/results',
    sign: 'My results',
    person: somebody,
    prepare: openResult,
    looks: [phone],
  },
  { name: 'patient-medicines', address: '/patient-overview/prescriptions', sign: 'Medicines', person: somebody, looks: [phone] },
  { name: 'patient-bills', address: '/patient-overview/bills', sign: /KES/, person: somebody, looks: [phone] },
  {
    name: 'announcement',
    address: '/dashboard/announcements/1',
    sign: 'Who has read it',
    person: 'receptionist@demo.kliniki.example',
    looks: [wide, phone],
  },
  { name: 'notifications', address: '/dashboard/notifications', sign: 'Notifications', person: administrator, looks: [wide, phone] },
]
