import { IconCircleCheckFilled, IconCircleDashed, IconCircleXFilled } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { dateTime } from '#web/text/format.ts'
import { t } from '#web/i18n.ts'
import styles from './purchasing.module.css'

export interface Step {
  key: string
  title: string
  /** Who did it and when; what is still to be done has neither. */
  who?: string | null
  at?: string | null
  /** What is being waited for, or why it ended. */
  note?: ReactNode
  isBad?: boolean
  /** Done, though not at one moment. */
  isDone?: boolean
}

const signOf = ({ at, isBad, isDone }: Step) => (isBad ? IconCircleXFilled : at || isDone ? IconCircleCheckFilled : IconCircleDashed)
const toneOf = ({ at, isBad, isDone }: Step) => (isBad ? 'critical' : at || isDone ? 'done' : 'inactive')

/** What happened to a document, in order: who did it, when, and what is still to come. */
export const DocumentSteps = ({ steps }: { steps: readonly Step[] }) => (
  <section className={`section ${styles.steps}`} aria-label={t('Steps')}>
    <h2>{t('Steps')}</h2>
    <ol className="bare-list">
      {steps.map((step) => {
        const Sign = signOf(step)
        return (
          <li key={step.key} data-tone={toneOf(step)}>
            <Sign size={16} aria-hidden />
            <div className="grow">
              <span className={step.at || step.isDone ? 'strong' : 't2'}>{step.title}</span>
              {step.at && (
                <span className="small t3 num block break-anywhere">{[step.who, dateTime(step.at)].filter(Boolean).join(' · ')}</span>
              )}
              {step.note && <span className="small block break-anywhere">{step.note}</span>}
            </div>
          </li>
        )
      })}
    </ol>
  </section>
)
