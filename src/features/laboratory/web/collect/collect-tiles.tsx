import { IconCircleX, IconDroplet, IconPackageImport, IconStack2 } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { query } from '#web/calls/api.ts'
import { t } from '#web/i18n.ts'
import { type CountFace, TileFace } from '#web/ui/count-tile.tsx'
import { countSamples } from '#features/laboratory/contract.ts'
import styles from '../lab-pages.module.css'

export const shows = ['collect', 'receive', 'rejected', 'all'] as const
export type Show = (typeof shows)[number]

interface Face extends CountFace {
  key: Show
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
    <div className={`panel count-tiles ${styles.tiles} no-print`} role="group" aria-label={t('Show')}>
      {faces.map(({ key, icon, label, count, isPressing }) => (
        <button
          key={key}
          type="button"
          className="plain count-tile"
          aria-pressed={key === show}
          data-tone={isPressing && count ? 'attention' : undefined}
          onClick={() => onShow(key)}
        >
          <TileFace icon={icon} label={label} count={count} unknown={key === 'all' ? '\u00a0' : '–'} />
        </button>
      ))}
    </div>
  )
}
