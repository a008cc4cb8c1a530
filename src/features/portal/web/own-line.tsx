import { Button } from '@mantine/core'
import { IconArrowLeft, IconChevronRight } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { t } from '#web/i18n.ts'
import styles from './portal-pages.module.css'

/** One of a list of one's own things, as large as a thumb, that opens. */
export const OwnLine = ({ to, amount, children }: { to: string; amount?: ReactNode; children: ReactNode }) => (
  <li>
    <Link className={`in-row break-anywhere no-underline gap-5 pad-4-0 colour-inherits ${styles.line}`} data-part="own-line" to={to}>
      <span className="stack gap-1 grow">{children}</span>
      {amount !== undefined && <span className="rigid text-end num">{amount}</span>}
      <IconChevronRight size={20} aria-hidden />
    </Link>
  </li>
)

/** Facts one beneath the other; what has no value is left out. */
export const OwnFacts = ({ rows }: { rows: readonly (readonly [name: ReactNode, value: ReactNode, tone?: 'strong'])[] }) => (
  <dl className={styles.facts}>
    {rows
      .filter(([, value]) => value !== null && value !== undefined && value !== '')
      .map(([name, value, tone], at) => (
        <div key={typeof name === 'string' ? `${at} ${name}` : at} className={tone}>
          <dt>{name}</dt>
          <dd className="num break-anywhere">{value}</dd>
        </div>
      ))}
  </dl>
)

/** The way back to the list, above what was opened from it. */
export const BackTo = ({ to, replace = false, children = t('Back') }: { to: string; replace?: boolean; children?: ReactNode }) => (
  <div>
    <Button component={Link} to={to} replace={replace} variant="subtle" leftSection={<IconArrowLeft size={18} aria-hidden />}>
      {children}
    </Button>
  </div>
)
