import {
  IconBoxOff,
  IconCalendarDue,
  IconCash,
  IconClock,
  IconInbox,
  IconPlayerPlay,
  IconPrescription,
  IconTrendingDown,
  IconZoomExclamation,
} from '@tabler/icons-react'
import { Link } from 'react-router'
import type { ResponseOf } from '#shared/endpoint.ts'
import { t } from '#web/i18n.ts'
import { useRights } from '#web/session/rights.ts'
import { type CountFace, TileFace } from '#web/ui/count-tile.tsx'
import type { getPharmacyCounts, QueueState } from '../contract-queue.ts'

export type Counts = ResponseOf<typeof getPharmacyCounts>

interface Props {
  counts: Counts | undefined
  state: QueueState
  store: number | undefined
  onState: (state: QueueState) => void
  onRequests: () => void
}
const pressing = (count: number | undefined) => (count !== undefined && count > 0 ? 'attention' : undefined)

/** What the shelf of the pharmacy lacks, each leading into the stock. */
const Shelf = ({ counts, store }: Pick<Props, 'counts' | 'store'>) => {
  const at = counts?.store ?? store
  const of = at === undefined ? '' : `&store=${at}`
  const tiles = [
    { key: 'low', to: `stock?state=low${of}`, icon: IconTrendingDown, label: t('Low stock'), count: counts?.low },
    { key: 'out', to: `stock?state=out${of}`, icon: IconBoxOff, label: t('Out of stock'), count: counts?.out },
    { key: 'expiring', to: `expiry?within=30${of}`, icon: IconCalendarDue, label: t('Expires in 30 days'), count: counts?.expiring },
  ]
  return (
    <nav className="panel count-tiles ph-tiles" aria-label={t('On the shelf')}>
      {tiles.map(({ key, to, ...face }) => (
        <Link key={key} className="count-tile" to={`/dashboard/inventory/${to}`} data-tone={pressing(face.count)}>
          <TileFace {...face} />
        </Link>
      ))}
    </nav>
  )
}

/** How much waits, by what it waits for: each narrows the queue to its own. */
export const Tiles = ({ counts, state, store, onState, onRequests }: Props) => {
  const { allowed } = useRights()
  const states: (CountFace & { key: QueueState; isPressing?: boolean })[] = [
    { key: 'all', icon: IconPrescription, label: t('To dispense'), count: counts?.all },
    { key: 'waiting', icon: IconClock, label: t('Ready'), count: counts?.waiting },
    { key: 'part', icon: IconPlayerPlay, label: t('Begun'), count: counts?.part },
    { key: 'payment', icon: IconCash, label: t('Unpaid'), count: counts?.payment, isPressing: true },
    { key: 'short', icon: IconZoomExclamation, label: t('Short'), count: counts?.short, isPressing: true },
  ]
  return (
    <div className="ph-strip no-print">
      <div className="panel count-tiles ph-tiles" role="group" aria-label={t('Show')}>
        {states.map(({ key, isPressing, ...face }) => (
          <button
            key={key}
            type="button"
            className="plain count-tile"
            aria-pressed={key === state}
            data-tone={isPressing ? pressing(face.count) : undefined}
            onClick={() => onState(key)}
          >
            <TileFace {...face} />
          </button>
        ))}
        <button type="button" className="plain count-tile" onClick={onRequests}>
          <TileFace icon={IconInbox} label={t('Sent in')} count={counts?.requests} />
        </button>
      </div>
      {allowed('stock.view') && <Shelf counts={counts} store={store} />}
    </div>
  )
}
