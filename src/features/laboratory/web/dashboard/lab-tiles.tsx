import {
  IconAlertOctagon,
  IconChecks,
  IconClockExclamation,
  IconDroplet,
  IconFlask2,
  IconInbox,
  IconPackageImport,
  type Icon,
} from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { getLabCounts } from '#features/laboratory/contract-results.ts'
import { query } from '#web/api.ts'
import { number } from '#web/format.ts'
import { t } from '#web/i18n.ts'
import type { Status } from '#web/palette.ts'

const ROOM = '/dashboard/laboratory'

interface Tile {
  to: string
  icon: Icon
  label: string
  count: number | undefined
  tone?: Status
}

/** How much waits in each room of the laboratory; each leads there. */
export const LabTiles = () => {
  const { data } = useQuery(query(getLabCounts, { query: {} }))
  const tiles: Tile[] = [
    { to: `${ROOM}/collect`, icon: IconDroplet, label: t('To collect'), count: data?.to_collect },
    { to: `${ROOM}/collect?show=receive`, icon: IconPackageImport, label: t('To receive'), count: data?.to_receive },
    { to: `${ROOM}/worklist`, icon: IconFlask2, label: t('To do'), count: data?.to_do },
    { to: `${ROOM}/approve`, icon: IconChecks, label: t('To approve'), count: data?.to_approve },
    { to: `${ROOM}/critical`, icon: IconAlertOctagon, label: t('Critical'), count: data?.critical, tone: 'critical' },
    { to: `${ROOM}/worklist`, icon: IconClockExclamation, label: t('Overdue'), count: data?.overdue, tone: 'attention' },
    { to: `${ROOM}/public-requests`, icon: IconInbox, label: t('Asked by patients'), count: data?.public_requests },
  ]
  return (
    <nav className="panel lab-tiles dash-tiles" aria-label={t('What waits')}>
      {tiles.map(({ to, icon: Sign, label, count, tone }) => (
        <Link key={label} className="lab-tile" to={to} data-tone={count ? tone : undefined}>
          <span className="lab-tile-label">
            <Sign size={14} stroke={1.75} aria-hidden />
            <span className="clip" title={label}>
              {label}
            </span>
          </span>
          <span className="lab-tile-count num">{count === undefined ? '–' : number(count)}</span>
        </Link>
      ))}
    </nav>
  )
}
