import { Button, Checkbox, Modal } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { ResponseOf } from '#shared/endpoint.ts'
import { query } from '#web/calls/api.ts'
import { dayOf } from '#web/text/format.ts'
import { t } from '#web/i18n.ts'
import { Empty, FourStates, Loading } from '#web/ui/four-states.tsx'
import { getLastPrescription } from '../contract-writing.ts'
import { quantityWords } from '#features/directions/web/quantity-name.tsx'
import type { BasketLine } from './basket.ts'
import { wordsOf } from './say-directions.ts'
import { lineAgain } from './active-lines.tsx'
import styles from './tray.module.css'

type Last = NonNullable<ResponseOf<typeof getLastPrescription>>

interface Props {
  visit: number
  patient: number
  /** Items that are being prescribed, or stand, already. */
  taken: ReadonlySet<number>
  onTake: (lines: BasketLine[]) => void
  onClose: () => void
}

const Lines = ({ last, taken, onTake, onClose }: Pick<Props, 'taken' | 'onTake' | 'onClose'> & { last: Last }) => {
  const whyNot = ({ item, is_out_of_use }: Last['lines'][number]) =>
    is_out_of_use ? t('Inactive: cannot be prescribed') : taken.has(item) ? t('Already in this prescription') : null
  const free = last.lines.filter((line) => whyNot(line) === null)
  const [chosen, setChosen] = useState<ReadonlySet<number>>(() => new Set(free.map(({ item }) => item)))
  const toggle = (item: number) => setChosen(new Set(chosen.has(item) ? [...chosen].filter((one) => one !== item) : [...chosen, item]))
  const lines = free.filter(({ item }) => chosen.has(item))
  return (
    <form
      className="form-stack"
      onSubmit={(event) => {
        event.preventDefault()
        onTake(lines.map(lineAgain))
      }}
    >
      <p className="t2">{t('{date}, by {who}', { date: dayOf(last.prescribed_at), who: last.prescribed_by_name })}</p>
      <ul className={styles.choices}>
        {last.lines.map((line) => {
          const why = whyNot(line)
          return (
            <li key={line.item}>
              <Checkbox
                checked={why === null && chosen.has(line.item)}
                disabled={why !== null}
                onChange={() => toggle(line.item)}
                label={line.item_name}
                description={why ?? [wordsOf(line), quantityWords(line.quantity, line.unit)].join(' · ')}
              />
            </li>
          )
        })}
      </ul>
      <div className="form-foot">
        <span className="grow" />
        <Button onClick={onClose}>{t('Cancel')}</Button>
        <Button type="submit" variant="filled" autoFocus disabled={lines.length === 0}>
          {t('{count, plural, one {Add # line} other {Add # lines}}', { count: lines.length })}
        </Button>
      </div>
    </form>
  )
}

/** The lines of the patient's last prescription, to be prescribed again: as they were, each to be changed afterwards. */
export const RepeatDialog = ({ visit, patient, onClose, ...props }: Props) => {
  const asked = useQuery(query(getLastPrescription, { query: { patient_id: patient, attendance_process: visit } }))
  return (
    <Modal opened onClose={onClose} size={520} title={t('Repeat last prescription')} closeButtonProps={{ 'aria-label': t('Close') }}>
      <FourStates
        query={asked}
        loading={<Loading rows={4} height={36} />}
        isEmpty={(last) => last === null || last.lines.length === 0}
        empty={<Empty title={t('No earlier prescription')}>{t('Drugs prescribed earlier appear here.')}</Empty>}
      >
        {(last) => last && <Lines last={last} onClose={onClose} {...props} />}
      </FourStates>
    </Modal>
  )
}
