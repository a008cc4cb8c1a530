import {
  IconCalendar,
  IconDots,
  IconDownload,
  IconEye,
  IconFileText,
  IconFlask2,
  IconHome,
  IconMessageQuestion,
  IconPill,
  IconReceipt,
  IconReportMedical,
  IconSpeakerphone,
  IconStethoscope,
  IconUser,
  type Icon,
} from '@tabler/icons-react'

export const HOME = '/patient-overview'

export interface PortalPage {
  /** In English: translated where it is shown. */
  label: string
  to: string
  icon: Icon
  /** Open as well to an account that is on no record yet. */
  isForAll?: true
}

export const home: PortalPage = { label: 'Home', to: HOME, icon: IconHome, isForAll: true }
export const more: PortalPage = { label: 'More', to: `${HOME}/more`, icon: IconDots, isForAll: true }

/** The pages in the order of how often they are used; a phone has the first of them at its bottom edge, a wide screen more of them at its side. */
export const pages: readonly PortalPage[] = [
  home,
  { label: 'Bookings', to: `${HOME}/bookings`, icon: IconCalendar },
  { label: 'Results', to: `${HOME}/results`, icon: IconReportMedical },
  { label: 'Medicines', to: `${HOME}/prescriptions`, icon: IconPill },
  { label: 'Bills', to: `${HOME}/bills`, icon: IconReceipt },
  { label: 'Documents', to: `${HOME}/documents`, icon: IconFileText },
  { label: 'Announcements', to: `${HOME}/announcements`, icon: IconSpeakerphone, isForAll: true },
  { label: 'My visits', to: `${HOME}/visits`, icon: IconStethoscope },
  { label: 'Laboratory requests', to: `${HOME}/requests`, icon: IconFlask2 },
  { label: 'Ask about my record', to: `${HOME}/assistant`, icon: IconMessageQuestion },
  { label: 'My profile', to: `${HOME}/profile`, icon: IconUser, isForAll: true },
  { label: 'Who viewed my record', to: `${HOME}/access`, icon: IconEye },
  { label: 'Download my data', to: `${HOME}/data`, icon: IconDownload },
]
const AT_EDGE = 4
const AT_SIDE = 7
export const barPages = pages.slice(0, AT_EDGE)
export const sidePages = pages.slice(0, AT_SIDE)
/** What a phone has behind More. */
export const morePages = pages.slice(AT_EDGE)

const lies = (path: string, at: string) => path === at || path.startsWith(`${at}/`)

/** The room that an address belongs to; undefined for a page that is in none. */
export const findPage = (path: string): PortalPage | undefined =>
  path === HOME ? home : [...pages.slice(1), more].find(({ to }) => lies(path, to))

/** One record of a room, or a new one, that the room shows at its own address. */
const isOpened = (search: string) => {
  const asked = new URLSearchParams(search)
  return asked.has('id') || asked.has('new')
}

/** What an address shows: the same for two addresses that differ in what is searched for or chosen on one page. */
export const shownAt = (path: string, search: string): string => {
  const asked = new URLSearchParams(search)
  return [path, ...['id', 'new', 'do'].map((name) => asked.get(name) ?? '')].join(' ')
}

/** Where the way back leads: from a record to its room, from a room to what it is reached from; null at home. */
export const backFrom = (path: string, search = ''): { to: string; label: string } | null => {
  if (path === HOME) return null
  const page = findPage(path)
  if (page && (path !== page.to || isOpened(search))) return { to: page.to, label: page.label }
  return { to: HOME, label: home.label }
}

/** Pages that belong to no room and need no record: the way to it is one of them. */
const OPEN = [`${HOME}/link`, `${HOME}/notifications`]

/** Whether a page means nothing before the account is on a record. */
export const needsRecord = (path: string): boolean => {
  if (!lies(path, HOME) || OPEN.some((open) => lies(path, open))) return false
  return findPage(path)?.isForAll !== true
}
