import { IconChevronRight } from '@tabler/icons-react'
import { Link } from 'react-router'
import { t } from '#web/i18n.ts'
import { Page } from '#web/ui/page.tsx'
import { morePages } from './portal-pages.ts'
import styles from './portal.module.css'

/** The rooms that have no place at the bottom edge of a phone. */
export const MorePage = () => (
  <Page title={t('More')} narrow>
    <ul className={`stack gap-4 ${styles.cards}`}>
      {morePages.map(({ to, label, icon: Sign }) => (
        <li key={to}>
          <Link className={`in-row no-underline round-l gap-5 t1 ${styles.card}`} data-part="portal-card" to={to}>
            <Sign size={22} stroke={1.5} aria-hidden />
            <b className="grow">{t(label)}</b>
            <IconChevronRight size={18} stroke={1.5} aria-hidden />
          </Link>
        </li>
      ))}
    </ul>
  </Page>
)
