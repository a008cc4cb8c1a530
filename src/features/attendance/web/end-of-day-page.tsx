import { Button, Checkbox, NativeSelect } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'
import type { ResponseOf } from '#shared/endpoint.ts'
import { call, query } from '#web/calls/api.ts'
import { useAction } from '#web/calls/use-action.ts'
import { t } from '#web/i18n.ts'
import { confirm } from '#web/messages/dialogs.ts'
import { date, dateTime } from '#web/text/format.ts'
import { Empty, FourStates } from '#web/ui/four-states.tsx'
import { Page, FormSection } from '#web/ui/page.tsx'
import { Note, Status } from '#web/ui/status.tsx'
import { closeDay, getEndOfDay, updateEndOfDaySettings, undoMove } from '../contract.ts'
import { holdText } from './left-open-labels.ts'
import { outcomeText, trackWord } from './visit-name.tsx'
import { useEndpointForm } from '#web/forms/form.ts'
import { toast } from '#web/messages/toast.tsx'
import { EndpointForm } from '#web/ui/endpoint-form.tsx'
import endOfDayStyles from './end-of-day.module.css'
import visitStyles from './visit.module.css'

const hours = Array.from({ length: 24 }, (_, hour) => ({ value: String(hour), label: `${String(hour).padStart(2, '0')}:00` }))

/** Whether and when the program closes by itself what was left open. */
const EndOfDayForm = ({ settings }: { settings: ResponseOf<typeof getEndOfDay>['settings'] }) => {
  const labels = { is_on: t('Close open visits every night'), hour: t('At') }
  const f = useEndpointForm(updateEndOfDaySettings, {
    version: settings.version,
    initialValues: { is_on: settings.is_on, hour: String(settings.hour) },
    toBody: ({ is_on, hour }) => ({ is_on, hour: Number(hour) }),
    onSaved: () => toast.done(t('Saved')),
  })
  return (
    <EndpointForm form={f} save={t('Save')} isAside labels={labels}>
      <FormSection
        title={t('Every night')}
        sub={
          <>
            {t('Closes visits that need no decision. Visits with pending results or unsigned notes, and inpatients, stay open.')}{' '}
            {settings.last_run_on && <span className="num">{t('Last run: {day}', { day: date(settings.last_run_on) })}</span>}
          </>
        }
      >
        <Checkbox label={labels.is_on} {...f.form.getInputProps('is_on', { type: 'checkbox' })} />
        <NativeSelect label={labels.hour} data={hours} {...f.form.getInputProps('hour')} />
      </FormSection>
    </EndpointForm>
  )
}

type EndOfDay = ResponseOf<typeof getEndOfDay>
type LeftOpen = EndOfDay['visits'][number]
type Closed = EndOfDay['closed'][number]
type Skipped = ResponseOf<typeof closeDay>['skipped']

const skippedText = (reason: Skipped[number]['reason']) =>
  ({
    changed: t('changed since it was displayed'),
    held: t('results are pending'),
    gone: t('no longer left open'),
  })[reason]

/** Why a visit can or cannot be closed, and as what. */
const Decision = ({ visit }: { visit: LeftOpen }) => (
  <span className="grid min-w-0 gap-1">
    {visit.can_close ? (
      <Status tone={visit.is_automatic ? 'done' : 'attention'}>
        {visit.is_automatic ? t('Can be closed') : t('Check before closing')}
      </Status>
    ) : (
      <Status tone="critical">{t('Cannot be closed')}</Status>
    )}
    {visit.holds.length > 0 && <span className="small t2">{visit.holds.map(holdText).join(' · ')}</span>}
  </span>
)

interface RowsProps {
  visits: readonly LeftOpen[]
  chosen: ReadonlySet<number>
  onToggle: (ids: readonly number[], isChosen: boolean) => void
}

const Rows = ({ visits, chosen, onToggle }: RowsProps) => {
  const closable = visits.filter(({ can_close }) => can_close).map(({ id }) => id)
  const isAll = closable.length > 0 && closable.every((id) => chosen.has(id))
  return (
    <ul className="grid gap-0" aria-label={t('Visits left open')}>
      <li className={`line-bottom ${endOfDayStyles.all}`}>
        <Checkbox
          label={t('All that can be closed')}
          checked={isAll}
          indeterminate={!isAll && chosen.size > 0}
          disabled={closable.length === 0}
          onChange={() => onToggle(closable, !isAll)}
        />
      </li>
      {visits.map((visit) => (
        <li key={visit.id} className={`line-bottom grid items-start gap-2-5 ${endOfDayStyles.row}`}>
          <Checkbox
            aria-label={t('Select the visit of {name}', { name: visit.patient_name })}
            checked={chosen.has(visit.id)}
            disabled={!visit.can_close}
            onChange={({ currentTarget }) => onToggle([visit.id], currentTarget.checked)}
          />
          <span className="grid min-w-0 gap-1">
            <Link to={`/dashboard/patients/${visit.patient}`} className="wrap-text">
              <bdi>{visit.patient_name}</bdi>
            </Link>
            <span className="small t3 num">
              {visit.patient_number} · {visit.track_number}
            </span>
            <span className="small t2 wrap-text">{visit.reason}</span>
          </span>
          <span className="grid min-w-0 gap-1 num">
            <span>{date(visit.started_on)}</span>
            <span className="small t3">{trackWord(visit.track)}</span>
          </span>
          <Decision visit={visit} />
          <span className="grid min-w-0 gap-1">
            {visit.can_close && (
              <>
                <span>{outcomeText(visit.outcome)}</span>
                <span className="small t3 num">{t('Ends: {when}', { when: dateTime(visit.ends_at) })}</span>
              </>
            )}
          </span>
        </li>
      ))}
    </ul>
  )
}

