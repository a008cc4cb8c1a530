import { Button } from '@mantine/core'
import { IconPhone, IconPhoneCheck } from '@tabler/icons-react'
import { keepPreviousData } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { Link } from 'react-router'
import { z } from 'zod'
import { ListedAllergies } from '#features/patients/web/listed-allergy-status.tsx'
import { listCriticalCalls, recordCriticalTry } from '#features/laboratory/contract-results.ts'
import { pages } from '#web/calls/api.ts'
import { ago, dateTime } from '#web/text/format.ts'
import { t } from '#web/i18n.ts'
import { useRights } from '#web/session/rights.ts'
import { usePages } from '#web/calls/rows.ts'
import { ChoiceField } from '#web/ui/choice-field.tsx'
import { Empty, FourStates, Loading } from '#web/ui/four-states.tsx'
import { Page } from '#web/ui/page.tsx'
import { Status } from '#web/ui/status.tsx'
import { useUrlState } from '#web/state/url-state.ts'
import { useNow } from '#web/state/use-now.ts'
import type { CriticalCall } from '../lab-types.ts'
import { FlagMark } from '../lab-labels.tsx'
import { unitText } from '#features/lab-catalogue/rules.ts'
import styles from './critical.module.css'

const CriticalDialog = lazy(async () => ({ default: (await import('./critical-dialog.tsx')).CriticalDialog }))

const PAGE = 50
const url = { show: z.enum(['open', 'closed']) }

/** Those of the same patient and visit that the same call may be about. */
const openOthers = (all: readonly CriticalCall[], { id, visit }: CriticalCall) =>
  all.filter((one) => one.closed_at === null && one.visit === visit && one.id !== id)

const Stand = ({ call }: { call: CriticalCall }) => {
  if (call.seen_at) return <Status tone="done">{t('Seen by {name}', { name: call.seen_by_name ?? '' })}</Status>
  if (call.closed_at) return <Status tone="done">{call.close_reason ?? t('Notified and read back')}</Status>
  if (call.is_overdue) return <Status tone="attention">{t('Overdue')}</Status>
  return call.tries.length > 0 ? (
    <Status tone="progress">{t('{count, plural, one {# attempt} other {# attempts}}', { count: call.tries.length })}</Status>
  ) : (
    <Status tone="waiting">{t('Not notified')}</Status>
  )
}

const Call = ({ call, mayCall, onCall }: { call: CriticalCall; mayCall: boolean; onCall: () => void }) => {
  const last = call.tries.at(-1)
  return (
    <li className={`panel grid gap-4-6 pad-5-6 items-centre ${styles.call}`} data-open={call.closed_at === null || undefined}>
      <span className={`stack min-w-0 gap-1 ${styles.what}`}>
        <span className="row wrap">
          <b className="text-l num">{[call.test_panel_name, call.result, unitText(call.unit)].filter(Boolean).join(' ')}</b>
          <FlagMark flag={call.flag} />
          {!call.is_approved && <Status tone="progress">{t('Not approved yet')}</Status>}
        </span>
        <span className="row wrap">
          <Link className="link strong" to={`/dashboard/patients/${call.patient}`}>
            {call.patient_name}
          </Link>
          <span className="t3 num">{[call.patient_number, call.patient_phone].filter(Boolean).join(' · ')}</span>
        </span>
        <ListedAllergies patient={call.patient} />
      </span>
      <span className="stack min-w-0 gap-1">
        <span>{call.doctor_name ?? call.requested_by_name}</span>
        {last && (
          <span className="small t3 num" title={dateTime(last.called_at)}>
            {t('last call: {name}, {ago}', { name: last.called_to, ago: ago(last.called_at) })}
          </span>
        )}
      </span>
      <span className="stack min-w-0 gap-1 status-wraps">
        <Stand call={call} />
        <span className="small t3 num" title={dateTime(call.opened_at)}>
          {ago(call.opened_at)}
        </span>
      </span>
      {mayCall && call.closed_at === null && (
        <Button
          variant={call.is_overdue ? 'filled' : 'default'}
          leftSection={<IconPhone size={16} stroke={1.5} aria-hidden />}
          onClick={onCall}
        >
          {t('Record call')}
        </Button>
      )}
    </li>
  )
}

/** Critical values: those nobody was told of yet, longest waiting first, and those that were told. */
export const CriticalPage = () => {
  useNow()
  const { can } = useRights()
  const [{ show = 'open' }, set] = useUrlState(url)
  const [chosen, setChosen] = useState<CriticalCall | null>(null)
  const asked = { ...(show === 'closed' && { closed: true as never }), limit: PAGE }
  const calls = usePages({ ...pages(listCriticalCalls, { query: asked }), placeholderData: keepPreviousData })
  return (
    <Page title={t('Critical values')}>
      <ChoiceField
        label={t('Show')}
        data={[
          { value: 'open', label: t('To notify') },
          { value: 'closed', label: t('Notified') },
        ]}
        value={show}
        onChange={(value) => set({ show: value === 'open' ? '' : value })}
      />
      <FourStates
        query={calls}
        loading={<Loading rows={5} height={64} />}
        isEmpty={(all) => all.length === 0}
        empty={
          <Empty icon={IconPhoneCheck} title={show === 'open' ? t('All notified') : t('No critical values yet')}>
            {t('Critical values appear here as soon as they are entered, and stay until they are read back.')}
          </Empty>
        }
      >
        {(all) => (
          <ul className="stack gap-4">
            {all.map((one) => (
              <Call key={one.id} call={one} mayCall={can(recordCriticalTry)} onCall={() => setChosen(one)} />
            ))}
            {calls.hasMore && (
              <li>
                <Button loading={calls.isFetchingMore} onClick={calls.fetchMore}>
                  {t('Show earlier')}
                </Button>
              </li>
            )}
          </ul>
        )}
      </FourStates>
      <Suspense>
        {chosen && (
          <CriticalDialog key={chosen.id} call={chosen} others={openOthers(calls.data ?? [], chosen)} onClose={() => setChosen(null)} />
        )}
      </Suspense>
    </Page>
  )
}
