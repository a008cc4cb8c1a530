import { IconChevronDown } from '@tabler/icons-react'
import { Suspense } from 'react'
import { Link, useLocation } from 'react-router'
import { t } from '../i18n.ts'
import { entryAt, toggled, type MenuGroup } from '../menu.tsx'
import { savePreferences, usePreferences } from '../look/preferences.ts'

interface Props {
  groups: readonly MenuGroup[]
  onGo?: () => void
}

/** The rooms with their screens; a group's children are toggled visible or hidden, and stay so for this person. */
export const MenuList = ({ groups, onGo }: Props) => {
  const { menu_hidden: hidden = [] } = usePreferences()
  const here = entryAt(useLocation().pathname, groups)
  return groups.map((group) => {
    const isOpen = !hidden.includes(group.label)
    return (
      <div key={group.label}>
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
        {isOpen && (
          <div className="children">
            {group.children.map((entry) => (
              <Link key={entry.to} to={entry.to} className="child" aria-current={entry === here ? 'page' : undefined} onClick={onGo}>
                {t(entry.label)}
                <Suspense>{entry.count && <entry.count />}</Suspense>
              </Link>
            ))}
          </div>
        )}
      </div>
    )
  })
}