/** The visits that were closed as left in the last week: one that was closed wrongly is reopened here. */
const ClosedList = ({ closed }: { closed: readonly Closed[] }) => {
  const { run, isRunning } = useAction()
  const reopen = async ({ id, version, patient_name: name }: Closed) => {
    const isSure = await confirm({
      title: t('Reopen visit of {name}?', { name }),
      text: t('The visit continues from its last step and stays open until it is closed manually.'),
      action: t('Reopen'),
    })
    if (isSure) run(() => call(undoMove, { params: { id }, body: { version } }), t('Visit of {name} reopened.', { name }))
  }
  return (
    <section className="section" aria-label={t('Closed as “Left” in the last 7 days')}>
      <h2>{t('Closed as “Left” in the last 7 days')}</h2>
      {closed.length === 0 ? (
        <p className="t3">{t('No visits')}</p>
      ) : (
        <ul className="grid gap-0">
          {closed.map((visit) => (
            <li key={visit.id} className={`line-bottom grid items-start gap-2-5 narrow-one ${endOfDayStyles.row} ${endOfDayStyles.closed}`}>
              <span className="grid min-w-0 gap-1">
                <Link to={`/dashboard/patients/${visit.patient}`} className="wrap-text">
                  <bdi>{visit.patient_name}</bdi>
                </Link>
                <span className="small t3 num">
                  {visit.patient_number} · {visit.track_number}
                </span>
              </span>
              <span className="grid min-w-0 gap-1">
                <span>{outcomeText(visit.outcome)}</span>
                <span className="small t3 num">{dateTime(visit.closed_at)}</span>
              </span>
              <span className="grid min-w-0 gap-1">
                <span>{visit.recorded_by_name ?? t('Nightly job')}</span>
                <span className="small t3 num">{dateTime(visit.recorded_at)}</span>
              </span>
              <Button
                size="compact-sm"
                disabled={isRunning}
                onClick={() => void reopen(visit)}
                aria-label={t('Reopen visit of {name}', { name: visit.patient_name })}
              >
                {t('Reopen')}
              </Button>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

const SkippedNote = ({ skipped }: { skipped: Skipped }) =>
  skipped.length > 0 && (
    <Note tone="attention" alert>
      {t('Visits not closed: {n}', { n: skipped.length })}
      <ul className={visitStyles.leftOpenHolds}>
        {skipped.map(({ id, patient_name, track_number, reason }) => (
          <li key={id}>
            <bdi>{patient_name}</bdi> (<span className="num">{track_number}</span>): {skippedText(reason)}
          </li>
        ))}
      </ul>
    </Note>
  )

const Body = ({ day }: { day: EndOfDay }) => {
  // What nobody has to decide about is chosen until somebody chooses otherwise.
  const [choice, setChoice] = useState<ReadonlyMap<number, boolean>>(new Map())
  const [skipped, setSkipped] = useState<Skipped>([])
  const { run, isRunning } = useAction()
  const { visits, closed, settings, total } = day
  const isChosen = ({ id, is_automatic, can_close }: LeftOpen) => can_close && (choice.get(id) ?? is_automatic)
  const chosen = visits.filter(isChosen)
  const toggle = (ids: readonly number[], to: boolean) => setChoice(new Map([...choice, ...ids.map((id) => [id, to] as const)]))
  const close = async () => {
    const isSure = await confirm({
      title: t('Close the selected visits as “Left”?'),
      text: t('Each visit ends on its own day. Bills, prescriptions and referrals stay.'),
      action: t('Close visits'),
      isGrave: true,
    })
    if (!isSure) return
    run(async () => {
      const done = await call(closeDay, { body: { visits: chosen.map(({ id, mark }) => ({ id, mark })) } })
      setSkipped(done.skipped)
      setChoice(new Map())
    })
  }
  return (
    <div className="form-stack">
      <SkippedNote skipped={skipped} />
      <section className="section" aria-label={t('Visits left open')}>
        <div className="row wrap">
          <h2 className="grow">{t('Visits left open')}</h2>
          {visits.length > 0 && (
            <Button variant="filled" loading={isRunning} disabled={chosen.length === 0} onClick={() => void close()}>
              {t('Close visits: {n}', { n: chosen.length })}
            </Button>
          )}
        </div>
        {visits.length === 0 ? (
          <Empty title={t('No visits left open')}>{t('All visits of earlier days are closed.')}</Empty>
        ) : (
          <Rows visits={visits} chosen={new Set(chosen.map(({ id }) => id))} onToggle={toggle} />
        )}
        {total > visits.length && <p className="t3 num">{t('Showing the oldest {n} of {total}.', { n: visits.length, total })}</p>}
      </section>
      <EndOfDayForm key={settings.version} settings={settings} />
      <ClosedList closed={closed} />
    </div>
  )
}

/** The end of the day: what was left open on earlier days, why it can or cannot be closed, and what was closed. */
export const EndOfDayPage = () => {
  const day = useQuery(query(getEndOfDay))
  return (
    <Page title={t('End of day')} sub={day.data && t('Open visits from earlier days: {n}', { n: day.data.total })}>
      <FourStates query={day}>{(found) => <Body day={found} />}</FourStates>
    </Page>
  )
}
