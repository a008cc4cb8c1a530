import { Menu, VisuallyHidden } from '@mantine/core'
import { Suspense } from 'react'
import { Link } from 'react-router'
import { t } from '../i18n.ts'
import { savePreferences } from '../look/preferences.ts'
import type { MenuGroup } from '../menu.tsx'
import type { OwnMenu } from './own-menu.ts'

/** A group of one link is that link. */
const RailLink = ({ group, here }: { group: MenuGroup; here: OwnMenu['here'] }) =>
  group.children.map((entry) => (
    <Link
      key={entry.to}
      to={entry.to}
      className="group"
      title={t(entry.label)}
      aria-current={entry === here ? 'page' : undefined}
      aria-describedby={entry.count && entry.to}
    >
      <group.icon size={18} stroke={1.5} aria-hidden />
      <VisuallyHidden>{t(entry.label)}</VisuallyHidden>
      <Suspense>{entry.count && <entry.count at={[entry.to]} id={entry.to} />}</Suspense>
    </Link>
  ))

/** What waits behind all links of a group, as one number. */
const GroupCount = ({ children, id }: MenuGroup & { id: string | undefined }) => {
  const Count = children.find(({ count }) => count)?.count
  return <Suspense>{Count && <Count at={children.map(({ to }) => to)} id={id} />}</Suspense>
}

const countIdOf = ({ children }: MenuGroup) => (children.some(({ count }) => count) ? `${children[0]?.to}#all` : undefined)

/** One link needs no heading. */
const nameOf = ({ label, children: [only, ...more] }: MenuGroup) => t(only && more.length === 0 ? only.label : label)

/** The groups as icons; each opens its links beside it, and so does one link that is pinned, where it is unpinned. */
export const MenuRail = ({ own: { menu, here, outside, pinned } }: { own: OwnMenu }) =>
  [...menu, ...(outside ? [outside] : [])].map((group) =>
    group.children.length === 1 && !group.children.some(({ to }) => pinned.includes(to)) ? (
      <RailLink key={`${group.label} ${group.children[0]?.to}`} group={group} here={here} />
    ) : (
      <Menu key={group.label} position="right-start" offset={8}>
        <Menu.Target>
          <button
            type="button"
            className="plain group"
            title={nameOf(group)}
            aria-current={here && group.children.includes(here) ? 'true' : undefined}
            aria-describedby={countIdOf(group)}
          >
            <group.icon size={18} stroke={1.5} aria-hidden />
            <VisuallyHidden>{nameOf(group)}</VisuallyHidden>
            <GroupCount {...group} id={countIdOf(group)} />
          </button>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Label>{nameOf(group)}</Menu.Label>
          {group.children.map((entry) => (
            <Menu.Item key={entry.to} component={Link} to={entry.to} aria-current={entry === here ? 'page' : undefined}>
              {t(entry.label)}
              <Suspense>{entry.count && <entry.count at={[entry.to]} />}</Suspense>
            </Menu.Item>
          ))}
          {group.children
            .filter(({ to }) => pinned.includes(to))
            .map(({ to, label }) => (
              <Menu.Item
                key={`unpin ${to}`}
                className="t3"
                onClick={() => void savePreferences({ menu_pinned: pinned.filter((one) => one !== to) })}
              >
                {t('Unpin {page}', { page: t(label) })}
              </Menu.Item>
            ))}
        </Menu.Dropdown>
      </Menu>
    ),
  )
