import {
  IconAlertOctagon,
  IconChecks,
  IconClockExclamation,
  IconDroplet,
  IconFlask2,
  IconInbox,
  IconPackageImport,
} from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { getLabCounts } from '#features/laboratory/contract-results.ts'
import { query } from '#web/calls/api.ts'
import { t } from '#web/i18n.ts'
import type { Status } from '#web/look/tokens.ts'
import { type CountFace, TileFace } from '#web/ui/count-tile.tsx'
import styles from './dashboard.module.css'

const SECTION = '/dashboard/laboratory'

interface Tile extends CountFace {
  to: string
  tone?: Status
}

/** How much waits in each room of the laboratory; each leads there. */
export const LabTiles = () => {
  const { data } = useQuery(query(getLabCounts, { query: {} }))
  const tiles: Tile[] = [
    { to: `${SECTION}/collect`, icon: IconDroplet, label: t('To collect'), count: data?.to_collect },
    { to: `${SECTION}/collect?show=receive`, icon: IconPackageImport, label: t('To receive'), count: data?.to_receive },
    { to: `${SECTION}/worklist`, icon: IconFlask2, label: t('To do'), count: data?.to_do },
    { to: `${SECTION}/approve`, icon: IconChecks, label: t('To approve'), count: data?.to_approve },
    { to: `${SECTION}/critical`, icon: IconAlertOctagon, label: t('Critical'), count: data?.critical, tone: 'critical' },
    { to: `${SECTION}/worklist`, icon: IconClockExclamation, label: t('Overdue'), count: data?.overdue, tone: 'attention' },
    { to: `${SECTION}/public-requests`, icon: IconInbox, label: t('Patient requests'), count: data?.public_requests },
  ]
  return (
    <nav className={`panel count-tiles ${styles.tiles}`} aria-label={t('Pending work')}>
      {tiles.map(({ to, icon, label, count, tone }) => (
        <Link key={label} className="count-tile" to={to} data-tone={count ? tone : undefined}>
          <TileFace icon={icon} label={label} count={count} />
        </Link>
      ))}
    </nav>
  )
}
