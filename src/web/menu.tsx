import {
  IconActivityHeartbeat,
  IconBuildingHospital,
  IconCalendar,
  IconCash,
  IconFlask2,
  IconMessageQuestion,
  IconPackages,
  IconPill,
  IconReportAnalytics,
  IconSettings,
  IconSpeakerphone,
  IconStethoscope,
  IconUsers,
  type Icon,
} from '@tabler/icons-react'
import { lazy, type ComponentType } from 'react'
import type { Access, Rights } from './session/rights.ts'

export interface MenuEntry {
  /** In English: translated where it is shown. */
  label: string
  to: string
  access: Access
  /** Addresses of single records that belong to it as well. */
  of?: readonly string[]
  /** How many wait behind it. */
  count?: ComponentType
}
export interface MenuGroup {
  label: string
  icon: Icon
  children: readonly MenuEntry[]
  /** For everybody who has another room: a day does not begin here. */
  isBeside?: true
}

const AnnouncementCount = lazy(async () => ({ default: (await import('./frame/announcement-count.tsx')).AnnouncementCount }))

/** The rooms, in the order in which a day goes. */
export const menu: readonly MenuGroup[] = [
  {
    label: 'Reception',
    icon: IconBuildingHospital,
    children: [
      { label: 'Live board', to: '/dashboard/reception-interface', access: 'attendance.view' },
      { label: 'End of day', to: '/dashboard/end-of-day', access: 'attendance.end_of_day' },
    ],
  },
  {
    label: 'Patients',
    icon: IconUsers,
    children: [
      { label: 'All patients', to: '/dashboard/patients', access: 'patients.view' },
      { label: 'Register patient', to: '/dashboard/patients/new', access: 'patients.add' },
      { label: 'Documents', to: '/dashboard/records', access: 'records.search' },
      { label: 'Likely duplicates', to: '/dashboard/patients/duplicates', access: 'patients.merge' },
    ],
  },
  {
    label: 'Assistant',
    icon: IconMessageQuestion,
    isBeside: true,
    children: [{ label: 'Ask a question', to: '/dashboard/assistant', access: 'signed-in' }],
  },
  {
    label: 'News',
    icon: IconSpeakerphone,
    isBeside: true,
    children: [{ label: 'Announcements', to: '/dashboard/announcements', access: 'announcements.view', count: AnnouncementCount }],
  },
  {
    label: 'Appointments',
    icon: IconCalendar,
    children: [
      { label: 'Calendar', to: '/dashboard/appointments', access: 'appointments.view' },
      { label: 'Appointments list', to: '/dashboard/appointments/list', access: 'appointments.view' },
      { label: 'Waiting list', to: '/dashboard/appointments/waiting', access: 'appointments.view' },
      { label: 'Public bookings', to: '/dashboard/appointments/requests', access: 'appointments.view' },
      { label: 'Schedules', to: '/dashboard/appointments/schedules', access: 'appointments.view' },
    ],
  },
  {
    label: 'Nursing',
    icon: IconActivityHeartbeat,
    children: [{ label: 'Triage', to: '/dashboard/nursing-interface', access: 'triage.view' }],
  },
  {
    label: 'Doctor',
    icon: IconStethoscope,
    children: [{ label: 'My queue', to: '/dashboard/doctor-interface', access: 'attendance.doctor' }],
  },
  {
    label: 'Laboratory',
    icon: IconFlask2,
    children: [
      { label: 'Overview', to: '/dashboard/laboratory', access: 'laboratory.view' },
      { label: 'Requests', to: '/dashboard/laboratory/requests', access: 'laboratory.view' },
      { label: 'Collect samples', to: '/dashboard/laboratory/collect', access: 'laboratory.view' },
      { label: 'Work list', to: '/dashboard/laboratory/worklist', access: 'laboratory.view', of: ['/dashboard/laboratory/visits'] },
      { label: 'Approve', to: '/dashboard/laboratory/approve', access: 'laboratory.view' },
      { label: 'Critical values', to: '/dashboard/laboratory/critical', access: 'laboratory.view' },
      { label: 'Asked for by patients', to: '/dashboard/laboratory/public-requests', access: 'laboratory.view' },
      { label: 'Analysers', to: '/dashboard/laboratory/analysers', access: 'laboratory.enter' },
      { label: 'Tests and ranges', to: '/dashboard/laboratory/catalogue', access: 'laboratory.enter' },
    ],
  },
  {
    label: 'Pharmacy',
    icon: IconPill,
    children: [
      { label: 'Prescriptions', to: '/dashboard/pharmacy', access: 'prescriptions.view' },
      { label: 'Counter sale', to: '/dashboard/pharmacy/sale', access: 'pharmacy.sell' },
      { label: 'Controlled drugs', to: '/dashboard/pharmacy/register', access: 'prescriptions.dispense' },
    ],
  },
  {
    label: 'Inventory',
    icon: IconPackages,
    children: [
      { label: 'Overview', to: '/dashboard/inventory', access: 'stock.view' },
      { label: 'Stock', to: '/dashboard/inventory/stock', access: 'stock.view', of: ['/dashboard/inventory/items'] },
      { label: 'Transfers', to: '/dashboard/inventory/transfers', access: 'stock.view' },
      { label: 'Stock counts', to: '/dashboard/inventory/counts', access: 'stock.view' },
      {
        label: 'Expiry and recalls',
        to: '/dashboard/inventory/expiry',
        access: 'stock.view',
        of: ['/dashboard/inventory/recalls', '/dashboard/inventory/notes'],
      },
      { label: 'Requisitions', to: '/dashboard/inventory/requisitions', access: 'purchasing.view' },
      { label: 'Purchase orders', to: '/dashboard/inventory/purchase-orders', access: 'purchasing.view' },
      {
        label: 'Incoming items',
        to: '/dashboard/inventory/incoming-items',
        access: 'purchasing.view',
        of: ['/dashboard/inventory/supplier-returns'],
      },
      { label: 'Order bills', to: '/dashboard/inventory/order-bills', access: 'purchasing.view' },
      { label: 'Suppliers', to: '/dashboard/inventory/suppliers', access: 'purchasing.view' },
      { label: 'Stores', to: '/dashboard/inventory/stores', access: 'stock.view' },
    ],
  },
  {
    label: 'Billing',
    icon: IconCash,
    children: [
      { label: 'Cashier queue', to: '/dashboard/billing', access: 'billing.view' },
      { label: 'Invoices', to: '/dashboard/billing/invoices', access: 'billing.view' },
      { label: 'Receipts', to: '/dashboard/billing/receipts', access: 'billing.view' },
      { label: 'Debtors', to: '/dashboard/billing/debtors', access: 'reports.sales' },
    ],
  },
  {
    label: 'Reports',
    icon: IconReportAnalytics,
    children: [
      { label: 'All reports', to: '/dashboard/reports', access: 'reports.sales' },
      { label: 'Stock reports', to: '/dashboard/reports/stock', access: 'reports.stock' },
      { label: 'Pharmacy reports', to: '/dashboard/reports/pharmacy', access: 'reports.pharmacy' },
      { label: 'Laboratory reports', to: '/dashboard/reports/laboratory', access: 'reports.laboratory' },
    ],
  },
  {
    label: 'Administration',
    icon: IconSettings,
    children: [
      { label: 'Set-up', to: '/dashboard/administration/set-up', access: 'company.change' },
      { label: 'Clinic', to: '/dashboard/administration/clinic', access: 'company.change' },
      { label: 'Departments and rooms', to: '/dashboard/administration/departments', access: 'company.change' },
      { label: 'Catalogue', to: '/dashboard/administration/catalogue', access: 'services.view' },
      { label: 'Drugs and safety', to: '/dashboard/administration/drugs', access: 'drugs.change' },
      { label: 'Diagnoses', to: '/dashboard/administration/diagnoses', access: 'diagnoses.change' },
      { label: 'Price lists', to: '/dashboard/administration/price-lists', access: 'prices.view' },
      { label: 'Payment modes', to: '/dashboard/administration/payment-modes', access: 'billing.settings' },
      { label: 'Billing settings', to: '/dashboard/administration/billing-settings', access: 'billing.settings' },
      { label: 'Pharmacy settings', to: '/dashboard/pharmacy/settings', access: 'pharmacy.settings' },
      { label: 'Laboratory settings', to: '/dashboard/laboratory/settings', access: 'laboratory.settings' },
      { label: 'Triage settings', to: '/dashboard/administration/triage-settings', access: 'triage.settings' },
      { label: 'Messages', to: '/dashboard/administration/messages', access: 'messages.view' },
      { label: 'Papers', to: '/dashboard/administration/templates', access: 'company.change' },
      { label: 'Assistant', to: '/dashboard/administration/assistant', access: 'assistant.settings' },
      { label: 'Insurance companies', to: '/dashboard/administration/insurance-companies', access: 'insurance.view' },
      { label: 'People', to: '/dashboard/administration/people', access: 'users.view' },
      { label: 'Groups and permissions', to: '/dashboard/administration/groups', access: 'users.view' },
      { label: 'Audit log', to: '/dashboard/administration/audit', access: 'audit.log' },
      { label: 'Backups', to: '/dashboard/administration/backups', access: 'backups.manage' },
      { label: 'Security', to: '/dashboard/administration/security', access: 'security.change' },
      { label: 'Import and export', to: '/dashboard/administration/imports', access: 'imports.run' },
      { label: 'System', to: '/dashboard/administration/system', access: 'system.view' },
      { label: 'API reference', to: '/docs', access: 'company.change' },
    ],
  },
]

/** The part of the menu that a person may open; groups with nothing left are not there, nor what only stands beside others. */
export const menuFor = ({ allowed }: Rights, groups: readonly MenuGroup[] = menu): MenuGroup[] => {
  const open = groups.flatMap((group) => {
    const children = group.children.filter(({ access }) => allowed(access))
    return children.length > 0 ? [{ ...group, children }] : []
  })
  return open.every(({ isBeside }) => isBeside) ? [] : open
}

const lies = (path: string, at: string) => path === at || path.startsWith(`${at}/`)

/** The entry that an address belongs to: the longest that it starts with. */
export const entryAt = (path: string, groups: readonly MenuGroup[]): MenuEntry | undefined =>
  groups
    .flatMap(({ children }) => children)
    .filter(({ to, of = [] }) => [to, ...of].some((at) => lies(path, at)))
    .sort((a, b) => b.to.length - a.to.length)[0]

/** Hides the children of a group, or shows them again; they are shown until somebody hides them. */
export const toggled = (hidden: readonly string[], group: string): string[] =>
  hidden.includes(group) ? hidden.filter((name) => name !== group) : [...hidden, group]
