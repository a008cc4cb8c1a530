import { Button, Kbd } from '@mantine/core'
import { IconCircleCheck } from '@tabler/icons-react'
import { useEffect, useRef } from 'react'
import { Link } from 'react-router'
import { quantityWords } from '#features/prescriptions/web/drug-name.tsx'
import { download } from '#web/api.ts'
import { t } from '#web/i18n.ts'
import { useKeys } from '#web/keys.ts'
import { toast } from '#web/toast.tsx'
import { Status } from '#web/ui/status.tsx'
import { printLabels, printSlip } from '#features/pharmacy/contract.ts'
import { takenWords } from './batch-words.ts'
import type { CounterLine, HandedOut } from './counter-types.ts'
import { QUEUE } from './use-next.ts'

const usePapers = (id: number) => {
  const labels = () => void download(printLabels, { params: { id }, query: {} }, { open: true }).catch(toast.failed)
  const slip = () => void download(printSlip, { params: { id } }, { open: true }).catch(toast.failed)
  useKeys([
    { keys: 'L', label: t('Print labels'), run: labels },
    { keys: 'P', label: t('Print the slip'), run: slip },
  ])
  return { labels, slip }
}

interface Props {
  of: HandedOut
  /** What is still to be handed out. */
  owed: readonly CounterLine[]
  next: () => void
  goOn: () => void
}

/** What just went over the counter and what is still owed; labels, slip and the next person are a key away. */
export const HandedOutPanel = ({ of, owed, next, goOn }: Props) => {
  const { labels, slip } = usePapers(of.id)
  const top = useRef<HTMLElement>(null)
  // The boxes are gone, and the keys of the screen are letters: the focus must be somewhere that takes no text.
  useEffect(() => top.current?.focus(), [])
  return (
    <section ref={top} tabIndex={-1} className="section ct-done" aria-label={t('Handed out')}>
      <h2 className="row" data-tone="done">
        <IconCircleCheck size={20} stroke={1.75} aria-hidden />
        <span role="status">{t('Handed out')}</span>
        <Link className="link num" to={`${QUEUE}/dispenses/${of.id}`}>
          {of.number}
        </Link>
      </h2>
      <ul>
        {of.items.map(({ id, item_name, unit, units, batches, prescribed_item_name }) => (
          <li key={id} className="row wrap">
            <b>{item_name}</b>
            <span className="num">{quantityWords(String(units), unit)}</span>
            <span className="t3 num">
              {takenWords(
                batches.map((one) => ({ ...one, quantity: one.units, ends_too_soon: false })),
                batches,
              )}
            </span>
            {prescribed_item_name !== null && <span className="t2">{t('instead of {{item}}', { item: prescribed_item_name })}</span>}
          </li>
        ))}
        {owed.map((line) => (
          <li key={`owed${line.id}`} className="row wrap">
            <b>{line.item_name}</b>
            <Status tone="attention">{t('{{n}} owed', { n: quantityWords(String(line.units_left), line.unit) })}</Status>
          </li>
        ))}
      </ul>
      <div className="form-foot ct-after">
        <Button variant="filled" aria-keyshortcuts="L" rightSection={<Kbd className="not-phone">L</Kbd>} onClick={labels}>
          {t('Print labels')}
        </Button>
        <Button aria-keyshortcuts="P" rightSection={<Kbd className="not-phone">P</Kbd>} onClick={slip}>
          {t('Print the slip')}
        </Button>
        <Button onClick={next}>{t('Next in the queue')}</Button>
        {owed.length > 0 && <Button onClick={goOn}>{t('Hand out the rest')}</Button>}
      </div>
    </section>
  )
}
