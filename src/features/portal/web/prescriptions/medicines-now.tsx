import { useQuery } from '@tanstack/react-query'
import { IconPill } from '@tabler/icons-react'
import { listOwnMedicines } from '#calls/portal/contract-prescriptions.ts'
import { wordsOf } from '#features/prescriptions/web/drug-name.tsx'
import { query } from '#web/calls/api.ts'
import { date } from '#web/text/format.ts'
import { t } from '#web/i18n.ts'
import { Empty, FourStates } from '#web/ui/four-states.tsx'
import { Status } from '#web/ui/status.tsx'
import { type OwnMedicine } from './calls.ts'
import { ChooseAgain, type Chosen } from './chosen.tsx'

interface Props {
  chosen: Chosen
  onChoose: (chosen: Chosen) => void
}

const Medicine = ({ of: medicine, ...choosing }: Props & { of: OwnMedicine }) => {
  const { id, origin, name, until, is_ending, refill_refusal } = medicine
  return (
    <li className="own-medicine">
      <b>{name}</b>
      <span>{wordsOf(medicine)}</span>
      {until !== null && <span className="num">{t('Until {{day}}', { day: date(until) })}</span>}
      {is_ending && <Status tone="attention">{t('It is coming to its end')}</Status>}
      {origin === 'elsewhere' && <span className="small t3">{t('From elsewhere, as you told us.')}</span>}
      {origin === 'prescribed' && <ChooseAgain id={id} name={name} refusal={refill_refusal} {...choosing} />}
    </li>
  )
}

/** What the patient takes now, and how. */
export const MedicinesNow = (choosing: Props) => {
  const asked = useQuery(query(listOwnMedicines, { query: {} }))
  const empty = (
    <Empty icon={IconPill} title={t('No medicines now')}>
      {t('What the clinic prescribes for you stands here, with how to take it.')}
    </Empty>
  )
  return (
    <FourStates of={asked} isEmpty={(rows) => rows.length === 0} empty={empty}>
      {(rows) => (
        <section className="section" aria-label={t('Take now')}>
          <h2>{t('Take now')}</h2>
          <ul className="own-list">
            {rows.map((row) => (
              <Medicine key={`${row.origin} ${row.id}`} of={row} {...choosing} />
            ))}
          </ul>
        </section>
      )}
    </FourStates>
  )
}
