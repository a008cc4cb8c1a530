import { useState } from 'react'
import { ApiError, call, download } from '#web/calls/api.ts'
import { askReason, confirm } from '#web/messages/dialogs.ts'
import { money, number } from '#web/text/format.ts'
import { t } from '#web/i18n.ts'
import { queryClient } from '#web/calls/query-client.ts'
import { toast } from '#web/messages/toast.tsx'
import { approveCount, cancelCount, printCountSheet, rejectCount, submitCount } from '#features/stock/contract-counts.ts'
import type { Sheet } from './sheet-rows.ts'

const linesOf = (error: unknown): readonly unknown[] =>
  error instanceof ApiError && Array.isArray(error.body['lines']) ? (error.body['lines'] as unknown[]) : []
const codeOf = (error: unknown) => (error instanceof ApiError ? error.code : '')

/** Handing a count in, approving it, sending it back, giving it up, printing its sheet. */
export const useCountActions = (count: Sheet) => {
  const [isRunning, setRunning] = useState(false)
  /** Lines that the server wants a reason for, or of which too little is left. */
  const [pointed, setPointed] = useState<ReadonlySet<number>>(new Set())
  const params = { id: count.id }
  const versioned = { version: count.version }

  const run = async (action: () => Promise<unknown>, message?: string) => {
    setRunning(true)
    try {
      await action()
      setPointed(new Set())
      if (message) toast.done(message)
    } catch (error) {
      if (codeOf(error) === 'reasons_missing') setPointed(new Set(linesOf(error) as number[]))
      if (codeOf(error) === 'not_enough_stock') setPointed(new Set((linesOf(error) as { id: number }[]).map(({ id }) => id)))
      toast.failed(error)
    }
    setRunning(false)
    void queryClient.invalidateQueries()
  }

  const submit = async () => {
    const left = count.lines - count.counted
    const isSure =
      left === 0 ||
      (await confirm({
        title: t('{count, plural, one {Submit without {n} line?} other {Submit without {n} lines?}}', { count: left, n: number(left) }),
        text: t('Lines not counted keep their expected quantity.'),
        action: t('Submit without them'),
      }))
    if (!isSure) return
    await run(
      () => call(submitCount, { params, body: { ...versioned, ...(left > 0 && { leave_out_uncounted: true }) } }),
      t('Submitted for approval'),
    )
  }
  const approve = async () => {
    const isSure = await confirm({
      title: t('{count, plural, one {Post {n} variance to stock?} other {Post {n} variances to stock?}}', {
        count: count.variances ?? 0,
        n: number(count.variances ?? 0),
      }),
      text: t('Value at cost: {amount}.', { amount: money(count.variance_value ?? '0.00', { withCurrency: true }) }),
      action: t('Approve'),
    })
    if (isSure) await run(() => call(approveCount, { params, body: versioned }), t('Count approved and stock updated'))
  }
  const reject = async () => {
    const reason = await askReason({
      title: t('Send {number} back?', { number: count.number }),
      text: t('The count reopens; quantities already entered stay on the sheet.'),
      action: t('Send back'),
    })
    if (reason !== null) await run(() => call(rejectCount, { params, body: { reason, ...versioned } }), t('Sent back'))
  }
  const cancel = async () => {
    const reason = await askReason({
      title: t('Cancel {number}?', { number: count.number }),
      text: t('Stock quantities stay unchanged.'),
      action: t('Cancel count'),
      isGrave: true,
    })
    if (reason !== null) await run(() => call(cancelCount, { params, body: { reason, ...versioned } }), t('Cancelled'))
  }
  const print = () => run(() => download(printCountSheet, { params }, { open: true }))
  return { submit, approve, reject, cancel, print, isRunning, pointed }
}
