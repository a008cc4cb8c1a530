// What is pictured of the patients' portal, of announcements and of notifications; and the rooms that are only looked at, with --all.
import { phone, type Picture, wide } from './pictures.ts'

const administrator = 'administrator@demo.kliniki.example'
const other = 'patient@demo.kliniki.example'

/** In no document: every width and scheme of it is looked at. */
const seen = (name: string, address: string, sign: string, person = administrator): Picture => ({ name, address, sign, person, looks: [] })

const pages: readonly Picture[] = [
  seen('receipts', '/dashboard/billing/receipts', 'RCT-'),
  seen('billing-settings', '/dashboard/administration/billing-settings', 'Tax classes'),
  seen('stock-report', '/dashboard/reports/stock', 'Of which in quarantine'),
  seen('orders', '/dashboard/inventory/purchase-orders', 'Received'),
  seen('deliveries', '/dashboard/inventory/incoming-items', 'GRN-'),
  seen('counts', '/dashboard/inventory/counts', 'Stock counts'),
  seen('set-up', '/dashboard/administration/set-up', 'Departments and rooms'),
  seen('papers', '/dashboard/administration/templates', 'Contents'),
  seen('audit', '/dashboard/administration/audit', 'Check last 24 hours'),
  seen('backups', '/dashboard/administration/backups', 'Nightly backup'),
  seen('imports', '/dashboard/administration/imports', 'Lists'),
  seen('security', '/dashboard/administration/security', 'Time-outs'),
  seen('patient-results', '/patient-overview/results', 'My results', other),
  seen('patient-bills', '/patient-overview/bills', 'My bills', other),
  seen('patient-access', '/patient-overview/access', 'Who viewed your record', other),
  seen('patient-profile', '/patient-overview/profile', 'My next of kin', other),
]

export const portalPictures: readonly Picture[] = [
  {
    name: 'patient-overview',
    address: '/patient-overview',
    sign: 'Next appointment',
    person: other,
    looks: [phone, { ...phone, dark: true }, wide],
  },
  { name: 'patient-medicines', address: '/patient-overview/prescriptions', sign: 'Medicines', person: other, looks: [phone] },
  {
    name: 'announcement',
    address: '/dashboard/announcements/1',
    sign: 'Announcements',
    person: 'receptionist@demo.kliniki.example',
    looks: [wide, phone],
  },
  { name: 'notifications', address: '/dashboard/notifications', sign: 'Notifications', person: administrator, looks: [wide, phone] },
  ...pages,
]
