import { ActionIcon } from '@mantine/core'
import { IconChevronDown, IconX } from '@tabler/icons-react'
import { useState } from 'react'
import { dateTime, money, time } from '#web/text/format.ts'
import { t } from '#web/i18n.ts'
import { Status } from '#web/ui/status.tsx'
import { rangeText } from './range-text.ts'
import { cancellable, ordersOf, type AskedOrder } from './asked-orders.ts'
import { FlagMark, flagTone, PanelStateMark, PriorityMark } from './lab-labels.tsx'
import type { Request, RequestPanel } from './lab-types.ts'
import { unitText } from '#features/lab-catalogue/rules.ts'
import { useCancelling } from './use-cancelling.ts'
import styles from './tests.module.css'

const FEW = 3

/** The result of a test with its flag and what it was held against; where it stands while it is not approved. */
export const ResultLine = ({ panel, withName = true }: { panel: RequestPanel; withName?: boolean }) => {
  const { current, result, state } = panel
  const range = current
    ? current.range_text || rangeText(current.low, current.high) || (current.has_range ? '' : t('No range for this patient'))
    : ''
  return (
    <span className={`grid gap-0-4 items-centre ${styles.result}`} data-tone={flagTone(current?.flag)} data-alone={!withName || undefined}>
      {withName && <span className={`break-anywhere ${styles.of}`}>{panel.test_panel_name}</span>}
      {result === null || current === null ? (
        <PanelStateMark state={state} />
      ) : (
        <>
          <FlagMark flag={current.flag} limits={current} />
          <span className={`num nowrap text-end ${styles.value}`} title={[current.comment, range].filter(Boolean).join(' · ') || undefined}>
            <b>{result}</b> <span className="small t3">{unitText(current.unit)}</span>
          </span>
          {state === 'entered' ? (
            <PanelStateMark state="entered" />
          ) : (
            <span className={`num small t3 nowrap text-end ${styles.range}`}>{range}</span>
          )}
        </>
      )}
    </span>
  )
}

/** The results of a profile, line by line, and in one line what has none yet. */
const Results = ({ order: { title, panels } }: { order: AskedOrder }) => {
  const waiting = panels.filter(({ result }) => result === null)
  return (
    <>
      <ul className={`measured ${styles.results}`} aria-label={title}>
        {panels
          .filter(({ result }) => result !== null)
          .map((panel) => (
            <li key={panel.id}>
              <ResultLine panel={panel} />
            </li>
          ))}
      </ul>
      {waiting.length > 0 && (
        <p className={`small t3 ${styles.waiting}`}>
          {t('No result yet: {tests}', { tests: waiting.map(({ test_panel_name }) => test_panel_name).join(', ') })}
        </p>
      )}
    </>
  )
}

const OrderStatus = ({ order: { panels } }: { order: AskedOrder }) => {
  const approved = panels.filter(({ state }) => state === 'approved').length
  if (approved === panels.length) return <PanelStateMark state="approved" />
  if (approved > 0) return <Status tone="progress">{t('{done} of {all} approved', { done: approved, all: panels.length })}</Status>
  return <PanelStateMark state={panels.some(({ state }) => state === 'entered') ? 'entered' : 'requested'} />
}

const Order = ({ order, mayCancel, isAlone }: { order: AskedOrder; mayCancel: boolean; isAlone: boolean }) => {
  const { isRunning, cancelOrder, ...cancelling } = useCancelling()
  const { request, panels } = order
  const hasResults = panels.some(({ result }) => result !== null)
  const [isOpen, setOpen] = useState<boolean | null>(null)
  const isShown = isOpen ?? (panels.length <= FEW || hasResults)
  const price = panels[0]?.sale_price
  const [only] = panels
  return (
    <li className="divided measured">
      <span className={`in-row gap-4 pad-3-0 divided ${styles.test}`}>
        <span className="stack min-w-0 grow">
          {order.isProfile ? (
            <button
              type="button"
              className={`plain break-anywhere semi in-row gap-2 ${styles.open}`}
              aria-expanded={isShown}
              onClick={() => setOpen(!isShown)}
            >
              <IconChevronDown size={14} className="t3" aria-hidden />
              {order.title}
            </button>
          ) : (
            <span className="break-anywhere semi">{order.title}</span>
          )}
          {!isAlone && (
            <span className="small t3 num clip" title={dateTime(request.requested_at)}>
              {[time(request.requested_at), request.requested_by_name, request.note].filter(Boolean).join(' · ')}
            </span>
          )}
        </span>
        <span className="stack items-end gap-1">
          <span className="gap-3 row">
            {!isAlone && <PriorityMark priority={request.priority} />}
            {only && !order.isProfile ? only.result === null && <PanelStateMark state={only.state} /> : <OrderStatus order={order} />}
          </span>
          {price && <span className="num small t2">{money(price)}</span>}
        </span>
        {mayCancel && cancelling.mayCancel && cancellable(panels).length > 0 && (
          <ActionIcon
            size={24}
            loading={isRunning}
            aria-label={t('Cancel {test}', { test: order.title })}
            onClick={() => void cancelOrder(order)}
          >
            <IconX size={14} aria-hidden />
          </ActionIcon>
        )}
      </span>
      {panels.map(
        ({ id, test_panel_name, sex_override }) =>
          sex_override !== null && (
            <p key={id} className={`small t2 ${styles.waiting}`}>
              {t('{test} does not match the patient’s sex. Requested because: {reason}', { test: test_panel_name, reason: sex_override })}
            </p>
          ),
      )}
      {only && !order.isProfile && only.result !== null && <ResultLine panel={only} withName={false} />}
      {order.isProfile && isShown && <Results order={order} />}
    </li>
  )
}

interface Props {
  requests: readonly Request[]
  mayCancel?: boolean
  /** What is above says who asked, when and how urgently. */
  isAlone?: boolean
}

/** What is asked for in a visit, with its results as soon as they are approved: critical ones first. */
export const AskedTests = ({ requests, mayCancel = false, isAlone = false }: Props) => (
  <ul className="bare-list" aria-label={t('Requested tests')}>
    {ordersOf(requests).map((order) => (
      <Order key={order.id} order={order} mayCancel={mayCancel} isAlone={isAlone} />
    ))}
  </ul>
)
