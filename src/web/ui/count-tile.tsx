import type { Icon } from '@tabler/icons-react'
import { number } from '#web/text/format.ts'
import styles from './count-tile.module.css'

export interface CountFace {
  icon: Icon
  label: string
  /** Undefined: not known yet. */
  count: number | undefined
}

/** What stands on a tile that says how much of something waits: a link or a button of the class `count-tile`, in a row `count-tiles`. */
export const TileFace = ({ icon: Sign, label, count, unknown = '–' }: CountFace & { unknown?: string }) => (
  <>
    <span className={`label in-row gap-3 t3-icons ${styles.countTileLabel}`}>
      <Sign size={14} stroke={1.75} aria-hidden />
      <span className="clip" title={label}>
        {label}
      </span>
    </span>
    <span className={`size-xl strong ${styles.countTileCount} num`}>{count === undefined ? unknown : number(count)}</span>
  </>
)
