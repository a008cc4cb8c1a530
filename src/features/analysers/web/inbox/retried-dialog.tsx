import { Button, Modal } from '@mantine/core'
import { unitText } from '#features/lab-catalogue/rules.ts'
import type { RetryOutcome } from '#features/analysers/contract-inbox.ts'
import { number } from '#web/text/format.ts'
import { t } from '#web/i18n.ts'
import { reasonText, ResultMark } from '../labels.tsx'
import { retried } from './retry-results.ts'
import styles from '../lists.module.css'

const close = () => retried.set(null)

/** What became of each result that was tried again: entered, or why it still waits. */
export const RetriedDialog = ({ outcomes }: { outcomes: readonly RetryOutcome[] }) => {
  const count = (state: string) => number(outcomes.filter((one) => one.state === state).length)
  return (
    <Modal opened onClose={close} size="lg" title={t('Retry outcomes')} closeButtonProps={{ 'aria-label': t('Close') }}>
      <p role="status">{t('{applied} entered, {waiting} still waiting.', { applied: count('applied'), waiting: count('waiting') })}</p>
      <ul className={`stack ${styles.outcomes}`}>
        {outcomes.map((one) => (
          <li key={one.id} className={`pad-4-0 ${styles.outcome}`}>
            <span className="row wrap">
              <b className="num">
                {one.code} {one.value} {unitText(one.unit)}
              </b>
              <span className="t3 num grow">{[one.panel_name, one.accession].filter(Boolean).join(' · ')}</span>
              <ResultMark state={one.state} />
            </span>
            {one.state !== 'applied' && reasonText(one) !== '' && <span className="small">{reasonText(one)}</span>}
          </li>
        ))}
      </ul>
      <div className="form-foot">
        <span className="grow" />
        <Button variant="filled" data-autofocus onClick={close}>
          {t('Close')}
        </Button>
      </div>
    </Modal>
  )
}
