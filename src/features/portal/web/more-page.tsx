import { IconChevronRight } from '@tabler/icons-react'
import { Link } from 'react-router'
import { t } from '#web/i18n.ts'
import { Page } from '#web/ui/page.tsx'
import { morePages, sidePages } from './portal-pages.ts'
import styles from './portal.module.css'

/** The pages that have no place at the bottom edge of a phone, or at the side of a wide screen. */
export const MorePage = () => (
  <Page title={t('More')} narrow>
    <ul className="stack gap-4 bare-list">
      {morePages.map((page) => (
        <li key={page.to} className={sidePages.includes(page) ? styles.atSide : undefined}>
          <Link className={`in-row no-underline round-l gap-5 t1 ${styles.card}`} data-part="portal-card" to={page.to}>
            <page.icon size={22} stroke={1.5} aria-hidden />
            <b className="grow">{t(page.label)}</b>
            <IconChevronRight size={18} stroke={1.5} aria-hidden />
          </Link>
        </li>
      ))}
    </ul>
  </Page>
)
