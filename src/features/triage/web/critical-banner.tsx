import { Button } from '@mantine/core'
import type { ResponseOf } from '#shared/endpoint.ts'
import { call } from '#web/calls/api.ts'
import { ago } from '#web/text/format.ts'
import { t } from '#web/i18n.ts'
import { useRights } from '#web/session/rights.ts'
import { Note } from '#web/ui/status.tsx'
import { useAction } from '#web/calls/use-action.ts'
import { markCriticalSeen, type getTriage } from '../contract.ts'

type Of = Pick<
  ResponseOf<typeof getTriage>,
  'id' | 'critical_at' | 'critical_text' | 'critical_seen_at' | 'critical_seen_by_name' | 'is_critical' | 'version'
>

/** What is critical about a visit, until a doctor has seen it, and while it is so. Nothing otherwise. */
export const CriticalBanner = ({ triage }: { triage: Of }) => {
  const { can } = useRights()
  const { run, isRunning } = useAction()
  if (triage.critical_at === null || (triage.critical_seen_at !== null && !triage.is_critical)) return null
  const see = () => run(() => call(markCriticalSeen, { params: { id: triage.id }, body: { version: triage.version } }), t('Acknowledged.'))
  return (
    <Note tone="critical" alert={triage.critical_seen_at === null}>
      <span className="row">
        <span className="grow">
          <b>{t('Critical: {what}', { what: triage.critical_text })}</b>{' '}
          <span className="num">
            {triage.critical_seen_at === null
              ? t('{ago} · not yet seen by a doctor', { ago: ago(triage.critical_at) })
              : t('seen by {name}', { name: triage.critical_seen_by_name })}
          </span>
        </span>
        {triage.critical_seen_at === null && can(markCriticalSeen) && (
          <Button onClick={see} loading={isRunning}>
            {t('Acknowledge')}
          </Button>
        )}
      </span>
    </Note>
  )
}
