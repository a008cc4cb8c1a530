import { Button } from '@mantine/core'
import { IconPill } from '@tabler/icons-react'
import { listOwnPrescriptions } from '#calls/portal/contract.ts'
import { quantityWords, wordsOf } from '#features/prescriptions/web/drug-name.tsx'
import { pages } from '#web/calls/api.ts'
import { date, dayOf } from '#web/text/format.ts'
import { t } from '#web/i18n.ts'
import { usePages } from '#web/calls/rows.ts'
import { Empty, FourStates } from '#web/ui/four-states.tsx'
import { Note, Status } from '#web/ui/status.tsx'
import { type OwnLine, type OwnPrescription } from './calls.ts'
import { ChooseAgain, type Chosen } from './chosen.tsx'
import prescriptionsStyles from './prescriptions.module.css'
import pageStyles from '../portal-pages.module.css'

const PAGE = 10

interface Props {
  chosen: Chosen
  onChoose: (chosen: Chosen) => void
}

const Stopped = ({ stop: { at, reason, is_replaced } }: { stop: NonNullable<OwnLine['stopped']> }) => (
  <Note tone={is_replaced ? 'attention' : 'critical'}>
    {is_replaced
      ? t('Changed on {day}: {reason}. Follow the newer directions.', { day: dayOf(at), reason })
      : t('Stopped on {day}: {reason}. Do not take it any more.', { day: dayOf(at), reason })}
  </Note>
)

const Dispensed = ({ line: { name, dispensed } }: { line: OwnLine }) =>
  dispensed.map(({ at, name: given, unit, quantity }) => (
    <span key={`${at} ${given}`} className="small t3 num">
      {t('Dispensed on {day}: {what}', {
        day: dayOf(at),
        what: [quantityWords(quantity, unit), given !== name && given].filter(Boolean).join(' · '),
      })}
    </span>
  ))

const Line = ({ line, ...choosing }: Props & { line: OwnLine }) => {
  const { id, name, unit, quantity, until, is_current, stopped, not_dispensed_reason, refill_refusal } = line
  return (
    <li className={`stack break-anywhere gap-2 pad-5-0 ${prescriptionsStyles.ownMedicine}`}>
      <b>{name}</b>
      <span>{wordsOf(line)}</span>
      <span className="num">
        {[quantityWords(quantity, unit), until && t('Until {day}', { day: date(until) })].filter(Boolean).join(' · ')}
      </span>
      {is_current && <Status tone="progress">{t('Take now')}</Status>}
      {stopped && <Stopped stop={stopped} />}
      {not_dispensed_reason !== null && <Note tone="attention">{t('Not dispensed: {reason}', { reason: not_dispensed_reason })}</Note>}
      <Dispensed line={line} />
      <ChooseAgain id={id} name={name} refusal={refill_refusal} {...choosing} />
    </li>
  )
}

const EarlierPrescription = ({ row: { date: day, prescribed_by_name, lines }, ...choosing }: Props & { row: OwnPrescription }) => (
  <section className="section" aria-label={t('Prescription of {day}', { day: date(day) })}>
    <h2 className="num">{t('Prescription of {day}', { day: date(day) })}</h2>
    <p className="small t3">
      <bdi>{prescribed_by_name}</bdi>
    </p>
    <ul className={pageStyles.list}>
      {lines.map((line) => (
        <Line key={line.id} line={line} {...choosing} />
      ))}
    </ul>
  </section>
)

/** What was prescribed to the patient so far, with what became of it. */
export const EarlierPrescriptions = (choosing: Props) => {
  const list = usePages(pages(listOwnPrescriptions, { query: { limit: PAGE } }))
  return (
    <FourStates query={list} isEmpty={(rows) => rows.length === 0} empty={<Empty icon={IconPill} title={t('No prescriptions yet')} />}>
      {(rows) => (
        <>
          {rows.map((row) => (
            <EarlierPrescription key={row.id} row={row} {...choosing} />
          ))}
          {list.hasMore && (
            <Button loading={list.isFetchingMore} onClick={list.fetchMore}>
              {t('Show earlier')}
            </Button>
          )}
        </>
      )}
    </FourStates>
  )
}
