import { t } from '#web/i18n.ts'
import { type Step, steps } from './set-up-values.ts'
import styles from './set-up.module.css'

const words: Record<Step, () => string> = {
  code: () => t('Code'),
  company: () => t('Clinic'),
  departments: () => t('Departments'),
  services: () => t('Catalogue'),
  administrator: () => t('Administrator'),
}
/** The last step needs somebody who is signed in: by then the wizard has done so. */
const all = [...steps.map((step) => ({ step, word: words[step] })), { step: 'begin', word: () => t('Logo and numbers') }]
export const LAST = all.length - 1

/** How far the first start is. */
export const WizardSteps = ({ at }: { at: number }) => (
  <>
    <ol className={`wrap t3 flex line-bottom gap-4-6 ${styles.steps} not-phone`} aria-label={t('Steps')}>
      {all.map(({ step, word }, place) => (
        <li
          className="in-row gap-3 text-s semi"
          key={step}
          aria-current={place === at ? 'step' : undefined}
          data-done={place < at || undefined}
        >
          <span className={`grid centred rigid text-xs ${styles.stepNumber} num`} aria-hidden>
            {place + 1}
          </span>
          {word()}
        </li>
      ))}
    </ol>
    <p className="only-phone t2 num">
      {t('Step {n} of {of}', { n: at + 1, of: all.length })}: {all[at]?.word()}
    </p>
  </>
)
