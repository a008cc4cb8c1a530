import { Button, Checkbox } from '@mantine/core'
import { useState } from 'react'
import { t } from '#web/i18n.ts'
import { Note } from '#web/ui/status.tsx'
import { CopyBox } from './copy-box.tsx'

/** Ten recovery codes: here and now, and never again. */
export const RecoveryCodes = ({ codes, onKept }: { codes: readonly string[]; onKept: () => void }) => {
  const [isKept, setKept] = useState(false)
  return (
    <section className="section form-stack recovery-codes" aria-label={t('Recovery codes')}>
      <h2>{t('Recovery codes')}</h2>
      <p>{t('When your telephone is lost or empty, one of these opens the second step. Each works once.')}</p>
      <CopyBox text={codes.join('\n')} />
      <Note tone="attention">{t('They are shown only now. Print them or write them down, and keep them away from your telephone.')}</Note>
      <div className="form-foot no-print">
        <Checkbox
          className="grow"
          label={t('I have kept them')}
          checked={isKept}
          onChange={(event) => setKept(event.currentTarget.checked)}
        />
        <Button onClick={() => print()}>{t('Print')}</Button>
        <Button variant="filled" disabled={!isKept} onClick={onKept}>
          {t('Continue')}
        </Button>
      </div>
    </section>
  )
}
