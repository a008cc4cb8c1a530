import { TextInput } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { useState } from 'react'
import { Link } from 'react-router'
import { t } from '../i18n.ts'
import styles from './more.module.css'
import { moreMenu } from './more-menu.ts'
import type { OwnMenu } from './own-menu.ts'
import { Pin } from './pin.tsx'
import { finds } from './screen-search.ts'

/** What the person may open beside their menu, by group, with a filter; each of it may be pinned to the menu. */
export const MoreList = ({ own: { open, unpinned, groups, here }, onGo }: { own: OwnMenu; onGo: () => void }) => {
  const [typed, setTyped] = useState('')
  const found = moreMenu(open, unpinned, groups)
    .map((group) => ({ ...group, children: group.children.filter((entry) => finds(typed, entry, group)) }))
    .filter(({ children }) => children.length > 0)
  return (
    <div className="stack gap-5">
      <TextInput
        data-autofocus
        aria-label={t('Filter pages')}
        placeholder={t('Filter pages')}
        leftSection={<IconSearch size={16} stroke={1.75} aria-hidden />}
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
      />
      {found.length === 0 && (
        <p className="small t3" role="status">
          {typed === '' ? t('Search finds your other pages.') : t('No matches.')}
        </p>
      )}
      {found.map((group) => (
        <section key={group.label} aria-label={t(group.label)}>
          <h3 className={`row small strong t3 ${styles.heading}`}>{t(group.label)}</h3>
          {group.children.map((entry) => (
            <div key={entry.to} className="row">
              <Link to={entry.to} className="child" aria-current={entry === here ? 'page' : undefined} onClick={onGo}>
                {t(entry.label)}
              </Link>
              <Pin entry={entry} />
            </div>
          ))}
        </section>
      ))}
    </div>
  )
}
