import styles from './qr-square.module.css'

const QUIET = 4

/** The square that a telephone reads, from rows of 0 and 1: black on white in every scheme, because readers expect it. */
export const QrSquare = ({ rows, label }: { rows: readonly string[]; label: string }) => {
  const size = rows.length + 2 * QUIET
  const path = rows
    .flatMap((row, y) => [...row.matchAll(/1+/g)].map((run) => `M${run.index + QUIET} ${y + QUIET}h${run[0].length}v1h-${run[0].length}z`))
    .join('')
  return (
    <svg className={styles.square} viewBox={`0 0 ${size} ${size}`} role="img" aria-label={label} shapeRendering="crispEdges">
      <rect width={size} height={size} className={styles.light} />
      <path d={path} className={styles.dark} />
    </svg>
  )
}
