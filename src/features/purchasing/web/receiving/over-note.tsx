import { Checkbox } from '@mantine/core'
import { useEffect, useRef } from 'react'
import { t } from '#web/i18n.ts'
import { useRights } from '#web/session/rights.ts'
import { Note } from '#web/ui/status.tsx'
import type { OpenLine } from '../receiving-calls.ts'
import type { DeliveryLine } from './delivery-lines.ts'
import { cameAndOpen } from './remark-labels.ts'

interface Props {
  /** What the server would not take in. */
  refused: readonly OpenLine[]
  lines: readonly DeliveryLine[]
  isAllowed: boolean
  onAllow: (allow: boolean) => void
}

/** More came than was ordered: whoever may take that in says so here. A refusal brings the cursor here. */
export const OverNote = ({ refused, lines, isAllowed, onAllow }: Props) => {
  const { allowed } = useRights()
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (refused.length === 0) return
    const node = place.current
    const box = node?.querySelector<HTMLElement>('input') ?? node
    box?.focus({ preventScroll: true })
    node?.scrollIntoView({ block: 'center' })
  }, [refused])
  const wordsOf = ({ item, wanted, open }: OpenLine) => {
    const line = lines.find((one) => one.item === item)
    return cameAndOpen(wanted, open, line ?? { pack_units: 1, unit: '' })
  }
  return (
    <div ref={place} tabIndex={-1}>
      <Note tone={refused.length > 0 ? 'critical' : 'attention'} alert={refused.length > 0}>
        {refused.length === 0 ? (
          t('More was received than is open on the order.')
        ) : (
          <>
            <b>{t('Not received yet: the quantity is more than is open on the order.')}</b>
            <ul>
              {refused.map((one) => (
                <li key={one.item}>
                  {one.item_name}: {wordsOf(one)}
                </li>
              ))}
            </ul>
          </>
        )}
        {allowed('stock.over_receive') ? (
          <Checkbox label={t('Receive more than ordered')} checked={isAllowed} onChange={(event) => onAllow(event.currentTarget.checked)} />
        ) : (
          <div>{t('You cannot receive this: receive the quantity ordered, or ask a user with permission to receive more.')}</div>
        )}
      </Note>
    </div>
  )
}
