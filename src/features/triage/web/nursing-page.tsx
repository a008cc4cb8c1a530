import { Button, Kbd } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { IconStethoscope } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { z } from 'zod'
import { getVisit, listVisits } from '#features/attendance/contract.ts'
import { isLeftOpen } from '#features/attendance/rules.ts'
import { useLaidChanges, useNewest, withChanges } from '#features/attendance/web/use-visit-changes.ts'
import { useVisitRights } from '#features/attendance/web/use-visit-rights.ts'
import { Id } from '#shared/paging.ts'
import { query } from '#web/calls/api.ts'
import { t } from '#web/i18n.ts'
import { useKeys } from '#web/keyboard/keys.ts'
import { ChoiceField } from '#web/ui/choice-field.tsx'
import { Empty, Failed, FourStates, Loading } from '#web/ui/four-states.tsx'
import { useUrlState } from '#web/state/url-state.ts'
import { useNow } from '#web/state/use-now.ts'
import { NursingQueue } from './nursing-queue.tsx'
import { inTriageOrder, isForNurse, nextAfter } from './queue-rules.ts'
import './nursing.css'
import { VitalsPanel } from './vitals-panel.tsx'
import { clinicNow } from '#web/state/clinic-clock.ts'
import { counted } from '#web/ui/counted.ts'

const MOST = 100
const PHONE = '(max-width: 700px)'
const state = { visit: Id, show: z.enum(['triage', 'house']) }

const MINUTE_MS = 60_000

/** The visits of the queue, or of the whole house, as this browser knows them. */
const useQueue = (isWhole: boolean) => {
  const asked = useQuery(query(listVisits, { query: { open: 'true', limit: MOST, ...(!isWhole && { track: 'triage' }) } }))
  // Who waits for a doctor is observed again here.
  const waiting = useQuery({ ...query(listVisits, { query: { track: 'doctor', limit: MOST } }), enabled: !isWhole })
  const now = useNow(MINUTE_MS)
  const changes = useLaidChanges()
  const own = asked.data
  const others = isWhole || !own ? [] : (waiting.data ?? []).filter(({ id }) => !own.some((one) => one.id === id))
  const fetched = own && [...own, ...others]
  const known = fetched && withChanges(fetched, changes, asked.dataUpdatedAt)
  const data = known && inTriageOrder(isWhole ? known : known.filter((visit) => isForNurse(visit, now)))
  // Of a list that cannot be fetched nothing is shown, whatever was known before. Who is on the screen stays on it.
  return { of: { ...asked, data: asked.error ? undefined : data }, known: data }
}

/** The nurse's room: who waits for triage, and the vital signs of the one who is there. */
export const NursingPage = () => {
  const [{ visit: chosen, show = 'triage' }, setUrl] = useUrlState(state)
  const { me } = useVisitRights()
  const isPhone = useMediaQuery(PHONE) ?? false
  const isWhole = show === 'house'
  const { of: queue, known } = useQueue(isWhole)
  const listed = known?.find(({ id }) => id === chosen)
  const asked = useQuery({ ...query(getVisit, { params: { id: chosen ?? 0 } }), enabled: chosen !== undefined && listed === undefined })
  const visit = useNewest(listed ?? asked.data)
  // The tab's title is outside React.
  useEffect(() => {
    document.title = `${t('Nursing')} · Kliniki`
  }, [])

  const choose = (id: number | undefined) => setUrl({ visit: id === undefined ? undefined : String(id) })
  const next = nextAfter(queue.data ?? [], chosen, me.id)
  useKeys([
    ...(next ? [{ keys: 'N', label: t('Next patient'), run: () => choose(next.id) }] : []),
    {
      keys: 'Q',
      label: isWhole ? t('Waiting for triage') : t('Everybody in the house'),
      run: () => setUrl({ show: isWhole ? undefined : 'house' }),
    },
  ])
  const isPanelShown = visit !== undefined && visit.id === chosen
  return (
    <div className="nurse" data-open={isPanelShown || undefined}>
      {!(isPhone && chosen !== undefined) && (
        <div className="nurse-side">
          <header className="nurse-top">
            <div className="row">
              <h1>{t('Nursing')}</h1>
              <span className="num t3 grow">
                {counted(queue, (visits) => String(visits.filter((one) => !isLeftOpen(one, clinicNow())).length))}
              </span>
              <Button
                disabled={!next}
                onClick={() => next && choose(next.id)}
                rightSection={<Kbd className="not-phone">N</Kbd>}
                variant="filled"
              >
                {t('Next patient')}
              </Button>
            </div>
            <ChoiceField
              label={t('Show')}
              data={[
                { value: 'triage', label: t('Triage') },
                { value: 'house', label: t('Everybody') },
              ]}
              value={show}
              onChange={(value) => setUrl({ show: value === 'triage' ? undefined : value })}
            />
          </header>
          <FourStates
            of={queue}
            loading={<Loading rows={8} height={64} />}
            isEmpty={(data) => data.length === 0}
            empty={
              <Empty icon={IconStethoscope} title={isWhole ? t('Nobody is in the house') : t('Nobody waits for triage')}>
                {t('Whoever the desk sends to triage appears here by themselves.')}
              </Empty>
            }
          >
            {(data) => <NursingQueue visits={data} chosen={chosen} isWhole={isWhole} onChoose={choose} />}
          </FourStates>
        </div>
      )}
      <div className="nurse-main">
        {isPanelShown ? (
          <VitalsPanel
            key={visit.id}
            visit={visit}
            onSent={() => choose(nextAfter(queue.data ?? [], visit.id, me.id)?.id)}
            onBack={isPhone ? () => choose(undefined) : undefined}
          />
        ) : chosen !== undefined && asked.error ? (
          <Failed error={asked.error} retry={() => void asked.refetch()} />
        ) : chosen !== undefined ? (
          <Loading rows={10} />
        ) : (
          !isPhone &&
          (queue.data?.length ?? 0) > 0 && (
            <Empty icon={IconStethoscope} title={t('Choose a patient')}>
              {t('N takes the next one; arrows walk through the queue.')}
            </Empty>
          )
        )}
      </div>
    </div>
  )
}
