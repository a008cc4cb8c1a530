import { useEffect, useId, useRef } from 'react'
import { t } from '#web/i18n.ts'
import { Failure } from './page-blocks.tsx'
import { useActionOnce } from './use-action-once.ts'
import styles from '../pickers.module.css'

interface Props {
  phone: string | null
  cancel: () => Promise<void>
  leave: () => void
}
/** Asks once more: nobody cancels by a slip of the thumb. */
export const CancelDialog = ({ phone, cancel, leave }: Props) => {
  const box = useRef<HTMLDialogElement>(null)
  const id = useId()
  const { isBusy, error, start } = useActionOnce(cancel)
  // The browser's own dialog keeps the cursor inside and Escape closes it; it is opened by a call, not by a property.
  useEffect(() => box.current?.showModal(), [])
  return (
    <dialog ref={box} aria-labelledby={id} onClose={leave}>
      <div className={styles.stack}>
        <h2 id={id}>{t('Cancel this appointment?')}</h2>
        <p>{t('Another patient can then take this time. To come, you would have to book again.')}</p>
        {error !== undefined && <Failure error={error} phone={phone} />}
        <button type="button" className={`button main ${styles.button}`} aria-disabled={isBusy} onClick={start}>
          {t('Yes, cancel it')}
        </button>
        <button type="button" className={`button wide ${styles.button}`} onClick={() => box.current?.close()}>
          {t('No, keep it')}
        </button>
      </div>
    </dialog>
  )
}
