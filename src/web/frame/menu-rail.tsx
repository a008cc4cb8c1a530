import { Menu, VisuallyHidden } from '@mantine/core'
import { Suspense } from 'react'
import { Link, useLocation } from 'react-router'
import { t } from '../i18n.ts'
import { entryAt, type MenuGroup } from '../menu.tsx'

/** The rooms as icons; each opens its screens beside it. */
export const MenuRail = ({ groups }: { groups: readonly MenuGroup[] }) => {
  const here = entryAt(useLocation().pathname, groups)
  return groups.map((group) => (
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
  ))
}
