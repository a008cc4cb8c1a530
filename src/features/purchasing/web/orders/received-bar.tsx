import { number } from '#web/text/format.ts'
import { t } from '#web/i18n.ts'
import styles from '../purchasing.module.css'

/** How much of what was ordered has come, as a bar and in per cent. */
export const ReceivedBar = ({ received, ordered }: { received: number; ordered: number }) => {
  // Never rounded up to all of it.
  const percent = ordered === 0 ? 0 : Math.min(100, Math.floor((received * 100) / ordered))
  return (
    <span
      className={`inline-row full-width gap-4 ${styles.bar}`}
      title={t('{n} of {all} units received', { n: number(received), all: number(ordered) })}
    >
      <span aria-hidden>
        <span style={{ width: `${percent}%` }} />
      </span>
      <span className="num small">{number(percent)} %</span>
    </span>
  )
}
