import { Button, Modal } from '@mantine/core'
import { t } from '#web/i18n.ts'
import type { Placed } from './result-items.ts'
import type { ResultItemsState } from './use-result-items.ts'
import styles from './results.module.css'

interface Props {
  placed: Placed
  /** The test, and whose. */
  title: string
  state: Pick<ResultItemsState, 'keepMine' | 'drop'>
}

/** Somebody else entered a result meanwhile: both, and the choice. */
export const ResultClashDialog = ({ placed, title, state }: Props) => {
  const { item, row } = placed
  const { theirs } = item
  if (!theirs) return null
  const take = () => state.drop(row, item.test_panel)
  return (
    <Modal opened onClose={take} title={t('Changed meanwhile')} closeButtonProps={{ 'aria-label': t('Take theirs') }}>
      <div className="form-stack">
        <div>{t('{title}: somebody else changed this result while you were typing. Choose which one stays.', { title })}</div>
        <div className="grid gap-4 two-columns">
          <div className="stack outlined round-l gap-2 pad-5">
            <span className="label">{t('Yours')}</span>
            <span className={`strong ${styles.resultValue} num`}>{item.text || t('nothing')}</span>
          </div>
          <div className="stack outlined round-l gap-2 pad-5">
            <span className="label">{theirs.by ? t('Theirs ({name})', { name: theirs.by }) : t('Theirs')}</span>
            <span className={`strong ${styles.resultValue} num`}>{theirs.result || t('nothing')}</span>
          </div>
        </div>
        <div className="form-foot">
          <span className="grow" />
          <Button onClick={() => state.keepMine(placed)}>{t('Save mine over it')}</Button>
          <Button variant="filled" data-autofocus onClick={take}>
            {t('Take theirs')}
          </Button>
        </div>
      </div>
    </Modal>
  )
}
