import type { listCriticalCalls } from '#features/laboratory/contract-results.ts'
import type { ResponseOf } from '#shared/endpoint.ts'
import { queryClient } from '#web/calls/query-client.ts'
import { confirm } from '#web/messages/dialogs.ts'
import { t } from '#web/i18n.ts'
import { openCalls } from '../results/use-calls.ts'

type Open = ResponseOf<typeof listCriticalCalls>
interface Asked {
  /** How many results are approved, the critical ones among them. */
  count: number
  critical: readonly { id: number; test_panel_name: string }[]
  visit?: number | undefined
  /** To the call about a request panel; not given: the person may make none. */
  onCall?: ((panel: number) => void) | undefined
}

const namesOf = (panels: Asked['critical']) => [...new Set(panels.map(({ test_panel_name }) => test_panel_name))].join(', ')

/**
 * Asks before critical results are approved, naming those that nobody was told of as the server knows it now; the call can be made first.
 * True at once when none is critical.
 */
export const confirmCritical = async ({ count, critical, visit, onCall }: Asked): Promise<boolean> => {
  if (critical.length === 0) return true
  // Whoever may not read the calls, or is cut off, is asked all the same.
  const open: Open = await queryClient.fetchQuery({ ...openCalls(visit), staleTime: 0 }).catch(() => [])
  const untold = critical.filter(({ id }) => open.some(({ request_panel }) => request_panel === id))
  const [first] = untold
  return confirm({
    title: t('{count, plural, one {Approve # result} other {Approve # results}}', { count }),
    text: [
      t('Includes critical results: {tests}.', { tests: namesOf(critical) }),
      first && t('Not notified yet: {tests}.', { tests: namesOf(untold) }),
    ]
      .filter(Boolean)
      .join(' '),
    action: first ? t('Approve anyway') : t('Approve'),
    ...(first && onCall && { instead: { action: t('Call first'), run: () => onCall(first.id) } }),
  })
}
