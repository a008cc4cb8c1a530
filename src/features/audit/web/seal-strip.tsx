import { Button } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { IconShieldCheck } from '@tabler/icons-react'
import type { ResponseOf } from '#shared/endpoint.ts'
import { call, query } from '#web/calls/api.ts'
import { dateTime, number } from '#web/text/format.ts'
import { t } from '#web/i18n.ts'
import { toast } from '#web/messages/toast.tsx'
import { Note, Status } from '#web/ui/status.tsx'
import { getAuditSeals, verifyAuditLog } from '../contract-seals.ts'
import { faultSentence } from './audit-words.ts'
import { clinicNow } from '#web/state/clinic-clock.ts'

const MINUTE_MS = 60_000
/** Seals are made each minute: whatever waits longer than this is waiting for something that does not happen. */
const LATE_MS = 15 * MINUTE_MS

type Seals = ResponseOf<typeof getAuditSeals>

const stateOf = ({ last, waiting, waiting_since }: Seals) => {
  const isLate = waiting_since !== null && clinicNow() - Date.parse(waiting_since) > LATE_MS
  const sealed = last
    ? t('Sealed until {{at}}, seal {{number}}', { at: dateTime(last.sealed_at), number: number(last.number) })
    : t('Not sealed yet')
  return {
    tone: isLate ? ('attention' as const) : last ? ('done' as const) : ('waiting' as const),
    text: `${sealed} · ${t('{{n}} rows wait for their seal', { count: waiting, n: number(waiting) })}`,
  }
}

const Result = ({ of: { rows, since, finding } }: { of: ResponseOf<typeof verifyAuditLog> }) => {
  if (finding)
    return (
      <Note tone="critical" alert>
        {faultSentence(finding)} {t('Keep the database as it is, and run npm run audit:verify on the server.')}
      </Note>
    )
  return (
    <Note tone={since ? 'done' : 'waiting'}>
      {since
        ? t('{{n}} rows sealed since {{at}} are as they were.', { count: rows, n: number(rows), at: dateTime(since) })
        : t('Nothing was sealed within the last day.')}
    </Note>
  )
}

/** Whether the log is sealed, and the check of the last day. */
export const SealStrip = () => {
  const { data: seals } = useQuery({ ...query(getAuditSeals), refetchInterval: MINUTE_MS })
  const verify = useMutation({ mutationFn: () => call(verifyAuditLog), onError: toast.failed })
  const state = seals && stateOf(seals)
  return (
    <>
      <div className="row wrap seal-strip">
        {state && <Status tone={state.tone}>{state.text}</Status>}
        <span className="grow" />
        <Button
          className="no-print"
          leftSection={<IconShieldCheck size={16} aria-hidden />}
          loading={verify.isPending}
          onClick={() => verify.mutate()}
        >
          {t('Check the last day')}
        </Button>
      </div>
      {verify.data && <Result of={verify.data} />}
    </>
  )
}
