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
    <Modal opened onClose={take} title={t('Changed in the meantime')} closeButtonProps={{ 'aria-label': t('Use theirs') }}>
      <div className="form-stack">
        <div>{t('{title}: another user changed this result while you were typing. Choose which one to keep.', { title })}</div>
        <div className="grid gap-4 two-columns">
          <div className="stack outlined round-l gap-2 pad-5">
            <span className="label">{t('Yours')}</span>
            <span className={`strong ${styles.resultValue} num`}>{item.text || t('empty')}</span>
          </div>
          <div className="stack outlined round-l gap-2 pad-5">
            <span className="label">{theirs.by ? t('Theirs ({name})', { name: theirs.by }) : t('Theirs')}</span>
            <span className={`strong ${styles.resultValue} num`}>{theirs.result || t('empty')}</span>
          </div>
        </div>
        <div className="form-foot">
          <span className="grow" />
          <Button onClick={() => state.keepMine(placed)}>{t('Overwrite with mine')}</Button>
          <Button variant="filled" data-autofocus onClick={take}>
            {t('Use theirs')}
          </Button>
        </div>
      </div>
    </Modal>
  )
}
