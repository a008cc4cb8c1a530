import type { RangeLimits } from '#features/lab-catalogue/rules.ts'
import { barOf, marksOf } from './bar-of.ts'
import styles from '../lab-catalogue.module.css'

/** The limits of a range drawn: what is normal in the middle, critical at the ends. The figures stand beside it, so it is not read out. */
export const RangeBar = ({ limits, withNumbers }: { limits: RangeLimits; withNumbers?: boolean }) => {
  const parts = barOf(limits)
  if (parts.length === 0) return null
  return (
    <div aria-hidden>
      <div className={`flex ${styles.bar}`}>
        {parts.map(({ tone, share }, at) => (
          <i key={at} data-tone={tone} style={{ width: `${share}%` }} />
        ))}
      </div>
      {withNumbers && (
        <div className={`relative ${styles.marks} small num t3`}>
          {marksOf(limits).map(({ limit, place }) => (
            <span key={limit} style={{ insetInlineStart: `${place}%` }}>
              {limit}
            </span>
          ))}
        </div>
      )}
    </div>
  )
}
