import { askReason } from '#web/messages/dialogs.ts'
import { call } from '#web/calls/api.ts'
import { t } from '#web/i18n.ts'
import { queryClient } from '#web/calls/query-client.ts'
import { useRights } from '#web/session/rights.ts'
import { toast } from '#web/messages/toast.tsx'
import { useAction } from '#web/calls/use-action.ts'
import { cancelLabTestRequest, createLabTestRequestPanel, updateLabTestRequestPanel } from '../contract.ts'
import { cancellable, type AskedOrder } from './asked-orders.ts'
import type { Request, RequestPanel } from './lab-types.ts'

const cancelOne = ({ id, version }: RequestPanel, reason: string) =>
  call(updateLabTestRequestPanel, { params: { id }, body: { cancelled: true, reason, version } }, { version })

/** Asks for a test again that was just cancelled. */
const askAgain = ({ lab_test_request, test_panel, sex_override }: RequestPanel) =>
  void call(createLabTestRequestPanel, { body: { lab_test_request, test_panel, sex_override } }).then(
    () => queryClient.invalidateQueries(),
    (error: unknown) => toast.failed(error),
  )

const reasonFor = (what: string, action: string) => askReason({ title: t('Cancel {test}', { test: what }), action })

/** Cancels tests with a reason: one, a profile with what is open of it, or all of a request. A single test can be taken up again at once. */
export const useCancelling = () => {
  const { can, allowed } = useRights()
  const { run, isRunning } = useAction()
  const cancelPanel = async (panel: RequestPanel) => {
    const reason = await reasonFor(panel.test_panel_name, t('Cancel test'))
    if (reason === null) return
    const undo = panel.profile === null ? { label: t('Undo'), run: () => askAgain(panel) } : undefined
    run(async () => {
      await cancelOne(panel, reason)
      toast.done(t('{test} cancelled.', { test: panel.test_panel_name }), undo)
    })
  }
  const cancelRequest = async ({ id, panels }: Request, title: string) => {
    const reason = await reasonFor(title, t('Cancel tests'))
    if (reason === null) return
    const count = cancellable(panels).length
    run(
      () => call(cancelLabTestRequest, { params: { id }, body: { cancelled: true, reason } }),
      t('{count, plural, one {# test cancelled.} other {# tests cancelled.}}', { count }),
    )
  }
  const cancelOrder = async (order: AskedOrder) => {
    const open = cancellable(order.panels)
    const [only] = open
    if (only && !order.isProfile) return cancelPanel(only)
    const isWhole = order.request.panels.every((panel) => panel.order === order.id || panel.state === 'cancelled')
    if (isWhole) return cancelRequest(order.request, order.title)
    const reason = await reasonFor(order.title, t('Cancel tests'))
    if (reason === null) return
    run(
      async () => {
        for (const panel of open) await cancelOne(panel, reason)
      },
      t('{count, plural, one {# test cancelled.} other {# tests cancelled.}}', { count: open.length }),
    )
  }
  return { mayCancel: can(cancelLabTestRequest) && allowed('laboratory.view'), isRunning, cancelPanel, cancelOrder, cancelRequest }
}
