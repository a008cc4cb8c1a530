import { Button } from '@mantine/core'
import { useEffect } from 'react'
import type { ResponseOf } from '#shared/endpoint.ts'
import { call } from '#web/calls/api.ts'
import { dateTime, number, time } from '#web/text/format.ts'
import { t } from '#web/i18n.ts'
import { useMe } from '#web/look/preferences.ts'
import { queryClient } from '#web/calls/query-client.ts'
import { Note } from '#web/ui/status.tsx'
import { useAction } from '#web/calls/use-action.ts'
import { useNow } from '#web/state/use-now.ts'
import type { getPatient } from '../contract.ts'
import { endEmergency } from '../contract-restricted.ts'

type Restriction = NonNullable<ResponseOf<typeof getPatient>['restriction']>

/** Own access in an emergency: how long it still lasts, and its end. When the time is up the record shuts by itself. */
const OwnEmergency = ({ patient, until }: { patient: number; until: string }) => {
  const { run, isRunning } = useAction()
  const left = new Date(until).getTime() - useNow(5_000)
  const isOver = left <= 0
  useEffect(() => {
    if (isOver) void queryClient.invalidateQueries()
  }, [isOver])
  const end = () => run(() => call(endEmergency, { params: { id: patient }, body: {} }), t('The emergency access has ended.'))
  return (
    <Note tone="critical">
      <span className="row">
        <span className="grow num">
          {t('Emergency access: {n} minutes left, until {time}.', {
            n: number(Math.max(0, Math.ceil(left / 60_000))),
            time: time(until),
          })}
        </span>
        <Button size="compact-sm" loading={isRunning} onClick={end}>
          {t('End now')}
        </Button>
      </span>
    </Note>
  )
}

/** Says over a record that not everybody may open it, why, and who has it open in an emergency. */
export const RestrictionBanner = ({ patient, restriction }: { patient: number; restriction: Restriction }) => {
  const me = useMe()?.id
  const own = restriction.emergencies.find(({ user }) => user === me)
  const others = restriction.emergencies.filter(({ user }) => user !== me)
  const { reason, restricted_by, restricted_at } = restriction
  return (
    <div className="form-stack mb-5">
      <Note tone="attention">
        {t('Restricted record: {reason}. By {who}, {at}.', {
          reason: reason.replace(/\.$/, ''),
          who: restricted_by,
          at: dateTime(restricted_at),
        })}
        {others.map(({ user, user_name, until }) => (
          <div key={user}>{t('{who} has emergency access until {time}.', { who: user_name, time: time(until) })}</div>
        ))}
      </Note>
      {own && <OwnEmergency patient={patient} until={own.until} />}
    </div>
  )
}
