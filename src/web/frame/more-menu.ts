import type { MenuEntry } from '../feature.ts'
import type { MenuGroup } from '../menu.tsx'

const LABORATORY = ['', '/requests', '/collect', '/worklist', '/approve', '/critical', '/public-requests'].map((at) => `laboratory${at}`)
const APPOINTMENTS = ['/list', '/waiting', '/requests', '/schedules'].map((at) => `appointments${at}`)
const PURCHASING = ['purchase-orders', 'incoming-items', 'order-bills', 'suppliers'].map((at) => `inventory/${at}`)
const PAYERS = ['administration/catalogue', 'administration/insurance-companies']

/** What the members of a group may open and hardly ever need: the command box alone finds it. Other groups have all of it below More. */
export const onlySearched: Readonly<Record<string, readonly string[]>> = {
  Receptionist: ['administration/catalogue'],
  Nurse: [
    'laboratory',
    'laboratory/worklist',
    'laboratory/approve',
    'laboratory/public-requests',
    'inventory',
    'inventory/counts',
    'inventory/stores',
    ...PURCHASING,
    'appointments/schedules',
    'appointments/requests',
    ...PAYERS,
  ],
  Doctor: [
    'laboratory',
    'laboratory/collect',
    'laboratory/worklist',
    'laboratory/approve',
    'laboratory/public-requests',
    'appointments/requests',
    ...PAYERS,
  ],
  'Laboratory technician': ['inventory', 'inventory/stores', ...PURCHASING, ...PAYERS],
  'Laboratory manager': ['inventory', 'inventory/stores', ...PURCHASING, ...PAYERS],
  Pharmacist: [
    'inventory',
    'inventory/stores',
    'inventory/purchase-orders',
    'inventory/order-bills',
    'inventory/suppliers',
    'billing/receipts',
    ...PAYERS,
  ],
  Cashier: [...LABORATORY, ...APPOINTMENTS, 'administration/catalogue'],
  Accountant: ['inventory', 'inventory/transfers', 'inventory/expiry', 'inventory/stores'],
  Storekeeper: ['inventory/order-bills'],
  'Procurement officer': ['inventory/transfers', 'inventory/counts'],
  'Records officer': PAYERS,
}

const REFERENCE = '/docs'

/** What is below More, by the groups of the catalogue: what a member of these groups may open and the menu does not show. */
export const moreMenu = (open: readonly MenuGroup[], shown: readonly MenuGroup[], groups: readonly string[]): MenuGroup[] => {
  const inMenu = new Set(shown.flatMap(({ children }) => children))
  const isSearched = ({ to }: MenuEntry) =>
    to === REFERENCE || (groups.length > 0 && groups.every((name) => onlySearched[name]?.some((at) => to === `/dashboard/${at}`)))
  return open
    .map((group) => ({ ...group, children: group.children.filter((entry) => !inMenu.has(entry) && !isSearched(entry)) }))
    .filter(({ children }) => children.length > 0)
}
