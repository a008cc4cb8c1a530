import type { MenuEntry } from './feature.ts'
import type { MenuGroup } from './menu.tsx'
import type { Access, Rights } from './session/rights.ts'

/** A link by its address below `/dashboard`, alone or with others below a heading. */
type Line = string | { label: string; at: readonly string[] }

const HOME = '/dashboard/'
/** What fits on a screen of 900 pixels together with what is below it. */
const MOST = 12
const MOST_OF_SEVERAL = 14

/** Where the members of each seeded group work, in the order of the screen. The rest is found by More and by the command box. */
export const linesOfGroup: Readonly<Record<string, readonly Line[]>> = {
  'System administrator': [
    { label: 'Clinic', at: ['reception-interface', 'patients', 'reports'] },
    {
      label: 'Administration',
      at: [
        'administration/set-up',
        'administration/clinic',
        'administration/people',
        'administration/groups',
        'administration/catalogue',
        'administration/price-lists',
        'administration/audit',
        'administration/backups',
        'administration/system',
      ],
    },
  ],
  Receptionist: [
    'reception-interface',
    { label: 'Patients', at: ['patients', 'patients/new'] },
    {
      label: 'Appointments',
      at: ['appointments', 'appointments/list', 'appointments/waiting', 'appointments/requests', 'appointments/schedules'],
    },
    'billing/invoices',
    'administration/messages',
    'announcements',
  ],
  Nurse: [
    'nursing-interface',
    'reception-interface',
    'patients',
    'laboratory/collect',
    'appointments',
    { label: 'Ward stock', at: ['inventory/stock', 'inventory/requisitions'] },
    'announcements',
  ],
  Doctor: [
    'doctor-interface',
    'reception-interface',
    'patients',
    { label: 'Appointments', at: ['appointments', 'appointments/waiting'] },
    'laboratory/requests',
    'announcements',
  ],
  'Laboratory technician': [
    {
      label: 'Laboratory',
      at: [
        'laboratory/collect',
        'laboratory/worklist',
        'laboratory/approve',
        'laboratory/critical',
        'laboratory/requests',
        'laboratory/public-requests',
        'laboratory/analysers',
        'laboratory',
      ],
    },
    'reception-interface',
    'inventory/stock',
    'announcements',
  ],
  'Laboratory manager': [
    {
      label: 'Laboratory',
      at: [
        'laboratory',
        'laboratory/approve',
        'laboratory/critical',
        'laboratory/worklist',
        'laboratory/requests',
        'laboratory/analysers',
        'laboratory/catalogue',
        'reports/laboratory',
        'laboratory/settings',
      ],
    },
    'reception-interface',
    'inventory/requisitions',
    'announcements',
  ],
  Pharmacist: [
    { label: 'Pharmacy', at: ['pharmacy', 'pharmacy/sale', 'pharmacy/register', 'reports/pharmacy'] },
    { label: 'Stock', at: ['inventory/stock', 'inventory/counts', 'inventory/expiry', 'inventory/requisitions'] },
    'reception-interface',
    'patients',
    'announcements',
  ],
  Cashier: [
    { label: 'Billing', at: ['billing', 'billing/invoices', 'billing/receipts', 'billing/debtors'] },
    'reports',
    'reception-interface',
    'patients',
    'announcements',
  ],
  Accountant: [
    { label: 'Billing', at: ['billing/invoices', 'billing/receipts', 'billing/debtors'] },
    { label: 'Purchasing', at: ['inventory/order-bills', 'inventory/requisitions', 'inventory/suppliers'] },
    { label: 'Reports', at: ['reports', 'reports/stock'] },
    {
      label: 'Prices and payers',
      at: ['administration/price-lists', 'administration/insurance-companies', 'administration/payment-modes'],
    },
    'announcements',
  ],
  Storekeeper: [
    {
      label: 'Inventory',
      at: [
        'inventory',
        'inventory/stock',
        'inventory/incoming-items',
        'inventory/transfers',
        'inventory/requisitions',
        'inventory/counts',
        'inventory/expiry',
        'inventory/purchase-orders',
      ],
    },
    'reports/stock',
    'announcements',
  ],
  'Procurement officer': [
    {
      label: 'Purchasing',
      at: [
        'inventory/requisitions',
        'inventory/purchase-orders',
        'inventory/incoming-items',
        'inventory/order-bills',
        'inventory/suppliers',
      ],
    },
    { label: 'Stock', at: ['inventory', 'inventory/stock'] },
    'reports/stock',
    'announcements',
  ],
  'Records officer': [
    { label: 'Patients', at: ['patients', 'patients/new', 'records', 'patients/duplicates'] },
    'reception-interface',
    'administration/diagnoses',
    'announcements',
  ],
}

