import { Menu, VisuallyHidden } from '@mantine/core'
import { Suspense } from 'react'
import { Link } from 'react-router'
import { t } from '../i18n.ts'
import type { MenuGroup } from '../menu.tsx'
import type { OwnMenu } from './own-menu.ts'

/** A group of one link is that link. */
const RailLink = ({ group, here }: { group: MenuGroup; here: OwnMenu['here'] }) =>
  group.children.map((entry) => (
    <Link key={entry.to} to={entry.to} className="group" title={t(entry.label)} aria-current={entry === here ? 'page' : undefined}>
      <group.icon size={18} stroke={1.5} aria-hidden />
      <VisuallyHidden>{t(entry.label)}</VisuallyHidden>
      <Suspense>{entry.count && <entry.count />}</Suspense>
    </Link>
  ))

/** The groups as icons; each opens its links beside it. */
export const MenuRail = ({ own: { menu, here, outside } }: { own: OwnMenu }) =>
  [...menu, ...(outside ? [outside] : [])].map((group) =>
    group.children.length === 1 ? (
      <RailLink key={`${group.label} ${group.children[0]?.to}`} group={group} here={here} />
    ) : (
      <Menu key={group.label} position="right-start" offset={8}>
        <Menu.Target>
          <button
            type="button"
            className="plain group"
            title={t(group.label)}
            aria-current={here && group.children.includes(here) ? 'true' : undefined}
          >
            <group.icon size={18} stroke={1.5} aria-hidden />
            <VisuallyHidden>{t(group.label)}</VisuallyHidden>
            <Suspense>{group.children.map(({ to, count: Count }) => Count && <Count key={to} />)}</Suspense>
          </button>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Label>{t(group.label)}</Menu.Label>
          {group.children.map((entry) => (
            <Menu.Item key={entry.to} component={Link} to={entry.to} aria-current={entry === here ? 'page' : undefined}>
              {t(entry.label)}
            </Menu.Item>
          ))}
        </Menu.Dropdown>
      </Menu>
    ),
  )
