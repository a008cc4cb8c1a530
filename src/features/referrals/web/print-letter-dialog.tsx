import { Button, Checkbox, Modal } from '@mantine/core'
import { IconPrinter } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { ResponseOf } from '#shared/endpoint.ts'
import { download, query } from '#web/calls/api.ts'
import { t } from '#web/i18n.ts'
import { toast } from '#web/messages/toast.tsx'
import { FourStates } from '#web/ui/four-states.tsx'
import { listLetterParts, printReferralLetter } from '../contract.ts'
import type { LetterPart } from '../rules.ts'
import { letterPartWord } from './letter-part-labels.ts'
import type { ReferralOnScreen } from './use-referral-actions.ts'
import styles from './referrals.module.css'

type Parts = ResponseOf<typeof listLetterParts>

const titleOf = ({ part, title }: Parts[number]) =>
  part === null ? (title === 'Allergies' ? t('Allergies') : t('Pregnancy')) : letterPartWord(part)

type Chosen = Pick<ReferralOnScreen, 'id' | 'left_out'>

const Choice = ({ referral: { id, left_out }, parts, onClose }: { referral: Chosen; parts: Parts; onClose: () => void }) => {
  // What is left out stays so although it holds nothing now: something may come in before it is printed.
  const [leftOut, setLeftOut] = useState<readonly LetterPart[]>(left_out)
  const [isPrinting, setPrinting] = useState(false)
  const print = () => {
    setPrinting(true)
    void download(printReferralLetter, { params: { id }, query: { left_out: leftOut.join(',') } }, { open: true })
      .then(onClose, (error: unknown) => toast.failed(error))
      .finally(() => setPrinting(false))
  }
  return (
    <div className="form-stack">
      <p className="small t2">{t('The reason for referral, allergies and pregnancy are always in the letter.')}</p>
      <ul className="grid gap-5">
        {parts.map((row) => (
          <li key={row.title}>
            {row.part === null ? (
              <b>{titleOf(row)}</b>
            ) : (
              <Checkbox
                label={titleOf(row)}
                checked={!leftOut.includes(row.part)}
                onChange={() => {
                  const part = row.part!
                  setLeftOut(leftOut.includes(part) ? leftOut.filter((one) => one !== part) : [...leftOut, part])
                }}
              />
            )}
            <p className={`small t2 break-anywhere keeps-lines ${styles.letterPartLines}`}>{row.lines.join('\n')}</p>
          </li>
        ))}
      </ul>
      <div className="form-foot">
        <Button onClick={onClose}>{t('Cancel')}</Button>
        <Button variant="filled" loading={isPrinting} leftSection={<IconPrinter size={16} aria-hidden />} onClick={print}>
          {t('Print letter')}
        </Button>
      </div>
    </div>
  )
}

/** What goes into the letter of a referral, to be seen and chosen before it is printed. */
export const PrintLetterDialog = ({ referral, onClose }: { referral: Chosen; onClose: () => void }) => {
  const parts = useQuery(query(listLetterParts, { params: { id: referral.id } }))
  return (
    <Modal opened onClose={onClose} title={t('Letter contents')} closeButtonProps={{ 'aria-label': t('Close') }} size="lg">
      <FourStates query={parts}>{(rows) => <Choice referral={referral} parts={rows} onClose={onClose} />}</FourStates>
    </Modal>
  )
}
