import { IconCircleX, IconDroplet, IconPackageImport, IconStack2, type Icon } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { query } from '#web/api.ts'
import { number } from '#web/format.ts'
import { t } from '#web/i18n.ts'
import { countSamples } from '#features/laboratory/contract-samples.ts'

export const shows = ['collect', 'receive', 'rejected', 'all'] as const
export type Show = (typeof shows)[number]

interface Face {
  key: Show
  icon: Icon
  label: string
  count: number | undefined
  isPressing?: boolean
}

/** How much waits; each narrows the list to its own. */
export const CollectTiles = ({ show, onShow }: { show: Show; onShow: (show: Show) => void }) => {
  const { data } = useQuery(query(countSamples, { query: {} }))
  const faces: Face[] = [
    { key: 'collect', icon: IconDroplet, label: t('To collect'), count: data?.to_collect },
    { key: 'receive', icon: IconPackageImport, label: t('To receive'), count: data?.to_receive },
    { key: 'rejected', icon: IconCircleX, label: t('Rejected today'), count: data?.rejected_today, isPressing: true },
    { key: 'all', icon: IconStack2, label: t('All samples'), count: undefined },
  ]
  return (
    <div className="panel lab-tiles no-print" role="group" aria-label={t('Show')}>
      {faces.map(({ key, icon: Sign, label, count, isPressing }) => (
        <button
          key={key}
          type="button"
          className="plain lab-tile"
          aria-pressed={key === show}
          data-tone={isPressing && count ? 'attention' : undefined}
          onClick={() => onShow(key)}
        >
          <span className="lab-tile-label">
            <Sign size={14} stroke={1.75} aria-hidden />
            <span className="clip" title={label}>
              {label}
            </span>
          </span>
          <span className="lab-tile-count num">{count === undefined ? (key === 'all' ? '\u00a0' : '–') : number(count)}</span>
        </button>
      ))}
    </div>
  )
}
