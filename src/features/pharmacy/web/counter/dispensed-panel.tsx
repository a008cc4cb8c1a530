import { Button, Kbd } from '@mantine/core'
import { IconCircleCheck } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { Link } from 'react-router'
import { getVisit } from '#features/attendance/contract.ts'
import { useVisitChanges } from '#features/attendance/web/use-visit-changes.ts'
import { useVisitRights } from '#features/attendance/web/use-visit-rights.ts'
import { trackWord } from '#features/attendance/web/visit-name.tsx'
import { quantityWords } from '#features/prescriptions/web/drug-name.tsx'
import { download, query } from '#web/calls/api.ts'
import { t } from '#web/i18n.ts'
import { useKeys } from '#web/keyboard/keys.ts'
import { useRights } from '#web/session/rights.ts'
import { toast } from '#web/messages/toast.tsx'
import { Status } from '#web/ui/status.tsx'
import { printLabels, printSlip } from '#features/pharmacy/contract.ts'
import { takenWords } from './batch-labels.ts'
import type { CounterLine, Dispensed } from './counter-types.ts'
import { QUEUE } from './use-next.ts'
import styles from './after.module.css'

const useDocuments = (id: number) => {
  const labels = () => void download(printLabels, { params: { id }, query: {} }, { open: true }).catch(toast.failed)
  const slip = () => void download(printSlip, { params: { id } }, { open: true }).catch(toast.failed)
  useKeys([
    { keys: 'L', label: t('Print labels'), run: labels },
    { keys: 'P', label: t('Print slip'), run: slip },
  ])
  return { labels, slip }
}

/** Sends whoever still stands at the counter to the till; undefined when they do not, or somebody else does that. */
const useSending = (id: number) => {
  const { can } = useRights()
  const { me, movesOf } = useVisitRights()
  const { move } = useVisitChanges()
  const { data: visit } = useQuery({ ...query(getVisit, { params: { id } }), enabled: can(getVisit) })
  const send = visit?.track === 'pharmacy' && movesOf('pharmacy').includes('billing') ? () => void move(visit, 'billing', me) : undefined
  useKeys(send ? [{ keys: 'S', label: t('Send to {track}', { track: trackWord('billing') }), run: send }] : [])
  return send
}

interface Props {
  dispensed: Dispensed
  visit: number
  /** What is still to be handed out. */
  owed: readonly CounterLine[]
  next: () => void
  goOn: () => void
}

/** What just went over the counter and what is still owed; labels, slip, the till and the next person are a key away. */
export const DispensedPanel = ({ dispensed, visit, owed, next, goOn }: Props) => {
  const { labels, slip } = useDocuments(dispensed.id)
  const send = useSending(visit)
  const top = useRef<HTMLElement>(null)
  // The boxes are gone, and the keys of the screen are letters: the focus must be somewhere that takes no text.
  useEffect(() => top.current?.focus(), [])
  return (
    <section ref={top} tabIndex={-1} className={`section ${styles.done}`} aria-label={t('Dispensed')}>
      <h2 className="row" data-tone="done">
        <IconCircleCheck size={20} stroke={1.75} aria-hidden />
        <span role="status">{t('Dispensed')}</span>
        <Link className="link num" to={`${QUEUE}/dispenses/${dispensed.id}`}>
          {dispensed.number}
        </Link>
      </h2>
      <ul className="bare-list">
        {dispensed.items.map(({ id, item_name, unit, units, batches, prescribed_item_name }) => (
          <li key={id} className="row wrap gap-1-5 pad-4-0">
            <b>{item_name}</b>
            <span className="num">{quantityWords(String(units), unit)}</span>
            <span className="t3 num">
              {takenWords(
                batches.map((one) => ({ ...one, quantity: one.units, ends_too_soon: false })),
                batches,
              )}
            </span>
            {prescribed_item_name !== null && <span className="t2">{t('instead of {item}', { item: prescribed_item_name })}</span>}
          </li>
        ))}
        {owed.map((line) => (
          <li key={`owed${line.id}`} className="row wrap gap-1-5 pad-4-0">
            <b>{line.item_name}</b>
            <Status tone="attention">{t('{n} owed', { n: quantityWords(String(line.units_left), line.unit) })}</Status>
          </li>
        ))}
      </ul>
      <div className={`form-foot line-top pt-5 ${styles.after}`}>
        <Button variant="filled" aria-keyshortcuts="L" rightSection={<Kbd className="not-phone">L</Kbd>} onClick={labels}>
          {t('Print labels')}
        </Button>
        <Button aria-keyshortcuts="P" rightSection={<Kbd className="not-phone">P</Kbd>} onClick={slip}>
          {t('Print slip')}
        </Button>
        {send && (
          <Button aria-keyshortcuts="S" rightSection={<Kbd className="not-phone">S</Kbd>} onClick={send}>
            {t('Send to {track}', { track: trackWord('billing') })}
          </Button>
        )}
        <Button onClick={next}>{t('Next in the queue')}</Button>
        {owed.length > 0 && <Button onClick={goOn}>{t('Dispense the rest')}</Button>}
      </div>
    </section>
  )
}
