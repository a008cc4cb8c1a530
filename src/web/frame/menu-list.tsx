import { IconChevronDown } from '@tabler/icons-react'
import { lazy, Suspense } from 'react'
import { Link } from 'react-router'
import type { MenuEntry } from '../feature.ts'
import { t } from '../i18n.ts'
import { toggled, type MenuGroup } from '../menu.tsx'
import { savePreferences, usePreferences } from '../look/preferences.ts'
import type { OwnMenu } from './own-menu.ts'

const Pin = lazy(async () => ({ default: (await import('./pin.tsx')).Pin }))

interface Props {
  own: OwnMenu
  onGo?: (() => void) | undefined
}

/** A link, alone with the icon of its group or below a heading; one that is pinned may be unpinned here. */
const MenuLink = ({
  entry,
  group: { icon: Sign },
  own: { pinned, here },
  isAlone,
  onGo,
}: Props & { entry: MenuEntry; group: MenuGroup; isAlone: boolean }) => {
  const link = (
    <Link
      to={entry.to}
      className={isAlone ? 'group' : 'child'}
      aria-current={entry === here ? 'page' : undefined}
      aria-describedby={entry.count && entry.to}
      onClick={onGo}
    >
      {isAlone && <Sign size={18} stroke={1.5} aria-hidden />}
      {t(entry.label)}
      <Suspense>{entry.count && <entry.count at={[entry.to]} id={entry.to} />}</Suspense>
    </Link>
  )
  if (!pinned.includes(entry.to)) return link
  return (
    <div className="row">
      {link}
      <Suspense>
        <Pin entry={entry} />
      </Suspense>
    </div>
  )
}

/** A group with its links, which are toggled visible or hidden and stay so for this person; the page that is shown stays in sight. One link needs no group. */
const MenuSection = ({ group, own, onGo }: Props & { group: MenuGroup }) => {
  const { menu_hidden: hidden = [] } = usePreferences()
  const [only, ...more] = group.children
  if (only && more.length === 0) return <MenuLink entry={only} group={group} own={own} onGo={onGo} isAlone />
  const isOpen = !hidden.includes(group.label)
  const shown = isOpen ? group.children : group.children.filter((entry) => entry === own.here)
  return (
    <div>
      <button
        type="button"
        className="plain group"
        aria-expanded={isOpen}
        onClick={() => void savePreferences({ menu_hidden: toggled(hidden, group.label) })}
      >
        <group.icon size={18} stroke={1.5} aria-hidden />
        {t(group.label)}
        <IconChevronDown className="chev" size={14} aria-hidden />
      </button>
      {shown.length > 0 && (
        <div className="children">
          {shown.map((entry) => (
            <MenuLink key={entry.to} entry={entry} group={group} own={own} onGo={onGo} isAlone={false} />
          ))}
        </div>
      )}
    </div>
  )
}

/** The menu of the person: where they work, what they pinned, and last the page that is shown where it is none of these. */
export const MenuList = ({ own, onGo }: Props) => (
  <>
    {own.menu.map((group) => (
      <MenuSection key={group.label} group={group} own={own} onGo={onGo} />
    ))}
    {own.outside?.children.map(({ to, label }) => (
      <Link key={to} to={to} className="group" data-outside aria-current="page" onClick={onGo}>
        {own.outside && <own.outside.icon size={18} stroke={1.5} aria-hidden />}
        <span className="clip">
          {t(label)} <small>{t(own.outside?.label ?? '')}</small>
        </span>
      </Link>
    ))}
  </>
)
