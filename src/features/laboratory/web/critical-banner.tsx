import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { call, query } from '#web/calls/api.ts'
import { ago, dateTime } from '#web/text/format.ts'
import { t } from '#web/i18n.ts'
import { useRights } from '#web/session/rights.ts'
import { Note } from '#web/ui/status.tsx'
import { useAction } from '#web/calls/use-action.ts'
import { listCriticalCalls, markCriticalSeen } from '../contract-results.ts'
import type { CriticalCall } from './lab-types.ts'
import { unitText } from '#features/lab-catalogue/rules.ts'

const Row = ({ call: { id, test_panel_name, result, unit, opened_at, is_approved } }: { call: CriticalCall }) => {
  const { can } = useRights()
  const { run, isRunning } = useAction()
  const see = () => run(() => call(markCriticalSeen, { params: { id }, body: {} }), t('Acknowledged.'))
  return (
    <span className="row">
      <span className="grow">
        <b>{t('Critical: {what}', { what: [test_panel_name, result, unitText(unit)].filter(Boolean).join(' ') })}</b>{' '}
        <span className="num" title={dateTime(opened_at)}>
          {is_approved ? ago(opened_at) : t('{ago}, not approved yet', { ago: ago(opened_at) })}
        </span>
      </span>
      {can(markCriticalSeen) && (
        <Button size="compact-sm" loading={isRunning} onClick={see}>
          {t('Acknowledge')}
        </Button>
      )}
    </span>
  )
}

/** The critical laboratory values of a visit that nobody was told of and nobody has seen. Nothing otherwise. */
export const CriticalValuesBanner = ({ visit }: { visit: number }) => {
  const { can } = useRights()
  const { data = [] } = useQuery({ ...query(listCriticalCalls, { query: { visit } }), enabled: can(listCriticalCalls) })
  const open = data.filter(({ closed_at, seen_at }) => closed_at === null && seen_at === null)
  if (open.length === 0) return null
  return (
    <Note tone="critical" alert>
      <span className="stack gap-2">
        {open.map((value) => (
          <Row key={value.id} call={value} />
        ))}
      </span>
    </Note>
  )
}
