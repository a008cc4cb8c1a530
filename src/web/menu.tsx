import {
  IconActivityHeartbeat,
  IconBuildingHospital,
  IconCalendar,
  IconCash,
  IconFlask2,
  IconPackages,
  IconPill,
  IconReportAnalytics,
  IconSettings,
  IconSpeakerphone,
  IconStethoscope,
  IconUsers,
  type Icon,
} from '@tabler/icons-react'
import { createContext, use } from 'react'
import type { MenuEntry, WebFeature } from './feature.ts'
import type { Rights } from './session/rights.ts'

interface Group {
  label: string
  icon: Icon
  /** For everybody who has another room: a day does not begin here. */
  isBeside?: true
}
export interface MenuGroup extends Group {
  children: readonly MenuEntry[]
}

/** The rooms, in the order in which a day goes. */
const groups: readonly Group[] = [
  { label: 'Reception', icon: IconBuildingHospital },
  { label: 'Patients', icon: IconUsers },
  { label: 'News', icon: IconSpeakerphone, isBeside: true },
  { label: 'Appointments', icon: IconCalendar },
  { label: 'Nursing', icon: IconActivityHeartbeat },
  { label: 'Doctor', icon: IconStethoscope },
  { label: 'Laboratory', icon: IconFlask2 },
  { label: 'Pharmacy', icon: IconPill },
  { label: 'Inventory', icon: IconPackages },
  { label: 'Billing', icon: IconCash },
  { label: 'Reports', icon: IconReportAnalytics },
  { label: 'Administration', icon: IconSettings },
]

/** The menu of a program with these features, each entry in its place. Throws for an entry of a group that there is not. */
export const menuOf = (features: readonly WebFeature[]): MenuGroup[] => {
  const entries = features.flatMap(({ menu = [] }) => menu)
  const lost = entries.find(({ group }) => !groups.some(({ label }) => label === group))
  if (lost) throw new Error(`The menu has no group ${lost.group} for ${lost.label}`)
  return groups.map((group) => ({
    ...group,
    children: entries.filter((entry) => entry.group === group.label).toSorted((one, other) => one.place - other.place),
  }))
}

export const Menu = createContext<readonly MenuGroup[]>([])
/** The whole menu of this program. */
export const useMenu = (): readonly MenuGroup[] => use(Menu)

/** The part of the menu that a person may open; groups with nothing left are not there, nor what only stands beside others. */
export const menuFor = ({ allowed }: Rights, whole: readonly MenuGroup[]): MenuGroup[] => {
  const open = whole.flatMap((group) => {
    const children = group.children.filter(({ access }) => allowed(access))
    return children.length > 0 ? [{ ...group, children }] : []
  })
  return open.every(({ isBeside }) => isBeside) ? [] : open
}

const lies = (path: string, at: string) => path === at || path.startsWith(`${at}/`)

/** The entry that an address belongs to: the longest that it starts with. */
export const entryAt = (path: string, menu: readonly MenuGroup[]): MenuEntry | undefined =>
  menu
    .flatMap(({ children }) => children)
    .filter(({ to, alsoAt = [] }) => [to, ...alsoAt].some((at) => lies(path, at)))
    .sort((a, b) => b.to.length - a.to.length)[0]

/** Hides the children of a group, or shows them again; they are shown until somebody hides them. */
export const toggled = (hidden: readonly string[], group: string): string[] =>
  hidden.includes(group) ? hidden.filter((name) => name !== group) : [...hidden, group]