/** What a person does at an address that more people may look at. */
const actionAt: Readonly<Record<string, Access>> = {
  'reception-interface': 'attendance.start',
  patients: 'patients.change',
  announcements: 'announcements.change',
  appointments: 'appointments.change',
  'nursing-interface': 'triage.change',
  'laboratory/collect': 'laboratory.collect',
  'laboratory/worklist': 'laboratory.enter',
  'laboratory/approve': 'laboratory.approve',
  pharmacy: 'prescriptions.dispense',
  billing: 'billing.pay',
  'inventory/stock': 'stock.move',
  'inventory/incoming-items': 'stock.receive',
  'inventory/purchase-orders': 'purchasing.order',
  'inventory/requisitions': 'purchasing.request',
}
const mayActAt = ({ to, access }: MenuEntry, { allowed }: Pick<Rights, 'allowed'>): boolean => {
  const action = actionAt[to.slice(HOME.length)] ?? access
  return action !== 'signed-in' && !action.endsWith('.view') && allowed(action)
}

const addressesOf = (line: Line) => (typeof line === 'string' ? [line] : line.at)
const isEntry = (entry: MenuEntry | undefined): entry is MenuEntry => entry !== undefined

interface MenuOwner {
  /** The whole menu as far as the person may open it. */
  open: readonly MenuGroup[]
  /** The names of the groups that the person is a member of. */
  groups: readonly string[]
  rights: Pick<Rights, 'allowed'>
}

/** What the members of one seeded group see, with its headings. */
const menuOfGroup = (lines: readonly Line[], open: readonly MenuGroup[]): MenuGroup[] =>
  lines.flatMap((line) => {
    const children = addressesOf(line)
      .map((at) => open.flatMap((group) => group.children).find(({ to }) => to === HOME + at))
      .filter(isEntry)
    const home = open.find((group) => children[0] && group.children.includes(children[0]))
    return home ? [{ ...home, label: typeof line === 'string' ? home.label : line.label, children }] : []
  })

/** What members of several groups see, or of a group that the clinic made, in the order of the catalogue. */
const menuOfSeveral = (lists: readonly (readonly Line[])[], { open, groups, rights }: MenuOwner): MenuGroup[] => {
  const hasOwnGroup = lists.length < groups.length || groups.length === 0
  // The first links of each group weigh more than the last of any.
  const ranked = lists.flatMap((lines) => lines.flatMap(addressesOf).map((at, rank) => ({ to: HOME + at, rank })))
  const entries = open.flatMap(({ children }) => children)
  const wanted = [
    ...ranked.toSorted((one, other) => one.rank - other.rank).map(({ to }) => entries.find((entry) => entry.to === to)),
    ...(hasOwnGroup ? entries.filter((entry) => mayActAt(entry, rights)) : []),
  ].filter(isEntry)
  const shown = new Set([...new Set(wanted)].slice(0, lists.length > 0 ? MOST_OF_SEVERAL : MOST))
  return open
    .map((group) => ({ ...group, children: group.children.filter((entry) => shown.has(entry)) }))
    .filter(({ children }) => children.length > 0)
}

/** The same menu with these addresses, each last in the group that it belongs to. */
const withPinned = (menu: readonly MenuGroup[], open: readonly MenuGroup[], pinned: readonly string[]): MenuGroup[] => {
  const shown = new Set(menu.flatMap(({ children }) => children))
  return open.reduce<MenuGroup[]>(
    (sum, home) => {
      const more = home.children.filter((entry) => pinned.includes(entry.to) && !shown.has(entry))
      if (more.length === 0) return sum
      const at = sum.findIndex(({ children }) => children[0] && home.children.includes(children[0]))
      return at === -1
        ? [...sum, { ...home, children: more }]
        : sum.map((group, place) => (place === at ? { ...group, children: [...group.children, ...more] } : group))
    },
    [...menu],
  )
}

/** The links of a person: where they work, and what they pinned. What else they may open is found by More and by the command box. */
export const visibleMenu = (person: MenuOwner, pinned: readonly string[] = []): MenuGroup[] => {
  const { open, groups } = person
  const lists = groups.flatMap((name) => (linesOfGroup[name] ? [linesOfGroup[name]] : []))
  const [only] = lists
  const menu = only && groups.length === 1 ? menuOfGroup(only, open) : menuOfSeveral(lists, person)
  return withPinned(menu, open, pinned)
}

/** The entry of the page that is shown, with its group, where the menu does not have it. */
export const groupOutside = (
  here: MenuEntry | undefined,
  open: readonly MenuGroup[],
  menu: readonly MenuGroup[],
): MenuGroup | undefined => {
  const home = open.find(({ children }) => here && children.includes(here))
  return here && home && !menu.some(({ children }) => children.includes(here)) ? { ...home, children: [here] } : undefined
}
