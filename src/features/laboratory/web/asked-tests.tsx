import { ActionIcon } from '@mantine/core'
import { IconChevronDown, IconX } from '@tabler/icons-react'
import { useState } from 'react'
import { dateTime, money, time } from '#web/format.ts'
import { t } from '#web/i18n.ts'
import { Status } from '#web/ui/status.tsx'
import { cancellable, ordersOf, type AskedOrder } from './asked-orders.ts'
import { FlagMark, flagTone, PanelStateMark, PriorityMark } from './lab-words.tsx'
import type { Request, RequestPanel } from './lab-types.ts'
import { useCancelling } from './use-cancelling.ts'

const FEW = 3

const rangeOf = ({ low, high, range_text }: NonNullable<RequestPanel['current']>): string =>
  range_text !== ''
    ? range_text
    : low !== null && high !== null
      ? `${low}–${high}`
      : low !== null
        ? `≥ ${low}`
        : high !== null
          ? `≤ ${high}`
          : ''

/** The result of a test with its flag and what it was held against; where it stands while there is none. */
export const ResultLine = ({ of: panel, withName = true }: { of: RequestPanel; withName?: boolean }) => {
  const { current, result, state } = panel
  const isOut = current?.flag && current.flag !== 'normal'
  return (
    <span className="test-result" data-tone={flagTone(current?.flag)}>
      {withName && <span className="grow clip">{panel.test_panel_name}</span>}
      {result === null || current === null ? (
        <PanelStateMark state={state} />
      ) : (
        <>
          {isOut && <FlagMark flag={current.flag} />}
          <span className="num test-value" title={[current.comment, rangeOf(current)].filter(Boolean).join(' · ') || undefined}>
            <b>{result}</b> <span className="small t3">{current.unit}</span>
          </span>
          <span className="num small t3 test-range">{rangeOf(current)}</span>
          {state === 'entered' && <PanelStateMark state="entered" />}
        </>
      )}
    </span>
  )
}

const Standing = ({ of: { panels } }: { of: AskedOrder }) => {
  const approved = panels.filter(({ state }) => state === 'approved').length
  if (approved === panels.length) return <PanelStateMark state="approved" />
  if (approved > 0) return <Status tone="progress">{t('{{done}} of {{all}} approved', { done: approved, all: panels.length })}</Status>
  return <PanelStateMark state={panels.some(({ state }) => state === 'entered') ? 'entered' : 'requested'} />
}

const Order = ({ of: order, mayCancel }: { of: AskedOrder; mayCancel: boolean }) => {
  const { isRunning, cancelOrder, ...cancelling } = useCancelling()
  const { request, panels } = order
  const hasResults = panels.some(({ result }) => result !== null)
  const [isOpen, setOpen] = useState<boolean | null>(null)
  const isShown = isOpen ?? (panels.length <= FEW || hasResults)
  const price = panels[0]?.sale_price
  const [only] = panels
  return (
    <li className="test-order">
      <span className="test">
        <span className="grow">
          {order.isProfile ? (
            <button type="button" className="plain test-name test-open" aria-expanded={isShown} onClick={() => setOpen(!isShown)}>
              <IconChevronDown size={14} className="t3" aria-hidden />
              {order.title}
            </button>
          ) : (
            <span className="test-name">{order.title}</span>
          )}
          <span className="small t3 num clip" title={dateTime(request.requested_at)}>
            {[time(request.requested_at), request.requested_by_name, request.note].filter(Boolean).join(' · ')}
          </span>
        </span>
        <span className="test-end">
          <span className="row">
            <PriorityMark priority={request.priority} />
            {only && !order.isProfile ? only.result === null && <PanelStateMark state={only.state} /> : <Standing of={order} />}
          </span>
          {price && <span className="num small t2">{money(price)}</span>}
        </span>
        {mayCancel && cancelling.mayCancel && cancellable(panels).length > 0 && (
          <ActionIcon
            size={24}
            loading={isRunning}
            aria-label={t('Cancel {{test}}', { test: order.title })}
            onClick={() => void cancelOrder(order)}
          >
            <IconX size={14} aria-hidden />
          </ActionIcon>
        )}
      </span>
      {only && !order.isProfile && only.result !== null && <ResultLine of={only} withName={false} />}
      {order.isProfile && isShown && (
        <ul className="test-results" aria-label={order.title}>
          {panels.map((panel) => (
            <li key={panel.id}>
              <ResultLine of={panel} />
            </li>
          ))}
        </ul>
      )}
    </li>
  )
}

/** What is asked for in a visit, with its results as soon as they are approved: critical ones first. */
export const AskedTests = ({ of: requests, mayCancel = false }: { of: readonly Request[]; mayCancel?: boolean }) => (
  <ul className="test-lines" aria-label={t('Requested tests')}>
    {ordersOf(requests).map((order) => (
      <Order key={order.id} of={order} mayCancel={mayCancel} />
    ))}
  </ul>
)
