import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { Id } from '#shared/paging.ts'
import { query } from '#web/calls/api.ts'
import { fullName } from '#web/text/format.ts'
import { t } from '#web/i18n.ts'
import { useMe } from '#web/look/preferences.ts'
import { useRights } from '#web/session/rights.ts'
import { isMissing, NoSuchDocument, useIdInAddress } from '#web/ui/document.tsx'
import { FourStates, Loading } from '#web/ui/four-states.tsx'
import { Note } from '#web/ui/status.tsx'
import { useUrlState } from '#web/state/url-state.ts'
import { getCounterPrescription, reopenLine } from '#features/pharmacy/contract.ts'
import { ClosedLines } from './closed-lines.tsx'
import { CounterDesk } from './counter-desk.tsx'
import { CounterHead } from './counter-head.tsx'
import { isOpen } from './counter-lines.ts'
import { newsSince } from './counter-news.ts'
import type { AtCounter } from './counter-types.ts'
import { useCounter } from './use-counter.ts'
import { QUEUE, useNext } from './use-next.ts'
import './counter.css'

const HandedOutPanel = lazy(async () => ({ default: (await import('./handed-out-panel.tsx')).HandedOutPanel }))

const News = ({ of: news }: { of: readonly string[] }) =>
  news.length > 0 && (
    <Note tone="attention">
      {news.map((sentence) => (
        <div key={sentence}>{sentence}</div>
      ))}
    </Note>
  )

const Prescription = ({ of, store }: { of: AtCounter; store: number | undefined }) => {
  const [opened] = useState(of)
  const { can } = useRights()
  const next = useNext(of.id, store)
  const counter = useCounter(of, store)
  const { done, isBehind, lines, mine, goOn } = counter
  const me = useMe()
  const closed = <ClosedLines of={of.prescribed_drugs.filter((line) => !isOpen(line))} mayReopen={can(reopenLine)} />
  return (
    <>
      <CounterHead of={of} next={next} />
      <News of={newsSince(opened, of, { me: me ? fullName(me) : '', mine })} />
      {of.is_expired && lines.length > 0 && (
        <Note tone="attention">{t('This prescription is too old to be handed out. The patient needs a new one.')}</Note>
      )}
      {done && (
        <Suspense fallback={<Loading />}>
          <HandedOutPanel of={done} visit={of.visit} owed={isBehind ? [] : lines} next={next} goOn={goOn} />
        </Suspense>
      )}
      {done || lines.length === 0 ? (
        closed
      ) : (
        <CounterDesk of={of} counter={counter}>
          {closed}
        </CounterDesk>
      )}
    </>
  )
}

/** A prescription at the counter: checked, counted out and handed over. */
export const CounterPage = () => {
  const id = useIdInAddress()
  const [{ store }] = useUrlState({ store: Id })
  const asked = useQuery(query(getCounterPrescription, { params: { id }, query: store === undefined ? {} : { store } }))
  if (isMissing(asked)) return <NoSuchDocument title={t('There is no such prescription')} to={QUEUE} label={t('Pharmacy')} />
  return (
    <div className="page-body ct">
      <FourStates of={asked} loading={<Loading rows={10} height={32} />}>
        {(prescription) => <Prescription key={prescription.id} of={prescription} store={store} />}
      </FourStates>
    </div>
  )
}
