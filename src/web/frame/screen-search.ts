import type { MenuEntry } from '../feature.ts'
import { t } from '../i18n.ts'

/** Other names under which pages are looked for, by address. */
const synonymWords: Readonly<Record<string, string>> = {
  '/dashboard/reception-interface': 'front desk, queue, who is here',
  '/dashboard/patients': 'patient list, find patient, records',
  '/dashboard/patients/new': 'new patient, registration',
  '/dashboard/patients/duplicates': 'merge patients, double records',
  '/dashboard/records': 'scans, letters, files',
  '/dashboard/announcements': 'news, notices',
  '/dashboard/appointments': 'bookings, diary',
  '/dashboard/appointments/requests': 'online bookings, website bookings',
  '/dashboard/appointments/schedules': 'working hours, rota, clinics',
  '/dashboard/nursing-interface': 'vital signs, nurse',
  '/dashboard/doctor-interface': 'consultation, my patients',
  '/dashboard/laboratory/requests': 'lab orders, test orders',
  '/dashboard/laboratory/collect': 'phlebotomy, specimens, tubes',
  '/dashboard/laboratory/worklist': 'enter results, bench',
  '/dashboard/laboratory/approve': 'verify results, sign results, authorise',
  '/dashboard/laboratory/critical': 'panic values, alerts',
  '/dashboard/laboratory/analysers': 'machines, instruments',
  '/dashboard/laboratory/catalogue': 'reference ranges, normal values, panels',
  '/dashboard/pharmacy': 'dispense, dispensing, medicines',
  '/dashboard/pharmacy/sale': 'over the counter, OTC',
  '/dashboard/pharmacy/register': 'narcotics, DDA register, opioids',
  '/dashboard/administration/drugs': 'formulary, interactions, medicines',
  '/dashboard/inventory/stock': 'items, stock on hand, batches',
  '/dashboard/inventory/transfers': 'move stock, stock issue',
  '/dashboard/inventory/counts': 'stocktake, physical count',
  '/dashboard/inventory/expiry': 'expired, write off, recall',
  '/dashboard/inventory/requisitions': 'request stock, order from store',
  '/dashboard/inventory/purchase-orders': 'PO, LPO, orders',
  '/dashboard/inventory/incoming-items': 'GRN, incoming items, deliveries, receive goods',
  '/dashboard/inventory/order-bills': 'order bills, creditors, accounts payable',
  '/dashboard/inventory/suppliers': 'vendors',
  '/dashboard/inventory/stores': 'warehouses, locations',
  '/dashboard/billing': 'till, cash desk, payments',
  '/dashboard/billing/invoices': 'bills, credit notes',
  '/dashboard/billing/receipts': 'payments, refunds',
  '/dashboard/billing/debtors': 'accounts receivable, unpaid bills, insurance claims',
  '/dashboard/reports': 'statistics, sales, revenue',
  '/dashboard/administration/people': 'users, staff, accounts',
  '/dashboard/administration/groups': 'roles, rights, access',
  '/dashboard/administration/catalogue': 'services, items, procedures',
  '/dashboard/administration/price-lists': 'tariffs, fees',
  '/dashboard/administration/insurance-companies': 'payers, insurers, NHIF, SHA',
  '/dashboard/administration/payment-modes': 'M-Pesa, cash, card',
  '/dashboard/administration/clinic': 'company, logo, address',
  '/dashboard/administration/departments': 'wards, clinics',
  '/dashboard/administration/messages': 'SMS, e-mail, reminders',
  '/dashboard/administration/audit': 'log, history, who changed',
  '/dashboard/administration/security': 'passwords, two-factor authentication',
  '/dashboard/administration/backups': 'restore, save data',
  '/dashboard/administration/imports': 'upload, download, CSV, Excel',
  '/dashboard/end-of-day': 'close the day, open visits',
}

/** Whether one of these texts has what was typed. */
export const has = (text: string, part: string): boolean => text.toLocaleLowerCase().includes(part.trim().toLocaleLowerCase())

/** Whether a page is meant by what was typed: its name, its group, or another name of it. */
export const finds = (typed: string, { to, label }: MenuEntry, group: { label: string }): boolean => {
  const synonyms = synonymWords[to] ?? ''
  return has([t(label), t(group.label), synonyms && t(synonyms), synonyms].join(' '), typed)
}
